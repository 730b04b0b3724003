"""Observations and masks of choices as the checks compare them."""

from __future__ import annotations

from array import array

from theomachy.kernel.layout import Layout
from theomachy.kernel.match import Match


def layout_of(match: Match) -> Layout:
    return match.game.outlook().layout(match.state)


def numbers_of(match: Match, seat: int) -> list[int]:
    """A seat's observation."""
    room = array("h", bytes(2 * layout_of(match).size))
    match.observe_into(room, seat)
    return room.tolist()


def marked_choices(match: Match, seat: int) -> list[int]:
    """The ids of the choices that a seat's mask has."""
    dense = match.game.outlook().dense
    room = bytearray(len(dense))
    match.mask_into(room, seat)
    return [choice for choice, mark in zip(dense, room, strict=True) if mark]


def differing(layout: Layout, one: list[int], two: list[int], but: tuple[str, ...] = ()) -> list[str]:
    """The names of the slots in which two observations differ, but for those of some groups."""
    found: list[str] = []
    for group in layout.slots:
        ours, theirs = (numbers[group.first : group.first + group.size] for numbers in (one, two))
        if ours != theirs and group.name not in but:
            found += [name for name, a, b in zip(group.names, ours, theirs, strict=True) if a != b]
    return found
