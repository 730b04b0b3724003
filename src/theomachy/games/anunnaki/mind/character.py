"""What the houses of Anunnaki want: the weights of their evaluation, in victory points.

The defaults are what everybody wants; each house lists only where it differs, and why.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final


@dataclass(frozen=True)
class Character:
    """How much a house likes each thing. One is a victory point at the end of the match."""

    name: str
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


CHARACTERS: Final[tuple[Character, ...]] = (
    # Ra lives off the star: cubes move again and bring mana again, and the gods it calls do the work of followers.
    Character("pharaohs", mana=1.25, strength=0.35, line=0.5),
    # Odin's settlements march: the row behind them fills the ranks, and the army fights far from home.
    Character("norrenis", income=0.23, battle=0.8, abroad=0.1, token=3.3),
    # Ishtar's settlements harvest by themselves: riches, and what riches buy.
    Character("babylon", harvest=0.5, resource=0.86, weapon=3.2, portal=2.9, supremacy=0.17),
    # Zeus is rewarded for culture wherever a unit stands, and doubly once he is here.
    Character("ellenys", culture=1.25, token=3.4, great=8.0, weapon=3.0),
)

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
#: how far it goes that way against several opponents, by house: only Babylon, which won too little there
#: (docs/balance-anunnaki.md)
AMONG_SEVERAL: Final = (0.0, 0.0, 0.6, 0.0)


def patient(character: Character, share: float = 1.0) -> Character:
    """A character on its way, wholly or in part, to the weights of a mind that plays its turn out."""
    weights = {
        weight: getattr(character, weight) * (1.0 + share * (factor - 1.0))
        for weight, factor in PATIENT_FACTORS.items()
    }
    return replace(character, **weights)


DUELLISTS: Final = tuple(patient(character) for character in CHARACTERS)
PLANNERS: Final = tuple(patient(character, share) for character, share in zip(CHARACTERS, AMONG_SEVERAL, strict=True))
