"""Chapter "resource": resources, mana and victory points change only through these functions, so each is a fact."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.components import (
    DONE,
    MOST,
    RESOURCE_,
    RESOURCES,
    SOURCES,
)
from theomachy.games.anunnaki.question import Question
from theomachy.games.anunnaki.state import AnunnakiState
from theomachy.games.anunnaki.steps import GAIN_RESOURCE, PAY_ANY
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step

ALL_TYPES: Final = 15


def gain_resource(s: AnunnakiState, seat: Seat, kind: int, amount: int, rule: str) -> None:
    """anunnaki/resource/cap: more than 19 of a type is lost."""
    room = MOST - s.goods[4 * seat + kind]
    taken = amount if amount < room else room
    if taken > 0:
        s.goods[4 * seat + kind] += taken
        s.tell(rule, "resource-gained", seat, what=RESOURCES[kind], amount=taken)


def pay_resource(s: AnunnakiState, seat: Seat, kind: int, amount: int, rule: str) -> None:
    """The caller has made sure that there is enough (anunnaki/resource/limit)."""
    if amount > 0:
        s.goods[4 * seat + kind] -= amount
        s.tell(rule, "resource-paid", seat, what=RESOURCES[kind], amount=amount)


def lose_resource(s: AnunnakiState, seat: Seat, kind: int, rule: str) -> None:
    s.goods[4 * seat + kind] -= 1
    s.tell(rule, "resource-lost", seat, what=RESOURCES[kind], amount=1)


def total_resources(s: AnunnakiState, seat: Seat) -> int:
    first = 4 * seat
    return s.goods[first] + s.goods[first + 1] + s.goods[first + 2] + s.goods[first + 3]


def gain_mana(s: AnunnakiState, seat: Seat, amount: int, rule: str) -> None:
    """anunnaki/mana/supply: crystals are not limited."""
    if amount > 0:
        s.mana[seat] += amount
        s.tell(rule, "mana-gained", seat, amount=amount)


def pay_mana(s: AnunnakiState, seat: Seat, amount: int, rule: str) -> None:
    if amount > 0:
        s.mana[seat] -= amount
        s.tell(rule, "mana-paid", seat, amount=amount)


def gain_vp(s: AnunnakiState, seat: Seat, amount: int, rule: str) -> None:
    if amount > 0:
        s.vp[seat] += amount
        s.tell(rule, "vp-gained", seat, amount=amount)


def owned_types(s: AnunnakiState, seat: Seat) -> list[int]:
    """The choices of a resource that the seat has."""
    return [RESOURCE_ + kind for kind in range(4) if s.goods[4 * seat + kind] > 0]


def ask_gain(s: AnunnakiState, seat: Seat, amount: int, source: int, types: int = ALL_TYPES) -> None:
    """Resources of free choice, one by one. `types`: mask of those allowed."""
    if amount > 0:
        s.push(Step(GAIN_RESOURCE, seat, source, types, amount))


def ask_pay(s: AnunnakiState, seat: Seat, amount: int, source: int) -> None:
    """A cost in resources of free choice."""
    if amount > 0:
        s.push(Step(PAY_ANY, seat, source, count=amount))


class GainResource(Question):
    """Which resource? `where`: the source; `what`: mask of types; `count`: how many are still to be gained."""

    name = "gain-resource"
    prompt = "gain-resource"
    verbs = "resource"
    public = True
    holds = "who=house where=source what=types:resources count=left:number"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        return [RESOURCE_ + kind for kind in range(4) if step.what >> kind & 1]

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        if step.count == 1:
            s.pop()
        else:
            s.become(Step(GAIN_RESOURCE, step.seat, step.where, step.what, step.count - 1))
        gain_resource(s, seat, choice - RESOURCE_, 1, SOURCES[step.where])

    def refusal(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> str:
        return SOURCES[step.where]


class PayAny(Question):
    """Which resource is paid? `where`: the source; `count`: how many are still to be paid."""

    name = "pay-resource"
    prompt = "pay-resource"
    verbs = "resource"
    public = True
    holds = "who=house where=source count=left:number"
    forbids = "anunnaki/resource/limit"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        return owned_types(s, seat) or [DONE]

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        if step.count == 1 or choice == DONE:
            s.pop()
        else:
            s.become(Step(PAY_ANY, step.seat, step.where, count=step.count - 1))
        if choice != DONE:
            pay_resource(s, seat, choice - RESOURCE_, 1, SOURCES[step.where])
