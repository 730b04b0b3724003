"""A small net that judges positions: whole numbers only, so that every machine and both builds give the same answer.

It reads two things. Every slot of an observation (`layout`) that does not hold what it usually holds adds a row of
numbers, the row of its value: the sums are the *board*. And for each side the *terms* of the hand-made evaluation, its
own and the mean of the others'. One layer joins both, with weights for the board by seat counted from the one that
observes, and the same weights for everybody's terms; what comes out is added to the side's log odds. All numbers are
in 1/1024.
"""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from mypy_extensions import i64

from theomachy.kernel.arrays import Numbers, Shorts, filled, numbers, shorts
from theomachy.kernel.layout import Layout

#: what 1 is in the numbers of a net
ONE: Final = 1024
_SHIFT: Final = 10
#: values of a slot that have a row of their own; greater ones share the last
MOST_VALUES: Final = 128
#: terms are cut here, in 1/1024
GREATEST_TERM: Final = 32767
#: seats that a net judges
SEATS: Final = 5


class SlotRows:
    """Where the values of a slot have their rows: from the least value on, so many. `usual` adds nothing."""

    __slots__ = ("count", "first", "low", "usual")

    def __init__(self, first: int, low: int, count: int, usual: int) -> None:
        self.first = first
        self.low = low
        self.count = count
        self.usual = usual


class Net:
    """Weights, as they come from a file (`bots.learning.weights`)."""

    def __init__(
        self,
        rows: Shorts,
        bias: list[int],
        board: Shorts,
        terms: Shorts,
        inner_bias: list[int],
        outer: Shorts,
        direct: Shorts,
    ) -> None:
        self.rows = rows
        self.bias: Numbers = numbers(bias)
        #: by seat counted from the own one, then by number of the inner layer, then by that of the board
        self.board = board
        #: by number of the inner layer, then by term: a side's own, then the others'
        self.terms = terms
        self.inner_bias: Numbers = numbers(inner_bias)
        #: by number of the inner layer; and by term, past the inner layer
        self.outer = outer
        self.direct = direct


class Tables:
    """A net for observations of one layout, ready to be read with: nothing here changes any more."""

    def __init__(self, net: Net, layout: Layout, slots: dict[str, SlotRows]) -> None:
        self.net = net
        found = [slots[name] for name in layout.names]
        width, height = len(net.bias), len(net.inner_bias)
        self.firsts: Numbers = numbers([slot.first * width for slot in found])
        self.lows: Numbers = numbers([slot.low for slot in found])
        self.lasts: Numbers = numbers([slot.count - 1 for slot in found])
        self.usuals: Numbers = numbers([slot.usual for slot in found])
        # The layers by what goes in, so that a 0 costs nothing; and where in each column anything is but zeros: nets
        # that were joined have blocks.
        self.columns: Shorts = shorts(SEATS * width * height)
        self.begins: Numbers = filled(SEATS * width, 0)
        self.ends: Numbers = filled(SEATS * width, 0)
        self.term_columns: Shorts = shorts(len(net.direct) * height)
        turn_layers(net, self.columns, self.begins, self.ends, self.term_columns)


class Reader:
    """Reads observations one after the other.

    The next one differs little from the last (a search ends thousands of times about a turn away), so only the rows of
    slots that have changed are taken back and added. Sums of whole numbers are none the worse for it.
    """

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        # What was read last: at first what is usual everywhere, which adds nothing.
        self._seen: Numbers = copied(tables.usuals)
        self._sums: Numbers = copied(tables.net.bias)
        self._board: Numbers = filled(len(tables.net.bias), 0)
        self._inner: Numbers = filled(len(tables.net.inner_bias), 0)

    def look(self, seen: Shorts) -> None:
        """Read an observation; `judge` speaks of it until the next one."""
        tables = self._tables
        change_rows(
            seen, self._seen, tables.firsts, tables.lows, tables.lasts, tables.usuals, tables.net.rows, self._sums
        )
        width: i64 = len(self._sums)
        place: i64 = 0
        while place < width:
            total: i64 = self._sums[place]
            self._board[place] = total if total > 0 else 0
            place += 1

    def judge(self, seat: int, terms: Numbers) -> int:
        """What is added to the log odds of the side of a seat, counted from the observing one, in 1/1024."""
        tables = self._tables
        net = tables.net
        add_board(self._board, tables.columns, tables.begins, tables.ends, seat, self._inner)
        return add_terms(terms, tables.term_columns, net.direct, net.inner_bias, net.outer, self._inner)


def copied(values: Numbers) -> Numbers:
    """An array that may change without changing this one."""
    return numbers([int(value) for value in values])


def turn_layers(net: Net, columns: Shorts, begins: Numbers, ends: Numbers, term_columns: Shorts) -> None:
    """The weights of the inner layer by what goes in, then by number of the layer."""
    width: i64 = len(net.bias)
    height: i64 = len(net.inner_bias)
    count: i64 = len(net.direct)
    number: i64 = 0
    column: i64 = 0
    while column < SEATS * width:
        begin: i64 = height
        end: i64 = 0
        seat: i64 = column // width
        number = 0
        while number < height:
            weight = net.board[(seat * height + number) * width + column % width]
            columns[column * height + number] = weight
            if weight != 0:
                begin = min(begin, number)
                end = number + 1
            number += 1
        begins[column] = begin
        ends[column] = end
        column += 1
    column = 0
    while column < count:
        number = 0
        while number < height:
            term_columns[column * height + number] = net.terms[number * count + column]
            number += 1
        column += 1


def change_rows(
    seen: Shorts,
    before: Numbers,
    firsts: Numbers,
    lows: Numbers,
    lasts: Numbers,
    usuals: Numbers,
    rows: Shorts,
    sums: Numbers,
) -> None:
    """Make the sums those of what is seen now: where a slot has changed, its row from before goes and its new one
    comes. `before` is what they were the sums of, and is brought up to date."""
    width: i64 = len(sums)
    count: i64 = len(firsts)
    slot: i64 = 0
    while slot < count:
        value: i64 = i64(seen[slot])
        old: i64 = before[slot]
        if value != old:
            before[slot] = value
            usual: i64 = usuals[slot]
            low: i64 = lows[slot]
            last: i64 = lasts[slot]
            first: i64 = firsts[slot]
            at: i64 = 0
            place: i64 = 0
            if old != usual:
                at = first + min(max(old - low, 0), last) * width
                while place < width:
                    sums[place] = sums[place] - i64(rows[at + place])
                    place += 1
            if value != usual:
                at = first + min(max(value - low, 0), last) * width
                place = 0
                while place < width:
                    sums[place] = sums[place] + i64(rows[at + place])
                    place += 1
        slot += 1


def add_board(board: Numbers, columns: Shorts, begins: Numbers, ends: Numbers, seat: i64, inner: Numbers) -> None:
    """What the board gives to the inner layer, for the side of a seat."""
    width: i64 = len(board)
    height: i64 = len(inner)
    number: i64 = 0
    while number < height:
        inner[number] = 0
        number += 1
    place: i64 = 0
    while place < width:
        value: i64 = board[place]
        if value != 0:
            column: i64 = seat * width + place
            end: i64 = ends[column]
            number = begins[column]
            at: i64 = column * height
            while number < end:
                inner[number] = inner[number] + value * i64(columns[at + number])
                number += 1
        place += 1


def add_terms(terms: Numbers, columns: Shorts, direct: Shorts, bias: Numbers, outer: Shorts, inner: Numbers) -> i64:
    """What the terms give to the inner layer, of which only what is above 0 counts, and the sum of it and the terms."""
    count: i64 = len(terms)
    height: i64 = len(inner)
    result: i64 = 0
    number: i64 = 0
    place: i64 = 0
    while place < count:
        value: i64 = terms[place]
        if value != 0:
            result += value * i64(direct[place])
            at: i64 = place * height
            number = 0
            while number < height:
                inner[number] = inner[number] + value * i64(columns[at + number])
                number += 1
        place += 1
    number = 0
    while number < height:
        total: i64 = (inner[number] >> _SHIFT) + bias[number]
        if total > 0:
            result += total * i64(outer[number])
        number += 1
    return result >> _SHIFT


def fingerprint(layout: Layout) -> str:
    """Tells layouts apart: a net is made for some of them."""
    text = "\n".join([f"{group.name} {group.size} {group.low} {group.high}" for group in layout.slots])
    return sha256(text.encode()).hexdigest()[:16]


if ONE != 1 << _SHIFT:
    raise AssertionError("the numbers of a net have another unit")
