"""Isis, the protector: in battle her warriors and guardians next to an enemy don't die."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.battle import current_battle, participants
from theomachy.games.ankh.board import has_enemy_adjacent
from theomachy.games.ankh.components import DONE, FIGURE_, FIGURES, ISIS
from theomachy.games.ankh.egypt import CELLS
from theomachy.games.ankh.gods.god import God
from theomachy.games.ankh.mind.characters import Character
from theomachy.games.ankh.mind.survey import Survey
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.state import AnkhState, Battle, figure_at, is_divine, owner_at
from theomachy.games.ankh.steps import GIVE_UP
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind


class Isis(God):
    """ankh/god/isis"""

    name = "isis"
    power = ISIS

    def character(self) -> Character:
        """She stands next to her enemies: her figures survive lost battles, so she can be present everywhere."""
        return Character(presence=0.2, figure=0.9, protected=0.1, magnanimous=2.8, flood=0.15, plague=0.35)

    def questions(self) -> dict[int, StepKind[AnkhState]]:
        return {GIVE_UP: GiveUp()}

    def victims_listed(self, s: AnkhState, battle: Battle) -> None:
        """ankh/battle/protected-when: she may keep those next to an enemy."""
        for god in participants(battle, s.ladder):
            if is_divine(s, god, ISIS):
                safe = [
                    figure
                    for figure in battle.victims
                    if figure // FIGURES == god and has_enemy_adjacent(s, god, s.where[figure])
                ]
                if safe:
                    battle.victims = [figure for figure in battle.victims if figure not in safe]
                    battle.queue = list(safe)
                    s.push(Step(GIVE_UP, god))

    def worth(self, s: AnkhState, god: Side, c: Character, survey: Survey) -> float:
        return c.protected * float(survey.beside_enemy[god])


class GiveUp(Question):
    """Isis lets protected figures die, if she wants. `who`: the god with her power. (ankh/god/isis)

    The protected figures wait in the battle's queue.
    """

    name = "give-up"
    prompt = "give-up"
    verbs = "figure done"
    public = True

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return [FIGURE_ + s.where[figure] for figure in current_battle(s).queue] + [DONE]

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        battle = current_battle(s)
        if choice == DONE:
            for kept in battle.queue:
                s.tell("ankh/god/isis", "protected", step.side, s.where[kept])
            battle.queue = []
            s.pop()
            return
        figure = figure_at(s, choice - FIGURE_)
        battle.queue.remove(figure)
        battle.victims.append(figure)

    def refusal(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> str:
        if FIGURE_ <= choice < FIGURE_ + CELLS and owner_at(s, choice - FIGURE_) >= 0:
            return "ankh/battle/protected-when"
        return "ankh/god/isis"


GOD: Final = Isis()
