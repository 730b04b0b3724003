"""Chapter "action": the ten tiles, basic and developed."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.components import (
    ACTIONS,
    BY_INCOME,
    BY_PORTAL,
    BY_TRADE,
    CREATE,
    DONE,
    HARVEST_BLUE,
    HARVEST_RED,
    INCOME,
    MARKET,
    MOVE_BLUE,
    MOVE_RED,
    PORTAL,
    RESOURCE_,
    SUPREMACY,
    SUPREMACY_TRACK,
    TILE_,
    TRADE,
)
from theomachy.games.anunnaki.control import goal_value, shrines
from theomachy.games.anunnaki.goods import gain_resource, owned_types, pay_resource, total_resources
from theomachy.games.anunnaki.harvest import can_harvest
from theomachy.games.anunnaki.moving import begin_movement, begin_portal, can_move, portal_ends, portal_starts
from theomachy.games.anunnaki.question import Question
from theomachy.games.anunnaki.settlements import income
from theomachy.games.anunnaki.star import figure_action
from theomachy.games.anunnaki.state import AnunnakiState
from theomachy.games.anunnaki.steps import CREATE_TYPE, HARVEST, MARKET_PAY, MARKET_TAKE, PERFORM, TAKE_CONTRACT
from theomachy.games.anunnaki.tracks import advance_supremacy
from theomachy.kernel.arrays import bit
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind

BLUE: Final = 0
RED: Final = 1


def is_developed(s: AnunnakiState, seat: Seat, action: int) -> bool:
    return s.developed[seat] >> action & 1 != 0


def perform(s: AnunnakiState, seat: Seat, action: int) -> None:
    """anunnaki/turn/perform: the action of a tile's visible side."""
    better = is_developed(s, seat, action)
    if action == PORTAL:
        begin_portal(s, seat, 2 if better else 1, BY_PORTAL)
    elif action == MOVE_BLUE:
        begin_movement(s, seat, 4 if better else 2)
    elif action == MOVE_RED:
        begin_movement(s, seat, 5 if better else 3)
    elif action == TRADE:
        s.push(Step(TAKE_CONTRACT, seat, BY_TRADE, 0, 2 if better else 1))
    elif action == HARVEST_BLUE:
        s.push(Step(HARVEST, seat, what=0, count=2 if better else 1))
    elif action == HARVEST_RED:
        s.push(Step(HARVEST, seat, what=0, count=3 if better else 2))
    elif action == CREATE:
        create(s, seat, better)
    elif action == INCOME:
        income(s, seat, 1 if better else 0, BY_INCOME)
    elif action == SUPREMACY:
        steps = goal_value(s, seat, s.goals[SUPREMACY_TRACK])
        advance_supremacy(s, seat, steps + 1 if better else steps, "anunnaki/action/supremacy")
    elif better:
        s.push(Step(MARKET_TAKE, seat, 1, 0, 2))
    else:
        s.push(Step(MARKET_PAY, seat))


def create(s: AnunnakiState, seat: Seat, better: bool) -> None:
    """anunnaki/action/create: a resource per shrine."""
    amount = shrines(s, seat)
    if not amount:
        return
    if better:
        s.push(Step(CREATE_TYPE, seat, count=amount))
    else:
        gain_resource(s, seat, s.tables.house_type[s.house[seat]], amount, "anunnaki/action/create")


def can_do(s: AnunnakiState, seat: Seat, action: int) -> bool:
    """anunnaki/cost/effect: whether a tile's action would have any effect."""
    if action == PORTAL:
        starts = portal_starts(s, seat)
        return starts != 0 and portal_ends(s, seat) != 0
    if action in (MOVE_BLUE, MOVE_RED):
        return can_move(s, seat)
    if action == TRADE:
        return len(s.offer) > 0
    if action in (HARVEST_BLUE, HARVEST_RED):
        return can_harvest(s, seat, 0)
    if action == CREATE:
        return shrines(s, seat) > 0
    if action == SUPREMACY:
        steps = goal_value(s, seat, s.goals[SUPREMACY_TRACK]) + int(is_developed(s, seat, action))
        return steps > 0 and s.supremacy[seat] < len(s.tables.supremacy) - 1
    if action == MARKET:
        return is_developed(s, seat, action) or total_resources(s, seat) > 0
    return True


def activatable(s: AnunnakiState, seat: Seat, colour: int) -> list[int]:
    """anunnaki/mana/red, anunnaki/mana/blue: tiles of a colour, not the figure's."""
    under = figure_action(s, seat)
    return [
        action
        for action in range(len(ACTIONS))
        if s.tables.red[action] == colour and action != under and can_do(s, seat, action)
    ]


def can_activate(s: AnunnakiState, seat: Seat, colour: int) -> bool:
    """Whether there is such a tile."""
    under = figure_action(s, seat)
    for action in range(len(ACTIONS)):
        if s.tables.red[action] == colour and action != under and can_do(s, seat, action):
            return True
    return False


class Perform(StepKind[AnunnakiState]):
    """Perform a tile's action. `what`: the tile."""

    name = "perform"
    holds = "who=house what=tile"

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()
        perform(s, step.seat, step.what)


class Activate(Question):
    """Which tile is activated? `what`: its colour; `count`: 1 if it may be declined. (anunnaki/mana/normal)"""

    name = "activate-tile"
    prompt = "activate-tile"
    verbs = "tile done"
    public = True
    holds = "who=house what=colour count=optional:number"

    def deciders(self, s: AnunnakiState, step: Step) -> int:
        return bit(step.seat) if can_activate(s, step.seat, step.what) else 0

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        found = [TILE_ + action for action in activatable(s, seat, step.what)]
        if step.count:
            found.append(DONE)
        return found

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        if choice != DONE:
            action = choice - TILE_
            rule = "anunnaki/reward/" if step.count else "anunnaki/mana/"
            s.tell(rule + ("red" if step.what == RED else "blue"), "tile-activated", seat, what=ACTIONS[action])
            s.push(Step(PERFORM, seat, what=action))

    def refusal(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> str:
        if choice != DONE and s.tables.red[choice - TILE_] == step.what and choice - TILE_ != figure_action(s, seat):
            return "anunnaki/cost/effect"
        rule = "anunnaki/reward/" if step.count else "anunnaki/mana/"
        return rule + ("red" if step.what == RED else "blue")


class CreateType(Question):
    """Developed creation: which type? `count`: how many. (anunnaki/action/create)"""

    name = "create-type"
    prompt = "create-type"
    verbs = "resource"
    public = True
    holds = "who=house count=amount:number"
    forbids = "anunnaki/action/create"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        return [RESOURCE_ + kind for kind in range(4)]

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        gain_resource(s, seat, choice - RESOURCE_, step.count, "anunnaki/action/create")


class MarketPay(Question):
    """Which resource is paid at the market? (anunnaki/action/market)"""

    name = "market-pay"
    prompt = "market-pay"
    verbs = "resource done"
    public = True
    forbids = "anunnaki/resource/limit"

    def deciders(self, s: AnunnakiState, step: Step) -> int:
        return bit(step.seat) if total_resources(s, step.seat) else 0

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        found = owned_types(s, seat)
        found.append(DONE)
        return found

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        if choice == DONE:
            s.pop()
            return
        s.become(Step(MARKET_TAKE, seat, 0, bit(choice - RESOURCE_), 2))
        pay_resource(s, seat, choice - RESOURCE_, 1, "anunnaki/action/market")


class MarketTake(Question):
    """Which resource is taken? `where`: 1 if it may be declined; `what`: mask of those not allowed; `count`: left."""

    name = "market-take"
    prompt = "market-take"
    verbs = "resource done"
    public = True
    holds = "who=house where=optional:number what=barred:resources count=left:number"
    forbids = "anunnaki/action/market"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        found = [RESOURCE_ + kind for kind in range(4) if not step.what >> kind & 1]
        if step.where == 1:
            found.append(DONE)
        return found

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        if choice == DONE or step.count == 1:
            s.pop()
        else:
            s.become(Step(MARKET_TAKE, seat, 0, step.what | bit(choice - RESOURCE_), 1))
        if choice != DONE:
            gain_resource(s, seat, choice - RESOURCE_, 1, "anunnaki/action/market")
