"""Chariots: strength and nothing else."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.cards.card import Card
from theomachy.games.ankh.components import CHARIOTS


class Chariots(Card):
    """ankh/card/chariots"""

    name = "chariots"
    card = CHARIOTS
    strength = 3


CARD: Final = Chariots()
