"""Commanding: victories bring followers."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.components import COMMANDING
from theomachy.games.ankh.followers import gain_followers
from theomachy.games.ankh.powers.power import Power
from theomachy.games.ankh.state import AnkhState, Battle, has_power


class Commanding(Power):
    """ankh/power/commanding"""

    name = "commanding"
    power = COMMANDING

    def battle_won(self, s: AnkhState, battle: Battle) -> None:
        """ankh/battle/win-followers"""
        if has_power(s, battle.winner, COMMANDING):
            gain_followers(s, battle.winner, 3, "ankh/power/commanding")


POWER: Final = Commanding()
