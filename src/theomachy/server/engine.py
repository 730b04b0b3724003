"""The compiled engine that may appear while the server runs.

`make play` serves from the sources at once and compiles the engine beside it. `THEOMACHY_ENGINE` names the folder where
the compiled package will lie; bot workers started from then on think with it, ten times as fast.
"""

from __future__ import annotations

import os
from pathlib import Path

from theomachy.kernel import state

#: the environment variable that names the folder
FOLDER = "THEOMACHY_ENGINE"


def compiled_folder() -> str:
    """The folder of the compiled package, absolute; empty while there is none. Its stamp is written last."""
    folder = os.environ.get(FOLDER)
    if not folder:
        return ""
    try:
        stamp = (Path(folder) / "stamp").read_text(encoding="utf-8")
    except OSError:
        return ""
    return str(Path(folder).resolve()) if stamp.strip() == "compiled" else ""


def thinks_compiled() -> bool:
    """Whether bot workers started now think with a compiled engine."""
    return bool(compiled_folder()) or not str(state.__file__).endswith(".py")


def worker_environment(folder: str) -> dict[str, str]:
    """The environment of a process that runs on the compiled package in a folder; empty: on what we run on."""
    environment = dict(os.environ)
    if folder:
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, (folder, environment.get("PYTHONPATH", ""))))
    return environment
