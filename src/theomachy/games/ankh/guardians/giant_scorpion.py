"""The Giant Scorpion, whose claws destroy monuments."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from theomachy.games.ankh.board import adjacent_cells, clear_claws, destroy_monument
from theomachy.games.ankh.components import CLAW_, FIGURES, NO_MONUMENT, SCORPION
from theomachy.games.ankh.egypt import EGYPT, NEIGHBOURS
from theomachy.games.ankh.guardians.guardian import LARGE, Guardian
from theomachy.games.ankh.ids import Figure
from theomachy.games.ankh.layout import find_cell
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.reader import Reader
from theomachy.games.ankh.state import AnkhState, ascending, figure_at
from theomachy.games.ankh.steps import POINT_CLAW
from theomachy.kernel.errors import BadCase
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind


class GiantScorpion(Guardian):
    """ankh/guardian/giant-scorpion. Where its two claws point is in `s.claw_a` and `s.claw_b`, the lower cell first."""

    name = "giant-scorpion"
    kind = SCORPION
    level = 3
    base = LARGE
    figures = 2
    position_keys: tuple[str, ...] = ("claws",)

    def questions(self) -> dict[int, StepKind[AnkhState]]:
        return {POINT_CLAW: PointClaw()}

    def arrived(self, s: AnkhState, figure: Figure) -> None:
        self.moved(s, figure)

    def moved(self, s: AnkhState, figure: Figure) -> None:
        """Its claws are pointed anew."""
        if s.kind[figure] == SCORPION:
            clear_claws(s, figure)
            s.push(Step(POINT_CLAW, figure // FIGURES, what=figure))

    def killed(self, s: AnkhState, figure: Figure) -> None:
        clear_claws(s, figure)

    def conflict_starts(self, s: AnkhState) -> None:
        """A monument under a claw and adjacent is destroyed, own and neutral ones too (ankh/guardian/scorpion-keeps).
        Owners in ascending devotion (ankh/conflict/start-effects)."""
        kinds = s.kind
        for god in ascending(s):
            first: i64 = god * FIGURES
            for figure in range(first, first + FIGURES):
                if kinds[figure] == SCORPION and s.where[figure] >= 0:
                    reach = adjacent_cells(s, s.where[figure])
                    for cell in (s.claw_a[figure], s.claw_b[figure]):
                        if cell in reach and s.monument[cell] != NO_MONUMENT:
                            destroy_monument(s, cell, "ankh/guardian/giant-scorpion")

    def faults(self, s: AnkhState) -> list[str]:
        return [
            f"figure {figure} has one claw"
            for figure in range(FIGURES * s.seats)
            if (s.claw_a[figure] >= 0) != (s.claw_b[figure] >= 0)
        ]

    def lay(self, s: AnkhState, read: Reader) -> None:
        for name, cells in read.table("claws").items():
            cell = find_cell(name, "position, claws")
            figure = figure_at(s, cell)
            if not 0 <= figure < FIGURES * s.seats or s.kind[figure] != SCORPION:
                raise BadCase(f"position, claws: no giant-scorpion on {name}")
            if not isinstance(cells, list):
                raise BadCase(f"position, claws: {name} needs a list of two cells")
            points = sorted(find_cell(point, "position, claws") for point in cells)
            if len(points) != 2 or points[0] not in claw_cells(cell, points[1]):
                raise BadCase(f"position, claws: {name} can't point there (ankh/guardian/giant-scorpion)")
            s.claw_a[figure] = points[0]
            s.claw_b[figure] = points[1]

    def written(self, s: AnkhState) -> dict[str, Any]:
        claws: dict[str, list[str]] = {}
        for figure in range(FIGURES * s.seats):
            god = figure // FIGURES
            if s.where[figure] >= 0 and s.kind[figure] == SCORPION and s.claw_b[figure] >= 0 and s.side[god] == god:
                points = [EGYPT.names[s.claw_a[figure]], EGYPT.names[s.claw_b[figure]]]
                claws[EGYPT.names[s.where[figure]]] = points
        return {"claws": claws}


def claw_cells(cell: int, first: int) -> list[int]:
    """Cells at distance 1 from the scorpion and from each other, whatever is there. `first`: where the first claw
    points, -1 while it is being chosen."""
    around = NEIGHBOURS[cell]
    if first >= 0:
        return sorted(other for other in around if other in NEIGHBOURS[first])
    return sorted(other for other in around if any(third in NEIGHBOURS[other] for third in around))


class PointClaw(Question):
    """Where do the claws point? `who`: the owner; `what`: the scorpion; `where`: the first claw, -1 at first."""

    name = "point-claw"
    prompt = "point-claw"
    forbids = "ankh/guardian/giant-scorpion"
    verbs = "claw"
    holds = "who=god where=claw:cell what=figure"
    public = True

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return [CLAW_ + cell for cell in claw_cells(s.where[step.what], step.where)]

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        cell = choice - CLAW_
        if step.where < 0:
            s.become(Step(POINT_CLAW, step.side, cell, step.what))
            return
        s.pop()
        s.claw_a[step.what] = min(step.where, cell)
        s.claw_b[step.what] = max(step.where, cell)
        s.tell("ankh/guardian/giant-scorpion", "claws", step.side, s.where[step.what], other=s.claw_a[step.what],
               amount=s.claw_b[step.what])  # fmt: skip


GUARDIAN: Final = GiantScorpion()
