"""Glorious: a clear victory brings three devotion."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.components import GLORIOUS
from theomachy.games.ankh.ids import Region
from theomachy.games.ankh.powers.power import Power
from theomachy.games.ankh.state import AnkhState, has_power
from theomachy.kernel.ids import Side

#: how much stronger the winner must have been
MARGIN: Final = 3


class Glorious(Power):
    """ankh/power/glorious"""

    name = "glorious"
    power = GLORIOUS

    def victory_bonus(self, s: AnkhState, god: Side, region: Region) -> int:
        """3 instead of 1."""
        battle = s.battle
        if battle is None or battle.margin < MARGIN or not has_power(s, god, GLORIOUS):
            return 0
        s.tell("ankh/power/glorious", "glorious", god, amount=3)
        return 2


POWER: Final = Glorious()
