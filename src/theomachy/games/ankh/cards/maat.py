"""Cycle of Ma'at: all played cards come back."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.cards.card import Card
from theomachy.games.ankh.chorus import CHORUS
from theomachy.games.ankh.components import ALL_CARDS, MAAT
from theomachy.games.ankh.state import AnkhState, Battle


class Maat(Card):
    """ankh/card/maat"""

    name = "maat"
    card = MAAT

    def battle_ends(self, s: AnkhState, battle: Battle) -> None:
        """ankh/battle/maat"""
        for god in self.players(s, battle):
            s.hand[god] = ALL_CARDS
            s.tell("ankh/card/maat", "cards-back", god)
            CHORUS.cards_return(s, god)


CARD: Final = Maat()
