"""Chapter "battle", strength: what units, settlements, gods and weapons add up to."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.components import (
    ASSUR,
    CATAPULT,
    CURSE,
    FIGURES,
    HEIMDALLR,
    ISIS,
    LONG_SPEAR,
    ODIN,
    TERRITORIES,
    THOR,
    WALLS,
)
from theomachy.games.anunnaki.state import AnunnakiState, Battle, has_god, is_norrenis
from theomachy.kernel.arrays import bit

GREAT: Final = 3
LESSER: Final = 2
ATLANTIS_GOD: Final = 3
HEIMDALLR_ADDS: Final = 3


def uses(battle: Battle, side: int, weapon: int) -> bool:
    """Whether a side fights with a weapon whose effect is not cancelled."""
    return not battle.cancelled[side] and (battle.cards[side] == weapon or battle.second[side] == weapon)


def civ_effect(s: AnunnakiState, battle: Battle) -> int:
    """The effect of the civilization that is fought, if it is not cancelled; 0 for none."""
    if battle.tile < 0 or battle.cancelled[1]:
        return 0
    return s.tables.civ_effect[battle.tile]


def god_strength(s: AnunnakiState, battle: Battle, side: int, great: bool) -> int:
    """anunnaki/weapon/catapult, anunnaki/civ/curse: gods count 1. anunnaki/house/thor: +1 from strength 2 on."""
    if uses(battle, 1 - side, CATAPULT) or (side == 0 and civ_effect(s, battle) == CURSE):
        return 1
    strength = GREAT if great else LESSER
    return strength + 1 if has_god(s, battle.seats[side], THOR) else strength


def town_strength(s: AnunnakiState, battle: Battle, side: int) -> int:
    """A settlement of Norrenis as a unit: 0, enhanced 2; Thor, and Heimdallr as defender, add to it."""
    seat = battle.seats[side]
    strength = 0
    if has_god(s, seat, ODIN):
        strength = 3 if has_god(s, seat, THOR) else 2
    if side == 1 and has_god(s, seat, HEIMDALLR):
        strength += HEIMDALLR_ADDS
    return strength


def side_strength(s: AnunnakiState, battle: Battle, side: int) -> int:
    """Units, weapons and whatever adds to them, for one side of a battle."""
    seat = battle.seats[side]
    followers = s.followers[seat * TERRITORIES + battle.place]
    towns = s.settlements[seat * TERRITORIES + battle.place]
    total = followers
    strongest = 1 if followers else 0
    for figure in range(FIGURES):
        if s.god_at[seat * FIGURES + figure] == battle.place:
            strength = god_strength(s, battle, side, figure == 0)
            total += strength
            strongest = max(strongest, strength)
    if towns and is_norrenis(s, seat):
        strength = town_strength(s, battle, side)
        total += towns * strength
        strongest = max(strongest, strength)
    if uses(battle, 1 - side, LONG_SPEAR):
        # anunnaki/weapon/long-spear: the strongest unit does not count
        total -= strongest
    if has_god(s, seat, ISIS):
        total += towns
    if has_god(s, seat, ASSUR):
        total += 1
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
        strength += 1 if uses(battle, 0, CATAPULT) else ATLANTIS_GOD
    return strength
