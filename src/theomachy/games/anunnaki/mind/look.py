"""A position of Anunnaki through the eyes of one seat: what the terms of its evaluation share."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.chorus import shrines_counted
from theomachy.games.anunnaki.components import (
    CUBES,
    FIGURES,
    FOLLOWERS,
    SETTLEMENTS_GOAL,
    SHRINES_GOAL,
    TERRITORIES_GOAL,
)
from theomachy.games.anunnaki.control import shrines_in
from theomachy.games.anunnaki.mind.character import Character
from theomachy.games.anunnaki.mind.printed import Printed
from theomachy.games.anunnaki.state import AnunnakiState
from theomachy.kernel.arrays import ones
from theomachy.kernel.ids import Seat

#: turns before the end in which things that need time lose their worth
LATE: Final = 4.0
#: a goal counts 5 at most, and the last ones are the hardest
MOST_GOAL: Final = 5.0
HARD_GOAL: Final = 4.0


class Look:
    """A position through the eyes of one seat."""

    __slots__ = ("character", "foreign", "late", "left", "own", "printed", "s", "seat", "shrines", "stake", "taken")

    def __init__(self, s: AnunnakiState, seat: Seat, character: Character, printed: Printed) -> None:
        self.s = s
        self.seat = seat
        self.character = character
        self.printed = printed
        foreign = 0
        every = 0
        for other in range(s.seats):
            every |= s.presence[other] | s.towns[other]
            if other != seat:
                foreign |= s.presence[other]
        #: where somebody attacks the seat this turn: still its own until that battle is lost
        self.stake: int = 0
        if s.turn_seat != seat:
            self.stake = s.presence[seat] & s.presence[s.turn_seat]
            foreign &= ~self.stake
        #: where others have units; what the seat controls; what is controlled by anybody, nearly
        self.foreign: int = foreign
        self.own: int = (s.presence[seat] | s.towns[seat]) & ~foreign & ~s.civs
        self.taken: int = every & ~s.civs
        self.shrines: int = shrines_in(s, self.own) + shrines_counted(s, seat)
        #: turns the seat will still have; 1 while there is time for plans, 0 at the end
        self.left: float = turns_left(s, seat)
        self.late: float = 1.0 if self.left >= LATE else self.left / LATE


def turns_left(s: AnunnakiState, seat: Seat) -> float:
    """How many more turns a seat can expect: until somebody's cubes or track run out."""
    if s.ending:
        ahead = (seat - s.first_seat) % s.seats - (s.turn_seat - s.first_seat) % s.seats
        return 1.0 if ahead > 0 else 0.3 if ahead == 0 else 0.0
    least = 18.0
    for other in range(s.seats):
        cubes: int = CUBES - ones(s.cubes[other])
        turns = 0.8 + 1.25 * cubes
        for track in range(3):
            steps: int = len(s.tables.multiplier[track]) - 1 - s.track[3 * other + track]
            if steps < 4:
                road = 0.8 + 1.6 * steps
                short: int = s.tables.lightning - s.supremacy[other]
                if short > 0:
                    road += 0.6 * short
                if road < turns:
                    turns = road
        if turns < least:
            least = turns
    return least


def raw_goal(x: Look, goal: int) -> float:
    """A goal's value without rounding."""
    s = x.s
    if goal == SHRINES_GOAL:
        return float(x.shrines)
    if goal == SETTLEMENTS_GOAL:
        built: int = s.built[x.seat]
        return 1.0 + built
    if goal == TERRITORIES_GOAL:
        return ones(x.own) / 2.0
    pool: int = s.pool[x.seat]
    units = FOLLOWERS - pool
    for figure in range(x.seat * FIGURES, (x.seat + 1) * FIGURES):
        if s.god_at[figure] >= 0:
            units += 1
    return units / 3.0


def expected_goal(x: Look, goal: int) -> float:
    """What a goal will count at the end: what it counts now, when the end is here."""
    raw = raw_goal(x, goal)
    now = float(int(raw)) if raw < MOST_GOAL else MOST_GOAL
    hope = raw + x.character.growth * x.left
    if hope > HARD_GOAL:
        hope = HARD_GOAL + (hope - HARD_GOAL) * 0.5
        if hope > MOST_GOAL:
            hope = MOST_GOAL
    return now + (hope - now) * x.late if hope > now else now
