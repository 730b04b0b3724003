"""Chapter "move": the action "Move figures", with Satis' push."""

from __future__ import annotations

from theomachy.games.ankh.board import clear_claws, is_scorpion, is_underworld, move_figure, put_figure
from theomachy.games.ankh.components import CELL_, DONE, EMPTY, FIGURE_, FIGURES, OSIRIS, PIECES, SATIS
from theomachy.games.ankh.egypt import CELLS, NEIGHBOURS, WATER, WITHIN_3
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.state import AnkhState, is_divine, owner_at
from theomachy.games.ankh.steps import MOVE_FIGURES, MOVE_TO, POINT_CLAW, PUSH_TO
from theomachy.kernel.arrays import filled
from theomachy.kernel.state import Step


def forget_moves(s: AnkhState) -> None:
    """A new action or battle begins: every figure may move (once) again."""
    s.moved = filled(len(s.moved), 0)


def begin_move(s: AnkhState, god: int) -> None:
    forget_moves(s)
    s.push(Step(MOVE_FIGURES, god))


def finish_move(s: AnkhState, figure: int, rule: str, start: int) -> None:
    """What every move of a figure brings about: the fact, and a scorpion's claws set anew."""
    s.moved[figure] = 1
    if s.where[figure] == start:
        s.tell("ankh/move/out-and-back", "stayed", figure // FIGURES, start, PIECES[s.kind[figure]])
    else:
        s.tell(rule, "moved", figure // FIGURES, s.where[figure], PIECES[s.kind[figure]], other=start)
    if is_scorpion(s, figure):
        clear_claws(s, figure)
        s.push(Step(POINT_CLAW, figure // FIGURES, what=figure))


def push_cells(s: AnkhState, figure: int, target: int) -> list[int]:
    """ankh/guardian/satis: where the enemy figure on `target` could be pushed by Satis (number `figure`)."""
    pushed = owner_at(s, target)
    origin = s.where[figure]
    found: list[int] = []
    for cell in NEIGHBOURS[target]:
        # The cell that Satis leaves is a legal target too (ankh/guardian/satis-details).
        free = s.at[cell] == EMPTY or cell == origin
        if free and not WATER[cell] and (is_divine(s, pushed, OSIRIS) or not is_underworld(s, cell)):
            found.append(cell)
    return found


def may_push(s: AnkhState, figure: int, target: int) -> bool:
    """Whether Satis may end on that cell by pushing the enemy figure there."""
    god = figure // FIGURES
    enemy = owner_at(s, target)
    if s.kind[figure] != SATIS or enemy < 0 or enemy == god or WATER[target]:
        return False
    if is_underworld(s, target) and not is_divine(s, god, OSIRIS):
        return False
    return len(push_cells(s, figure, target)) > 0


def may_stay(s: AnkhState, figure: int) -> bool:
    """ankh/move/out-and-back: its own cell, unless no move of it may end there (water, the underworld of another)."""
    cell = s.where[figure]
    return not WATER[cell] and (is_divine(s, figure // FIGURES, OSIRIS) or not is_underworld(s, cell))


def destinations(s: AnkhState, figure: int) -> list[int]:
    """Where a figure may end its move (ankh/move/each-up-to-3, ankh/move/through, ankh/move/end-empty)."""
    god = figure // FIGURES
    cell = s.where[figure]
    at = s.at
    no_tokens = is_divine(s, god, OSIRIS) or max(s.underworld) < 0
    found: list[int] = []
    for target in WITHIN_3[cell]:
        if at[target] == EMPTY:
            if not WATER[target] and (no_tokens or not is_underworld(s, target)):
                found.append(target)
        elif target == cell:
            if may_stay(s, figure):
                found.append(target)
        elif s.kind[figure] == SATIS and may_push(s, figure, target):
            found.append(target)
    return found


def can_move(s: AnkhState, figure: int) -> bool:
    return may_stay(s, figure) or len(destinations(s, figure)) > 0


class MoveFigures(Question):
    """Which figure moves next? `who`: the god."""

    name = "move-figures"
    prompt = "move-figure"
    verbs = "figure done"
    public = True

    def options(self, s: AnkhState, step: Step, seat: int) -> list[int]:
        found: list[int] = []
        first = step.who * FIGURES
        for figure in range(first, first + FIGURES):
            if s.where[figure] >= 0 and not s.moved[figure] and can_move(s, figure):
                found.append(FIGURE_ + s.where[figure])
        found.append(DONE)
        return found

    def choose(self, s: AnkhState, step: Step, seat: int, choice: int) -> None:
        if choice == DONE:
            s.pop()
        else:
            s.push(Step(MOVE_TO, step.who, what=s.at[choice - FIGURE_] - 1))

    def refusal(self, s: AnkhState, step: Step, seat: int, choice: int) -> str:
        if FIGURE_ <= choice < FIGURE_ + CELLS and owner_at(s, choice - FIGURE_) == step.who:
            return "ankh/move/each-up-to-3" if s.moved[s.at[choice - FIGURE_] - 1] else "ankh/move/end-empty"
        return "ankh/move/each-up-to-3"


class MoveTo(Question):
    """Where does it go? `who`: the god; `what`: the figure."""

    name = "move-to"
    prompt = "move-to"
    verbs = "cell"
    public = True
    holds = "who=god what=figure"

    def options(self, s: AnkhState, step: Step, seat: int) -> list[int]:
        return [CELL_ + cell for cell in destinations(s, step.what)]

    def choose(self, s: AnkhState, step: Step, seat: int, choice: int) -> None:
        figure = step.what
        target = choice - CELL_
        start = s.where[figure]
        if s.at[target] == EMPTY or target == start:
            s.pop()
            move_figure(s, figure, target)
            finish_move(s, figure, "ankh/move/each-up-to-3", start)
        else:
            s.become(Step(PUSH_TO, step.who, target, figure))

    def refusal(self, s: AnkhState, step: Step, seat: int, choice: int) -> str:
        target = choice - CELL_
        if target not in WITHIN_3[s.where[step.what]]:
            return "ankh/move/each-up-to-3"
        enemy = owner_at(s, target)
        if WATER[target] and s.at[target] == EMPTY:
            return "ankh/guardian/apep" if WATER[s.where[step.what]] else "ankh/move/end-empty"
        if is_underworld(s, target) and not is_divine(s, step.who, OSIRIS):
            return "ankh/move/underworld"
        if s.kind[step.what] == SATIS and enemy >= 0:
            return "ankh/guardian/satis-details" if enemy == step.who else "ankh/guardian/satis"
        return "ankh/move/end-empty"


class PushTo(Question):
    """Satis pushes: where does the other figure go? `who`: the mover; `where`: the cell; `what`: Satis."""

    name = "push-to"
    prompt = "push-to"
    verbs = "cell"
    public = True
    holds = "who=god where=cell what=figure"

    def options(self, s: AnkhState, step: Step, seat: int) -> list[int]:
        return [CELL_ + cell for cell in push_cells(s, step.what, step.where)]

    def choose(self, s: AnkhState, step: Step, seat: int, choice: int) -> None:
        satis = step.what
        start = s.where[satis]
        pushed = s.at[step.where] - 1
        target = choice - CELL_
        s.pop()
        s.at[start] = EMPTY
        put_figure(s, pushed, target)
        put_figure(s, satis, step.where)
        finish_move(s, satis, "ankh/guardian/satis", start)
        s.tell("ankh/guardian/satis", "pushed", pushed // FIGURES, target, PIECES[s.kind[pushed]], other=step.where)
        if is_scorpion(s, pushed):
            clear_claws(s, pushed)
            s.push(Step(POINT_CLAW, pushed // FIGURES, what=pushed))

    def refusal(self, s: AnkhState, step: Step, seat: int, choice: int) -> str:
        target = choice - CELL_
        if target in NEIGHBOURS[step.where] and is_underworld(s, target):
            return "ankh/move/underworld"
        return "ankh/guardian/satis"
