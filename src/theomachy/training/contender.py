"""A bot file for the gate: `theomachy tournament ankh --bots …/contender.py:200ms@my.weights,search:200ms`."""

from __future__ import annotations

from theomachy.bots.advice import Advice
from theomachy.bots.learning.learned import LearnedBot
from theomachy.bots.sight import Sight
from theomachy.kernel.choice import Choice


class Contender:
    """The learned bot under a name of its own, so that it can be measured before it is offered."""

    name = "learned"

    def __init__(self, seed: int = 0, settings: str = "1s") -> None:
        self._bot = LearnedBot(seed, settings)

    def choose(self, sight: Sight) -> Choice:
        return self._bot.choose(sight)

    def explain(self, sight: Sight) -> Advice:
        return self._bot.explain(sight)
