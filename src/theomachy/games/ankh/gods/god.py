"""What a god is: someone who answers at the moments of a match, brings tokens and questions, and likes some things more
than others."""

from __future__ import annotations

from typing import Any, Final

from theomachy.games.ankh.mind.characters import Character
from theomachy.games.ankh.mind.survey import Survey
from theomachy.games.ankh.moments import Moments
from theomachy.games.ankh.reader import Reader
from theomachy.games.ankh.state import AnkhState
from theomachy.kernel.ids import Side
from theomachy.kernel.step import StepKind


class God(Moments):
    """A god and its power. After merging one god of a match has two powers, so each looks for its own bit in
    `s.divine`."""

    #: as in `components.GODS`
    name: str = ""
    #: the bit of `s.divine` that stands for the power: 1 for the first god of the list, 2 for the second, 4 …
    power: int = 0
    #: keys of a position that `lay` reads
    position_keys: tuple[str, ...] = ()

    def character(self) -> Character:
        """How a bot plays this god."""
        return Character()

    def questions(self) -> dict[int, StepKind[AnkhState]]:
        """The kinds of steps it brings along, by number (see `steps`)."""
        return {}

    def prepare(self, s: AnkhState) -> None:
        """It plays: its tokens come on the table (ankh/setup/god-tokens)."""

    def lay(self, s: AnkhState, read: Reader) -> None:
        """Lay out its part of a position, or refuse it with `BadCase`; asked whether or not it plays."""

    def written(self, s: AnkhState) -> dict[str, Any]:
        """Its part of the position that a state is: what `lay` reads."""
        return {}

    def view(self, s: AnkhState) -> dict[str, Any]:
        """What everybody sees beside the god that has its power."""
        return {}

    def faults(self, s: AnkhState) -> list[str]:
        """Why its part of a state is impossible; asked whether or not it plays."""
        return []

    def worth(self, s: AnkhState, god: Side, c: Character, survey: Survey) -> float:
        """What the power has brought the god that has it, in devotion, if all conflicts were still to come."""
        return 0.0


#: by kind; `box` fills it
PANTHEON: Final[list[God]] = []
