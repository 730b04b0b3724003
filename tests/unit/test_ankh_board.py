"""Pieces that leave the board of Ankh leave nothing behind."""

from __future__ import annotations

import theomachy
from theomachy.games.ankh.board import retire_guardian
from theomachy.games.ankh.components import NO_GUARDIAN
from theomachy.games.ankh.ids import Figure


def test_a_guardian_that_leaves_takes_along_that_it_has_moved() -> None:
    position = {"pieces": ["G1 B6", "satis1 B5", "G2 G8"]}
    match = theomachy.new("ankh", gods=["isis", "ra"], position=position)
    for choice in ("action move", "figure B5", "cell B4"):
        match.play(choice)
    s = match.state
    [moved] = [figure for figure in range(len(s.moved)) if s.moved[figure]]
    retire_guardian(s, Figure(moved))
    assert s.kind[moved] == NO_GUARDIAN
    # Nobody can see what is left of it, and the next guardian in its place has not moved.
    assert not s.moved[moved]
