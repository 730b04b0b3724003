"""Chapter "battle", strength: what units, settlements, gods and weapons add up to."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.chorus import settlement_fights, settlement_holds, unit_fights
from theomachy.games.anunnaki.components import (
    CURSE,
    EFFECTS,
    FIGURES,
    FOLLOWER,
    GODS,
    GODS_PER_HOUSE,
    METAL,
    PIECES,
    RESOURCES,
    SETTLEMENT,
    TERRITORIES,
    WALLS,
    WEAPONS,
)
from theomachy.games.anunnaki.moments import BASICS, BASICS_AT, GODS_AT, PANTHEON, SIDE_FIGHTS
from theomachy.games.anunnaki.state import AnunnakiState, Battle, god_card, places, towns_are_units
from theomachy.games.anunnaki.weapons.weapon import fells_strongest, weakens_gods
from theomachy.kernel.arrays import bit
from theomachy.kernel.ids import Seat

GREAT: Final = 3
LESSER: Final = 2
ATLANTIS_GOD: Final = 3
LONG_SPEAR: Final = "long-spear"
#: who fights besides houses, as terms of a strength
CIVILIZATION: Final = "civilization"
GOD_OF_ATLANTIS: Final = "atlantis"


def civ_effect(s: AnunnakiState, battle: Battle) -> int:
    """The effect of the civilization that is fought, once it is turned up, and if it is not cancelled; 0 for none."""
    if battle.tile < 0 or battle.cancelled[1] or not s.civ_up >> battle.place & 1:
        return 0
    return s.tables.civ_effect[battle.tile]


def town_strength(s: AnunnakiState, seat: Seat, defends: bool) -> int:
    """A settlement that is a unit: what it has as one, and what it has on top as a defender."""
    strength = settlement_fights(s, seat)
    strength += unit_fights(s, seat, strength)
    return strength + settlement_holds(s, seat) if defends else strength


class Term:
    """One part of a strength: what counts (a piece, a god, a weapon, a resource, an effect, or who fights besides
    houses) and how much."""

    __slots__ = ("amount", "what")

    def __init__(self, what: str, amount: int) -> None:
        self.what = what
        self.amount = amount


def total(terms: list[Term]) -> int:
    strength = 0
    for term in terms:
        strength += term.amount
    return strength


def told_terms(terms: list[Term]) -> str:
    """The terms as a fact carries them: `follower 2,ra 3,net 1`."""
    return ",".join([f"{term.what} {term.amount}" for term in terms])


def side_terms(s: AnunnakiState, battle: Battle, side: int) -> list[Term]:
    """Units, weapons and whatever adds to them, for one side of a battle, as far as the weapons are turned up."""
    seat = battle.seats[side]
    terms: list[Term] = []
    followers = s.followers[seat * TERRITORIES + battle.place]
    towns = s.settlements[seat * TERRITORIES + battle.place]
    strongest = 1 if followers else 0
    if followers:
        terms.append(Term(PIECES[FOLLOWER], followers))
    # anunnaki/weapon/catapult, anunnaki/civ/curse: gods count 1
    weakened = weakens_gods(battle, 1 - side) or (side == 0 and civ_effect(s, battle) == CURSE)
    for figure in range(FIGURES):
        if s.god_at[seat * FIGURES + figure] == battle.place:
            strength = 1 if weakened else GREAT if figure == 0 else LESSER
            strength += unit_fights(s, seat, strength)
            strongest = max(strongest, strength)
            terms.append(Term(GODS[god_card(s, seat, figure)], strength))
    if towns and towns_are_units(s, seat):
        strength = town_strength(s, seat, side == 1)
        strongest = max(strongest, strength)
        # anunnaki/house/odin
        terms.append(Term(PIECES[SETTLEMENT], towns * strength))
    if strongest and fells_strongest(battle, 1 - side):
        # anunnaki/weapon/long-spear: the strongest unit does not count
        terms.append(Term(LONG_SPEAR, -strongest))
    house = s.house[seat]
    if BASICS_AT[SIDE_FIGHTS] >> house & 1:
        great = GODS[house * GODS_PER_HOUSE]
        terms.append(Term(great, BASICS[house].side_fights(s, seat, battle.place)))
    for god in places(s.summoned[seat] & GODS_AT[SIDE_FIGHTS]):
        terms.append(Term(GODS[god], PANTHEON[god].side_fights(s, seat, battle.place)))
    if side == 0 and civ_effect(s, battle) == WALLS:
        terms.append(Term(EFFECTS[WALLS], -1))
    for weapon in (battle.cards[side], battle.second[side]):
        if weapon >= 0:
            terms.append(Term(WEAPONS[weapon], s.tables.weapon_strength[weapon]))
    if battle.chariot[side]:
        terms.append(Term(RESOURCES[METAL], battle.chariot[side]))
    return [term for term in terms if term.amount]


def civilization_terms(s: AnunnakiState, battle: Battle) -> list[Term]:
    """anunnaki/battle/atlantis: the God of Atlantis adds 3, against the catapult 1."""
    terms = [Term(CIVILIZATION, s.tables.civ_strength[battle.tile])]
    if s.tables.atlantis & bit(battle.place):
        strength = 1 if weakens_gods(battle, 0) else ATLANTIS_GOD
        terms.append(Term(GOD_OF_ATLANTIS, strength))
    return terms
