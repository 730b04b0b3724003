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

from theomachy.kernel.arrays import Numbers, Shorts, filled, numbers
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


class Reader:
    """A net that reads observations of one layout."""

    def __init__(self, net: Net, layout: Layout, slots: dict[str, SlotRows]) -> None:
        self.net = net
        found = [slots[name] for name in layout.names]
        width = len(net.bias)
        self._firsts: Numbers = numbers([slot.first * width for slot in found])
        self._lows: Numbers = numbers([slot.low for slot in found])
        self._lasts: Numbers = numbers([slot.count - 1 for slot in found])
        self._usuals: Numbers = numbers([slot.usual for slot in found])
        self._board: Numbers = filled(width, 0)

    def look(self, seen: Shorts) -> None:
        """Read an observation; `judge` speaks of it until the next one."""
        add_rows(seen, self._firsts, self._lows, self._lasts, self._usuals, self.net.rows, self.net.bias, self._board)

    def judge(self, seat: int, terms: Numbers) -> int:
        """What is added to the log odds of the side of a seat, counted from the observing one, in 1/1024."""
        net = self.net
        return add_layers(self._board, terms, net.board, net.terms, net.inner_bias, net.outer, net.direct, seat)


def add_rows(
    seen: Shorts,
    firsts: Numbers,
    lows: Numbers,
    lasts: Numbers,
    usuals: Numbers,
    rows: Shorts,
    bias: Numbers,
    sums: Numbers,
) -> None:
    """The bias, and the row of every slot that does not hold what it usually does; of the sums what is above 0."""
    width: i64 = len(bias)
    place: i64 = 0
    while place < width:
        sums[place] = bias[place]
        place += 1
    count: i64 = len(firsts)
    slot: i64 = 0
    while slot < count:
        value: i64 = i64(seen[slot])
        if value != usuals[slot]:
            value -= lows[slot]
            if value < 0:
                value = 0
            elif value > lasts[slot]:
                value = lasts[slot]
            at: i64 = firsts[slot] + value * width
            place = 0
            while place < width:
                sums[place] = sums[place] + i64(rows[at])
                at += 1
                place += 1
        slot += 1
    place = 0
    while place < width:
        if sums[place] < 0:
            sums[place] = 0
        place += 1


def add_layers(
    board: Numbers,
    terms: Numbers,
    board_weights: Shorts,
    term_weights: Shorts,
    bias: Numbers,
    outer: Shorts,
    direct: Shorts,
    seat: i64,
) -> i64:
    """The inner layer, of which only what is above 0 counts, and the sum of it and the terms."""
    width: i64 = len(board)
    count: i64 = len(terms)
    height: i64 = len(bias)
    at: i64 = seat * height * width
    to: i64 = 0
    place: i64 = 0
    result: i64 = 0
    while place < count:
        result += terms[place] * i64(direct[place])
        place += 1
    number: i64 = 0
    while number < height:
        total: i64 = 0
        place = 0
        while place < width:
            total += board[place] * i64(board_weights[at])
            at += 1
            place += 1
        place = 0
        while place < count:
            total += terms[place] * i64(term_weights[to])
            to += 1
            place += 1
        total = (total >> _SHIFT) + bias[number]
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
