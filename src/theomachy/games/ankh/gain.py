"""Chapter "gain": the action "Gain followers"."""

from __future__ import annotations

from theomachy.games.ankh.board import has_figure_adjacent
from theomachy.games.ankh.chorus import CHORUS
from theomachy.games.ankh.components import NEUTRAL
from theomachy.games.ankh.followers import gain_followers
from theomachy.games.ankh.state import AnkhState
from theomachy.kernel.ids import Side


def monuments_that_pay(s: AnkhState, god: Side) -> int:
    """ankh/gain/count: how many monuments, neutral or own, have at least one own figure adjacent."""
    count = 0
    for cell in s.monuments:
        owner = s.control[cell]
        if owner in (NEUTRAL, god) and has_figure_adjacent(s, god, cell):
            count += 1
    return count


def gain_action(s: AnkhState, god: Side) -> None:
    gain_followers(s, god, monuments_that_pay(s, god), "ankh/gain/count")
    CHORUS.gain_ends(s, god)
