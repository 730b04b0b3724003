"""The bot that chooses at random."""

from __future__ import annotations

from typing import Any

from theomachy.kernel.choice import Choice, Choices
from theomachy.kernel.dice import mix


class RandomBot:
    """Every legal choice is equally likely. Its n-th answer depends on the seed, n and the number of choices only."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        self.seed = seed
        self._answers = 0

    def choose(self, view: dict[str, Any], choices: Choices) -> Choice:
        """One of the choices; the view does not matter."""
        self._answers += 1
        return choices[mix(self.seed, self._answers) % len(choices)]
