"""Chapter "reward": what contracts, culture markers, civilizations and weapons give, in the printed order."""

from __future__ import annotations

from theomachy.games.anunnaki.actions import BLUE, RED
from theomachy.games.anunnaki.components import (
    BY_REWARD_DEVELOP,
    BY_REWARD_INCOME,
    BY_REWARD_PORTAL,
    R_ANY,
    R_BLUE,
    R_CONTRACT,
    R_CUBE_MOVE,
    R_DEVELOP,
    R_FOLLOWER,
    R_GOAL,
    R_INCOME,
    R_MANA,
    R_MOVE,
    R_ONE_OF,
    R_PORTAL,
    R_RED,
    R_SETTLEMENT,
    R_SUPREMACY,
    R_TECHNOLOGY,
    R_TRADE,
    R_VP,
    R_WAR,
    R_WEAPON,
    SOURCES,
    SUPREMACY_TRACK,
    TECHNOLOGY_TRACK,
    TRADE_TRACK,
    WAR_TRACK,
)
from theomachy.games.anunnaki.control import goal_value
from theomachy.games.anunnaki.followers import gain_followers
from theomachy.games.anunnaki.goods import ask_gain, gain_mana, gain_resource, gain_vp
from theomachy.games.anunnaki.moving import begin_movement, begin_portal
from theomachy.games.anunnaki.settlements import ask_settlements, income
from theomachy.games.anunnaki.state import AnunnakiState
from theomachy.games.anunnaki.steps import ACTIVATE, DEVELOP, MOVE_CUBE, REWARD, TAKE_CONTRACT, TAKE_WEAPON
from theomachy.games.anunnaki.tracks import advance, advance_supremacy
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind


def push_rewards(s: AnunnakiState, seat: Seat, rewards: list[int], times: int, source: int) -> None:
    """All rewards of a flat list, the first on top; `times`: anunnaki/house/zeus doubles them."""
    for index in range(len(rewards) - 2, -1, -2):
        if rewards[index] == R_ONE_OF:
            for _number in range(times):
                s.push(Step(REWARD, seat, source, R_ONE_OF, rewards[index + 1]))
        else:
            s.push(Step(REWARD, seat, source, rewards[index], rewards[index + 1] * times))


class Reward(StepKind[AnunnakiState]):
    """One kind of reward. `where`: the source; `what`: the kind; `count`: how much."""

    name = "reward"
    holds = "who=house where=source what=reward count=amount:number"

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()
        if step.count > 0:
            self.give(s, step.seat, step.what, step.count, step.where)

    def give(self, s: AnunnakiState, seat: Seat, kind: int, amount: int, source: int) -> None:
        rule = SOURCES[source]
        if kind < R_ANY:
            gain_resource(s, seat, kind, amount, rule)
        elif kind == R_ANY:
            ask_gain(s, seat, amount, source)
        elif kind == R_ONE_OF:
            ask_gain(s, seat, 1, source, amount)
        elif kind == R_MANA:
            gain_mana(s, seat, amount, rule)
        elif kind == R_VP:
            gain_vp(s, seat, amount, rule)
        elif kind == R_WAR:
            advance(s, seat, WAR_TRACK, amount, rule)
        elif kind == R_TECHNOLOGY:
            advance(s, seat, TECHNOLOGY_TRACK, amount, rule)
        elif kind == R_TRADE:
            advance(s, seat, TRADE_TRACK, amount, rule)
        elif kind == R_SUPREMACY:
            advance_supremacy(s, seat, amount, rule)
        elif kind == R_GOAL:
            # anunnaki/reward/goal: as action 9, without the developed tile's step
            advance_supremacy(s, seat, amount * goal_value(s, seat, s.goals[SUPREMACY_TRACK]), "anunnaki/reward/goal")
        elif kind == R_FOLLOWER:
            gain_followers(s, seat, amount, source)
        elif kind == R_WEAPON:
            s.push(Step(TAKE_WEAPON, seat, source, 1, amount))
        elif kind == R_CONTRACT:
            s.push(Step(TAKE_CONTRACT, seat, source, 1, amount))
        elif kind == R_SETTLEMENT:
            ask_settlements(s, seat, amount, source, 1)
        elif kind == R_CUBE_MOVE:
            s.push(Step(MOVE_CUBE, seat, count=amount))
        elif kind == R_MOVE:
            begin_movement(s, seat, amount)
        else:
            self.act(s, seat, kind, amount)

    def act(self, s: AnunnakiState, seat: Seat, kind: int, amount: int) -> None:
        """Whole actions; each may be declined."""
        for _number in range(amount):
            if kind == R_PORTAL:
                begin_portal(s, seat, 1, BY_REWARD_PORTAL)
            elif kind == R_INCOME:
                income(s, seat, 0, BY_REWARD_INCOME)
            elif kind == R_BLUE:
                s.push(Step(ACTIVATE, seat, what=BLUE, count=1))
            elif kind == R_RED:
                s.push(Step(ACTIVATE, seat, what=RED, count=1))
            elif kind == R_DEVELOP:
                s.push(Step(DEVELOP, seat, BY_REWARD_DEVELOP, count=1))
