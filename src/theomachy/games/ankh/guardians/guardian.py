"""What a guardian is: a figure that somebody takes with a power, and that answers at moments of a match."""

from __future__ import annotations

from typing import Any, Final

from theomachy.games.ankh.ids import Figure
from theomachy.games.ankh.moments import Moments
from theomachy.games.ankh.reader import Reader
from theomachy.games.ankh.state import AnkhState
from theomachy.kernel.step import StepKind

SMALL: Final = "small"
LARGE: Final = "large"
SIZES: Final = (SMALL, LARGE)


class Guardian(Moments):
    """A kind of figure; gods and warriors are the two that do nothing special."""

    #: as in `components.GUARDIAN_NAMES`
    name: str = ""
    #: its number among the kinds of figures
    kind: int = -1
    #: the guardian symbol by which it is taken
    level: int = 0
    #: the base it needs (ankh/unlock/base)
    base: str = ""
    #: how many there are of it
    figures: int = 0
    #: whether it is summoned onto water as well
    swims: bool = False
    #: whether it may end a move on the cell of an enemy figure (see `may_push`)
    pushes: bool = False
    #: keys of a position that `lay` reads
    position_keys: tuple[str, ...] = ()

    def questions(self) -> dict[int, StepKind[AnkhState]]:
        """The kinds of steps it brings along, by number (see `steps`)."""
        return {}

    def lay(self, s: AnkhState, read: Reader) -> None:
        """Lay out its part of a position, or refuse it with `BadCase`; asked whether or not it is in play."""

    def written(self, s: AnkhState) -> dict[str, Any]:
        """Its part of the position that a state is: what `lay` reads."""
        return {}

    def faults(self, s: AnkhState) -> list[str]:
        """Why its part of a state is impossible; asked whether or not it is in play."""
        return []

    def may_push(self, s: AnkhState, figure: Figure, target: int) -> bool:
        """Whether the figure, of this kind, may end its move on a cell where something stands."""
        return False

    def push(self, s: AnkhState, figure: Figure, target: int) -> None:
        """It does so: the move is not made yet, and the step that asked where it goes is still on top."""

    def why_no_push(self, s: AnkhState, figure: Figure, target: int) -> str:
        """The rule by which it may not; empty if that is the rule for every figure."""
        return ""


#: by kind of figure; `box` fills it
BESTIARY: Final[list[Guardian]] = []


def is_large(kind: int) -> bool:
    """Whether a kind of guardian needs a large base."""
    return BESTIARY[kind].base == LARGE
