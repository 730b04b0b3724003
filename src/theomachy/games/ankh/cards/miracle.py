"""Miracle: devotion for one's own dead of the battle."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.cards.card import Card
from theomachy.games.ankh.components import MIRACLE
from theomachy.games.ankh.devotion import gain_devotion
from theomachy.games.ankh.state import AnkhState, Battle


class Miracle(Card):
    """ankh/card/miracle"""

    name = "miracle"
    card = MIRACLE

    def dead_counted(self, s: AnkhState, battle: Battle) -> None:
        for god in self.players(s, battle):
            gain_devotion(s, god, battle.killed[god], "ankh/card/miracle", battle.region)


CARD: Final = Miracle()
