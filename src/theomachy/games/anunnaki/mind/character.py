"""What the houses of Anunnaki want: the weights of their evaluation, in victory points.

The defaults are what everybody wants; each house says in its module where it differs, and why.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True)
class Character:
    """How much a house likes each thing. One is a victory point at the end of the match."""

    #: a mana crystal, and a resource, while there is time to use them
    mana: float = 1.15
    resource: float = 0.8
    #: how much more or less than others each type is liked
    food: float = 1.0
    wood: float = 0.95
    gold: float = 1.0
    metal: float = 1.1
    #: having two of a type and a crystal: what a mana action costs
    pair: float = 0.35
    #: a follower on a board
    follower: float = 0.6
    #: each point of a god's strength on a board
    strength: float = 0.25
    #: each resource that a harvest could bring in now
    harvest: float = 0.42
    #: each controlled shrine, for the creation to come
    shrine: float = 0.3
    #: a settlement, beyond what goals and income count
    settlement: float = 0.6
    #: a controlled territory, beyond what goals count; one off the home planet
    territory: float = 0.2
    abroad: float = 0.06
    #: the first advanced weapon in hand; each further one is worth less
    weapon: float = 2.8
    #: how much of the expected result of a battle that is about to be fought counts
    battle: float = 0.7
    #: how much of a contract's gain counts while it is only held
    contract: float = 0.5
    #: what a developed tile adds per turn still to come
    technology: float = 0.12
    #: how often per turn the income and the supremacy tile will be used
    income: float = 0.2
    supremacy: float = 0.15
    #: how much of a culture marker's reward counts once it is surrounded
    culture: float = 1.0
    #: what each turn to come is expected to add to a goal, and to the multiplier of a track
    growth: float = 0.11
    progress: float = 0.12
    #: each step of a lead on a development track
    rank: float = 0.15
    #: a god in play, beyond its strength, its ability and its steps
    god: float = 1.4
    #: a lesser-god token and the great-god token off the star
    token: float = 3.0
    great: float = 7.0
    #: how much of a god's ability counts while the god is only a card
    promise: float = 0.13
    #: a line of the star that can be laid next turn, and its mana
    line: float = 0.45
    #: how much of a lasting ability's use counts
    ability: float = 1.0
    #: what a stronger neighbour could take
    danger: float = 0.3
    #: what is under way: a portal into ground that is not the own, a movement point, a territory to harvest, the
    #: mana action of this turn
    portal: float = 2.6
    march: float = 0.3
    reap: float = 1.1
    ponder: float = 0.7


#: what a mind that plays its turn out before it judges weighs differently against a single opponent, as factors. It
#: finds every point that can be had at once, and would live on the income of its settlements; so what grows slowly must
#: count for more: goods to buy with, weapons to fight with.
PATIENT_FACTORS: Final = {
    "resource": 1.5,
    "metal": 1.2,
    "reap": 1.35,
    "weapon": 1.35,
    "great": 1.1,
    "harvest": 0.75,
    "settlement": 0.6,
    "income": 0.55,
}


def patient(character: Character, share: float = 1.0) -> Character:
    """A character on its way, wholly or in part, to the weights of a mind that plays its turn out."""
    weights = {
        weight: getattr(character, weight) * (1.0 + share * (factor - 1.0))
        for weight, factor in PATIENT_FACTORS.items()
    }
    return replace(character, **weights)
