"""What an expansion brings along beside its answers at the moments of a match: set-up, notation, view, saves.

The base game asks whichever expansion a state has; the first one stands for playing without any.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from theomachy.games.ankh.moments import Moments
from theomachy.games.ankh.moments import enter as enter_answers
from theomachy.games.ankh.reader import Reader
from theomachy.games.ankh.state import AnkhState
from theomachy.kernel.arrays import Shorts
from theomachy.kernel.codec import FieldTable

#: what `AnkhState.placed` can hold (see `Expansion.placing`)
NOTHING: Final = 0
SUMMONS: Final = 1
MASKS_OF_GODS: Final = 2


class Expansion:
    """An expansion; this one is none. Its name is the setting of a set-up and the key of a position."""

    name: str = ""
    #: further keys of a position, and further values of its `start`
    position_keys: tuple[str, ...] = ()
    starts: tuple[str, ...] = ()
    #: keys of an expectation
    expected: tuple[str, ...] = ()
    #: facts whose `other` is the cell from which something moved
    from_cell_facts: tuple[str, ...] = ()

    def check(self, value: object) -> object:
        """The checked value of its setting; refuses a wrong one with `BadSetup`."""
        return value

    def draw(self, s: AnkhState, value: object) -> object:
        """The value of its setting with whatever is left to the dice drawn."""
        return value

    def open_box(self, s: AnkhState, value: object) -> None:
        """Its components come on the table, before any piece stands on the board."""

    def begin(self, s: AnkhState) -> None:
        """The board is set up and the first turn lies on the stack: what is to be done before it."""

    def lay(self, s: AnkhState, read: Reader) -> None:
        """Lay out its part of a position."""

    def written(self, s: AnkhState) -> dict[str, Any]:
        """Its part of the position that a state is: what `lay` reads."""
        return {}

    def is_setting_up(self, s: AnkhState) -> bool:
        """Whether it is asking something before the first turn that a `start` of its own asks."""
        return False

    def rest(self, s: AnkhState) -> None:
        """A turn begins: forget what the last action has left behind."""

    def begin_at(self, s: AnkhState, start: str) -> None:
        """Begin a position at one of `starts`."""

    def compare(self, s: AnkhState, key: str, wanted: Any) -> list[str]:
        """What differs from one of the `expected` keys."""
        return []

    def piece_text(self, s: AnkhState, cell: int) -> str:
        """What a piece of its own on a cell is called in the notation."""
        return ""

    def view(self, s: AnkhState) -> dict[str, Any]:
        """What everybody may know of it."""
        return {}

    def name_of(self, s: AnkhState, thing: str, number: int) -> Any:
        """What a number of one of its steps stands for (see `StepKind.holds`)."""
        raise KeyError(thing)

    def forget_hidden(self, s: AnkhState) -> None:
        """Deal anew what nobody can know."""

    def encode(self, s: AnkhState) -> dict[str, Any]:
        return {}

    def decode(self, s: AnkhState, data: dict[str, Any]) -> None:
        """Refuses what is not its form with `BadSave`."""

    def records(self, s: AnkhState) -> list[tuple[str, Any, FieldTable]]:
        """What it remembers, with its table of fields (see `Game.records`)."""
        return []

    def faults(self, s: AnkhState) -> list[str]:
        """Why its part of the state is impossible."""
        return []

    # --- what observations have of it (see `theomachy.kernel.outlook`) ------------------------------------------------

    def observed_tables(self) -> list[tuple[str, FieldTable, bool]]:
        return []

    def thing_names(self) -> dict[str, list[str]]:
        """What its numbers stand for."""
        return {}

    def observe(self, s: AnkhState, seat: i64, out: Shorts, at: i64) -> i64:
        """Write its part of an observation from `at` on; gives where that ends."""
        return at

    def placing(self, kind: int) -> int:
        """What `placed` holds while a step of its own is going on: one of the constants above."""
        return NOTHING


#: by number; `game` enters the expansions
EXPANSIONS: Final[list[Expansion]] = [Expansion()]


def enter(expansion: Expansion, answers: Moments) -> None:
    """Make an expansion known to the game."""
    EXPANSIONS.append(expansion)
    enter_answers(answers)


def expansion_of(s: AnkhState) -> Expansion:
    return EXPANSIONS[s.expansion]


def find_expansion(name: str) -> int:
    """The number of an expansion; 0 if there is none of that name."""
    for number in range(1, len(EXPANSIONS)):
        if EXPANSIONS[number].name == name:
            return number
    return 0


def asked_for(settings: dict[str, Any]) -> int:
    """The number of the expansion that a set-up or position asks for; 0 if none."""
    for key in settings:
        number = find_expansion(key)
        if number and settings[key] is not None:
            return number
    return 0
