"""Chapter "battle", deaths: what happens at every killing moment, in the order of ankh/battle/deaths."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.board import lift_figure
from theomachy.games.ankh.chorus import CHORUS
from theomachy.games.ankh.components import DYING, FIGURES, PIECES, POOL
from theomachy.games.ankh.ids import Figure
from theomachy.games.ankh.state import AnkhState
from theomachy.games.ankh.steps import DEATHS
from theomachy.kernel.ids import Side
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind

# The phases of a killing moment, in `step.count`
ALL_DEAD: Final = 0
TO_POOLS: Final = 1
RISING: Final = 2
AVENGED: Final = 3


def kill(s: AnkhState, figures: list[Figure], rule: str) -> None:
    """All these die at once; what follows from the deaths waits for `begin_deaths`."""
    for figure in figures:
        god = figure // FIGURES
        s.tell(rule, "killed", god, s.where[figure], PIECES[s.kind[figure]])
        lift_figure(s, figure, DYING)
        s.dying.append(figure)
        if s.battle is not None:
            s.battle.killed[god] += 1
        CHORUS.killed(s, figure)
    if len(s.dying) > 1:
        s.dying = in_order(s, s.dying)


def in_order(s: AnkhState, dead: list[Figure]) -> list[Figure]:
    """The dead in ascending devotion: the order in which they fell is over with the moment, and nobody can see it."""
    ordered: list[Figure] = []
    for god in s.ladder:
        ordered += sorted([figure for figure in dead if figure // FIGURES == god])
    return ordered


def begin_deaths(s: AnkhState) -> None:
    if s.dying:
        s.push(Step(DEATHS))


class Deaths(StepKind[AnkhState]):
    """After figures died. `count`: the phase. The dead are in the state until they have found their place."""

    name = "deaths"
    holds = "count=phase"

    def run(self, s: AnkhState, step: Step) -> None:
        if step.count == ALL_DEAD:
            s.become(Step(DEATHS, count=TO_POOLS))
            CHORUS.figures_died(s)
        elif step.count == TO_POOLS:
            s.become(Step(DEATHS, count=RISING))
            stay: list[Figure] = []
            for figure in s.dying:
                if CHORUS.buried(s, figure):
                    stay.append(figure)
                else:
                    s.where[figure] = POOL
            s.dying = stay
        elif step.count == RISING:
            if not CHORUS.dead_rise(s):
                s.become(Step(DEATHS, count=AVENGED))
        else:
            s.pop()
            CHORUS.dead_avenged(s)


def order_now(s: AnkhState, god: Side) -> list[Side]:
    """All gods but one, ascending (ankh/devotion/simultaneous)."""
    return [other for other in s.ladder if other != god]
