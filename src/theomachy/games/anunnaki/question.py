"""The usual kind of step: a question to one seat."""

from __future__ import annotations

from theomachy.games.anunnaki.state import AnunnakiState
from theomachy.kernel.arrays import bit
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind


class Question(StepKind[AnunnakiState]):
    """Asks the seat `step.seat`."""

    holds = "who=house"

    def deciders(self, s: AnunnakiState, step: Step) -> int:
        return bit(step.seat)
