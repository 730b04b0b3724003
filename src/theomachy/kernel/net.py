"""A small net that judges observations: whole numbers only, so that every machine and both builds give the same answer.

Every slot of an observation (`layout`) that does not hold what it usually holds adds a row of numbers, the row of its
value; two layers make of the sums what each seat's chances are beyond the hand-made evaluation, counted from the seat
that observes. All numbers are in 1/1024.
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
        self, rows: Shorts, bias: list[int], inner: Shorts, inner_bias: list[int], outer: Shorts, outer_bias: list[int]
    ) -> None:
        self.rows = rows
        self.bias: Numbers = numbers(bias)
        #: by number of the inner layer, then by that of the sums
        self.inner = inner
        self.inner_bias: Numbers = numbers(inner_bias)
        #: by seat counted from the own one, then by number of the inner layer
        self.outer = outer
        self.outer_bias: Numbers = numbers(outer_bias)


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
        self._sums: Numbers = filled(width, 0)
        self._middle: Numbers = filled(len(net.inner_bias), 0)
        self._judged: Numbers = filled(len(net.outer_bias), 0)

    def judge(self, seen: Shorts) -> Numbers:
        """What the net adds for each seat, the observing one first. The array is used again by the next call."""
        add_rows(seen, self._firsts, self._lows, self._lasts, self._usuals, self.net.rows, self.net.bias, self._sums)
        apply_layer(self._sums, self.net.inner, self.net.inner_bias, self._middle)
        apply_layer(self._middle, self.net.outer, self.net.outer_bias, self._judged)
        return self._judged


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
    """The bias, and the row of every slot that does not hold what it usually does."""
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


def apply_layer(before: Numbers, weights: Shorts, bias: Numbers, after: Numbers) -> None:
    """A layer of weights; of what it gets only what is above 0 counts."""
    width: i64 = len(before)
    height: i64 = len(bias)
    number: i64 = 0
    at: i64 = 0
    while number < height:
        total: i64 = 0
        place: i64 = 0
        while place < width:
            value: i64 = before[place]
            if value > 0:
                total += value * i64(weights[at])
            at += 1
            place += 1
        after[number] = (total >> _SHIFT) + bias[number]
        number += 1


def fingerprint(layout: Layout) -> str:
    """Tells layouts apart: a net is made for some of them."""
    text = "\n".join([f"{group.name} {group.size} {group.low} {group.high}" for group in layout.slots])
    return sha256(text.encode()).hexdigest()[:16]


if ONE != 1 << _SHIFT:
    raise AssertionError("the numbers of a net have another unit")
