"""Which program played: matches of different programs must not be mixed."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

import theomachy
from theomachy.kernel.build import engine_build

#: what decides which matches are planned, how they go and what is read from them
PARTS = ("kernel", "games", "bots", "lab/plans.py", "lab/results.py")
SOURCES = (".py", "content.toml", ".weights")


@cache
def code_fingerprint() -> str:
    """A hash of the sources: the same in every build made of them."""
    root = Path(theomachy.__file__).parent
    digest = hashlib.blake2b(digest_size=8)
    for part in PARTS:
        inside = [root / part] if part.endswith(".py") else (root / part).rglob("*")
        for path in sorted(path for path in inside if path.name.endswith(SOURCES)):
            digest.update(f"{path.relative_to(root).as_posix()}\0".encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()


def bot_files(bots: list[str]) -> dict[str, str]:
    """A hash of each file among the bots."""
    found: dict[str, str] = {}
    for spec in bots:
        path = Path(spec.partition(".py")[0] + ".py")
        if ".py" in spec and path.is_file():
            found[spec] = hashlib.blake2b(path.read_bytes(), digest_size=8).hexdigest()
    return found


def program() -> dict[str, Any]:
    """What must be the same wherever the matches of a run are played."""
    return {"version": theomachy.__version__, "build": engine_build(), "code": code_fingerprint()}
