"""Chapter "battle", what everybody decides in it: cards and the tiebreaker."""

from __future__ import annotations

from theomachy.games.ankh.battle import current_battle, win
from theomachy.games.ankh.components import CARD_, CARDS, NO, YES
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.state import AnkhState
from theomachy.kernel.arrays import bit, ones
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind


class BattleCard(StepKind[AnkhState]):
    """Everyone in the battle secretly chooses a card. (ankh/battle/choose) The secret is a mask of cards."""

    name = "battle-card"
    prompt = "battle-card"
    forbids = "ankh/battle/choose"
    verbs = "card"
    public = True
    secret = True

    def deciders(self, s: AnkhState, step: Step) -> int:
        battle = current_battle(s)
        waiting = 0
        for god in s.ladder:
            if battle.participants >> god & 1:
                chosen = s.secret[god]
                if chosen <= 0 or (battle.two_cards == god and ones(chosen) < 2):
                    waiting |= bit(god)
        return waiting

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        chosen = max(s.secret[seat], 0)
        left = s.hand[seat] & ~chosen
        return [CARD_ + card for card in range(len(CARDS)) if left >> card & 1]

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        s.secret[seat] = max(s.secret[seat], 0) | bit(choice - CARD_)

    def run(self, s: AnkhState, step: Step) -> None:
        s.pop()


class SpendTiebreaker(Question):
    """Does the holder win the tie? `who`: the holder; `count`: the strength. (ankh/battle/tiebreaker-many)"""

    name = "spend-tiebreaker"
    prompt = "spend-tiebreaker"
    forbids = "ankh/battle/winner"
    verbs = "yes no"
    public = True
    holds = "who=god count=strength:number"

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return [YES, NO]

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        if choice == YES:
            s.tiebreaker_ready = 0
            win(s, current_battle(s), step.side, 0, "ankh/battle/tiebreaker-many")
        else:
            s.tell("ankh/battle/winner", "battle-tied", amount=step.count)
