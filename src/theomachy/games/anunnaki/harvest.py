"""Chapter "harvest": resources from controlled territories, and their exhaustion."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from theomachy.games.anunnaki.chorus import harvest_begins, harvest_is_unlimited
from theomachy.games.anunnaki.components import (
    DONE,
    FIGURES,
    RESOURCE_,
    RESOURCES,
    TERRITORIES,
    TERRITORY_,
)
from theomachy.games.anunnaki.control import controlled
from theomachy.games.anunnaki.goods import gain_resource
from theomachy.games.anunnaki.question import Question
from theomachy.games.anunnaki.state import AnunnakiState, lowest, places
from theomachy.games.anunnaki.steps import EXHAUST_TYPE, HARVEST, HARVEST_TYPE
from theomachy.kernel.arrays import bit, ones
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step

# What follows after a type was chosen, in `step.what` of HARVEST_TYPE
EXHAUST_SAME: Final = 0
EXHAUST_ONE: Final = 1
EXHAUST_NONE: Final = 2
FOLLOWS: Final = 3
TAKEN: Final = 2


def unit_strength(s: AnunnakiState, seat: Seat, territory: int) -> int:
    """Followers 1, lesser gods 2, the great god 3."""
    strength = s.followers[seat * TERRITORIES + territory]
    god_at = s.god_at
    place: i64 = territory
    first: i64 = seat * FIGURES
    if god_at[first] == place:
        strength += 3
    for figure in range(first + 1, first + FIGURES):
        if god_at[figure] == place:
            strength += 2
    return strength


def harvest_strength(s: AnunnakiState, seat: Seat, territory: int) -> int:
    """anunnaki/harvest/units: who adds what, and whether a lone settlement can harvest."""
    strength = unit_strength(s, seat, territory)
    return harvest_begins(s, seat, territory, strength > 0, strength)


def symbols_left(s: AnunnakiState, territory: int, slot: int) -> int:
    return s.tables.symbols[2 * territory + slot] - s.used[2 * territory + slot]


def harvest_amount(s: AnunnakiState, seat: Seat, territory: int) -> int:
    """anunnaki/harvest/amount, anunnaki/harvest/none"""
    left = symbols_left(s, territory, 0) + symbols_left(s, territory, 1)
    if left == 0:
        return 0
    strength = harvest_strength(s, seat, territory)
    if strength < left or harvest_is_unlimited(s, seat, territory):
        return strength
    return left


def is_harvestable(s: AnunnakiState, seat: Seat, territory: i64) -> bool:
    """Whether a controlled territory has anything to give, and the seat anybody there to take it."""
    symbols = s.tables.symbols
    used = s.used
    left = symbols[2 * territory] - used[2 * territory] + symbols[2 * territory + 1] - used[2 * territory + 1]
    return left != 0 and harvest_strength(s, seat, territory) > 0


def harvestable(s: AnunnakiState, seat: Seat, but: int) -> int:
    """Mask of the territories that can be harvested, without those of a mask (anunnaki/harvest/distinct)."""
    mask = controlled(s, seat) & s.tables.with_symbols & ~but
    left: i64 = mask
    while left:
        territory = lowest(left)
        if not is_harvestable(s, seat, territory):
            mask &= ~bit(territory)
        left &= left - 1
    return mask


def can_harvest(s: AnunnakiState, seat: Seat, but: int) -> bool:
    """Whether there is such a territory."""
    left: i64 = controlled(s, seat) & s.tables.with_symbols & ~but
    while left:
        if is_harvestable(s, seat, lowest(left)):
            return True
        left &= left - 1
    return False


def exhaust(s: AnunnakiState, seat: Seat, territory: int, slot: int) -> None:
    """anunnaki/harvest/exhaust: exactly one marker; never in the capital."""
    if s.tables.never_exhausted >> territory & 1:
        return
    s.used[2 * territory + slot] += 1
    kind = s.tables.types[2 * territory + slot]
    s.tell("anunnaki/harvest/exhaust", "exhausted", seat, territory, RESOURCES[kind])


def collect(s: AnunnakiState, seat: Seat, territory: int, kind: int, amount: int, rule: str) -> None:
    s.tell(rule, "harvested", seat, territory, RESOURCES[kind], amount)
    gain_resource(s, seat, kind, amount, rule)


def harvest_territory(s: AnunnakiState, seat: Seat, territory: int) -> None:
    """Harvest one territory; what must be asked is pushed."""
    amount = harvest_amount(s, seat, territory)
    types = s.tables.types
    if s.tables.any_type >> territory & 1:
        s.push(Step(HARVEST_TYPE, seat, territory, EXHAUST_NONE, amount))
        return
    left = [slot for slot in range(2) if symbols_left(s, territory, slot) > 0]
    if len(left) == 1:
        collect(s, seat, territory, types[2 * territory + left[0]], amount, "anunnaki/harvest/amount")
        exhaust(s, seat, territory, left[0])
    elif amount == 1:
        # anunnaki/harvest/two-types: strength 1 chooses one and exhausts it
        s.push(Step(HARVEST_TYPE, seat, territory, EXHAUST_SAME, 1))
    elif harvest_is_unlimited(s, seat, territory):
        s.push(Step(HARVEST_TYPE, seat, territory, EXHAUST_ONE, amount))
    else:
        for slot in left:
            collect(s, seat, territory, types[2 * territory + slot], 1, "anunnaki/harvest/two-types")
        s.push(Step(EXHAUST_TYPE, seat, territory))


def slot_of(s: AnunnakiState, territory: int, kind: int) -> int:
    return 0 if s.tables.types[2 * territory] == kind else 1


def left_types(s: AnunnakiState, territory: int) -> list[int]:
    """The choices of a type of the territory that is not exhausted."""
    return [
        RESOURCE_ + s.tables.types[2 * territory + slot]
        for slot in range(2)
        if s.tables.types[2 * territory + slot] >= 0 and symbols_left(s, territory, slot) > 0
    ]


class Harvest(Question):
    """Which territory is harvested? `what`: mask of those done; `count`: how many more."""

    name = "harvest"
    prompt = "harvest"
    verbs = "territory done"
    public = True
    holds = "who=house what=harvested:territories count=left:number"

    def deciders(self, s: AnunnakiState, step: Step) -> int:
        return bit(step.seat) if step.count > 0 and can_harvest(s, step.seat, step.what) else 0

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        found = places(harvestable(s, seat, step.what), TERRITORY_)
        if step.what:
            found.append(DONE)
        return found

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        if choice == DONE:
            s.pop()
            return
        territory = choice - TERRITORY_
        s.become(Step(HARVEST, seat, what=step.what | bit(territory), count=step.count - 1))
        harvest_territory(s, seat, territory)

    def refusal(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> str:
        if choice == DONE:
            return "anunnaki/harvest/distinct"
        territory = choice - TERRITORY_
        if step.what >> territory & 1:
            return "anunnaki/harvest/distinct"
        if not controlled(s, seat) >> territory & 1:
            if s.presence[seat] >> territory & 1:
                return "anunnaki/control/contested"
            return "anunnaki/control/settlement" if s.towns[seat] >> territory & 1 else "anunnaki/control/units"
        if symbols_left(s, territory, 0) + symbols_left(s, territory, 1) == 0:
            return "anunnaki/harvest/none"
        return "anunnaki/harvest/units"


class HarvestType(Question):
    """Which type is harvested? `where`: the territory; `what`: what follows, and above it the types harvested so far;
    `count`: how many more."""

    name = "harvest-type"
    prompt = "harvest-type"
    verbs = "resource"
    public = True
    holds = "who=house where=territory what=taken:harvest count=left:number"
    forbids = "anunnaki/harvest/two-types"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        if step.what & FOLLOWS == EXHAUST_NONE:
            return [RESOURCE_ + kind for kind in range(4)]
        return left_types(s, step.where)

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        kind = choice - RESOURCE_
        follows = step.what & FOLLOWS
        taken = step.what | bit(kind + TAKEN)
        if step.count > 1:
            s.become(Step(HARVEST_TYPE, seat, step.where, taken, step.count - 1))
        else:
            s.pop()
        rule = "anunnaki/artifact/afterlife" if follows == EXHAUST_NONE else "anunnaki/harvest/two-types"
        if follows == EXHAUST_ONE:
            rule = "anunnaki/harvest/ishtar-two"
        collect(s, seat, step.where, kind, 1, rule)
        if step.count == 1 and follows != EXHAUST_NONE:
            if ones(taken >> TAKEN) == 1:
                # The marker is of the type that was harvested.
                exhaust(s, seat, step.where, slot_of(s, step.where, kind))
            else:
                s.push(Step(EXHAUST_TYPE, seat, step.where))


class ExhaustType(Question):
    """Which type gets the exhaustion marker? `where`: the territory."""

    name = "exhaust-type"
    prompt = "exhaust-type"
    verbs = "resource"
    public = True
    holds = "who=house where=territory"
    forbids = "anunnaki/harvest/two-types"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        return left_types(s, step.where)

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        exhaust(s, seat, step.where, slot_of(s, step.where, choice - RESOURCE_))
