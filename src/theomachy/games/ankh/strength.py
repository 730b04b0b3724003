"""Chapter "battle", counting strength: figures first, then what powers, cards and others add."""

from __future__ import annotations

from theomachy.games.ankh.board import figures_in
from theomachy.games.ankh.chorus import CHORUS
from theomachy.games.ankh.components import GOD
from theomachy.games.ankh.state import AnkhState, Battle
from theomachy.kernel.ids import Side


def count_strength(s: AnkhState, battle: Battle, god: Side) -> int:
    """ankh/battle/strength: the total of a god that has figures there; told term by term."""
    total = 0
    for figure in figures_in(s, god, battle.region):
        if CHORUS.strength_is_void(s, figure):
            continue
        total += 1
        if s.kind[figure] == GOD:
            total += CHORUS.god_strength(s, god)
    s.tell("ankh/battle/strength", "strength-figures", god, amount=total)
    total += CHORUS.strength_bonus(s, battle, god)
    s.tell("ankh/battle/strength", "strength", god, amount=total)
    return total
