"""The Temple power: own temples with an own figure beside them fight."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.board import has_figure_adjacent, is_type
from theomachy.games.ankh.components import TEMPLE, TEMPLE_POWER
from theomachy.games.ankh.ids import Region
from theomachy.games.ankh.powers.power import Power
from theomachy.games.ankh.state import AnkhState, Battle, has_power
from theomachy.kernel.ids import Side


class Temple(Power):
    """ankh/power/temple"""

    name = "temple"
    power = TEMPLE_POWER

    def strength_bonus(self, s: AnkhState, battle: Battle, god: Side) -> int:
        if not has_power(s, god, TEMPLE_POWER):
            return 0
        bonus = 2 * temples_that_count(s, god, battle.region)
        if bonus:
            s.tell("ankh/power/temple", "strength-temples", god, amount=bonus)
        return bonus


def temples_that_count(s: AnkhState, god: Side, region: Region) -> int:
    """Own temples in the region with an own figure adjacent, neutralised or not."""
    count = 0
    for cell in s.monuments:
        if s.control[cell] == god and s.region[cell] == region and is_type(s, cell, TEMPLE):
            if has_figure_adjacent(s, god, cell):
                count += 1
    return count


POWER: Final = Temple()
