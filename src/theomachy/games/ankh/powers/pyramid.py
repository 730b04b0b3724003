"""The Pyramid power: one figure more beside each own pyramid."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.board import is_type
from theomachy.games.ankh.components import PYRAMID, PYRAMID_POWER
from theomachy.games.ankh.egypt import AROUND, AROUND_EDGE
from theomachy.games.ankh.powers.power import Power
from theomachy.games.ankh.state import CLEAR, AnkhState, has_power
from theomachy.kernel.arrays import Numbers
from theomachy.kernel.ids import Side

#: the bits of the pyramids' summons (see `Moments.further_summons`)
FIRST_PYRAMID: Final = 4
LAST_PYRAMID: Final = 65536


class Pyramid(Power):
    """ankh/power/pyramid"""

    name = "pyramid"
    power = PYRAMID_POWER

    def further_summons(self, s: AnkhState, god: Side, masks: Numbers) -> None:
        """ankh/summon/free-order: each pyramid gives at most one."""
        if not has_power(s, god, PYRAMID_POWER):
            return
        extra = FIRST_PYRAMID
        for cell in s.monuments:
            if s.control[cell] == god and is_type(s, cell, PYRAMID):
                for way in range(6 * cell, 6 * cell + 6):
                    if s.barrier[AROUND_EDGE[way]] == CLEAR:
                        masks[AROUND[way]] |= extra
                extra <<= 1

    def spent_summon(self, s: AnkhState, god: Side, mask: int) -> str:
        return "ankh/summon/free-order" if mask & (2 * LAST_PYRAMID - FIRST_PYRAMID) else ""


POWER: Final = Pyramid()
