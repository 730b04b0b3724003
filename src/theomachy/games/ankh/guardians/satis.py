"""Satis, who pushes enemy figures out of her way."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.board import put_figure
from theomachy.games.ankh.chorus import CHORUS
from theomachy.games.ankh.components import CELL_, CITY, EMPTY, FIGURES, PIECES, SATIS
from theomachy.games.ankh.egypt import NEIGHBOURS, WATER
from theomachy.games.ankh.guardians.guardian import SMALL, Guardian
from theomachy.games.ankh.ids import Figure
from theomachy.games.ankh.move import finish_move
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.state import AnkhState, figure_at, owner_at
from theomachy.games.ankh.steps import PUSH_TO
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind


class Satis(Guardian):
    """ankh/guardian/satis. Only in the action "Move figures" (ankh/guardian/satis-details)."""

    name = "satis"
    kind = SATIS
    level = 1
    base = SMALL
    figures = 3
    pushes = True

    def questions(self) -> dict[int, StepKind[AnkhState]]:
        return {PUSH_TO: PushTo()}

    def may_push(self, s: AnkhState, figure: Figure, target: int) -> bool:
        god = Side(figure // FIGURES)
        enemy = owner_at(s, target)
        if enemy < 0 or enemy == god or WATER[target] or target in CHORUS.barred(s, god):
            return False
        return len(push_cells(s, figure, target)) > 0

    def push(self, s: AnkhState, figure: Figure, target: int) -> None:
        s.become(Step(PUSH_TO, figure // FIGURES, target, figure))

    def why_no_push(self, s: AnkhState, figure: Figure, target: int) -> str:
        enemy = owner_at(s, target)
        if enemy >= 0 and enemy != figure // FIGURES:
            return "ankh/guardian/satis"
        # Her own side, the pharaoh, infantry
        return "ankh/guardian/satis-details" if enemy >= 0 or s.at[target] > CITY else ""


def push_cells(s: AnkhState, figure: Figure, target: int) -> list[int]:
    """Where the enemy figure on `target` could be pushed by Satis (number `figure`)."""
    origin = s.where[figure]
    barred = CHORUS.barred(s, owner_at(s, target))
    found: list[int] = []
    for cell in NEIGHBOURS[target]:
        # The cell that Satis leaves is a legal target too (ankh/guardian/satis-details).
        free = s.at[cell] == EMPTY or cell == origin
        if free and not WATER[cell] and cell not in barred:
            found.append(cell)
    return found


class PushTo(Question):
    """Satis pushes: where does the other figure go? `who`: the mover; `where`: the cell; `what`: Satis."""

    name = "push-to"
    prompt = "push-to"
    verbs = "cell"
    holds = "who=god where=cell what=figure"
    public = True

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return [CELL_ + cell for cell in push_cells(s, Figure(step.what), step.where)]

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        satis = Figure(step.what)
        start = s.where[satis]
        pushed = figure_at(s, step.where)
        target = choice - CELL_
        s.pop()
        s.at[start] = EMPTY
        put_figure(s, pushed, target)
        put_figure(s, satis, step.where)
        finish_move(s, satis, "ankh/guardian/satis", start)
        s.tell("ankh/guardian/satis", "pushed", pushed // FIGURES, target, PIECES[s.kind[pushed]], other=step.where)
        CHORUS.moved(s, pushed)

    def refusal(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> str:
        target = choice - CELL_
        if target in NEIGHBOURS[step.where] and target in CHORUS.barred(s, owner_at(s, step.where)):
            return "ankh/move/underworld"
        return "ankh/guardian/satis"


GUARDIAN: Final = Satis()
