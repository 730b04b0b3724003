"""What a game gives the kernel, and the loop that runs its steps."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, TypeVar

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from theomachy.kernel.arrays import Numbers, numbers
from theomachy.kernel.catalogue import Catalogue
from theomachy.kernel.choice import ChoiceTable
from theomachy.kernel.codec import FieldTable
from theomachy.kernel.dice import mix
from theomachy.kernel.errors import BadSetup
from theomachy.kernel.fact import Fact
from theomachy.kernel.ids import NO_SEAT, Seat
from theomachy.kernel.setting import LIST, Setting
from theomachy.kernel.state import State, Step
from theomachy.kernel.step import StepKind
from theomachy.kernel.worth import StandingWorth, Worth

if TYPE_CHECKING:
    from theomachy.kernel.face import Face
    from theomachy.kernel.outlook import Outlook
    from theomachy.kernel.study import Study

S = TypeVar("S", bound=State)

#: nothing draws more for a setup
MOST_DICE: Final = 10_000


#: the entry of a setup that says how many dice were used for what was drawn in it
DRAWN: Final = "drawn"


def check_drawn(dice: object, is_drawn: bool) -> int:
    """The checked entry of a setup in which everything is drawn."""
    if isinstance(dice, bool) or not isinstance(dice, int) or not 0 <= dice < MOST_DICE:
        raise BadSetup(f"{DRAWN}: {str(dice)[:40]!r}; must be the number of dice used, below {MOST_DICE}")
    if not is_drawn:
        raise BadSetup(f"{DRAWN}: says that everything was drawn, but something is still left to the dice")
    return dice


#: the games of this process by their classes, as `module:class`
_OPENED: Final[dict[str, Any]] = {}


def opened_game(path: str) -> Any:
    """The game of a class; it is made if there is none yet."""
    if path not in _OPENED:
        module, _, name = path.partition(":")
        getattr(import_module(module), name)()
    return _OPENED[path]


def restored_state(path: str, data: dict[str, Any], listening: bool, facts: list[Fact]) -> State:
    """A state that was pickled."""
    s: State = opened_game(path).decode(data)
    s.listening = listening
    s.facts = facts
    return s


class Outcome:
    """How a match ended: the seats that won (none: everybody lost) and how."""

    __slots__ = ("how", "winners")

    def __init__(self, winners: tuple[Seat, ...], how: str) -> None:
        self.winners = winners
        self.how = how

    def __repr__(self) -> str:
        return f"Outcome(winners={self.winners}, how={self.how!r})"


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(Generic[S]):
    """A game: its metadata, its choices, its kinds of steps, and how its states are begun, seen and written down."""

    name: ClassVar[str] = ""
    #: grows when a change of the rules makes old histories play differently
    rules_version: ClassVar[int] = 1
    #: the oldest version of the rules whose learned weights can still be used, because only printed values have changed
    #: since; 0: none but those of this version
    learned_since: ClassVar[int] = 0
    players: ClassVar[tuple[int, ...]] = ()
    #: the setting that names who plays, in seat order
    seats_setting: ClassVar[str] = "sides"
    #: settings of a setup that name a file, or hold what is in it as a table; `check_setup` reads it in, and a save may
    #: not hold a name. What is wrong with a table is told with the setting's name before it.
    file_settings: ClassVar[tuple[str, ...]] = ()

    def __init__(self, kinds: list[StepKind[S]], table: ChoiceTable, catalogue: Catalogue) -> None:
        self.kinds = kinds
        #: the same for the loop: what is taken from it need not be looked at whether it is one
        self.kind_row: vec[StepKind[S]] = vec[StepKind](kinds)  # type: ignore[type-arg]
        #: for each of them whether even a single choice is asked
        self.asked_row: Numbers = numbers([int(kind.always_asked) for kind in kinds])
        self.table = table
        self.catalogue = catalogue
        self._mind: Worth | None = None
        self._study: Study | None = None
        self._face: Face | None = None
        self._outlook: Outlook | None = None
        # The first one made stays the game of its class.
        _OPENED.setdefault(f"{type(self).__module__}:{type(self).__qualname__}", self)

    def __reduce__(self) -> tuple[Callable[[str], Any], tuple[str]]:
        """A game is not copied: wherever a match of it is unpickled, it is the game there."""
        return opened_game, (f"{type(self).__module__}:{type(self).__qualname__}",)

    def begin(self, setup: dict[str, Any], seed: int, listening: bool) -> S:
        """A fresh state for a checked setup; refuses a wrong setup with `BadSetup`."""
        raise NotImplementedError

    def check_setup(self, setup: dict[str, Any]) -> dict[str, Any]:
        """The setup completed with its defaults; refuses what is wrong with precise messages."""
        raise NotImplementedError

    def drawn(self, setup: dict[str, Any], seed: int) -> dict[str, Any]:
        """A checked setup with what the seed's dice give in place of what was left to them, and how many of them were
        used: it begins the very same match, also when the box has grown meanwhile. What is drawn already stays."""
        return setup

    def drawn_at_first(self, setup: dict[str, Any], seed: int) -> dict[str, Any]:
        """The setup of a save that still holds wishes, drawn as it was when saves did: whatever has come into the box
        since then is left out. A game whose box has not grown need not say anything."""
        return setup

    def offers(self) -> dict[str, Any]:
        """What a match can be made of: `sides`, who can play a seat; further lists have an entry for each value of
        a setting, with what goes with it: `scenarios`, each a `scenario` with its `players`."""
        return {"sides": [], "scenarios": []}

    def settings(self) -> list[Setting]:
        """The settings a person can give, beside the number of players: by default who plays, if there are sides."""
        sides = self.offers()["sides"]
        return [Setting(self.seats_setting, LIST, sides)] if sides else []

    def board_info(self) -> dict[str, Any]:
        """What of the board never changes, for whoever draws it."""
        return {}

    def standing(self, s: S) -> dict[str, int]:
        """Each side's public number that the match is about, by name: for charts and final tables."""
        return {}

    def scoreboard(self, s: S) -> dict[str, Any]:
        """Who is ahead and what is about to happen, from public information alone: `scores`, by side, each with the
        `total` it would have if the match ended now, and whatever else the game knows. Part of every `Match.view`."""
        return {"scores": {side: {"total": number} for side, number in self.standing(s).items()}}

    def forecast(self, before: S, s: S, seat: Seat, choice: int) -> None:
        """For a preview: tell in `s`, a planner's copy in which a seat has made a choice, what the rules make certain
        beyond the next decision. These facts are told in previews only."""

    def unasked_refusal(self, s: S, seat: Seat, choice: int) -> str:
        """The rule that says most about why a choice of another kind than the one asked for can't be made now; empty:
        nothing but that something else is asked."""
        return ""

    def canonical(self, s: S, choice: int) -> int:
        """The offered form of a choice that the notation lets people write in several ways."""
        return choice

    def view(self, s: S, seat: Seat) -> dict[str, Any]:
        """What a seat (or `NO_SEAT`: a spectator) may know. Nothing else of a state ever leaves the engine."""
        raise NotImplementedError

    def own_view(self, s: S, seat: Seat, public: dict[str, Any]) -> dict[str, Any]:
        """The same for a seat, from a spectator's view of this state that is at hand: what is public is shared with it.
        Where many look on, the larger part is made once."""
        return self.view(s, seat)

    def picked(self, s: S, step: Step) -> dict[str, Any]:
        """What a step holds, in the notation's names: what was picked so far in what is going on."""
        found: dict[str, Any] = {}
        for entry in self.kinds[step.kind].holds.split():
            field, _, rest = entry.partition("=")
            label, _, thing = rest.partition(":")
            name = self.name_of(s, thing or label, getattr(step, field))
            if name is not None:
                found[label] = name
        return found

    def name_of(self, s: S, thing: str, number: int) -> Any:
        """What a number of a step stands for (see `StepKind.holds`); None if it stands for nothing."""
        return number if number >= 0 else None

    def forget_hidden(self, s: S, seat: Seat) -> None:
        """Make the state one that the seat could believe in: re-deal everything it can't know."""
        raise NotImplementedError

    def confidants(self, s: S, seat: int) -> list[int]:
        """The seats that share their secrets with a seat, itself among them."""
        return [seat]

    def outcome(self, s: S) -> Outcome:
        """The result of a match that is over."""
        raise NotImplementedError

    def seat_name(self, s: S, seat: Seat) -> str:
        """The notation's name of a seat."""
        raise NotImplementedError

    def fact_json(self, s: S, fact: Fact) -> dict[str, Any]:
        """A fact in the notation's words."""
        raise NotImplementedError

    def copy(self, s: S) -> S:
        raise NotImplementedError

    def encode(self, s: S) -> dict[str, Any]:
        """The whole state as plain JSON data; `decode` is its exact inverse. A match's digest is made of it."""
        raise NotImplementedError

    def portable(self, s: S) -> dict[str, Any]:
        """The encoded state for another process: with whatever `decode` needs there that the setup brought along."""
        return self.encode(s)

    def decode(self, data: object) -> S:
        """Refuses anything that is not a valid state with `BadSave`."""
        raise NotImplementedError

    def records(self, s: S) -> list[tuple[str, Any, FieldTable]]:
        """The state and what it holds, each with its place in `encode` and its table of fields."""
        raise NotImplementedError

    def forget_memories(self, s: S) -> None:
        """Forget what was remembered to answer faster, so that a measurement measures the work."""

    def faults(self, s: S) -> list[str]:
        """Why this state is impossible (conservation of pieces and the like); empty when all is well."""
        raise NotImplementedError

    def compare_expectations(self, match: Any, expect: dict[str, Any]) -> list[str]:
        """What of a case's expectations a match does not fulfil, in words; empty when all hold."""
        return [f"'{key}': {self.name} has no expectations" for key in expect]

    def position_of(self, s: S) -> dict[str, Any]:
        """What lies on the table, in the keys of a position of the notation: `begin` lays it out again. What these keys
        can't say (see `kernel.positions`) need not be in it; a game that has no keys says nothing."""
        return {}

    def at_rest(self, s: S) -> S | None:
        """A copy of a state of which the keys of a position can say everything, without what only the past has left in
        it; None while something is going on for which they have no words."""
        return self.copy(s) if len(s.stack) == 1 else None

    def lessons_folder(self) -> Path | None:
        """Where its lessons are (docs/lessons.md); None: it has none."""
        return None

    # --- the rooms behind the door: opened when somebody first asks for them ------------------------------------------

    def mind(self) -> Worth:
        """The evaluation, for bots."""
        if self._mind is None:
            self._mind = self.open_mind()
        return self._mind

    def study(self) -> Study:
        """What the lab varies and reads, and what the fuzzer draws and accounts for."""
        if self._study is None:
            self._study = self.open_study()
        return self._study

    def face(self) -> Face:
        """How the game shows itself to people."""
        if self._face is None:
            self._face = self.open_face()
        return self._face

    def outlook(self) -> Outlook:
        """The game as numbers, for learners."""
        if self._outlook is None:
            self._outlook = self.open_outlook()
        return self._outlook

    def open_mind(self) -> Worth:
        """A game overrides these four to bring a room of its own."""
        return StandingWorth(self)

    def open_study(self) -> Study:
        from theomachy.kernel.study import Study

        return Study(self)

    def open_face(self) -> Face:
        from theomachy.kernel.face import Face

        return Face(self)

    def open_outlook(self) -> Outlook:
        from theomachy.kernel.outlook import Outlook

        return Outlook(self)


_NONE_YET: Final[list[int]] = []
#: no seat, as a number of the loop
NOBODY: Final = -1


def next_decision(game: Game[S], s: S, forced: list[tuple[Seat, int]] | None = None) -> tuple[Seat, list[int]]:
    """Run the match up to the next real decision and give its first waiting seat with that seat's choices.

    Choices that are forced (exactly one) are made here, and noted in `forced`. Nobody when the match is over.
    """
    kinds = game.kind_row
    always = game.asked_row
    while not s.over:
        step = s.stack[-1]
        kind = kinds[step.kind]
        waiting: i64 = kind.deciders(s, step)
        if waiting == 0:
            kind.run(s, step)
            continue
        asked: i64 = NOBODY
        choices = _NONE_YET
        number: i64 = 0
        while waiting:
            if waiting & 1:
                seat = Seat(number)
                options = kind.options(s, step, seat)
                if len(options) == 1 and not always[step.kind]:
                    if forced is not None:
                        forced.append((seat, options[0]))
                    kind.choose(s, step, seat, options[0])
                    asked = NOBODY
                    break
                if asked == NOBODY:
                    asked = number
                    choices = options
            waiting >>= 1
            number += 1
        if asked != NOBODY:
            return Seat(asked), choices
    return NO_SEAT, []


def settle(game: Game[S], s: S, forced: list[tuple[Seat, int]] | None = None) -> list[int]:
    """Likewise, where only the choices matter. Empty when the match is over."""
    return next_decision(game, s, forced)[1]


def playout(game: Game[S], s: S, seed: int) -> int:
    """Play at random to the end; the number of decisions made. The lean loop under every simulation."""
    decisions: i64 = 0
    kinds = game.kind_row
    x: i64 = mix(seed, 0) & 0x7FFFFFFF | 1
    seat, options = next_decision(game, s)
    while not s.over:
        # xorshift32: fast, and the same numbers interpreted and compiled
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        step = s.stack[-1]
        kinds[step.kind].choose(s, step, seat, options[x % len(options)])
        decisions += 1
        seat, options = next_decision(game, s)
    return decisions
