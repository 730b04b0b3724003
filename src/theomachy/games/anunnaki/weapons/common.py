"""The eight weapons of every house: two basic ones and six advanced ones, three of them with an effect."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.components import RESOURCE_, RESOURCES
from theomachy.games.anunnaki.goods import gain_resource, owned_types, total_resources
from theomachy.games.anunnaki.question import Question
from theomachy.games.anunnaki.state import AnunnakiState, Battle
from theomachy.games.anunnaki.steps import STEAL
from theomachy.games.anunnaki.weapons.weapon import Weapon
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind


class Sling(Weapon):
    """anunnaki/weapon/sling: who loses with it steals a resource."""

    name = "sling"
    rule = "anunnaki/weapon/sling"

    def questions(self) -> dict[int, StepKind[AnunnakiState]]:
        return {STEAL: Steal()}

    def battle_lost(self, s: AnunnakiState, battle: Battle, side: int) -> None:
        opponent = battle.seats[1 - side]
        if opponent >= 0 and total_resources(s, opponent):
            s.push(Step(STEAL, battle.seats[side], opponent))


class Steal(Question):
    """Which resource does the sling steal? `where`: the opponent. (anunnaki/weapon/sling)"""

    name = "steal-resource"
    prompt = "steal-resource"
    verbs = "resource"
    holds = "who=house where=from:house"
    public = True
    forbids = "anunnaki/weapon/sling"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        return owned_types(s, Seat(step.where))

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        kind = choice - RESOURCE_
        s.pop()
        s.goods[4 * step.where + kind] -= 1
        s.tell("anunnaki/weapon/sling", "resource-stolen", seat, what=RESOURCES[kind], amount=1, other=step.where)
        gain_resource(s, seat, kind, 1, "anunnaki/weapon/sling")


class LongShield(Weapon):
    name = "long-shield"


class ShortBow(Weapon):
    name = "short-bow"


class DoubleAxe(Weapon):
    name = "double-axe"


class Dagger(Weapon):
    name = "dagger"


class Catapult(Weapon):
    """anunnaki/weapon/catapult: opposing gods, the God of Atlantis included, count 1."""

    name = "catapult"
    rule = "anunnaki/weapon/catapult"
    weakens_gods = True


class Net(Weapon):
    """anunnaki/weapon/cancel"""

    name = "net"
    rule = "anunnaki/weapon/cancel"
    cancels = True


class WarHammer(Weapon):
    name = "war-hammer"


#: in the order of `COMMON_WEAPONS`
COMMON: Final[list[Weapon]] = [
    Sling(), LongShield(), ShortBow(), DoubleAxe(), Dagger(), Catapult(), Net(), WarHammer(),
]  # fmt: skip
