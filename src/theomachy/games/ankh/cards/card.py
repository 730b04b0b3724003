"""What a battle card is: it adds its strength, and answers at the moments of the battle in which it was played."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.moments import Moments
from theomachy.games.ankh.state import AnkhState, Battle
from theomachy.kernel.ids import Side
from theomachy.kernel.step import StepKind


class Card(Moments):
    """A battle card."""

    #: as in `components.CARDS`
    name: str = ""
    #: its bit in a hand
    card: int = 0
    strength: int = 0

    def questions(self) -> dict[int, StepKind[AnkhState]]:
        """The kinds of steps it brings along, by number (see `steps`)."""
        return {}

    def strength_bonus(self, s: AnkhState, battle: Battle, god: Side) -> int:
        """ankh/battle/strength: what the card adds."""
        if self.strength and battle.cards[god] & self.card:
            s.tell("ankh/battle/strength", "strength-card", god, what=self.name, amount=self.strength)
            return self.strength
        return 0

    def players(self, s: AnkhState, battle: Battle) -> list[Side]:
        """Those who take part in the battle and played it, in ascending devotion, as they stand now."""
        return [god for god in s.ladder if battle.cards[god] & self.card and battle.participants >> god & 1]


#: by number; `box` fills it
DECK: Final[list[Card]] = []
