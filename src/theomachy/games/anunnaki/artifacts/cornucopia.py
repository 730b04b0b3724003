"""The Cornucopia: four of a type, or points for four of a type."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.artifacts.artifact import Artifact
from theomachy.games.anunnaki.components import (
    BY_CORNUCOPIA,
    CORNUCOPIA,
    DISCARDED,
    EXTRA_CORNUCOPIA,
    HORN_,
    RESOURCE_,
    SOURCES,
)
from theomachy.games.anunnaki.goods import gain_resource, gain_vp, pay_resource
from theomachy.games.anunnaki.question import Question
from theomachy.games.anunnaki.state import AnunnakiState
from theomachy.games.anunnaki.steps import HORN, HORN_TYPE
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind

HORN_AMOUNT: Final = 4
HORN_VP: Final = 8
GAIN: Final = 0
PAY: Final = 1


class Cornucopia(Artifact):
    """anunnaki/artifact/cornucopia: once, as an extra action."""

    name = "cornucopia"
    extra = EXTRA_CORNUCOPIA

    def questions(self) -> dict[int, StepKind[AnunnakiState]]:
        return {HORN: Horn(), HORN_TYPE: HornType()}

    def used(self, s: AnunnakiState, seat: Seat) -> None:
        s.push(Step(HORN, seat))


def payable_types(s: AnunnakiState, seat: Seat) -> list[int]:
    return [kind for kind in range(4) if s.goods[4 * seat + kind] >= HORN_AMOUNT]


class Horn(Question):
    """Gain four of a type, or pay four of a type for points? (anunnaki/artifact/cornucopia)"""

    name = "cornucopia"
    prompt = "cornucopia"
    verbs = "horn"
    public = True
    forbids = "anunnaki/artifact/cornucopia"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        found = [HORN_ + GAIN]
        if payable_types(s, seat):
            found.append(HORN_ + PAY)
        return found

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        s.artifact_at[CORNUCOPIA] = DISCARDED
        s.tell("anunnaki/artifact/cornucopia", "artifact-used", seat, what="cornucopia")
        s.become(Step(HORN_TYPE, seat, what=choice - HORN_))


class HornType(Question):
    """Four of which type? `what`: gain or pay."""

    name = "cornucopia-type"
    prompt = "cornucopia-type"
    verbs = "resource"
    holds = "who=house what=horn"
    public = True
    forbids = "anunnaki/artifact/cornucopia"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        types = payable_types(s, seat) if step.what == PAY else [0, 1, 2, 3]
        return [RESOURCE_ + kind for kind in types]

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        rule = SOURCES[BY_CORNUCOPIA]
        if step.what == PAY:
            pay_resource(s, seat, choice - RESOURCE_, HORN_AMOUNT, rule)
            gain_vp(s, seat, HORN_VP, rule)
        else:
            gain_resource(s, seat, choice - RESOURCE_, HORN_AMOUNT, rule)


ARTIFACT: Final[Artifact] = Cornucopia()
