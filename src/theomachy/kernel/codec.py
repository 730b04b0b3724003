"""One table of fields for every kind of record: a state, and what it holds beside its own numbers (a battle, say).

Whoever must go through a whole state reads the table: saving and loading with its range checks, the tests that poke
every field of a copy, the check that views are complete, encoders for learning. A field says what shape it has, which
values it can take, what its entries are counted by, and who may know it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from theomachy.kernel.arrays import numbers
from theomachy.kernel.errors import BadSave, allowed
from theomachy.kernel.state import Step

# Shapes
NUMBER: Final = "number"
#: a truth value; 0 or 1 in a save
FLAG: Final = "flag"
#: as many numbers as `by` says, in an array (`Numbers`) or in a list
ARRAY: Final = "array"
ROW: Final = "row"
#: numbers that come and go, in order; or in no order that means anything
LIST: Final = "list"
BAG: Final = "bag"
#: one of some names
NAME: Final = "name"

# Who may know a field, as views tell it
EVERYONE: Final = "everyone"
#: each entry is for the seat it belongs to
OWN: Final = "own"
#: a part of it (what lies face up), or something about it (how many)
PARTLY: Final = "partly"
#: how many there are in a list, and nothing else
COUNTED: Final = "counted"
NOBODY: Final = "nobody"

#: the size of whatever is counted by seats: known only with the match
SEATS: Final = 0
#: for what grows without a rule that ends it
MANY: Final = 1_000_000
_DICE: Final = 1 << 62
#: how many entries of a list an observation shows where the table says nothing else
SHOWN_ENTRIES: Final = 8


class Field:
    """One field of a record."""

    __slots__ = ("again", "by", "greatest", "known", "lasting", "least", "mask", "most", "name", "names", "of", "shape")

    def __init__(
        self,
        name: str,
        shape: str,
        least: int,
        greatest: int,
        by: str = "",
        of: str = "",
        mask: bool = False,
        known: str = EVERYONE,
        lasting: bool = False,
        names: tuple[str, ...] = (),
        again: bool = False,
        most: int = 0,
    ) -> None:
        self.name = name
        self.shape = shape
        #: the least and the greatest value of the number, or of each entry
        self.least = least
        self.greatest = greatest
        #: what the entries of an array are counted by, the outermost first
        self.by = tuple(by.split())
        #: what a value is the number of, if it numbers something; of a mask, what its bits stand for
        self.of = of
        self.mask = mask
        self.known = known
        #: True when it never changes in a match, so that copies share it
        self.lasting = lasting
        self.names = names
        #: True when it says once more what other fields say, to answer faster
        self.again = again
        #: of a list: how many entries an observation has room for; those beyond are left out there
        self.most = most

    def is_list(self) -> bool:
        """Whether it holds several numbers."""
        return self.shape in (ARRAY, ROW, LIST, BAG)


def number(name: str, least: int, greatest: int, of: str = "", known: str = EVERYONE) -> Field:
    return Field(name, NUMBER, least, greatest, of=of, known=known)


def flag(name: str, known: str = EVERYONE) -> Field:
    return Field(name, FLAG, 0, 1, known=known)


def mask(name: str, of: str, bits: int, known: str = EVERYONE) -> Field:
    """A bit mask of so many things."""
    return Field(name, NUMBER, 0, (1 << bits) - 1, of=of, mask=True, known=known)


def array(
    name: str,
    by: str,
    least: int,
    greatest: int,
    of: str = "",
    known: str = EVERYONE,
    lasting: bool = False,
    again: bool = False,
) -> Field:
    return Field(name, ARRAY, least, greatest, by, of, known=known, lasting=lasting, again=again)


def masks(name: str, by: str, of: str, bits: int, known: str = EVERYONE, again: bool = False) -> Field:
    """An array of bit masks."""
    return Field(name, ARRAY, 0, (1 << bits) - 1, by, of, True, known, again=again)


def row(name: str, by: str, least: int, greatest: int, of: str = "", mask: bool = False) -> Field:
    """Like an array, in a list."""
    return Field(name, ROW, least, greatest, by, of, mask)


def growing(
    name: str, least: int, greatest: int, of: str = "", known: str = EVERYONE, most: int = SHOWN_ENTRIES
) -> Field:
    return Field(name, LIST, least, greatest, of=of, known=known, most=most)


def bag(
    name: str,
    least: int,
    greatest: int,
    of: str = "",
    known: str = EVERYONE,
    again: bool = False,
    most: int = SHOWN_ENTRIES,
) -> Field:
    """A list whose order means nothing."""
    return Field(name, BAG, least, greatest, of=of, known=known, again=again, most=most)


def one_of(name: str, names: Sequence[str], known: str = EVERYONE) -> Field:
    return Field(name, NAME, 0, len(names) - 1, known=known, names=tuple(names))


def common_fields(fewest: int, most: int) -> list[Field]:
    """What every state has beside its stack, for so many seats."""
    return [
        number("seats", fewest, most),
        flag("over"),
        number("reveals", 0, _DICE, known=NOBODY),
        number("dice", 0, _DICE, known=NOBODY),
        number("draws", 0, _DICE, known=NOBODY),
    ]


class FieldTable:
    """The fields of one kind of record, in the order of its JSON form. `sizes` says how many there are of what entries
    are counted by; what is counted by seats is `SEATS`. What is named in `alike` has no identity: two of them
    that agree in everything may change places and nobody could tell."""

    def __init__(self, fields: Sequence[Field], sizes: Mapping[str, int], alike: Sequence[str] = ()) -> None:
        self.fields = list(fields)
        self.sizes = dict(sizes)
        self.alike = tuple(alike)
        self.names = [field.name for field in fields]
        for field in fields:
            for thing in field.by:
                if thing not in sizes:
                    raise AssertionError(f"field '{field.name}' is counted by '{thing}', which has no size")

    def length(self, field: Field, seats: int) -> int:
        """How many entries an array or row has."""
        length = 1
        for thing in field.by:
            length *= self.sizes[thing] or seats
        return length

    def greatest(self, field: Field, seats: int) -> int:
        """The greatest value in a match of so many seats."""
        if not field.mask and self.sizes.get(field.of, 1) == SEATS:
            return min(field.greatest, seats - 1)
        return field.greatest

    def encode(self, record: Any) -> dict[str, Any]:
        """The record as plain JSON data."""
        data: dict[str, Any] = {}
        for field in self.fields:
            value = getattr(record, field.name)
            if field.is_list():
                data[field.name] = list(value)
            else:
                data[field.name] = value if field.shape == NAME else int(value)
        return data

    def public_part(self, record: Any) -> dict[str, Any]:
        """What everybody may know; what is alike is given in an order of its own."""
        data: dict[str, Any] = {}
        for field in self.fields:
            if field.known != EVERYONE or field.again or (field.by and field.by[-1] in self.alike):
                continue
            value = getattr(record, field.name)
            if field.is_list():
                value = sorted(value) if field.shape == BAG else list(value)
            data[field.name] = value
        for thing in self.alike:
            together = [field for field in self.fields if field.known == EVERYONE and field.by[-1:] == (thing,)]
            each = list(zip(*[list(getattr(record, field.name)) for field in together], strict=True))
            size = self.sizes[thing]
            data[thing] = [sorted(each[first : first + size]) for first in range(0, len(each), size)]
        return data

    def check_names(self, data: object, place: str, others: Sequence[str] = ()) -> dict[str, Any]:
        """The data, which must have just these fields and the others named."""
        if not isinstance(data, dict):
            raise BadSave(f"{place}: must be a table")
        wanted = {*self.names, *others}
        if set(data) != wanted:
            raise BadSave(f"{place}: fields missing or unknown: {allowed(set(data) ^ wanted)}")
        return data

    def number(self, data: dict[str, Any], name: str, place: str) -> int:
        """One number field alone, checked: for what must be known before there is a record to decode into."""
        field = self.fields[self.names.index(name)]
        return self._number(field, data[name], field.greatest, f"{place}.{name}")

    def decode(self, record: Any, data: dict[str, Any], seats: int, place: str) -> None:
        """Set every field of a record; refuses what has another shape or is out of range with `BadSave`."""
        for field in self.fields:
            value = data[field.name]
            where = f"{place}.{field.name}"
            if field.shape == NAME:
                if value not in field.names:
                    raise BadSave(f"{where}: {str(value)[:40]!r}; allowed: {allowed(field.names)}")
                setattr(record, field.name, value)
            elif field.is_list():
                values = self._numbers(field, value, seats, where)
                setattr(record, field.name, numbers(values) if field.shape == ARRAY else values)
            else:
                checked = self._number(field, value, self.greatest(field, seats), where)
                if field.shape == FLAG:
                    # Apart from the numbers: compiled, one expression for both would be a number.
                    setattr(record, field.name, checked != 0)
                else:
                    setattr(record, field.name, checked)

    def _number(self, field: Field, value: object, greatest: int, where: str) -> int:
        if type(value) is not int:
            raise BadSave(f"{where}: must be a whole number, not {str(value)[:40]}")
        if not field.least <= value <= greatest:
            raise BadSave(f"{where}: {str(value)[:40]} is not from {field.least} to {greatest}")
        return value

    def _numbers(self, field: Field, value: object, seats: int, where: str) -> list[int]:
        if not isinstance(value, list) or not all(type(item) is int for item in value):
            raise BadSave(f"{where}: must be a list of whole numbers")
        least, greatest = field.least, self.greatest(field, seats)
        if not all(least <= item <= greatest for item in value):
            raise BadSave(f"{where}: not all are from {least} to {greatest}")
        if field.by and len(value) != self.length(field, seats):
            raise BadSave(f"{where}: has {len(value)} entries; must have {self.length(field, seats)}")
        return list(value)


# --- the stack --------------------------------------------------------------------------------------------------------


def encode_stack(stack: list[Step], kind_names: Sequence[str]) -> list[list[Any]]:
    """Steps are written by the name of their kind."""
    return [[kind_names[step.kind], step.who, step.where, step.what, step.count] for step in stack]


def decode_stack(
    data: object, kind_names: Sequence[str], seats: int, place: str, least: int = -_DICE, greatest: int = _DICE
) -> list[Step]:
    """Steps whose numbers are in a range; `who` is a seat or nobody."""
    if not isinstance(data, list):
        raise BadSave(f"{place}: must be a list")
    stack: list[Step] = []
    for index, frame in enumerate(data):
        if (
            not isinstance(frame, list)
            or len(frame) != 5
            or frame[0] not in kind_names
            or not all(type(value) is int and least <= value <= greatest for value in frame[1:])
            or not -1 <= frame[1] < seats
        ):
            raise BadSave(f"{place}[{index}]: not a step: {str(frame)[:60]}")
        stack.append(Step(kind_names.index(frame[0]), frame[1], frame[2], frame[3], frame[4]))
    return stack
