"""The greedy bot: looks at every choice, follows it to the end of the action it begins, and takes what looks best."""

from __future__ import annotations

from typing import ClassVar, Final

from theomachy.bots.advice import Advice, Prospect
from theomachy.bots.judges import worth_of
from theomachy.bots.lookahead import Lookahead
from theomachy.bots.sight import Sight
from theomachy.kernel.choice import Choice
from theomachy.kernel.dice import mix

#: how many clicks of the same action are followed after a choice
CLICKS: Final = 2
#: about so many positions are judged for one answer
BUDGET: Final = 500
#: imagined deals of what is hidden: open decisions, secret ones
DEALS: Final = 2
SECRET_DEALS: Final = 24


class GreedyBot:
    """One action of look-ahead with the game's evaluation. Its n-th answer depends on the seed, n and its sight only."""

    name: ClassVar[str] = "greedy"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self._answers = 0

    def choose(self, sight: Sight) -> Choice:
        """The choice with the best expected chance; the first of equals."""
        if len(sight.choices) == 1:
            return sight.choices[0]
        values = self._values(sight)
        return sight.choices[values.index(max(values))]

    def explain(self, sight: Sight) -> Advice:
        """What it would choose, and what the choice changes in the evaluation's terms."""
        raise NotImplementedError

    def _values(self, sight: Sight) -> list[float]:
        """The expected chance after each of the choices."""
        self._answers += 1
        seed = mix(self.seed, self._answers)
        ahead = Lookahead(sight.game, worth_of(sight.game.name), seed)
        seat, ids = sight.seat, sight.choices.ids
        totals = [0.0] * len(ids)
        deals = SECRET_DEALS if sight.secret else DEALS
        for deal in range(deals):
            s = sight.imagine(mix(seed, deal) >> 2)
            if sight.secret:
                # The same answers of the others meet every choice: what differs is the choice alone.
                ahead.answer_others(s, seat)
            for index, choice in enumerate(ids):
                after = ahead.after(s, seat, choice)
                if sight.secret:
                    ahead.carry_on(after)
                totals[index] += ahead.best_end(after, seat, CLICKS, BUDGET // len(ids) // deals)
        return [total / deals for total in totals]


__all__ = ["GreedyBot", "Prospect"]
