"""Copies of the package with a fault put in: a check that finds nothing wrong in them can't fail."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

SOURCES: Final = Path(__file__).parents[1] / "src" / "theomachy"
#: the engine itself, without libraries of a compiled one, and without the page
LEFT_OUT: Final = ("*.so", "*.pyd", "__pycache__", "page", "worst")


def broken_copy(folder: Path, room: str, right: str, wrong: str) -> Path:
    """A copy of the sources in which something that stands in exactly one place of a folder is written otherwise."""
    shutil.copytree(SOURCES, folder / "theomachy", ignore=shutil.ignore_patterns(*LEFT_OUT))
    places = {
        path: path.read_text(encoding="utf-8").count(right) for path in (folder / "theomachy" / room).rglob("*.py")
    }
    (place,) = [path for path, count in places.items() if count]
    assert places[place] == 1, f"{place.name}: '{right}' stands there {places[place]} times"
    place.write_text(place.read_text(encoding="utf-8").replace(right, wrong), encoding="utf-8")
    return folder


def run_on(folder: Path, code: str, *arguments: str) -> str:
    """What a script prints that runs on such a copy."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    command = [sys.executable, "-c", code, *arguments]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=120)
    assert run.returncode == 0, run.stderr[-2000:]
    return run.stdout.strip()
