"""Drought: a victory brings more devotion with figures in the desert."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.board import figures_in, is_desert
from theomachy.games.ankh.cards.card import Card
from theomachy.games.ankh.components import DROUGHT
from theomachy.games.ankh.ids import Region
from theomachy.games.ankh.state import AnkhState
from theomachy.kernel.ids import Side


class Drought(Card):
    """ankh/card/drought"""

    name = "drought"
    card = DROUGHT
    strength = 1

    def victory_bonus(self, s: AnkhState, god: Side, region: Region) -> int:
        """ankh/card/drought-when: the figures there when the battle is won."""
        battle = s.battle
        if battle is None or not battle.cards[god] & DROUGHT:
            return 0
        dry = 0
        for figure in figures_in(s, god, region):
            if is_desert(s, s.where[figure]):
                dry += 1
        if dry:
            s.tell("ankh/card/drought", "drought", god, amount=dry)
        return dry


CARD: Final = Drought()
