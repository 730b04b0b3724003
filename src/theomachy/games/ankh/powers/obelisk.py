"""The Obelisk power: before a battle its owners move figures next to their obelisks."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.battle import current_battle
from theomachy.games.ankh.board import (
    adjacent_cells,
    is_present,
    is_type,
    may_end_move,
    move_figure,
    why_filled,
)
from theomachy.games.ankh.components import CELL_, DONE, EMPTY, FIGURE_, FIGURES, OBELISK, OBELISK_POWER
from theomachy.games.ankh.ids import Figure, Region
from theomachy.games.ankh.move import finish_move, forget_moves
from theomachy.games.ankh.powers.power import Power
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.state import AnkhState, Battle, figure_at
from theomachy.games.ankh.steps import OBELISK_FIGURE, OBELISK_TO
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind


class Obelisk(Power):
    """ankh/power/obelisk"""

    name = "obelisk"
    power = OBELISK_POWER

    def questions(self) -> dict[int, StepKind[AnkhState]]:
        return {OBELISK_FIGURE: ObeliskFigure(), OBELISK_TO: ObeliskTo()}

    def battle_begins(self, s: AnkhState, battle: Battle) -> None:
        """ankh/battle/obelisks: owners of the power with a figure here, ascending, in turn until all pass."""
        forget_moves(s)
        battle.queue = [god for god in self.owners(s, s.ladder) if is_present(s, god, battle.region)]
        if battle.queue:
            s.push(Step(OBELISK_FIGURE, battle.queue.pop(0)))


def obelisk_cells(s: AnkhState, god: Side, region: Region) -> list[int]:
    """Empty land cells adjacent to obelisks the god controls in the battle region."""
    found: set[int] = set()
    for cell in s.monuments:
        if s.control[cell] == god and s.region[cell] == region and is_type(s, cell, OBELISK):
            found.update(other for other in adjacent_cells(s, cell) if may_end_move(s, god, other))
    return sorted(found)


class ObeliskFigure(Question):
    """Which figure is moved to an obelisk? `who`: the god. The other owners wait in the battle's queue."""

    name = "obelisk-figure"
    prompt = "obelisk-figure"
    forbids = "ankh/power/obelisk"
    verbs = "figure done"
    public = True

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        found: list[int] = []
        if obelisk_cells(s, step.side, current_battle(s).region):
            first = step.side * FIGURES
            found = [
                FIGURE_ + s.where[figure]
                for figure in range(first, first + FIGURES)
                if s.where[figure] >= 0 and not s.moved[figure]
            ]
        found.append(DONE)
        return found

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        queue = current_battle(s).queue
        if choice == DONE:
            # Whoever passes is out of the round.
            if queue:
                s.become(Step(OBELISK_FIGURE, queue.pop(0)))
            else:
                s.pop()
            return
        figure = figure_at(s, choice - FIGURE_)
        queue.append(step.side)
        s.become(Step(OBELISK_FIGURE, queue.pop(0)))
        s.push(Step(OBELISK_TO, step.side, what=figure))


class ObeliskTo(Question):
    """Where to? `who`: the god; `what`: the figure."""

    name = "obelisk-to"
    prompt = "obelisk-to"
    verbs = "cell"
    public = True
    holds = "who=god what=figure"

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return [CELL_ + cell for cell in obelisk_cells(s, step.side, current_battle(s).region)]

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        figure = Figure(step.what)
        start = s.where[figure]
        move_figure(s, figure, choice - CELL_)
        finish_move(s, figure, "ankh/power/obelisk", start)

    def refusal(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> str:
        cell = choice - CELL_
        if cell in self.near(s, step.side):
            return "ankh/move/underworld" if s.at[cell] == EMPTY else why_filled(s, cell, "ankh/move/end-empty")
        return "ankh/power/obelisk"

    def near(self, s: AnkhState, god: Side) -> set[int]:
        region = current_battle(s).region
        return {
            other
            for cell in s.monuments
            if s.control[cell] == god and s.region[cell] == region and is_type(s, cell, OBELISK)
            for other in adjacent_cells(s, cell)
        }


POWER: Final = Obelisk()
