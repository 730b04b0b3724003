"""What an ankh power is: it answers at moments of a match for the gods that have unlocked it."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.moments import Moments
from theomachy.games.ankh.state import AnkhState
from theomachy.kernel.ids import Side
from theomachy.kernel.step import StepKind


class Power(Moments):
    """An ankh power."""

    #: as in `components.POWERS`
    name: str = ""
    #: its bit in `s.powers`
    power: int = 0

    def questions(self) -> dict[int, StepKind[AnkhState]]:
        """The kinds of steps it brings along, by number (see `steps`)."""
        return {}

    def owners(self, s: AnkhState, order: list[Side]) -> list[Side]:
        """Those who have unlocked it, in the order given: a list of its own."""
        return [god for god in order if s.powers[god] & self.power]


#: by number; `box` fills it
UNLOCKABLE: Final[list[Power]] = []
