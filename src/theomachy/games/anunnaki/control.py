"""Chapter "control": who controls a territory, and the goals that count it. Judged at every moment (control/when)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from theomachy.games.anunnaki.chorus import shrines_counted
from theomachy.games.anunnaki.components import (
    GAIA_PLANET,
    PLANET_AT,
    PLANET_SIZE,
    SETTLEMENTS_GOAL,
    SHRINES_GOAL,
    TERRITORIES_GOAL,
)
from theomachy.games.anunnaki.state import (
    AnunnakiState,
    others_presence,
    places,
    settlements_in_play,
    unit_count,
)
from theomachy.kernel.arrays import bit, ones
from theomachy.kernel.ids import NO_SEAT, Seat

MOST_GOAL: Final = 5


def controlled(s: AnunnakiState, seat: Seat) -> int:
    """Mask of the territories a seat controls.

    anunnaki/control/units: own units and nobody else's, no civilization. anunnaki/control/settlement: a settlement,
    unless foreign units besiege it. Norrenis settlements are units, so they contest instead (anunnaki/house/odin).
    """
    return (s.presence[seat] | s.towns[seat]) & ~others_presence(s, seat) & ~s.civs


def controlled_by_anyone(s: AnunnakiState) -> int:
    """Mask of the territories that somebody controls: those of each seat together, without asking one by one."""
    presence = s.presence
    towns = s.towns
    anybody: i64 = 0
    several: i64 = 0
    for seat in range(len(presence)):
        several |= anybody & presence[seat]
        anybody |= presence[seat]
    mask: i64 = 0
    for seat in range(len(presence)):
        mask |= (presence[seat] | towns[seat]) & ~(anybody & ~presence[seat] | several)
    return mask & ~s.civs


def controller(s: AnunnakiState, territory: int) -> Seat:
    """Who controls a territory; `NO_SEAT` if nobody does."""
    for number in range(s.seats):
        if controlled(s, Seat(number)) >> territory & 1:
            return Seat(number)
    return NO_SEAT


def contested(s: AnunnakiState, seat: Seat) -> int:
    """anunnaki/control/contested: where own units stand with foreign units or a civilization."""
    return s.presence[seat] & (s.civs | others_presence(s, seat))


def planet_mask(s: AnunnakiState, planet: int) -> int:
    """The territories of a planet."""
    if planet == GAIA_PLANET:
        return s.tables.gaia
    return (bit(PLANET_SIZE) - 1) << PLANET_AT[planet]


def home_mask(s: AnunnakiState, seat: Seat) -> int:
    return planet_mask(s, s.house[seat])


def shrines_in(s: AnunnakiState, mask: int) -> int:
    count = 0
    for territory in places(mask & s.tables.shrine_places):
        count += s.tables.shrines[territory]
    return count


def shrines(s: AnunnakiState, seat: Seat) -> int:
    """Shrines controlled, and those that lie nowhere (anunnaki/poseidon/nowhere)."""
    return shrines_in(s, controlled(s, seat)) + shrines_counted(s, seat)


def goal_value(s: AnunnakiState, seat: Seat, goal: int) -> int:
    """anunnaki/end/score-goals: the value of a goal tile for a seat, at most 5."""
    if goal == SHRINES_GOAL:
        value = shrines(s, seat)
    elif goal == SETTLEMENTS_GOAL:
        value = settlements_in_play(s, seat)
    elif goal == TERRITORIES_GOAL:
        value = ones(controlled(s, seat)) // 2
    else:
        value = unit_count(s, seat) // 3
    return value if value < MOST_GOAL else MOST_GOAL


def off_home(s: AnunnakiState, seat: Seat) -> int:
    """Controlled territories that are not on the own home planet; the afterlife is on none."""
    return controlled(s, seat) & ~home_mask(s, seat)
