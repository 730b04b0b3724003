"""The bot that chooses at random."""

from __future__ import annotations

from typing import ClassVar

from theomachy.bots.advice import Advice, Prospect
from theomachy.bots.sight import Sight
from theomachy.kernel.choice import Choice
from theomachy.kernel.dice import mix


class RandomBot:
    """Every legal choice is equally likely. Its n-th answer depends on the seed, n and the number of choices only."""

    name: ClassVar[str] = "random"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self._answers = 0

    def choose(self, sight: Sight) -> Choice:
        """One of the choices; nothing else matters."""
        self._answers += 1
        return sight.choices[mix(self.seed, self._answers) % len(sight.choices)]

    def explain(self, sight: Sight) -> Advice:
        """It has no reasons and expects nothing."""
        how = "random" if len(sight.choices) > 1 else "forced"
        return Advice(how, Prospect(self.choose(sight), -1.0))
