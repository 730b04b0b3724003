"""How a game looks as numbers: what learners and studies must know of it beforehand, observations, dense choices.

One of the rooms behind a game's door (`Game.outlook`). This one serves any game with a table of fields: it reads the
table, slowly. A game that wants it fast brings an `Outlook` whose `put_public` names the fields; a test compares both.
"""

from __future__ import annotations

from typing import Any, ClassVar, Final

from mypy_extensions import i64, mypyc_attr

from theomachy.kernel.arrays import Marks, Numbers, Shorts, numbers, shorts
from theomachy.kernel.codec import FieldTable
from theomachy.kernel.game import Game, Outcome
from theomachy.kernel.ids import Seat
from theomachy.kernel.layout import (
    MINE,
    FieldSlots,
    Layout,
    Slots,
    own_fields,
    step_codes,
    step_slots,
)
from theomachy.kernel.observing import mark_choices, put_bits, put_cut, put_steps
from theomachy.kernel.state import State
from theomachy.kernel.turning import Turn

#: what a seat gets at the end: for having won, alone or with others, and for having lost
WON: Final = 1
LOST: Final = -1
#: no match takes more decisions (the fuzzer sees to it)
LONGEST: Final = 5000


class Description:
    """What is to be known of a game before a match is played."""

    def __init__(self, outlook: Outlook) -> None:
        game = outlook.game
        self.game: str = game.name
        self.rules_version: int = game.rules_version
        self.players: tuple[int, ...] = game.players
        #: how many choices there are, numbered without gaps
        self.choices: int = len(outlook.dense)
        #: the kinds of steps that ask somebody, those that ask several at once, and those whose choices stay secret
        self.decisions: list[str] = [kind.name for kind in game.kinds if kind.verbs]
        self.simultaneous: list[str] = [kind.name for kind in game.kinds if kind.secret]
        #: whether somebody knows what others don't, and whether dice are thrown after the set-up
        self.hidden: bool = outlook.hidden
        self.chance: bool = outlook.chance
        #: returns come at the end alone; several seats may win together; everybody may lose
        self.least_return: int = LOST
        self.greatest_return: int = WON
        self.shared_wins: bool = outlook.shared_wins
        self.all_may_lose: bool = outlook.all_may_lose
        #: no match has more decisions; and how many one has at random, by players
        self.longest: int = LONGEST
        self.usual: dict[int, int] = dict(outlook.usual)

    @property
    def json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "rules_version": self.rules_version,
            "players": list(self.players),
            "choices": self.choices,
            "decisions": self.decisions,
            "simultaneous": self.simultaneous,
            "hidden": self.hidden,
            "chance": self.chance,
            "least_return": self.least_return,
            "greatest_return": self.greatest_return,
            "shared_wins": self.shared_wins,
            "all_may_lose": self.all_may_lose,
            "longest": self.longest,
            "usual": self.usual,
        }


@mypyc_attr(allow_interpreted_subclasses=True)
class Outlook:
    """The game as numbers."""

    #: whether the dice are thrown after the set-up, whether several seats can win together, and all lose
    chance: ClassVar[bool] = True
    shared_wins: ClassVar[bool] = True
    all_may_lose: ClassVar[bool] = True
    #: by number of players how many decisions a match at random has
    usual: ClassVar[dict[int, int]] = {}
    #: what steps call a seat; things that every seat has so many of, numbered seat by seat; things that steps hold as
    #: masks, with how many bits
    seat_words: ClassVar[tuple[str, ...]] = ("seat",)
    blocks: ClassVar[dict[str, int]] = {}
    masks: ClassVar[tuple[tuple[str, int], ...]] = ()
    #: fields whose values turn with the table in a way of their own
    turned: ClassVar[tuple[str, ...]] = ()

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        #: the choices by dense number, and the dense number of each choice; -1: none
        self.dense: list[int] = self.offered()
        places = [-1] * len(game.table)
        for number, choice in enumerate(self.dense):
            places[choice] = number
        self.dense_of: Numbers = numbers(places)
        self.codes: Numbers = numbers(
            step_codes(game.kinds, self.seat_words, self.blocks, [thing for thing, _ in self.masks])
        )
        self.mask_bits: Numbers = numbers([bits for _, bits in self.masks])
        self._layouts: dict[tuple[str, ...], Layout] = {}

    # --- what a game says ---------------------------------------------------------------------------------------------

    def offered(self) -> list[int]:
        """The choices that are offered to learners, in the order of their ids."""
        return list(range(len(self.game.table)))

    def tables(self, s: Any) -> list[tuple[str, FieldTable, bool]]:
        """The records that such a match can have, with their places in the encoded state; whether one may be absent."""
        return [(place, table, False) for place, _, table in self.game.records(s)]

    def thing_names(self) -> dict[str, list[str]]:
        """What things are called that entries are counted by."""
        return {}

    def own_slots(self, s: Any) -> list[Slots]:
        """What a seat knows beyond what everybody may know: its own entries of what is each one's own."""
        found: list[Slots] = []
        for place, table, optional in self.tables(s):
            shown = self.field_slots(place, table, optional, s.seats)
            for field in own_fields(table):
                slots = shown.slots_of(field)
                mine = slots.entries[: slots.size // s.seats]
                found.append(Slots(slots.name, slots.low, slots.high, mine, slots.of, MINE))
        return found

    @property
    def hidden(self) -> bool:
        """Whether there is anything that not everybody knows."""
        return any(kind.secret for kind in self.game.kinds)

    # --- the layout ---------------------------------------------------------------------------------------------------

    def layout(self, s: Any) -> Layout:
        """The layout of observations in a match like this: it follows from the number of seats and what is in play."""
        tables = self.tables(s)
        key = (str(s.seats), *[place for place, _, _ in tables])
        found = self._layouts.get(key)
        if found is None:
            slots = step_slots(len(self.game.kinds), s.seats, self.masks)
            for place, table, optional in tables:
                slots += self.field_slots(place, table, optional, s.seats).slots()
            found = Layout(slots + self.own_slots(s))
            self._layouts[key] = found
        return found

    def field_slots(self, place: str, table: FieldTable, optional: bool, seats: int) -> FieldSlots:
        prefix = place.partition(".")[2]
        return FieldSlots(
            table, seats, f"{prefix}." if prefix else "", optional, self.blocks, self.thing_names(), self.turned
        )

    # --- writing ------------------------------------------------------------------------------------------------------

    def observe(self, s: Any, seat: int, out: Shorts, at: int) -> int:
        """Write what a seat may know from a place on; gives the place after it."""
        after: i64 = put_steps(out, at, self.game, s, seat, self.codes, self.mask_bits)
        return self.put_own(s, seat, out, self.put_public(s, seat, out, after))

    def put_public(self, s: Any, seat: int, out: Shorts, at: int) -> int:
        """What everybody may know."""
        return put_numbers(out, at, self.public_numbers(s, seat))

    def put_own(self, s: Any, seat: int, out: Shorts, at: int) -> int:
        """What the seat knows beyond that (`own_slots`)."""
        place: i64 = at
        for _, record, table in self.game.records(s):
            for field in own_fields(table):
                values = list(getattr(record, field.name))
                block = len(values) // s.seats
                for value in values[block * seat : block * (seat + 1)]:
                    if field.mask:
                        place = put_bits(out, place, value, field.greatest.bit_length())
                    else:
                        place = put_cut(out, place, value)
        return place

    def public_numbers(self, s: Any, seat: int) -> list[int]:
        """What everybody may know, read from the tables of fields of a state turned so that the seat is number 0."""
        game = self.game
        data = game.encode(s)
        turned = game.study().turned(data, -seat)
        if turned is None:
            turned = dict(data)
            turn = Turn(s.seats, -seat, self.seat_words, self.blocks)
            for place, _, table in game.records(s):
                record = turn.record(table, record_at(data, place))
                if place == "state":
                    turned.update(record)
                else:
                    turned[place.partition(".")[2]] = record
        found: list[int] = []
        for place, table, optional in self.tables(s):
            found += self.field_slots(place, table, optional, s.seats).numbers(record_at(turned, place))
        return found

    def mark(self, choices: list[int], out: Marks, at: int, value: bool) -> None:
        """Set or clear the marks of choices by their dense numbers."""
        mark_choices(out, at, choices, self.dense_of, value)

    # --- the end ------------------------------------------------------------------------------------------------------

    def returns(self, s: Any) -> list[int]:
        """What each seat gets for a match that is over."""
        outcome: Outcome = self.game.outcome(s)
        return [WON if Seat(seat) in outcome.winners else LOST for seat in range(s.seats)]


def record_at(data: dict[str, Any], place: str) -> Any:
    """An encoded record by its place: `state`, `state.battle`."""
    key = place.partition(".")[2]
    return data[key] if key else data


def put_numbers(out: Shorts, at: i64, values: list[int]) -> i64:
    for value in values:
        at = put_cut(out, at, value)
    return at


def observation(outlook: Outlook, s: State, seat: int) -> Shorts:
    """What a seat may know, in an array of its own."""
    out = shorts(outlook.layout(s).size)
    outlook.observe(s, seat, out, 0)
    return out
