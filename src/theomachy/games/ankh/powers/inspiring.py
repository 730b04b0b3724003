"""Inspiring: building costs nothing."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.components import INSPIRING
from theomachy.games.ankh.powers.power import Power
from theomachy.games.ankh.state import AnkhState, has_power
from theomachy.kernel.ids import Side


class Inspiring(Power):
    """ankh/power/inspiring"""

    name = "inspiring"
    power = INSPIRING

    def building_is_free(self, s: AnkhState, god: Side) -> bool:
        return has_power(s, god, INSPIRING)


POWER: Final = Inspiring()
