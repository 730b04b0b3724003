"""Which build of the engine runs: compiled by mypyc, or interpreted."""

from __future__ import annotations

from typing import Final

from theomachy.kernel import game

COMPILED: Final = "compiled"
INTERPRETED: Final = "interpreted"


def engine_build() -> str:
    """Return "compiled" or "interpreted": the build of the modules that run a match in this process."""
    return INTERPRETED if str(game.__file__).endswith(".py") else COMPILED


def is_compiled() -> bool:
    """Return whether this process runs the compiled engine."""
    return engine_build() == COMPILED
