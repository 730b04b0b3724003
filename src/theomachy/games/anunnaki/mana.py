"""Chapter "mana": the mana action of phase 2."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from theomachy.games.anunnaki.actions import BLUE, RED, can_activate
from theomachy.games.anunnaki.artifacts.artifact import OF_MANA, TREASURES, may_use
from theomachy.games.anunnaki.components import (
    BY_MANA_FOLLOWERS,
    BY_MANA_SETTLE,
    BY_MANA_TECH,
    BY_MANA_WEAPONS,
    DONE,
    FOOD,
    GOLD,
    MANA_,
    MANA_ACTIONS,
    MANA_BLUE,
    MANA_FOLLOWERS,
    MANA_MIRROR,
    MANA_RED,
    MANA_SETTLE,
    MANA_TECH,
    MANA_WEAPONS,
    METAL,
    WOOD,
)
from theomachy.games.anunnaki.followers import follower_sites, gain_followers
from theomachy.games.anunnaki.goods import pay_mana, pay_resource
from theomachy.games.anunnaki.question import Question
from theomachy.games.anunnaki.settlements import building_sites
from theomachy.games.anunnaki.state import AnunnakiState
from theomachy.games.anunnaki.steps import ACTIVATE, DEVELOP, SETTLE, TAKE_WEAPON
from theomachy.games.anunnaki.technology import can_afford, is_adjacent
from theomachy.kernel.arrays import bit, numbers
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step

#: by mana action: mana, and the resource of which 2 are paid
COST: Final = numbers([3, 2, 1, 1, 1, 1, 0])
TYPE: Final = numbers([-1, -1, METAL, GOLD, WOOD, FOOD, -1])
RESOURCE_COST: Final = 2
_RULES: Final = [f"anunnaki/mana/{action}" for action in MANA_ACTIONS]
RECRUITS: Final = 3
BOUGHT_WEAPONS: Final = 2


def mana_cost(s: AnunnakiState, action: int) -> int:
    """anunnaki/artifact/mirror: 1 less; anunnaki/mirror/different: never below 0."""
    return max(0, COST[action] - s.mirror)


def can_pay(s: AnunnakiState, seat: Seat, action: i64) -> bool:
    if COST[action] - s.mirror > s.mana[seat]:
        return False
    kind = TYPE[action]
    return kind < 0 or s.goods[4 * seat + kind] >= RESOURCE_COST


def has_effect(s: AnunnakiState, seat: Seat, action: i64) -> bool:
    """anunnaki/cost/effect: a cost can't be paid for something that can't be done."""
    if action == MANA_RED:
        return can_activate(s, seat, RED)
    if action == MANA_BLUE:
        return can_activate(s, seat, BLUE)
    if action == MANA_WEAPONS:
        return s.beside[seat] != 0
    if action == MANA_TECH:
        return tile_to_develop(s, seat)
    if action == MANA_SETTLE:
        return building_sites(s, seat) != 0
    return follower_sites(s, seat) != 0


def tile_to_develop(s: AnunnakiState, seat: Seat) -> bool:
    for action in range(10):
        if not s.developed[seat] >> action & 1 and is_adjacent(s, seat, action) and can_afford(s, seat, action):
            return True
    return False


class ManaAction(Question):
    """Which mana action? The state knows how many are left (anunnaki/turn/phases, anunnaki/artifact/mirror)."""

    name = "mana-action"
    prompt = "mana-action"
    verbs = "mana done"
    public = True

    def deciders(self, s: AnunnakiState, step: Step) -> int:
        # With nothing to do the phase passes unasked.
        return bit(step.seat) if s.mana_left > 0 and self.is_anything_possible(s, step.seat) else 0

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()
        s.mirror = 0

    def possible(self, s: AnunnakiState, seat: Seat, action: i64) -> bool:
        # anunnaki/mirror/different: two different ones
        done: i64 = s.mana_done
        return not done >> action & 1 and can_pay(s, seat, action) and has_effect(s, seat, action)

    def is_anything_possible(self, s: AnunnakiState, seat: Seat) -> bool:
        return may_use(s, seat, OF_MANA[MANA_MIRROR]) or any(
            self.possible(s, seat, action) for action in range(MANA_MIRROR)
        )

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        found = [MANA_ + action for action in range(MANA_MIRROR) if self.possible(s, seat, action)]
        if may_use(s, seat, OF_MANA[MANA_MIRROR]):
            found.append(MANA_ + MANA_MIRROR)
        found.append(DONE)
        return found

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        if choice == DONE:
            s.mana_left = 0
            return
        action = choice - MANA_
        s.tell("anunnaki/mana/normal", "mana-action", seat, what=MANA_ACTIONS[action])
        if action == MANA_MIRROR:
            TREASURES[OF_MANA[action]].used(s, seat)
            return
        s.mana_left -= 1
        s.mana_done |= bit(action)
        rule = _RULES[action]
        pay_mana(s, seat, mana_cost(s, action), rule)
        if TYPE[action] >= 0:
            pay_resource(s, seat, TYPE[action], RESOURCE_COST, rule)
        self.begin(s, seat, action)

    def begin(self, s: AnunnakiState, seat: Seat, action: int) -> None:
        if action == MANA_RED:
            s.push(Step(ACTIVATE, seat, what=RED))
        elif action == MANA_BLUE:
            s.push(Step(ACTIVATE, seat, what=BLUE))
        elif action == MANA_WEAPONS:
            s.push(Step(TAKE_WEAPON, seat, BY_MANA_WEAPONS, 0, BOUGHT_WEAPONS))
        elif action == MANA_TECH:
            s.push(Step(DEVELOP, seat, BY_MANA_TECH))
        elif action == MANA_SETTLE:
            s.push(Step(SETTLE, seat, BY_MANA_SETTLE))
        elif action == MANA_FOLLOWERS:
            gain_followers(s, seat, RECRUITS, BY_MANA_FOLLOWERS)

    def refusal(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> str:
        action = choice - MANA_
        if action == MANA_MIRROR:
            return "anunnaki/artifact/mirror"
        if s.mana_done >> action & 1:
            return "anunnaki/mirror/different"
        if mana_cost(s, action) > s.mana[seat]:
            return _RULES[action]
        if not can_pay(s, seat, action):
            return "anunnaki/resource/limit"
        return "anunnaki/cost/effect"
