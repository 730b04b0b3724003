"""Chapter "battle", strength: what units, settlements, gods and weapons add up to."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.chorus import settlement_fights, settlement_holds, side_fights, unit_fights
from theomachy.games.anunnaki.components import CURSE, FIGURES, TERRITORIES, WALLS
from theomachy.games.anunnaki.state import AnunnakiState, Battle, towns_are_units
from theomachy.games.anunnaki.weapons.weapon import fells_strongest, weakens_gods
from theomachy.kernel.arrays import bit
from theomachy.kernel.ids import Seat

GREAT: Final = 3
LESSER: Final = 2
ATLANTIS_GOD: Final = 3


def civ_effect(s: AnunnakiState, battle: Battle) -> int:
    """The effect of the civilization that is fought, if it is not cancelled; 0 for none."""
    if battle.tile < 0 or battle.cancelled[1]:
        return 0
    return s.tables.civ_effect[battle.tile]


def town_strength(s: AnunnakiState, seat: Seat, defends: bool) -> int:
    """A settlement that is a unit: what it has as one, and what it has on top as a defender."""
    strength = settlement_fights(s, seat)
    strength += unit_fights(s, seat, strength)
    return strength + settlement_holds(s, seat) if defends else strength


def side_strength(s: AnunnakiState, battle: Battle, side: int) -> int:
    """Units, weapons and whatever adds to them, for one side of a battle."""
    seat = battle.seats[side]
    followers = s.followers[seat * TERRITORIES + battle.place]
    towns = s.settlements[seat * TERRITORIES + battle.place]
    total = followers
    strongest = 1 if followers else 0
    # anunnaki/weapon/catapult, anunnaki/civ/curse: gods count 1
    weakened = weakens_gods(battle, 1 - side) or (side == 0 and civ_effect(s, battle) == CURSE)
    for figure in range(FIGURES):
        if s.god_at[seat * FIGURES + figure] == battle.place:
            strength = 1 if weakened else GREAT if figure == 0 else LESSER
            strength += unit_fights(s, seat, strength)
            total += strength
            strongest = max(strongest, strength)
    if towns and towns_are_units(s, seat):
        strength = town_strength(s, seat, side == 1)
        total += towns * strength
        strongest = max(strongest, strength)
    if fells_strongest(battle, 1 - side):
        # anunnaki/weapon/long-spear: the strongest unit does not count
        total -= strongest
    total += side_fights(s, seat, battle.place)
    if side == 0 and civ_effect(s, battle) == WALLS:
        total -= 1
    for weapon in (battle.cards[side], battle.second[side]):
        if weapon >= 0:
            total += s.tables.weapon_strength[weapon]
    return total + battle.chariot[side]


def civilization_strength(s: AnunnakiState, battle: Battle) -> int:
    """anunnaki/battle/atlantis: the God of Atlantis adds 3, against the catapult 1."""
    strength = s.tables.civ_strength[battle.tile]
    if s.tables.atlantis & bit(battle.place):
        strength += 1 if weakens_gods(battle, 0) else ATLANTIS_GOD
    return strength
