"""The gods of a seat, as one: what the chapters ask at the moments of a match (see `moments`)."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.moments import (
    ATTACK_BEGINS,
    BASICS,
    BASICS_AT,
    CUBE_CROSSED,
    CUBE_LAID,
    CULTURE_DOUBLED,
    CULTURE_SHARED,
    FOLLOWERS_GAINED,
    GODS_AT,
    HARVEST_BEGINS,
    HARVEST_IS_UNLIMITED,
    MOVEMENT_BEGINS,
    PANTHEON,
    PORTAL_OPENS,
    SECOND_WEAPON,
    SETTLEMENT_FIGHTS,
    SETTLEMENT_HOLDS,
    SETTLEMENT_MOVED,
    SHRINES_COUNTED,
    SIDE_FIGHTS,
    UNIT_FIGHTS,
    WEAPON_DISCOUNT,
    Moments,
)
from theomachy.games.anunnaki.state import AnunnakiState, places
from theomachy.kernel.ids import Seat

NOBODY: Final[list[Moments]] = []


def answering(s: AnunnakiState, seat: Seat, moment: int) -> list[Moments]:
    """Who of a seat has something to say: the basic power of its great god, then its gods in play by number. The list
    is not changed by whoever asks."""
    house = s.house[seat]
    basic = BASICS_AT[moment] >> house & 1
    gods = s.summoned[seat] & GODS_AT[moment]
    if not basic and not gods:
        return NOBODY
    found: list[Moments] = []
    if basic:
        found.append(BASICS[house])
    for god in places(gods):
        found.append(PANTHEON[god])
    return found


def cube_crossed(s: AnunnakiState, seat: Seat, line: int) -> None:
    for one in answering(s, seat, CUBE_CROSSED):
        one.cube_crossed(s, seat, line)


def cube_laid(s: AnunnakiState, seat: Seat, line: int) -> None:
    for one in answering(s, seat, CUBE_LAID):
        one.cube_laid(s, seat, line)


def portal_opens(s: AnunnakiState, seat: Seat) -> int:
    more = 0
    for one in answering(s, seat, PORTAL_OPENS):
        more += one.portal_opens(s, seat)
    return more


def movement_begins(s: AnunnakiState, seat: Seat) -> int:
    more = 0
    for one in answering(s, seat, MOVEMENT_BEGINS):
        more += one.movement_begins(s, seat)
    return more


def settlement_moved(s: AnunnakiState, seat: Seat, start: int, end: int) -> None:
    for one in answering(s, seat, SETTLEMENT_MOVED):
        one.settlement_moved(s, seat, start, end)


def harvest_begins(s: AnunnakiState, seat: Seat, territory: int, units: bool, strength: int) -> int:
    """The whole strength."""
    for one in answering(s, seat, HARVEST_BEGINS):
        strength += one.harvest_begins(s, seat, territory, units, strength)
    return strength


def harvest_is_unlimited(s: AnunnakiState, seat: Seat, territory: int) -> bool:
    for one in answering(s, seat, HARVEST_IS_UNLIMITED):
        if one.harvest_is_unlimited(s, seat, territory):
            return True
    return False


def shrines_counted(s: AnunnakiState, seat: Seat) -> int:
    more = 0
    for one in answering(s, seat, SHRINES_COUNTED):
        more += one.shrines_counted(s, seat)
    return more


def followers_gained(s: AnunnakiState, seat: Seat) -> int:
    more = 0
    for one in answering(s, seat, FOLLOWERS_GAINED):
        more += one.followers_gained(s, seat)
    return more


def attack_begins(s: AnunnakiState, seat: Seat, territory: int) -> None:
    for one in answering(s, seat, ATTACK_BEGINS):
        one.attack_begins(s, seat, territory)


def second_weapon(s: AnunnakiState, seat: Seat) -> bool:
    for one in answering(s, seat, SECOND_WEAPON):
        if one.second_weapon(s, seat):
            return True
    return False


def weapon_discount(s: AnunnakiState, seat: Seat, weapon: int) -> int:
    less = 0
    for one in answering(s, seat, WEAPON_DISCOUNT):
        less += one.weapon_discount(s, seat, weapon)
    return less


def settlement_fights(s: AnunnakiState, seat: Seat) -> int:
    strength = 0
    for one in answering(s, seat, SETTLEMENT_FIGHTS):
        strength += one.settlement_fights(s, seat)
    return strength


def unit_fights(s: AnunnakiState, seat: Seat, strength: int) -> int:
    more = 0
    for one in answering(s, seat, UNIT_FIGHTS):
        more += one.unit_fights(s, seat, strength)
    return more


def settlement_holds(s: AnunnakiState, seat: Seat) -> int:
    more = 0
    for one in answering(s, seat, SETTLEMENT_HOLDS):
        more += one.settlement_holds(s, seat)
    return more


def side_fights(s: AnunnakiState, seat: Seat, territory: int) -> int:
    more = 0
    for one in answering(s, seat, SIDE_FIGHTS):
        more += one.side_fights(s, seat, territory)
    return more


def culture_shared(s: AnunnakiState, seat: Seat, point: int) -> bool:
    for one in answering(s, seat, CULTURE_SHARED):
        if one.culture_shared(s, seat, point):
            return True
    return False


def culture_doubled(s: AnunnakiState, seat: Seat) -> bool:
    for one in answering(s, seat, CULTURE_DOUBLED):
        if one.culture_doubled(s, seat):
            return True
    return False
