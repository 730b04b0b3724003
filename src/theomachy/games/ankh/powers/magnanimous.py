"""Magnanimous: who loses with two figures or more gains devotion."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.battle import participants
from theomachy.games.ankh.components import MAGNANIMOUS
from theomachy.games.ankh.devotion import gain_devotion
from theomachy.games.ankh.powers.power import Power
from theomachy.games.ankh.state import AnkhState, Battle


class Magnanimous(Power):
    """ankh/power/magnanimous"""

    name = "magnanimous"
    power = MAGNANIMOUS

    def losers_gain(self, s: AnkhState, battle: Battle) -> None:
        """ankh/power/magnanimous-count"""
        for god in self.owners(s, participants(battle, s.ladder)):
            if god != battle.winner and battle.present[god] >= 2:
                gain_devotion(s, god, 2, "ankh/power/magnanimous", battle.region)


POWER: Final = Magnanimous()
