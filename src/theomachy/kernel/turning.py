"""Turning the table: everybody sits some seats further on, and everything counted by seats goes with them.

The rules know no seat 0: a state turned and played on with the same choices is the state played on and turned. A game
says with `Study.turned` what of its encoded states turns; these are the parts it is made of.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from theomachy.kernel.errors import TheomachyError, allowed


def turn_seat(seat: int, seats: int, by: int) -> int:
    """The number of a seat after turning; what is negative means nobody and stays."""
    return (seat + by) % seats if seat >= 0 else seat


def turn_number(number: int, block: int, seats: int, by: int) -> int:
    """The number of a thing of which every seat has `block`, numbered seat by seat; negative: none."""
    return turn_seat(number // block, seats, by) * block + number % block if number >= 0 else number


def turn_mask(mask: int, seats: int, by: int) -> int:
    """A bit mask of seats."""
    return sum(1 << turn_seat(seat, seats, by) for seat in range(seats) if mask >> seat & 1)


def turn_blocks(values: list[Any], block: int, seats: int, by: int) -> list[Any]:
    """A list with `block` entries for each seat. Entries beyond those of the seats in play stay."""
    turned = list(values)
    for seat in range(seats):
        new = turn_seat(seat, seats, by) * block
        turned[new : new + block] = values[seat * block : (seat + 1) * block]
    return turned


def check_fields(data: dict[str, Any], *known: Iterable[str]) -> None:
    """Every field of an encoded state turns or stays; one of which a game's study says neither is refused."""
    odd = set(data).symmetric_difference(name for names in known for name in names)
    if odd:
        raise TheomachyError(f"turning the table: does {allowed(odd)} turn? The game's study does not say")
