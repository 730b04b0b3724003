"""Flood: figures on fertile land bring followers and are spared."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.board import figures_in, is_fertile
from theomachy.games.ankh.cards.card import Card
from theomachy.games.ankh.components import FLOOD
from theomachy.games.ankh.followers import gain_followers
from theomachy.games.ankh.ids import Figure
from theomachy.games.ankh.state import AnkhState, Battle


class Flood(Card):
    """ankh/card/flood"""

    name = "flood"
    card = FLOOD

    def cards_revealed(self, s: AnkhState, battle: Battle) -> None:
        """It pays now and marks the figures it spares (ankh/card/flood-fixed)."""
        for god in self.players(s, battle):
            wet = [figure for figure in figures_in(s, god, battle.region) if is_fertile(s, s.where[figure])]
            battle.spared += wet
            gain_followers(s, god, len(wet), "ankh/card/flood")

    def killed(self, s: AnkhState, figure: Figure) -> None:
        """ankh/card/flood-fixed: a Mummy that died and came back is not spared any more."""
        battle = s.battle
        if battle is not None and figure in battle.spared:
            battle.spared.remove(figure)


CARD: Final = Flood()
