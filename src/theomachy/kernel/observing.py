"""Writing observations: what one seat may know, as small numbers in a buffer (see `layout` for what is where).

Each function writes some slots from `at` on and gives the place after them. `seat` is whose point of view it is, of so
many `seats`. Machine words throughout, for this runs at every step of a learner's match: about a nanosecond a slot.
"""

from __future__ import annotations

from typing import Any, Final, TypeVar

from mypy_extensions import i16, i64, u8

from theomachy.kernel.arrays import Marks, Numbers, Shorts
from theomachy.kernel.game import Game
from theomachy.kernel.layout import GREATEST, SHOWN_STEPS, STEP_GREATEST, STEP_LEAST
from theomachy.kernel.state import State

#: numbers with a type of their own
N = TypeVar("N", bound=int)

_GREATEST: Final = 255
_STEPS: Final = 4
_STEP_LEAST: Final = -9
_STEP_GREATEST: Final = 511
# Literals, so that they are folded; the layout is the truth.
if (_GREATEST, _STEPS, _STEP_LEAST, _STEP_GREATEST) != (GREATEST, SHOWN_STEPS, STEP_LEAST, STEP_GREATEST):
    raise AssertionError("observations are written with other bounds than the layout has")


def put(out: Shorts, at: i64, value: i64) -> i64:
    """A number that has a bound."""
    out[at] = i16(value)
    return at + 1


def put_cut(out: Shorts, at: i64, value: i64) -> i64:
    """A number that grows without end."""
    if value > _GREATEST:
        value = _GREATEST
    elif value < -_GREATEST:
        value = -_GREATEST
    out[at] = i16(value)
    return at + 1


def put_seat(out: Shorts, at: i64, value: i64, seat: i64, seats: i64) -> i64:
    """The number of a seat; negative: nobody."""
    if value >= 0:
        value -= seat
        if value < 0:
            value += seats
    out[at] = i16(value)
    return at + 1


def put_bits(out: Shorts, at: i64, mask: i64, bits: i64) -> i64:
    """A mask, bit by bit."""
    end = at + bits
    while at < end:
        out[at] = i16(mask & 1)
        mask >>= 1
        at += 1
    return at


def put_seat_bits(out: Shorts, at: i64, mask: i64, seat: i64, seats: i64) -> i64:
    """A mask of seats."""
    at = put_bits(out, at, mask >> seat, seats - seat)
    return put_bits(out, at, mask, seat)


def put_all(out: Shorts, at: i64, values: Numbers) -> i64:
    """An array that nobody's seat matters for."""
    for value in values:
        out[at] = i16(value)
        at += 1
    return at


def put_all_cut(out: Shorts, at: i64, values: Numbers) -> i64:
    for value in values:
        at = put_cut(out, at, value)
    return at


def put_of_seat(out: Shorts, at: i64, values: Numbers, seat: i64, seats: i64) -> i64:
    """An array whose values number seats."""
    for value in values:
        if value >= 0:
            value -= seat
            if value < 0:
                value += seats
        out[at] = i16(value)
        at += 1
    return at


def put_by_seat(out: Shorts, at: i64, values: Numbers, seat: i64, seats: i64) -> i64:
    """An array counted by seats first."""
    length: i64 = len(values)
    first = length // seats * seat
    index = first
    while index < length:
        out[at] = i16(values[index])
        at += 1
        index += 1
    index = 0
    while index < first:
        out[at] = i16(values[index])
        at += 1
        index += 1
    return at


def put_by_seat_cut(out: Shorts, at: i64, values: Numbers, seat: i64, seats: i64) -> i64:
    end = put_by_seat(out, at, values, seat, seats)
    length: i64 = len(values)
    index = length // seats * seat
    while at < end:
        at = put_cut(out, at, values[index])
        index += 1
        if index == length:
            index = 0
    return at


def put_by_and_of_seat(out: Shorts, at: i64, values: Numbers, seat: i64, seats: i64) -> i64:
    """An array counted by seats whose values number seats."""
    index = seat
    for _number in range(len(values)):
        at = put_seat(out, at, values[index], seat, seats)
        index += 1
        if index == seats:
            index = 0
    return at


def put_bits_by_seat(out: Shorts, at: i64, masks: Numbers, bits: i64, seat: i64, seats: i64) -> i64:
    """A mask for each seat."""
    index = seat
    for _number in range(len(masks)):
        at = put_bits(out, at, masks[index], bits)
        index += 1
        if index == seats:
            index = 0
    return at


def put_row_by_seat(out: Shorts, at: i64, values: list[int], seat: i64, seats: i64) -> i64:
    """A list with a number for each seat, however great."""
    index = seat
    for _number in range(len(values)):
        at = put_cut(out, at, values[index])
        index += 1
        if index == seats:
            index = 0
    return at


def put_row_bits_by_seat(out: Shorts, at: i64, masks: list[int], bits: i64, seat: i64, seats: i64) -> i64:
    """A list with a mask for each seat."""
    index = seat
    for _number in range(len(masks)):
        at = put_bits(out, at, masks[index], bits)
        index += 1
        if index == seats:
            index = 0
    return at


def put_list(out: Shorts, at: i64, values: list[int], room: i64, least: i64) -> i64:
    """The first entries of a list; where there are none, one less than the least value."""
    end = at + room
    for value in values:
        if at == end:
            return at
        at = put_cut(out, at, value)
    return put_filler(out, at, end - at, least - 1)


def put_pieces(out: Shorts, at: i64, values: list[N], room: i64, block: i64, seat: i64, seats: i64) -> i64:
    """A list of things of which every seat has `block`, numbered seat by seat (seats themselves: 1)."""
    end = at + room
    for value in values:
        if at == end:
            return at
        out[at] = i16(turned_piece(value, block, seat, seats))
        at += 1
    return put_filler(out, at, end - at, -1)


def put_kinds(out: Shorts, at: i64, values: list[int], kinds: i64, most: i64) -> i64:
    """How many there are of each kind in a bag; kinds are numbered from 0 on."""
    end = put_filler(out, at, kinds, 0)
    for value in values:
        count: i64 = i64(out[at + value])
        if count < most:
            out[at + value] = i16(count + 1)
    return end


def put_filler(out: Shorts, at: i64, count: i64, value: i64) -> i64:
    """The same everywhere."""
    end = at + count
    filler = i16(value)
    while at < end:
        out[at] = filler
        at += 1
    return at


def turned_piece(value: i64, block: i64, seat: i64, seats: i64) -> i64:
    """The number of a thing of which every seat has `block`, counted from a seat; negative: none."""
    if value < 0:
        return value
    value -= seat * block
    return value if value >= 0 else value + seats * block


def turned_mask(mask: i64, seat: i64, seats: i64) -> i64:
    """A mask of seats, counted from a seat."""
    found: i64 = 0
    unit: i64 = 1
    for number in range(seats):
        if mask >> ((seat + number) % seats) & 1:
            found |= unit
        unit += unit
    return found


def put_steps(out: Shorts, at: i64, game: Game[Any], s: State, seat: i64, codes: Numbers, masks: Numbers) -> i64:
    """Who is asked, and the top steps of the stack (`layout.step_slots`)."""
    seats: i64 = s.seats
    stack = s.stack
    depth: i64 = 0 if s.over else len(stack)
    asked: i64 = 0
    if depth:
        top = stack[depth - 1]
        asked = game.kind_row[top.kind].deciders(s, top)
    at = put_seat_bits(out, at, asked, seat, seats)
    picked = at + 5 * _STEPS
    end = picked
    for bits in masks:
        end = put_filler(out, end, bits, 0)
    number: i64 = 0
    for _number in range(_STEPS):
        if number >= depth:
            at = put_filler(out, at, 5, -1)
            continue
        number += 1
        step = stack[depth - number]
        at = put(out, at, step.kind)
        at = put_seat(out, at, step.who, seat, seats)
        code: i64 = step.kind * 3
        at = put_step_number(out, at, step.where, codes[code], seat, seats, picked, masks)
        at = put_step_number(out, at, step.what, codes[code + 1], seat, seats, picked, masks)
        at = put_step_number(out, at, step.count, codes[code + 2], seat, seats, picked, masks)
    return end


def put_step_number(
    out: Shorts, at: i64, value: i64, code: i64, seat: i64, seats: i64, picked: i64, masks: Numbers
) -> i64:
    """A number of a step, shown as its code says. Of masks of one kind the one nearest to the top is shown."""
    if code < 0:
        index: i64 = 0
        while index < -1 - code:
            picked += masks[index]
            index += 1
        empty = True
        for place in range(picked, picked + masks[index]):
            if out[place]:
                empty = False
        if empty and value >= 0:
            put_bits(out, picked, value, masks[index])
        value = -1 if value < 0 else 0
    elif code > 0:
        value = turned_piece(value, code, seat, seats)
    if value > _STEP_GREATEST:
        value = _STEP_GREATEST
    elif value < _STEP_LEAST:
        value = _STEP_LEAST
    out[at] = i16(value)
    return at + 1


def mark_choices(out: Marks, at: i64, choices: list[int], dense: Numbers, value: bool) -> None:
    """Set or clear the marks of some choices; those without a dense number have none."""
    mark: u8 = 1 if value else 0
    for choice in choices:
        place: i64 = dense[choice]
        if place >= 0:
            out[at + place] = mark
