"""Turning the table: everybody sits some seats further on, and everything counted by seats goes with them.

The rules know no seat 0: a state turned and played on with the same choices is the state played on and turned. What
turns is read from the tables of fields (what entries are counted by, what values number) and from what the kinds of
steps say they hold. What these can't say, a game's `Study.turned` adds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from theomachy.kernel.codec import SEATS, Field, FieldTable
from theomachy.kernel.step import StepKind


class Turn:
    """Everybody `by` seats further on at a table of so many.

    `seat_words`: what steps call a seat; `blocks`: things numbered seat by seat, with how many of them a seat has.
    """

    def __init__(self, seats: int, by: int, seat_words: Sequence[str], blocks: Mapping[str, int]) -> None:
        self.seats = seats
        self.by = by
        self.seat_words = tuple(seat_words)
        self.blocks = dict(blocks)

    def seat(self, seat: int) -> int:
        """The number of a seat; what is negative means nobody and stays."""
        return (seat + self.by) % self.seats if seat >= 0 else seat

    def piece(self, number: int, block: int) -> int:
        """The number of a thing of which every seat has `block`, numbered seat by seat; negative: none."""
        return self.seat(number // block) * block + number % block if number >= 0 else number

    def mask(self, mask: int) -> int:
        """A bit mask of seats."""
        return sum(1 << self.seat(seat) for seat in range(self.seats) if mask >> seat & 1)

    def named(self, value: int, thing: str) -> int:
        """A number of which is said what it numbers."""
        if thing in self.seat_words:
            return self.seat(value)
        return self.piece(value, self.blocks[thing]) if thing in self.blocks else value

    def record(self, table: FieldTable, data: dict[str, Any]) -> dict[str, Any]:
        """An encoded record. What the table of fields does not know stays."""
        turned = dict(data)
        for field in table.fields:
            turned[field.name] = self._field(table, field, data[field.name])
        return turned

    def _field(self, table: FieldTable, field: Field, value: Any) -> Any:
        if field.is_list():
            values = [self._value(table, field, item) for item in value]
            if field.by and table.sizes[field.by[0]] == SEATS:
                return self._blocks(values, len(values) // self.seats)
            return values
        return self._value(table, field, value)

    def _value(self, table: FieldTable, field: Field, value: Any) -> Any:
        if table.sizes.get(field.of) == SEATS:
            return self.mask(value) if field.mask else self.seat(value)
        return self.piece(value, self.blocks[field.of]) if field.of in self.blocks else value

    def _blocks(self, values: list[Any], block: int) -> list[Any]:
        turned = list(values)
        for seat in range(self.seats):
            new = self.seat(seat) * block
            turned[new : new + block] = values[seat * block : (seat + 1) * block]
        return turned

    def stack(self, kinds: Sequence[StepKind[Any]], stack: list[list[Any]]) -> list[list[Any]]:
        """Encoded steps."""
        by_name = {kind.name: kind for kind in kinds}
        return [self._step(by_name[frame[0]], frame) for frame in stack]

    def _step(self, kind: StepKind[Any], frame: list[Any]) -> list[Any]:
        fields = dict(zip(("who", "where", "what", "count"), frame[1:], strict=True))
        for entry in kind.holds.split():
            name, _, label = entry.partition("=")
            fields[name] = self.named(fields[name], label.rpartition(":")[2])
        return [frame[0], *fields.values()]
