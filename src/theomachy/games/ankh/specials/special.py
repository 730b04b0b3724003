"""What the special rules of a scenario are: answers at moments of a match."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.moments import Moments
from theomachy.games.ankh.state import AnkhState
from theomachy.kernel.step import StepKind


class Special(Moments):
    """The special rules of a scenario."""

    #: the scenario, as in `components.SPECIALS`
    name: str = ""
    #: their bit in `s.rules`
    rules: int = 0

    def questions(self) -> dict[int, StepKind[AnkhState]]:
        """The kinds of steps it brings along, by number (see `steps`)."""
        return {}

    def prepare(self, s: AnkhState) -> None:
        """The scenario is played: what it changes about the pieces before they are laid out."""


#: by number; `box` fills it
SPECIAL: Final[list[Special]] = []
