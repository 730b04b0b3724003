"""What a game gives the kernel, and the loop that runs its steps."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from theomachy.kernel.catalogue import Catalogue
from theomachy.kernel.choice import ChoiceTable
from theomachy.kernel.dice import mix
from theomachy.kernel.fact import Fact
from theomachy.kernel.language import Name
from theomachy.kernel.state import State
from theomachy.kernel.step import StepKind

S = TypeVar("S", bound=State)


class Outcome:
    """How a match ended: the seats that won (none: everybody lost) and how."""

    __slots__ = ("how", "winners")

    def __init__(self, winners: tuple[int, ...], how: str) -> None:
        self.winners = winners
        self.how = how

    def __repr__(self) -> str:
        return f"Outcome(winners={self.winners}, how={self.how!r})"


class Game(Generic[S]):
    """A game: its metadata, its choices, its kinds of steps, and how its states are begun, seen and written down."""

    name: str = ""
    #: grows when a change of the rules makes old histories play differently
    rules_version: int = 1
    players: tuple[int, ...] = ()
    #: the setting that names who plays, in seat order
    seats_setting: str = "gods"
    #: settings of a setup that name a file; `check_setup` reads it in, and a save may not hold one
    file_settings: tuple[str, ...] = ()

    def __init__(self, kinds: list[StepKind[S]], table: ChoiceTable, catalogue: Catalogue) -> None:
        self.kinds = kinds
        self.table = table
        self.catalogue = catalogue

    def begin(self, setup: dict[str, Any], seed: int, listening: bool) -> S:
        """A fresh state for a checked setup; refuses a wrong setup with `BadSetup`."""
        raise NotImplementedError

    def check_setup(self, setup: dict[str, Any]) -> dict[str, Any]:
        """The setup completed with its defaults; refuses what is wrong with precise messages."""
        raise NotImplementedError

    def offers(self) -> dict[str, Any]:
        """What a match can be made of: `sides`, `scenarios` (each with its `players`), and what expansions bring."""
        return {"sides": [], "scenarios": []}

    def board_info(self) -> dict[str, Any]:
        """What of the board never changes, for whoever draws it."""
        return {}

    def standing(self, s: S) -> dict[str, int]:
        """Each side's public number that the match is about, by name: for charts and final tables."""
        return {}

    def canonical(self, s: S, choice: int) -> int:
        """The offered form of a choice that the notation lets people write in several ways."""
        return choice

    def view(self, s: S, seat: int) -> dict[str, Any]:
        """What a seat (-1: a spectator) may know. Nothing else of a state ever leaves the engine."""
        raise NotImplementedError

    def forget_hidden(self, s: S, seat: int) -> None:
        """Make the state one that the seat could believe in: re-deal everything it can't know."""
        raise NotImplementedError

    def outcome(self, s: S) -> Outcome:
        """The result of a match that is over."""
        raise NotImplementedError

    def seat_name(self, s: S, seat: int) -> str:
        """The notation's name of a seat."""
        raise NotImplementedError

    def fact_json(self, s: S, fact: Fact) -> dict[str, Any]:
        """A fact in the notation's words."""
        raise NotImplementedError

    def place_name(self, s: S, place: str, lang: str) -> Name | None:
        """What people call a place of the notation in this match; None: it names itself."""
        return None

    def copy(self, s: S) -> S:
        raise NotImplementedError

    def encode(self, s: S) -> dict[str, Any]:
        """The whole state as plain JSON data; `decode` is its exact inverse."""
        raise NotImplementedError

    def decode(self, data: object) -> S:
        """Refuses anything that is not a valid state with `BadSave`."""
        raise NotImplementedError

    def forget_memories(self, s: S) -> None:
        """Forget what was remembered to answer faster, so that a measurement measures the work."""

    def faults(self, s: S) -> list[str]:
        """Why this state is impossible (conservation of pieces and the like); empty when all is well."""
        raise NotImplementedError


def settle(game: Game[S], s: S, forced: list[tuple[int, int]] | None = None) -> list[int]:
    """Run the match up to the next real decision and give the choices of its first waiting seat.

    Choices that are forced (exactly one) are made here, and noted in `forced`. Empty when the match is over.
    """
    kinds = game.kinds
    while not s.over:
        step = s.stack[-1]
        kind = kinds[step.kind]
        waiting = kind.deciders(s, step)
        if waiting == 0:
            kind.run(s, step)
            continue
        first: list[int] | None = None
        seat = 0
        while waiting:
            if waiting & 1:
                options = kind.options(s, step, seat)
                if len(options) == 1 and not kind.always_asked:
                    if forced is not None:
                        forced.append((seat, options[0]))
                    kind.choose(s, step, seat, options[0])
                    first = None
                    break
                if first is None:
                    first = options
            waiting >>= 1
            seat += 1
        if first is not None:
            return first
    return []


def playout(game: Game[S], s: S, seed: int) -> int:
    """Play at random to the end; the number of decisions made. The lean loop under every simulation."""
    decisions = 0
    x = mix(seed, 0) & 0x7FFFFFFF | 1
    options = settle(game, s)
    while not s.over:
        # xorshift32: fast, and the same numbers interpreted and compiled
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        step = s.stack[-1]
        kind = game.kinds[step.kind]
        waiting = kind.deciders(s, step)
        seat = 0
        while not (waiting >> seat) & 1:
            seat += 1
        kind.choose(s, step, seat, options[x % len(options)])
        decisions += 1
        options = settle(game, s)
    return decisions
