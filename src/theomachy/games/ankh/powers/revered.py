"""Revered: one follower more whenever followers are gained by the action."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.components import REVERED
from theomachy.games.ankh.followers import gain_followers
from theomachy.games.ankh.powers.power import Power
from theomachy.games.ankh.state import AnkhState, has_power
from theomachy.kernel.ids import Side


class Revered(Power):
    """ankh/power/revered"""

    name = "revered"
    power = REVERED

    def gain_ends(self, s: AnkhState, god: Side) -> None:
        if has_power(s, god, REVERED):
            gain_followers(s, god, 1, "ankh/power/revered")


POWER: Final = Revered()
