"""What an observation is made of: a name, a place and a range for every number in it, read from the tables of fields.

An observation is a row of small whole numbers, what one seat may know of a match, from its own point of view: whatever
is counted by seats begins with its own, and whatever numbers a seat counts from it (0: itself, 1: the next one, -1:
nobody). First comes what is asked, then everything that everybody may know in the order of the tables, then what the
seat knows beyond that. Masks are laid out bit by bit, bags as how many there are of each; a list has room for as many
entries as its field says. Numbers that grow without end are cut at `GREATEST`. Where something need not be there (a
battle, a further entry of a list), its slots have one less than the least value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, Final

from theomachy.kernel.codec import BAG, COUNTED, EVERYONE, LIST, NAME, OWN, SEATS, Field, FieldTable
from theomachy.kernel.step import StepKind

#: numbers beyond are shown as this one; so are those below its negative
GREATEST: Final = 255
#: how many steps of the stack are shown, the top first, and what their numbers are cut at
SHOWN_STEPS: Final = 4
STEP_LEAST: Final = -9
STEP_GREATEST: Final = 511
#: bags of things with more kinds than this are shown as lists
MOST_KINDS: Final = 128

# How the slots of a field look from a seat
SAME: Final = ""
#: entries are counted from the seat; values are; both
ENTRIES: Final = "entries"
VALUES: Final = "values"
BOTH: Final = "entries values"
#: only the seat's own is shown
MINE: Final = "own"


class Slots:
    """Some slots of one name and range, side by side: an array, a mask, a single number."""

    __slots__ = ("entries", "first", "high", "low", "name", "of", "perspective")

    def __init__(
        self,
        name: str,
        low: int,
        high: int,
        entries: Sequence[str] = ("",),
        of: str = "",
        perspective: str = SAME,
    ) -> None:
        self.name = name
        #: what distinguishes the slots, written behind the name
        self.entries = list(entries)
        self.low = low
        self.high = high
        #: what the values number, if anything
        self.of = of
        self.perspective = perspective
        #: the place of the first one; the layout sets it
        self.first = 0

    @property
    def size(self) -> int:
        return len(self.entries)

    @property
    def names(self) -> list[str]:
        return [self.name + entry for entry in self.entries]

    @property
    def json(self) -> dict[str, Any]:
        """For whoever makes features of them."""
        return {
            "name": self.name,
            "first": self.first,
            "size": self.size,
            "low": self.low,
            "high": self.high,
            "of": self.of,
            "perspective": self.perspective,
        }


class Layout:
    """All slots of an observation, in order."""

    def __init__(self, slots: Sequence[Slots]) -> None:
        self.slots = list(slots)
        self.size = 0
        for group in self.slots:
            group.first = self.size
            self.size += group.size
        self._by_name = {group.name: group for group in self.slots}
        if len(self._by_name) != len(self.slots):
            raise AssertionError("two groups of slots have the same name")

    def __getitem__(self, name: str) -> Slots:
        return self._by_name[name]

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    @property
    def names(self) -> list[str]:
        """The name of every slot."""
        return [name for group in self.slots for name in group.names]

    @property
    def lows(self) -> list[int]:
        return [group.low for group in self.slots for _ in group.entries]

    @property
    def highs(self) -> list[int]:
        return [group.high for group in self.slots for _ in group.entries]


def seat_labels(seats: int) -> list[str]:
    """How entries counted by seats are named, from a seat's own point of view."""
    return ["me", *(f"+{number}" for number in range(1, seats))]


def indexed(*dimensions: Sequence[str]) -> list[str]:
    """The entries of an array of several dimensions, the outermost first."""
    return ["".join(f"[{label}]" for label in labels) for labels in product(*dimensions)]


# --- what is asked ----------------------------------------------------------------------------------------------------


def step_slots(kinds: int, seats: int, masks: Sequence[tuple[str, int]]) -> list[Slots]:
    """Who is asked, and the steps on the stack: what about, and what was picked so far. `masks`: things that steps hold
    as bit masks, with so many bits."""
    found = [Slots("asked", 0, 1, indexed(seat_labels(seats)), perspective=ENTRIES)]
    for depth in range(SHOWN_STEPS):
        found.append(Slots(f"step{depth}.kind", -1, kinds - 1, of="kind of step"))
        found.append(Slots(f"step{depth}.who", -1, seats - 1, of="seat", perspective=VALUES))
        numbers = indexed(["where", "what", "count"])
        found.append(Slots(f"step{depth}", STEP_LEAST, STEP_GREATEST, numbers, perspective=VALUES))
    for thing, bits in masks:
        found.append(Slots(f"picked.{thing}", 0, 1, indexed([str(number) for number in range(bits)])))
    return found


def step_codes(
    kinds: Sequence[StepKind[Any]], seat_words: Sequence[str], blocks: Mapping[str, int], masks: Sequence[str]
) -> list[int]:
    """For `where`, `what` and `count` of each kind how the number is shown: 0 as it is, n > 0 as a piece of which every
    seat has n (a seat: 1), -n as the mask number n - 1."""
    codes: list[int] = []
    for kind in kinds:
        found = {"where": 0, "what": 0, "count": 0}
        for entry in kind.holds.split():
            field, _, label = entry.partition("=")
            thing = label.rpartition(":")[2]
            if field in found:
                if thing in seat_words:
                    found[field] = 1
                elif thing in masks:
                    found[field] = -1 - masks.index(thing)
                else:
                    found[field] = blocks.get(thing, 0)
        codes += found.values()
    return codes


# --- fields of a table ------------------------------------------------------------------------------------------------


def cut(value: int) -> int:
    """A bound, or a value, as it is shown."""
    return max(-GREATEST, min(GREATEST, value))


def is_counted(field: Field) -> bool:
    """Whether a list is shown as how many there are of each kind."""
    return field.shape == BAG and field.greatest - field.least < MOST_KINDS


def room_for(field: Field, table: FieldTable, seats: int) -> int:
    """How many entries of a list are shown; of seats there are no more than sit there."""
    return min(field.most, seats) if table.sizes.get(field.of, 1) == SEATS else field.most


class FieldSlots:
    """How the fields of one record are shown. `blocks`: things of which every seat has so many, numbered seat by seat;
    `names`: what things are called; `turned`: fields whose values turn with the table in a way of their own."""

    def __init__(
        self,
        table: FieldTable,
        seats: int,
        prefix: str = "",
        optional: bool = False,
        blocks: Mapping[str, int] | None = None,
        names: Mapping[str, Sequence[str]] | None = None,
        turned: Sequence[str] = (),
    ) -> None:
        self.table = table
        self.seats = seats
        self.prefix = prefix
        #: one less than the least value stands for a record that is not there
        self.spare = 1 if optional else 0
        self.blocks = dict(blocks or {})
        self.things = dict(names or {})
        self.turned = tuple(turned)

    @property
    def fields(self) -> list[Field]:
        """What everybody may know, and nothing twice."""
        return [field for field in self.table.fields if field.known in (EVERYONE, COUNTED) and not field.again]

    def slots(self) -> list[Slots]:
        """The slots of what everybody may know."""
        return [self.slots_of(field) for field in self.fields]

    def labels(self, thing: str, size: int) -> Sequence[str]:
        if self.table.sizes.get(thing) == SEATS:
            return seat_labels(self.seats)
        known = self.things.get(thing, ())
        return [known[number] if number < len(known) else str(number) for number in range(size)]

    def is_seat(self, thing: str) -> bool:
        return self.table.sizes.get(thing, 1) == SEATS

    def slots_of(self, field: Field) -> Slots:
        """The slots of one field, all of it."""
        name = self.prefix + field.name
        if field.known == COUNTED:
            return Slots(name, 0, GREATEST)
        low, high = cut(field.least), cut(self.table.greatest(field, self.seats))
        if field.of in self.blocks:
            high = min(high, self.seats * self.blocks[field.of] - 1)
        dimensions = [self.labels(thing, self.table.sizes[thing]) for thing in field.by]
        entries_turn = bool(field.by) and self.is_seat(field.by[0])
        values_turn = self.is_seat(field.of) or field.of in self.blocks or field.name in self.turned
        if field.mask:
            low, high = 0, 1
            dimensions.append(self.labels(field.of, self.bits_of(field)))
            entries_turn, values_turn = entries_turn or self.is_seat(field.of), False
        elif is_counted(field):
            low, high, values_turn = 0, field.most, False
            dimensions.append(self.labels(field.of, field.greatest + 1)[field.least :])
        elif field.shape in (LIST, BAG):
            low -= 1
            dimensions.append([str(number) for number in range(room_for(field, self.table, self.seats))])
        perspective = (BOTH if values_turn else ENTRIES) if entries_turn else VALUES if values_turn else SAME
        of = "" if field.mask else field.of
        return Slots(name, low - self.spare, high, indexed(*dimensions), of, perspective)

    def bits_of(self, field: Field) -> int:
        return self.seats if self.is_seat(field.of) else field.greatest.bit_length()

    # --- the slow way, from a turned and encoded state: for games that bring no way of their own, and to compare with

    def numbers(self, data: Mapping[str, Any] | None) -> list[int]:
        """What the slots hold, of an encoded record that was turned so that the seat is number 0; None: of none."""
        found: list[int] = []
        for field in self.fields:
            if data is None:
                slots = self.slots_of(field)
                found += [slots.low] * slots.size
            else:
                found += self.numbers_of(field, data[field.name])
        return found

    def numbers_of(self, field: Field, value: Any) -> list[int]:
        if field.known == COUNTED:
            return [min(len(value), GREATEST)]
        if field.shape == NAME:
            return [field.names.index(value)]
        if field.mask:
            masks = value if field.is_list() else [value]
            return [mask >> bit & 1 for mask in masks for bit in range(self.bits_of(field))]
        if is_counted(field):
            return [min(value.count(kind), field.most) for kind in range(field.least, field.greatest + 1)]
        if field.shape in (LIST, BAG):
            room = room_for(field, self.table, self.seats)
            values = [cut(item) for item in (sorted(value) if field.shape == BAG else value)][:room]
            return values + [cut(field.least) - 1] * (room - len(values))
        return [cut(item) for item in value] if field.is_list() else [cut(value)]


def own_fields(table: FieldTable) -> list[Field]:
    """Fields of which each entry is for the seat it belongs to, counted by seats first."""
    return [field for field in table.fields if field.known == OWN and field.by and table.sizes[field.by[0]] == SEATS]
