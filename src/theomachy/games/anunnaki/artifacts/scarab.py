"""The Scarab Amulet: three steps on the development tracks before the scoring."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.artifacts.artifact import Artifact
from theomachy.games.anunnaki.components import DONE, TRACK_
from theomachy.games.anunnaki.question import Question
from theomachy.games.anunnaki.state import AnunnakiState
from theomachy.games.anunnaki.steps import SCARAB
from theomachy.games.anunnaki.tracks import advance, may_step
from theomachy.kernel.arrays import bit
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind

SCARAB_STEPS: Final = 3


class Scarab(Artifact):
    """anunnaki/artifact/scarab; never onto the last space of a track before the lightning line."""

    name = "scarab"

    def questions(self) -> dict[int, StepKind[AnunnakiState]]:
        return {SCARAB: ScarabStep()}

    def last_turn_over(self, s: AnunnakiState, seat: Seat) -> None:
        s.push(Step(SCARAB, seat, count=SCARAB_STEPS))


class ScarabStep(Question):
    """On which track is the next step? `count`: steps left. (anunnaki/artifact/scarab)"""

    name = "scarab-step"
    prompt = "scarab-step"
    verbs = "track done"
    public = True
    holds = "who=house count=left:number"
    forbids = "anunnaki/artifact/scarab"

    def deciders(self, s: AnunnakiState, step: Step) -> int:
        return bit(step.seat) if step.count > 0 and len(self.options(s, step, step.seat)) > 1 else 0

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        return [TRACK_ + track for track in range(3) if may_step(s, seat, track)] + [DONE]

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        if choice == DONE:
            s.pop()
            return
        s.become(Step(SCARAB, seat, count=step.count - 1))
        advance(s, seat, choice - TRACK_, 1, "anunnaki/artifact/scarab")


ARTIFACT: Final[Artifact] = Scarab()
