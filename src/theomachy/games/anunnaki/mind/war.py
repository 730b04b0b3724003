"""Weapons, battles and what is under way: the terms of Anunnaki's evaluation about what happens next."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.armoury import can_pay_weapon, weapon_cost
from theomachy.games.anunnaki.chorus import side_fights, unit_fights
from theomachy.games.anunnaki.components import (
    ADVANCED,
    CREATE,
    FIGURES,
    INCOME,
    METAL,
    NO_TILE,
    SUPREMACY,
    SUPREMACY_TRACK,
    TERRITORIES,
    WEAPONS,
)
from theomachy.games.anunnaki.mind.look import Look, raw_goal
from theomachy.games.anunnaki.state import AnunnakiState, towns_are_units
from theomachy.games.anunnaki.steps import (
    ACTIVATE,
    BASTET_CONTRACT,
    CONTRACT_REWARD,
    CREATE_TYPE,
    DEVELOP,
    FULFIL,
    GAIN_FOLLOWERS,
    GAIN_RESOURCE,
    HARVEST,
    HARVEST_TYPE,
    HORN,
    HORN_TYPE,
    KEEP_ARTIFACT,
    MANA_ACTION,
    MARKET_PAY,
    MARKET_TAKE,
    MOVE_CUBE,
    MOVE_FROM,
    MOVE_PIECE,
    MOVE_TO,
    PERFORM,
    PERFORM_DEVELOPED,
    PLACE_EACH,
    PORTAL_FROM,
    PORTAL_PIECE,
    PORTAL_TO,
    REWARD,
    SETTLE,
    SUMMON_GOD,
    SUMMON_REPLACE,
    TAKE_CONTRACT,
    TAKE_WEAPON,
    TURN,
)
from theomachy.games.anunnaki.strength import GREAT, LESSER, town_strength
from theomachy.games.anunnaki.weapons.weapon import ARSENAL
from theomachy.kernel.arrays import ones
from theomachy.kernel.ids import NO_SEAT, Seat

#: what a won battle brings beside the weapon: the tile's reward, the ground; the first ones in Atlantis an artifact,
#: and the shrines there
TILE_REWARD: Final = 2.0
GROUND: Final = 1.5
ARTIFACT: Final = 6.0
TEMPLES: Final = 3.0
#: and what the loser has lost with it
LOST_GROUND: Final = 2.2
#: a step on the war track
WAR_STEP: Final = 1.4
#: what going home costs per point of strength, and the weapon played in vain
RETREAT: Final = 0.35
WASTED: Final = 1.0
#: a God of Atlantis beside the civilization
ATLANTIS_GOD: Final = 3
#: by action: what a tile brings; create, income and supremacy are counted
TILE_WORTH: Final[tuple[float, ...]] = (2.0, 0.9, 1.3, 1.2, 1.4, 2.4, 0.0, 0.0, 0.0, 0.8)
#: how much of a conquest of Atlantis counts while the army only stands before it; with no weapon in hand yet, and what
#: one is expected to add
BEFORE_ATLANTIS: Final = 0.6
UNARMED: Final = 0.4
ANY_WEAPON: Final = 3.0
#: units that one action brings across the border
MARCHERS: Final = 3
#: by strength that an army has beyond the God of Atlantis, from 0 on: the chance against the tile face down
ATLANTIS_CHANCE: Final = (0.03, 0.06, 0.14, 0.36, 0.66, 0.95)
#: how much strength effects stand for: a weapon taken back, a second one played, metal, gods and others weakened, an
#: effect cancelled
DISARMING: Final = 1.0
ANOTHER: Final = 2.5
FEEDING: Final = 1.0
FELLING: Final = 1.5
WEAKENING: Final = 1.0
CANCELLING: Final = 0.5
#: further weapons in hand are worth so much of the first
FURTHER: Final[tuple[float, ...]] = (1.0, 0.75, 0.5, 0.35, 0.25, 0.2, 0.15)
#: a defender's card: about the strength of the two basic ones, and what an advanced one adds
BASIC_DEFENCE: Final = 2.0
ADVANCED_DEFENCE: Final = 1.0


def battle_strength(s: AnunnakiState, seat: Seat, territory: int, defends: bool) -> int:
    """Units of a seat in a territory, with what gods add; weapons left aside."""
    followers: int = s.followers[seat * TERRITORIES + territory]
    towns: int = s.settlements[seat * TERRITORIES + territory]
    total = followers
    for figure in range(FIGURES):
        if s.god_at[seat * FIGURES + figure] == territory:
            strength = GREAT if figure == 0 else LESSER
            total += strength + unit_fights(s, seat, strength)
    if towns and towns_are_units(s, seat):
        total += towns * town_strength(s, seat, defends)
    return total + side_fights(s, seat, territory)


def win_chance(ahead: float) -> float:
    """The chance of a battle by the strength ahead; a tie is the attacker's."""
    if ahead >= 2.0:
        return 0.95
    if ahead < -2.5:
        return 0.03
    return 0.2 * (ahead + 2.75)


def civilization_chance(s: AnunnakiState, territory: int, strength: float) -> float:
    """The chance against a civilization: strength 3, 4 or 5 while it is face down, and a God of Atlantis with it."""
    tile: int = s.civ_tile[territory]
    if s.tables.atlantis >> territory & 1:
        strength -= ATLANTIS_GOD
    if s.civ_up >> territory & 1 and tile != NO_TILE:
        printed: int = s.tables.civ_strength[tile]
        return 0.97 if strength >= printed else 0.02
    if strength >= 5.0:
        return 0.95
    if strength >= 4.0:
        return 0.65
    if strength >= 3.0:
        return 0.32
    return 0.02


def attack_worth(x: Look, territory: int, more: int) -> float:
    """What a battle in a territory promises, with the best weapon and so much more strength than stands there."""
    s = x.s
    seat = x.seat
    hand: int = s.hand[seat] & ADVANCED
    force = battle_strength(s, seat, territory, False) + more
    defender = NO_SEAT
    defence = 0.0
    if x.foreign >> territory & 1:
        for other in range(s.seats):
            if other != seat and s.presence[other] >> territory & 1:
                defender = Seat(other)
        defence = defence_of(s, defender, territory)
    best = -RETREAT * force
    for weapon in range(2, len(WEAPONS)):
        if not hand >> weapon & 1 or not can_pay_weapon(s, seat, weapon):
            continue
        strength = force + weapon_force(s, seat, weapon, defender, territory)
        vp: int = s.tables.weapon_vp[weapon]
        war: int = s.tables.weapon_war[weapon]
        gain = vp + WAR_STEP * war + GROUND
        if ARSENAL[weapon].adds_another:
            second = second_weapon(s, seat, weapon)
            if second >= 0:
                vp = s.tables.weapon_vp[second]
                war = s.tables.weapon_war[second]
                gain += vp + WAR_STEP * war - WASTED
                strength += weapon_force(s, seat, second, defender, territory)
        if defender < 0:
            chance = civilization_chance(s, territory, strength)
            gain += TILE_REWARD
            if s.tables.atlantis >> territory & 1:
                gain += ARTIFACT + TEMPLES
        else:
            chance = win_chance(strength - defence)
        worth = chance * gain - (1.0 - chance) * (RETREAT * force + WASTED)
        if worth > best:
            best = worth
    return best


def weapon_force(s: AnunnakiState, seat: Seat, weapon: int, defender: Seat, territory: int) -> float:
    """What a weapon adds to the attacker's strength, with about what its effect does there."""
    arm = ARSENAL[weapon]
    printed: int = s.tables.weapon_strength[weapon]
    force = float(printed)
    if arm.feeds_on_metal:
        metal: int = s.goods[4 * seat + METAL]
        force += metal - weapon_cost(s, seat, weapon)
    elif arm.weakens_gods:
        if defender >= 0:
            for figure in range(FIGURES):
                if s.god_at[defender * FIGURES + figure] == territory:
                    force += GREAT - 1 if figure == 0 else LESSER - 1
        elif s.tables.atlantis >> territory & 1:
            force += ATLANTIS_GOD - 1
    elif defender >= 0:
        if arm.fells_strongest:
            force += strongest_unit(s, defender, territory)
        elif arm.disarms:
            force += DISARMING
    return force


def strongest_unit(s: AnunnakiState, seat: Seat, territory: int) -> int:
    """The strength of a seat's strongest unit in a territory."""
    best = 1 if s.followers[seat * TERRITORIES + territory] else 0
    for figure in range(FIGURES):
        if s.god_at[seat * FIGURES + figure] == territory:
            strength = GREAT if figure == 0 else LESSER
            if strength > best:
                best = strength
    return best


def second_weapon(s: AnunnakiState, seat: Seat, first: int) -> int:
    """The strongest weapon in hand that can be paid beside the first one; -1 if there is none."""
    hand: int = s.hand[seat] & ADVANCED
    goods: int = s.goods[4 * seat + METAL]
    metal = goods - weapon_cost(s, seat, first)
    found = -1
    most = -1
    for weapon in range(2, len(WEAPONS)):
        if weapon != first and hand >> weapon & 1 and weapon_cost(s, seat, weapon) <= metal:
            printed: int = s.tables.weapon_strength[weapon]
            if printed > most:
                most = printed
                found = weapon
    return found


def atlantis_worth(x: Look) -> float:
    """What an army that stands before Atlantis promises: an artifact, shrines and the tile there."""
    s = x.s
    seat = x.seat
    closed: int = s.ending
    places: int = s.tables.atlantis & s.civs
    if closed or not places:
        return 0.0
    best = 0.0
    while places:
        low = places & -places
        places ^= low
        force = army_before(s, seat, low)
        if not force:
            continue
        territory = low.bit_length() - 1
        hand: int = s.hand[seat] & ADVANCED
        arms = -1.0
        for weapon in range(2, len(WEAPONS)):
            if hand >> weapon & 1 and can_pay_weapon(s, seat, weapon):
                added = weapon_force(s, seat, weapon, NO_SEAT, territory)
                if ARSENAL[weapon].adds_another:
                    second = second_weapon(s, seat, weapon)
                    if second >= 0:
                        added += weapon_force(s, seat, second, NO_SEAT, territory)
                if added > arms:
                    arms = added
        share = 1.0
        if arms < 0.0:
            arms = ANY_WEAPON
            share = UNARMED
        chance = atlantis_chance(s, territory, force + arms - ATLANTIS_GOD)
        worth = share * chance * (ARTIFACT + TEMPLES + TILE_REWARD)
        if worth > best:
            best = worth
    return best * BEFORE_ATLANTIS


def army_before(s: AnunnakiState, seat: Seat, target: int) -> int:
    """The strength of the strongest units that could cross into a territory, given as a mask, with one action."""
    great = 0
    lesser = 0
    for figure in range(FIGURES):
        place: int = s.god_at[seat * FIGURES + figure]
        if place >= 0 and s.tables.enter[place] & target:
            if figure == 0:
                great = 1
            else:
                lesser += 1
    followers = 0
    mask: int = s.presence[seat] & s.tables.gaia
    while mask:
        low = mask & -mask
        mask ^= low
        near = low.bit_length() - 1
        if s.tables.enter[near] & target:
            count: int = s.followers[seat * TERRITORIES + near]
            followers += count
    room = MARCHERS - great
    if lesser > room:
        lesser = room
    room -= lesser
    if followers > room:
        followers = room
    return GREAT * great + LESSER * lesser + followers


def atlantis_chance(s: AnunnakiState, territory: int, strength: float) -> float:
    """The chance against what defends Atlantis, the strength of its god already taken off."""
    tile: int = s.civ_tile[territory]
    if s.civ_up >> territory & 1 and tile != NO_TILE:
        printed: int = s.tables.civ_strength[tile]
        short = printed - strength
        return 0.97 if short <= 0.0 else 0.3 if short <= 1.0 else 0.1 if short <= 2.0 else 0.03
    whole = int(strength)
    return ATLANTIS_CHANCE[0 if whole < 0 else 5 if whole > 5 else whole]


def battles_term(x: Look) -> float:
    """Battles that must be fought before this turn is over."""
    s = x.s
    active = s.turn_seat
    total = 0.0
    mask: int = s.presence[x.seat]
    if active == x.seat:
        mask &= s.civs | x.foreign
        while mask:
            low = mask & -mask
            total += attack_worth(x, low.bit_length() - 1, 0)
            mask ^= low
    else:
        mask = x.stake
        while mask:
            low = mask & -mask
            total -= LOST_GROUND * invasion_chance(s, active, x.seat, low.bit_length() - 1)
            mask ^= low
    return total * x.character.battle


def defence_of(s: AnunnakiState, seat: Seat, territory: int) -> float:
    """The strength a defender is expected to have, with the weapon played."""
    strength = battle_strength(s, seat, territory, True) + BASIC_DEFENCE
    return strength + ADVANCED_DEFENCE if s.hand[seat] & ADVANCED else strength


def invasion_chance(s: AnunnakiState, attacker: Seat, defender: Seat, territory: int) -> float:
    """The chance that an attacker who stands in a territory wins it."""
    hand: int = s.hand[attacker] & ADVANCED
    strongest = -1
    for weapon in range(2, len(WEAPONS)):
        if hand >> weapon & 1 and can_pay_weapon(s, attacker, weapon):
            printed: int = s.tables.weapon_strength[weapon]
            if printed > strongest:
                strongest = printed
    if strongest < 0:
        return 0.0
    force = battle_strength(s, attacker, territory, False) + strongest
    return win_chance(force - defence_of(s, defender, territory))


def weapons_term(x: Look) -> float:
    """Advanced weapons in hand."""
    s = x.s
    hand: int = s.hand[x.seat] & ADVANCED
    total = 0.0
    count = 0
    quality = 0.0
    for weapon in range(2, len(WEAPONS)):
        if hand >> weapon & 1:
            total += FURTHER[count if count < 6 else 6]
            count += 1
            vp: int = s.tables.weapon_vp[weapon]
            war: int = s.tables.weapon_war[weapon]
            strength: int = s.tables.weapon_strength[weapon]
            cost: int = s.tables.weapon_cost[weapon]
            quality += 0.12 * vp + 0.15 * war + 0.2 * (strength + effect_strength(weapon)) - 0.15 * cost
    return (total * x.character.weapon + quality * 0.5) * x.late


def effect_strength(weapon: int) -> float:
    """The strength that a weapon's effect stands for, whoever it will be played against."""
    arm = ARSENAL[weapon]
    if arm.adds_another:
        return ANOTHER
    if arm.fells_strongest:
        return FELLING
    if arm.feeds_on_metal:
        return FEEDING
    if arm.disarms:
        return DISARMING
    if arm.weakens_gods:
        return WEAKENING
    return CANCELLING if arm.cancels else 0.0


def danger_term(x: Look) -> float:
    """Own ground that a stronger neighbour with weapons could enter."""
    s = x.s
    threatened = 0.0
    for other in range(s.seats):
        if other == x.seat or not s.hand[other] & ADVANCED:
            continue
        mask: int = s.presence[other]
        reach = 0
        while mask:
            low = mask & -mask
            reach |= s.tables.enter[low.bit_length() - 1]
            mask ^= low
        threatened += ones(reach & x.own & s.presence[x.seat] & ~s.tables.capitals)
    return -x.character.danger * (threatened if threatened < 4 else 4.0) * (0.5 + 0.5 * x.late)


def under_way_term(x: Look) -> float:
    """What the steps of an unfinished turn still promise."""
    s = x.s
    total = 0.0
    for step in s.stack:
        if step.seat == x.seat:
            total += step_worth(x, step.kind, step.where, step.what, step.count)
    return total


def step_worth(x: Look, kind: int, where: int, what: int, count: int) -> float:
    """About what a step of the stack will bring."""
    reward = x.printed.reward
    if kind == TURN:
        return 0.0
    if kind == MANA_ACTION:
        return x.character.ponder if x.s.mana_left > 0 and x.s.mana[x.seat] else 0.0
    if kind == PERFORM:
        return tile_worth(x, what)
    if kind == HARVEST:
        return x.character.reap * count
    if kind == REWARD:
        return reward[what] * (count if what != len(reward) - 1 else 1)
    if kind in (GAIN_RESOURCE, MARKET_TAKE, HARVEST_TYPE, CREATE_TYPE):
        return 0.9 * count
    if kind == MARKET_PAY:
        return 0.8
    if kind == TAKE_CONTRACT:
        return 1.4 * count
    if kind == TAKE_WEAPON:
        return 1.4 * count
    if kind == GAIN_FOLLOWERS:
        return 0.7 * count
    if kind == MOVE_FROM:
        return x.character.march * count
    if kind in (MOVE_PIECE, MOVE_TO):
        return x.character.march
    if kind == PORTAL_TO:
        return 0.9 * count
    if kind == PORTAL_FROM:
        return portal_worth(x, where, count) if count else 0.0
    if kind == PORTAL_PIECE:
        return portal_worth(x, what, 1)
    if kind == ACTIVATE:
        return 3.0 if what == 1 else 2.4
    if kind in (DEVELOP, SETTLE):
        return 3.4
    if kind == PERFORM_DEVELOPED:
        return 1.8
    if kind == FULFIL:
        return 1.0
    if kind == CONTRACT_REWARD:
        return x.printed.both[what]
    if kind in (SUMMON_GOD, SUMMON_REPLACE):
        return 1.0
    if kind == PLACE_EACH:
        return 0.7 * ones(what)
    if kind == KEEP_ARTIFACT:
        return ARTIFACT
    if kind in (BASTET_CONTRACT, HORN, HORN_TYPE, MOVE_CUBE):
        return 2.5
    return 0.0


def portal_worth(x: Look, target: int, units: int) -> float:
    """What units sent through a portal will find there."""
    if (x.s.civs | x.foreign) >> target & 1:
        return attack_worth(x, target, units) * x.character.battle
    return 0.2 if x.own >> target & 1 else x.character.portal


def tile_worth(x: Look, action: int) -> float:
    """About what a tile's action will bring, before it has begun."""
    s = x.s
    if action == CREATE:
        return 0.8 * x.shrines
    if action == SUPREMACY:
        return raw_goal(x, s.goals[SUPREMACY_TRACK])
    if action == INCOME:
        built: int = s.built[x.seat]
        followers: int = 0
        points: int = 0
        for entry in range(built + 1):
            followers += s.tables.row_follower[entry]
            points += s.tables.row_vp[entry]
        return points + 0.7 * followers
    return TILE_WORTH[action]
