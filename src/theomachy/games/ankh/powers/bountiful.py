"""Bountiful: every gain of devotion is one more while in the red part."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.components import BOUNTIFUL
from theomachy.games.ankh.devotion import in_red
from theomachy.games.ankh.powers.power import Power
from theomachy.games.ankh.state import AnkhState, has_power
from theomachy.kernel.ids import Side


class Bountiful(Power):
    """ankh/power/bountiful"""

    name = "bountiful"
    power = BOUNTIFUL

    def gain_bonus(self, s: AnkhState, god: Side) -> int:
        """ankh/power/bountiful-each"""
        if has_power(s, god, BOUNTIFUL) and in_red(s, god):
            s.tell("ankh/power/bountiful", "bountiful", god, amount=1)
            return 1
        return 0


POWER: Final = Bountiful()
