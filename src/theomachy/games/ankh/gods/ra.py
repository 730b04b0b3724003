"""Ra, the sun: figures that he summons may become radiant, and regions that a radiant figure holds bring more."""

from __future__ import annotations

from typing import Any, Final

from theomachy.games.ankh.board import figures_in
from theomachy.games.ankh.components import FIGURES, NO, PIECES, RA, SUNS, YES
from theomachy.games.ankh.gods.god import God
from theomachy.games.ankh.ids import Figure, Region
from theomachy.games.ankh.mind.characters import Character
from theomachy.games.ankh.mind.survey import Survey
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.state import AnkhState, god_with, is_divine
from theomachy.games.ankh.steps import GIVE_SUN
from theomachy.kernel.arrays import count_of
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind


class Ra(God):
    """ankh/god/ra. Which figures have a sun is in `s.sun`, how many he has left in `s.suns_left`."""

    name = "ra"
    power = RA

    def character(self) -> Character:
        """Devotion for every region a radiant figure holds: he wants to dominate, widely spread."""
        return Character(battle=0.9, domination=1.8, radiance=0.5, pyramid=2.5, presence=0.2)

    def questions(self) -> dict[int, StepKind[AnkhState]]:
        return {GIVE_SUN: GiveSun()}

    def prepare(self, s: AnkhState) -> None:
        s.suns_left = SUNS

    def arrived(self, s: AnkhState, figure: Figure) -> None:
        """ankh/god/ra-one-sun"""
        god = Side(figure // FIGURES)
        if is_divine(s, god, RA) and s.suns_left > 0 and not s.sun[figure]:
            s.push(Step(GIVE_SUN, god, what=figure))

    def killed(self, s: AnkhState, figure: Figure) -> None:
        if s.sun[figure]:
            take_sun(s, figure)
            s.tell("ankh/god/ra", "sun-returned", figure // FIGURES)

    def figure_leaves(self, s: AnkhState, figure: Figure) -> None:
        if s.sun[figure]:
            take_sun(s, figure)

    def victory_bonus(self, s: AnkhState, god: Side, region: Region) -> int:
        """1 more for a domination or a battle won if one of his figures there has a sun."""
        if is_divine(s, god, RA):
            for figure in figures_in(s, god, region):
                if s.sun[figure]:
                    s.tell("ankh/god/ra", "radiant", god, amount=1)
                    return 1
        return 0

    def god_forgotten(self, s: AnkhState, god: Side) -> None:
        if is_divine(s, god, RA):
            s.suns_left = 0

    def view(self, s: AnkhState) -> dict[str, Any]:
        return {"suns": s.suns_left}

    def faults(self, s: AnkhState) -> list[str]:
        found: list[str] = []
        for figure in range(FIGURES * s.seats):
            if s.sun[figure] and s.where[figure] < 0:
                found.append(f"figure {figure} has a sun off the board")
            if s.sun[figure] and not is_divine(s, Side(figure // FIGURES), RA) and s.alive[figure // FIGURES]:
                found.append(f"figure {figure} has a sun and is not Ra's")
        on_board = count_of(s.sun, 1)
        if god_with(s, RA) >= 0 and s.suns_left + on_board != SUNS:
            found.append(f"{s.suns_left} + {on_board} suns; there are {SUNS}")
        return found

    def worth(self, s: AnkhState, god: Side, c: Character, survey: Survey) -> float:
        return c.radiance * float(SUNS - s.suns_left)


def take_sun(s: AnkhState, figure: Figure) -> None:
    """Its sun goes back to Ra."""
    s.sun[figure] = 0
    s.suns_left += 1


class GiveSun(Question):
    """Does Ra make the summoned figure radiant? `who`: the god; `what`: the figure. (ankh/god/ra-one-sun)"""

    name = "give-sun"
    prompt = "give-sun"
    forbids = "ankh/god/ra"
    verbs = "yes no"
    holds = "who=god what=figure"
    public = True

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return [YES, NO]

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        if choice == YES:
            s.suns_left -= 1
            s.sun[step.what] = 1
            s.tell("ankh/god/ra", "sun-given", step.side, s.where[step.what], PIECES[s.kind[step.what]])


GOD: Final = Ra()
