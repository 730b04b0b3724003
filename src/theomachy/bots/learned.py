"""The learned bot: searches like the searching one, and judges positions by what matches have taught."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from theomachy.bots.advice import Advice
from theomachy.bots.learning.experience import LearnedWorth
from theomachy.bots.learning.weights import BadWeights, fitting_weights, weights_paths
from theomachy.bots.search import SearchBot
from theomachy.bots.sight import Sight
from theomachy.kernel.dice import mix
from theomachy.kernel.state import State
from theomachy.kernel.worth import Worth, chances


class LearnedBot(SearchBot):
    """`search` with a learned evaluation. Settings: a budget like that of `search`, and a file of weights, if others
    than those of the package are wanted (`200ms@my.weights`).

    Where there are no weights it can use, it says so (`trouble`) and searches without.
    """

    name: ClassVar[str] = "learned"

    def __init__(self, seed: int = 0, settings: str = "1s") -> None:
        budget, _, path = settings.partition("@")
        super().__init__(seed, budget)
        self._path = path
        #: why it searches without weights; empty: it doesn't
        self.trouble = ""

    def final_worth(self, sight: Sight) -> Worth:
        """The hand-made evaluation and what the net adds, as the seat sees it."""
        base = super().final_worth(sight)
        try:
            state: State = sight.imagine(0)
            layout = sight.game.outlook().layout(state)
            places = [Path(self._path)] if self._path else weights_paths(sight.game)
            weights = fitting_weights(sight.game, layout, places)
            found = LearnedWorth(sight.game, base, weights, state, sight.seat)
        except BadWeights as error:
            self.trouble = str(error)
            return base
        self.trouble = ""
        return found

    def explain(self, sight: Sight) -> Advice:
        """Like `search`; and how much of the chance is experience, or why there is none."""
        advice = super().explain(sight)
        worth = self.final_worth(sight)
        advice.trouble = self.trouble
        if isinstance(worth, LearnedWorth) and advice.best.chance >= 0.0 and not sight.secret:
            state: State = sight.imagine(mix(self.seed, 0) >> 2)
            advice.experience = chances(worth, state)[sight.seat] - chances(worth.base, state)[sight.seat]
        return advice
