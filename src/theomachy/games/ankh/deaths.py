"""Chapter "battle", deaths: what happens at every killing moment, in the order of ankh/battle/deaths."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.board import adjacent_cells, clear_claws, is_empty, lift_figure
from theomachy.games.ankh.components import (
    ANUBIS,
    ANUBIS_SLOTS,
    CAT_MUMMY,
    CELL_,
    DONE,
    DYING,
    FIGURES,
    GODS,
    HELD,
    HOLD_,
    MUMMY,
    PIECES,
    POOL,
    WARRIOR,
)
from theomachy.games.ankh.devotion import lose_devotion
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.state import AnkhState, ascending, god_cell, god_with, held_warriors
from theomachy.games.ankh.steps import DEATHS, HOLD_WARRIOR, MUMMY_TO
from theomachy.games.ankh.summon import arrive
from theomachy.kernel.arrays import index_of
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind

# The phases of a killing moment, in `step.count`
ANUBIS_HOLDS: Final = 0
TO_POOLS: Final = 1
MUMMIES: Final = 2
CAT_MUMMIES: Final = 3


def kill(s: AnkhState, figures: list[int], rule: str) -> None:
    """All these die at once. Their suns return to Ra; what follows from the deaths waits for `begin_deaths`."""
    for figure in figures:
        god = figure // FIGURES
        s.tell(rule, "killed", god, s.where[figure], PIECES[s.kind[figure]])
        lift_figure(s, figure, DYING)
        clear_claws(s, figure)
        if s.sun[figure]:
            s.sun[figure] = 0
            s.suns_left += 1
            s.tell("ankh/god/ra", "sun-returned", god)
        s.dying.append(figure)
        if s.battle is not None:
            s.battle.killed[god] += 1
            if figure in s.battle.spared:
                # ankh/card/flood-fixed: a Mummy that died and came back is not spared any more
                s.battle.spared.remove(figure)


def begin_deaths(s: AnkhState) -> None:
    if s.dying:
        s.push(Step(DEATHS))


class Deaths(StepKind[AnkhState]):
    """After figures died. `count`: the phase. The dead are in the state until they have found their place."""

    name = "deaths"

    def run(self, s: AnkhState, step: Step) -> None:
        if step.count == ANUBIS_HOLDS:
            s.become(Step(DEATHS, count=TO_POOLS))
            anubis = god_with(s, ANUBIS)
            if anubis >= 0 and held_warriors(s) < ANUBIS_SLOTS and holdable(s, anubis):
                s.push(Step(HOLD_WARRIOR, anubis))
        elif step.count == TO_POOLS:
            s.become(Step(DEATHS, count=MUMMIES))
            cats: list[int] = []
            stay: list[int] = []
            for figure in s.dying:
                if s.kind[figure] == MUMMY:
                    stay.append(figure)
                    continue
                s.where[figure] = POOL
                if s.kind[figure] == CAT_MUMMY:
                    cats.append(figure // FIGURES)
            s.dying = stay
            s.cats = cats
        elif step.count == MUMMIES:
            self.next_mummy(s)
        else:
            s.pop()
            self.cat_mummies(s)

    def next_mummy(self, s: AnkhState) -> None:
        """Mummies return, owners in ascending devotion (ankh/guardian/mummy)."""
        for god in ascending(s):
            for figure in s.dying:
                if figure // FIGURES == god:
                    s.dying.remove(figure)
                    if mummy_cells(s, god):
                        s.push(Step(MUMMY_TO, god, what=figure))
                    else:
                        s.where[figure] = POOL
                        s.tell("ankh/guardian/mummy", "mummy-stays", god)
                    return
        s.become(Step(DEATHS, count=CAT_MUMMIES))

    def cat_mummies(self, s: AnkhState) -> None:
        """ankh/guardian/cat-mummy-each: each dead one is a separate loss; owners in ascending devotion."""
        owners = s.cats
        s.cats = []
        order = ascending(s)
        for god in order:
            for _ in range(owners.count(god)):
                for other in order_now(s, god):
                    lose_devotion(s, other, 1, "ankh/guardian/cat-mummy")


def holdable(s: AnkhState, anubis: int) -> list[int]:
    """The gods of whose dead warriors Anubis may hold one; never his own."""
    return sorted(
        {figure // FIGURES for figure in s.dying if s.kind[figure] == WARRIOR and figure // FIGURES != anubis}
    )


def order_now(s: AnkhState, god: int) -> list[int]:
    """All gods but one, ascending (ankh/devotion/simultaneous)."""
    return [other for other in s.ladder if other != god]


def mummy_cells(s: AnkhState, god: int) -> list[int]:
    """Where a Mummy of the god may come back (ankh/guardian/mummy)."""
    if god_cell(s, god) < 0:
        return []
    return sorted(cell for cell in adjacent_cells(s, god_cell(s, god)) if is_empty(s, cell))


class HoldWarrior(Question):
    """Does Anubis hold one of the dead warriors? `who`: the god with Anubis' power. (ankh/god/anubis)"""

    name = "hold-warrior"
    prompt = "hold-warrior"
    forbids = "ankh/god/anubis"
    verbs = "hold done"

    def options(self, s: AnkhState, step: Step, seat: int) -> list[int]:
        return [HOLD_ + s.god_kind[god] for god in holdable(s, step.who)] + [DONE]

    def choose(self, s: AnkhState, step: Step, seat: int, choice: int) -> None:
        s.pop()
        if choice == DONE:
            return
        god = index_of(s.god_kind, choice - HOLD_)
        for figure in s.dying:
            if figure // FIGURES == god and s.kind[figure] == WARRIOR:
                s.dying.remove(figure)
                s.where[figure] = HELD
                s.tell("ankh/god/anubis", "held", step.who, what=GODS[choice - HOLD_], other=god)
                return


class MummyTo(Question):
    """Where does the Mummy come back? `who`: its owner; `what`: the figure."""

    name = "mummy-to"
    prompt = "mummy-to"
    forbids = "ankh/guardian/mummy"
    verbs = "cell"

    def options(self, s: AnkhState, step: Step, seat: int) -> list[int]:
        return [CELL_ + cell for cell in mummy_cells(s, step.who)]

    def choose(self, s: AnkhState, step: Step, seat: int, choice: int) -> None:
        s.pop()
        arrive(s, step.what, choice - CELL_, "ankh/guardian/mummy")
