"""What the houses of Anunnaki want: the weights of their evaluation, in victory points.

The defaults are what everybody wants; each house lists only where it differs, and why.
"""

from __future__ import annotations

from typing import Final


class Character:
    """How much a house likes each thing. One is a victory point at the end of the match."""

    def __init__(
        self,
        name: str,
        *,
        mana: float = 1.15,
        resource: float = 0.8,
        food: float = 1.0,
        wood: float = 0.95,
        gold: float = 1.0,
        metal: float = 1.1,
        pair: float = 0.35,
        follower: float = 0.6,
        strength: float = 0.25,
        harvest: float = 0.42,
        shrine: float = 0.3,
        settlement: float = 0.6,
        territory: float = 0.2,
        abroad: float = 0.06,
        weapon: float = 2.8,
        battle: float = 0.7,
        contract: float = 0.5,
        technology: float = 0.12,
        income: float = 0.2,
        supremacy: float = 0.15,
        culture: float = 1.0,
        growth: float = 0.11,
        progress: float = 0.12,
        rank: float = 0.15,
        god: float = 1.4,
        token: float = 3.0,
        great: float = 7.0,
        promise: float = 0.13,
        line: float = 0.45,
        ability: float = 1.0,
        danger: float = 0.3,
        portal: float = 2.6,
        march: float = 0.3,
        reap: float = 1.1,
        ponder: float = 0.7,
    ) -> None:
        self.name = name
        #: a mana crystal, and a resource, while there is time to use them
        self.mana = mana
        self.resource = resource
        #: how much more or less than others each type is liked
        self.food = food
        self.wood = wood
        self.gold = gold
        self.metal = metal
        #: having two of a type and a crystal: what a mana action costs
        self.pair = pair
        #: a follower on a board
        self.follower = follower
        #: each point of a god's strength on a board
        self.strength = strength
        #: each resource that a harvest could bring in now
        self.harvest = harvest
        #: each controlled shrine, for the creation to come
        self.shrine = shrine
        #: a settlement, beyond what goals and income count
        self.settlement = settlement
        #: a controlled territory, beyond what goals count; one off the home planet
        self.territory = territory
        self.abroad = abroad
        #: the first advanced weapon in hand; each further one is worth less
        self.weapon = weapon
        #: how much of the expected result of a battle that is about to be fought counts
        self.battle = battle
        #: how much of a contract's gain counts while it is only held
        self.contract = contract
        #: what a developed tile adds per turn still to come
        self.technology = technology
        #: how often per turn the income and the supremacy tile will be used
        self.income = income
        self.supremacy = supremacy
        #: how much of a culture marker's reward counts once it is surrounded
        self.culture = culture
        #: what each turn to come is expected to add to a goal, and to the multiplier of a track
        self.growth = growth
        self.progress = progress
        #: each step of a lead on a development track
        self.rank = rank
        #: a god in play, beyond its strength, its ability and its steps
        self.god = god
        #: a lesser-god token and the great-god token off the star
        self.token = token
        self.great = great
        #: how much of a god's ability counts while the god is only a card
        self.promise = promise
        #: a line of the star that can be laid next turn, and its mana
        self.line = line
        #: how much of a lasting ability's use counts
        self.ability = ability
        #: what a stronger neighbour could take
        self.danger = danger
        #: what is under way: a portal into ground that is not the own, a movement point, a territory to harvest, the
        #: mana action of this turn
        self.portal = portal
        self.march = march
        self.reap = reap
        self.ponder = ponder


CHARACTERS: Final = (
    # Ra lives off the star: cubes move again and bring mana again, and the gods it calls do the work of followers.
    Character("pharaohs", mana=1.25, strength=0.35, line=0.5),
    # Odin's settlements march: the row behind them fills the ranks, and the army fights far from home.
    Character("norrenis", income=0.23, battle=0.8, abroad=0.1, token=3.3),
    # Ishtar's settlements harvest by themselves: riches, and what riches buy.
    Character("babylon", harvest=0.5, resource=0.86, weapon=3.2, portal=2.9, supremacy=0.17),
    # Zeus is rewarded for culture wherever a unit stands, and doubly once he is here.
    Character("ellenys", culture=1.25, token=3.4, great=8.0, weapon=3.0),
)
