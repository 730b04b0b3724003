"""The usual kind of step: a question to one god, answered by the seat that decides for it."""

from __future__ import annotations

from theomachy.games.ankh.state import AnkhState, seat_of
from theomachy.kernel.arrays import bit
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind


class Question(StepKind[AnkhState]):
    """Asks the god `step.side`."""

    holds = "who=god"

    def deciders(self, s: AnkhState, step: Step) -> int:
        return bit(seat_of(s, step.side))
