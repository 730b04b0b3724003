"""Chapter "forgotten": after the 4th conflict the gods in the red part are removed."""

from __future__ import annotations

from theomachy.games.ankh.board import destroy_monument, lift_figure, retire_guardian
from theomachy.games.ankh.chorus import CHORUS
from theomachy.games.ankh.components import (
    FIGURES,
    FIRST_SMALL,
    GODS,
    GONE,
    NO_GUARDIAN,
)
from theomachy.games.ankh.devotion import end_match, in_red
from theomachy.games.ankh.followers import sacrifice_followers
from theomachy.games.ankh.ids import Figure
from theomachy.games.ankh.state import AnkhState
from theomachy.kernel.ids import NO_SIDE, Side


def leave_game(s: AnkhState, god: Side, rule: str) -> None:
    """Everything of a god but its guardians and followers leaves the game: figures, monuments, cards, tokens.
    Not a kill (ankh/forgotten/no-kill)."""
    for cell in sorted(s.monuments):
        if s.control[cell] == god:
            destroy_monument(s, cell, rule)
    for figure in range(god * FIGURES, god * FIGURES + FIRST_SMALL):
        CHORUS.figure_leaves(s, Figure(figure))
        lift_figure(s, Figure(figure), GONE)
    s.tokens[god] = 0
    s.row[god] = 0
    s.hand[god] = 0
    s.alive[god] = 0
    CHORUS.god_leaves(s, god)


def forget_gods(s: AnkhState) -> None:
    """ankh/forgotten/red: all at once (ankh/forgotten/all-leave)."""
    gone = [god for god in s.ladder if in_red(s, god)]
    for god in gone:
        s.tell("ankh/forgotten/red", "forgotten", god, what=GODS[s.god_kind[god]])
        CHORUS.god_fades(s, god)
    for god in gone:
        leave_game(s, god, "ankh/forgotten/red")
        sacrifice_followers(s, god, s.followers[god], "ankh/forgotten/red")
        for figure in range(god * FIGURES + FIRST_SMALL, god * FIGURES + FIGURES):
            if s.kind[figure] != NO_GUARDIAN:
                CHORUS.figure_leaves(s, Figure(figure))
                retire_guardian(s, Figure(figure))
        CHORUS.god_forgotten(s, god)
        s.ladder.remove(god)
    if len(s.ladder) == 1:
        end_match(s, s.ladder[0], "last-god", "ankh/forgotten/one-left")
    elif not s.ladder:
        end_match(s, NO_SIDE, "atheist", "ankh/forgotten/none-left")
