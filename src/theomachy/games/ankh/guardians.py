"""Chapter "guardian": the claws of the Giant Scorpion. The other guardians act inside other chapters:
Satis in `move`, Apep in `summon`, Mummy and Cat Mummy in `deaths`, the Androsphinx in `strength`."""

from __future__ import annotations

from theomachy.games.ankh.board import adjacent_cells, destroy_monument, is_scorpion
from theomachy.games.ankh.components import CLAW_, FIGURES, NO_MONUMENT
from theomachy.games.ankh.egypt import NEIGHBOURS
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.state import AnkhState, ascending
from theomachy.games.ankh.steps import POINT_CLAW
from theomachy.kernel.state import Step


def claw_cells(cell: int, first: int) -> list[int]:
    """ankh/guardian/giant-scorpion: cells at distance 1 from the scorpion and from each other, whatever is there.
    `first`: where the first claw points, -1 while it is being chosen."""
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

    def options(self, s: AnkhState, step: Step, seat: int) -> list[int]:
        return [CLAW_ + cell for cell in claw_cells(s.where[step.what], step.where)]

    def choose(self, s: AnkhState, step: Step, seat: int, choice: int) -> None:
        cell = choice - CLAW_
        if step.where < 0:
            s.become(Step(POINT_CLAW, step.who, cell, step.what))
            return
        s.pop()
        s.claw_a[step.what] = min(step.where, cell)
        s.claw_b[step.what] = max(step.where, cell)
        s.tell("ankh/guardian/giant-scorpion", "claws", step.who, s.where[step.what], other=s.claw_a[step.what],
               amount=s.claw_b[step.what])  # fmt: skip


def scorpions_destroy(s: AnkhState) -> None:
    """At conflict start every monument under a claw and adjacent is destroyed, own and neutral ones too
    (ankh/guardian/scorpion-keeps). Owners in ascending devotion (ankh/conflict/start-effects)."""
    for god in ascending(s):
        for figure in range(god * FIGURES, god * FIGURES + FIGURES):
            if s.where[figure] >= 0 and is_scorpion(s, figure):
                reach = adjacent_cells(s, s.where[figure])
                for cell in (s.claw_a[figure], s.claw_b[figure]):
                    if cell in reach and s.monument[cell] != NO_MONUMENT:
                        destroy_monument(s, cell, "ankh/guardian/giant-scorpion")
