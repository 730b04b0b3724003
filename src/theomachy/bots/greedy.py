"""The greedy bot: looks at every choice, follows it to the end of the action it begins, and takes what looks best."""

from __future__ import annotations

from typing import ClassVar, Final

from theomachy.bots.advice import Advice, Prospect
from theomachy.bots.gains import gains_of
from theomachy.bots.lookahead import Lookahead
from theomachy.bots.plan import make_plan
from theomachy.bots.sight import Sight
from theomachy.kernel.choice import Choice
from theomachy.kernel.dice import mix

#: how many clicks of the same action are followed after a choice
CLICKS: Final = 2
#: about so many positions are judged for one answer; four times as many, in two deals, made it no stronger
BUDGET: Final = 120
#: in a secret decision: answers of the others that are tried, fewer where there is much to compare
SECRET_DEALS: Final = 8
SECRET_BUDGET: Final = 100
#: runners-up that are told
OTHERS: Final = 3


class GreedyBot:
    """One action of look-ahead with the game's evaluation. Its n-th answer depends on seed, n and its sight only."""

    name: ClassVar[str] = "greedy"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self._answers = 0
        #: the chances it saw after each of the choices when it chose last; empty where it did not look
        self.chances: list[float] = []

    def choose(self, sight: Sight) -> Choice:
        """The choice with the best expected chance; the first of equals."""
        if len(sight.choices) == 1:
            self.chances = []
            return sight.choices[0]
        self._answers += 1
        values = chances_after(sight, mix(self.seed, self._answers), sight.choices.ids)
        self.chances = values
        return sight.choices[values.index(max(values))]

    def explain(self, sight: Sight) -> Advice:
        """What it would choose, and what that changes in the terms of the evaluation. Changes none of its answers."""
        if len(sight.choices) == 1:
            return Advice("forced", Prospect(sight.choices[0], -1.0))
        seed = mix(self.seed, 0)
        values = chances_after(sight, seed, sight.choices.ids)
        prospects = [Prospect(choice, value) for choice, value in zip(sight.choices, values, strict=True)]
        best = prospects.pop(values.index(max(values)))
        others = sorted(prospects, key=lambda other: -other.chance)
        worth = sight.game.mind()
        advice = Advice("greedy", best, others[:OTHERS], gains_of(worth, sight, best.choice, seed), len(values))
        advice.plan = make_plan(sight, worth, best.choice.id, [], seed)
        return advice


def chances_after(sight: Sight, seed: int, ids: list[int]) -> list[float]:
    """The expected chance after each of these choices, one action ahead."""
    ahead = Lookahead(sight.game, sight.game.mind(), seed)
    seat = sight.seat
    totals = [0.0] * len(ids)
    deals = min(SECRET_DEALS, max(4, SECRET_BUDGET // len(ids))) if sight.secret else 1
    for deal in range(deals):
        s = sight.imagine(mix(seed, deal) >> 2)
        if sight.secret:
            # The same answers of the others meet every choice: what differs is the choice alone.
            ahead.answer_others(s, seat)
        for place, choice in enumerate(ids):
            if sight.secret:
                after = ahead.after(s, seat, choice)
                ahead.carry_on(after)
                totals[place] += ahead.judge(after)[seat]
            else:
                totals[place] += ahead.best_after(s, seat, choice, CLICKS, BUDGET // len(ids))
    return [total / deals for total in totals]
