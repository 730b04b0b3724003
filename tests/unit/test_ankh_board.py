"""Pieces that leave the board of Ankh leave nothing behind."""

from __future__ import annotations

import theomachy
from theomachy.games.ankh.board import retire_guardian
from theomachy.games.ankh.components import NO_GUARDIAN, WARRIOR
from theomachy.games.ankh.deaths import kill
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


def test_the_order_in_which_figures_fell_is_not_kept() -> None:
    """Nobody can see it (contract 10), and the dead rise and are held by owner, whoever fell first."""
    left = []
    for order in ((0, 1), (1, 0)):
        position = {"pieces": ["G1 B6", "G2 G8", "w1 B5", "w2 B4"]}
        match = theomachy.new("ankh", gods=["isis", "ra"], position=position)
        s = match.state
        dead = [Figure(figure) for figure in range(len(s.kind)) if s.where[figure] >= 0 and s.kind[figure] == WARRIOR]
        assert len(dead) == 2
        for index in order:
            kill(s, [dead[index]], "ankh/battle/deaths")
        left.append(list(s.dying))
    assert left[0] == left[1]
