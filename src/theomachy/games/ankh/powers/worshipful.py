"""Worshipful: after a battle two followers become one devotion."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.battle import WORSHIPPING, current_battle, participants
from theomachy.games.ankh.chorus import CHORUS
from theomachy.games.ankh.components import NO, WORSHIPFUL, YES
from theomachy.games.ankh.devotion import gain_devotion
from theomachy.games.ankh.followers import sacrifice_followers
from theomachy.games.ankh.powers.power import Power
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.state import AnkhState, Battle
from theomachy.games.ankh.steps import FIGHT_BATTLE, WORSHIP
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind

COST: Final = 2


class Worshipful(Power):
    """ankh/power/worshipful"""

    name = "worshipful"
    power = WORSHIPFUL

    def questions(self) -> dict[int, StepKind[AnkhState]]:
        return {WORSHIP: Worship()}

    def worship_begins(self, s: AnkhState, battle: Battle) -> None:
        if CHORUS.devotion_flows(s, battle.region):
            battle.queue = list(self.owners(s, participants(battle, s.ladder)))

    def worship(self, s: AnkhState, battle: Battle) -> None:
        if battle.queue:
            s.become(Step(FIGHT_BATTLE, count=WORSHIPPING))
            s.push(Step(WORSHIP, battle.queue.pop(0)))


class Worship(Question):
    """Two followers for one devotion? `who`: the god. (ankh/power/worshipful)"""

    name = "worship"
    prompt = "worship"
    forbids = "ankh/power/worshipful"
    verbs = "yes no"
    public = True

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return [YES, NO] if s.followers[step.side] >= COST else [NO]

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        if choice == YES:
            sacrifice_followers(s, step.side, COST, "ankh/power/worshipful")
            gain_devotion(s, step.side, 1, "ankh/power/worshipful", current_battle(s).region)


POWER: Final = Worshipful()
