"""Chapter "move": the action "Move figures"."""

from __future__ import annotations

from mypy_extensions import i64

from theomachy.games.ankh.board import move_figure, why_filled
from theomachy.games.ankh.chorus import CHORUS
from theomachy.games.ankh.components import CELL, CELL_, DONE, EMPTY, FIGURE_, FIGURES, PIECES
from theomachy.games.ankh.egypt import CELLS, FIRST_NEAR, NEAR, WATER, WITHIN_3
from theomachy.games.ankh.guardians.guardian import BESTIARY
from theomachy.games.ankh.ids import Figure
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.state import AnkhState, figure_at, owner_at
from theomachy.games.ankh.steps import MOVE_FIGURES, MOVE_TO
from theomachy.kernel.arrays import filled
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.state import Step


def forget_moves(s: AnkhState) -> None:
    """A new action or battle begins: every figure may move (once) again."""
    s.moved = filled(len(s.moved), 0)


def begin_move(s: AnkhState, god: Side) -> None:
    forget_moves(s)
    s.push(Step(MOVE_FIGURES, god))


def finish_move(s: AnkhState, figure: Figure, rule: str, start: int) -> None:
    """What every move of a figure brings about: the fact, and what others make of it."""
    s.moved[figure] = 1
    if s.where[figure] == start:
        s.tell("ankh/move/out-and-back", "stayed", figure // FIGURES, start, PIECES[s.kind[figure]])
    else:
        s.tell(rule, "moved", figure // FIGURES, s.where[figure], PIECES[s.kind[figure]], other=start)
    CHORUS.moved(s, figure)


def may_stay(s: AnkhState, figure: Figure) -> bool:
    """ankh/move/out-and-back: its own cell, unless no move of it may end there (water, the underworld of another)."""
    cell = s.where[figure]
    return not WATER[cell] and cell not in CHORUS.barred(s, Side(figure // FIGURES))


def destinations(s: AnkhState, figure: Figure) -> list[int]:
    """Where a figure may end its move (ankh/move/each-up-to-3, ankh/move/through, ankh/move/end-empty), as choices."""
    cell = s.where[figure]
    at = s.at
    barred = CHORUS.barred(s, Side(figure // FIGURES))
    guardian = BESTIARY[s.kind[figure]]
    found: list[int] = []
    for place in range(FIRST_NEAR[cell], FIRST_NEAR[cell + 1]):
        target = NEAR[place]
        if at[target] == EMPTY:
            if not WATER[target] and (not barred or target not in barred):
                found.append(CELL[target])
        elif target == cell:
            if not WATER[cell] and cell not in barred:
                found.append(CELL[target])
        elif guardian.pushes and guardian.may_push(s, figure, target):
            found.append(CELL[target])
    return found


class MoveFigures(Question):
    """Which figure moves next? `who`: the god."""

    name = "move-figures"
    prompt = "move-figure"
    verbs = "figure done"
    public = True

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        found: list[int] = []
        barred = CHORUS.barred(s, step.side)
        where = s.where
        moved = s.moved
        first: i64 = step.side * FIGURES
        for figure in range(first, first + FIGURES):
            cell = where[figure]
            if cell >= 0 and not moved[figure]:
                # Most can at least stay where they are.
                if (not WATER[cell] and (not barred or cell not in barred)) or destinations(s, Figure(figure)):
                    found.append(FIGURE_ + cell)
        found.append(DONE)
        return found

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        if choice == DONE:
            s.pop()
        else:
            s.push(Step(MOVE_TO, step.side, what=figure_at(s, choice - FIGURE_)))

    def refusal(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> str:
        if FIGURE_ <= choice < FIGURE_ + CELLS and owner_at(s, choice - FIGURE_) == step.side:
            return "ankh/move/each-up-to-3" if s.moved[figure_at(s, choice - FIGURE_)] else "ankh/move/end-empty"
        return "ankh/move/own"


class MoveTo(Question):
    """Where does it go? `who`: the god; `what`: the figure."""

    name = "move-to"
    prompt = "move-to"
    verbs = "cell"
    public = True
    holds = "who=god what=figure"

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return destinations(s, Figure(step.what))

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        figure = Figure(step.what)
        target = choice - CELL_
        start = s.where[figure]
        if s.at[target] == EMPTY or target == start:
            s.pop()
            move_figure(s, figure, target)
            finish_move(s, figure, "ankh/move/each-up-to-3", start)
        else:
            BESTIARY[s.kind[figure]].push(s, figure, target)

    def refusal(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> str:
        target = choice - CELL_
        if target not in WITHIN_3[s.where[step.what]]:
            return "ankh/move/each-up-to-3"
        if WATER[target] and s.at[target] == EMPTY:
            return "ankh/guardian/apep" if WATER[s.where[step.what]] else "ankh/move/end-empty"
        if target in CHORUS.barred(s, step.side):
            return "ankh/move/underworld"
        rule = BESTIARY[s.kind[step.what]].why_no_push(s, Figure(step.what), target)
        return rule or why_filled(s, target, "ankh/move/end-empty")
