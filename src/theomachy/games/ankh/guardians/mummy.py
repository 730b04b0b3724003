"""The Mummy, which comes back beside its god."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.board import adjacent_cells, is_empty
from theomachy.games.ankh.components import CELL_, FIGURES, MUMMY, POOL
from theomachy.games.ankh.guardians.guardian import SMALL, Guardian
from theomachy.games.ankh.ids import Figure
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.state import AnkhState, ascending, god_cell
from theomachy.games.ankh.steps import MUMMY_TO
from theomachy.games.ankh.summon import arrive
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind


class Mummy(Guardian):
    """ankh/guardian/mummy"""

    name = "mummy"
    kind = MUMMY
    level = 2
    base = SMALL
    figures = 3

    def questions(self) -> dict[int, StepKind[AnkhState]]:
        return {MUMMY_TO: MummyTo()}

    def buried(self, s: AnkhState, figure: Figure) -> bool:
        return s.kind[figure] == MUMMY

    def dead_rise(self, s: AnkhState) -> bool:
        """One by one, owners in ascending devotion."""
        for god in ascending(s):
            for figure in s.dying:
                if figure // FIGURES == god and s.kind[figure] == MUMMY:
                    s.dying.remove(figure)
                    if mummy_cells(s, god):
                        s.push(Step(MUMMY_TO, god, what=figure))
                    else:
                        s.where[figure] = POOL
                        s.tell("ankh/guardian/mummy", "mummy-stays", god)
                    return True
        return False


def mummy_cells(s: AnkhState, god: Side) -> list[int]:
    """Where a Mummy of the god may come back."""
    if god_cell(s, god) < 0:
        return []
    return sorted(cell for cell in adjacent_cells(s, god_cell(s, god)) if is_empty(s, cell))


class MummyTo(Question):
    """Where does the Mummy come back? `who`: its owner; `what`: the figure."""

    name = "mummy-to"
    prompt = "mummy-to"
    forbids = "ankh/guardian/mummy"
    verbs = "cell"
    holds = "who=god what=figure"
    public = True

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return [CELL_ + cell for cell in mummy_cells(s, step.side)]

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        arrive(s, Figure(step.what), choice - CELL_, "ankh/guardian/mummy")


GUARDIAN: Final = Mummy()
