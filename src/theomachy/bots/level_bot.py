"""The bot that plays at a level of strength."""

from __future__ import annotations

from typing import Any

from theomachy.bots.advice import Advice
from theomachy.bots.examining import Examination
from theomachy.bots.finding import find_bot
from theomachy.bots.levels import ADVISER, bot_behind
from theomachy.bots.sight import Sight
from theomachy.kernel.choice import Choice
from theomachy.kernel.errors import BadSetup
from theomachy.kernel.worth import Worth


class LevelBot:
    """Plays at a level: which bot that is shows when it sees the game."""

    __slots__ = ("_bot", "_spec", "name", "seed")

    def __init__(self, level: str, seed: int = 0) -> None:
        self.name = level
        self.seed = seed
        self._spec = ""
        self._bot: Any = None

    def choose(self, sight: Sight) -> Choice:
        chosen: Choice = self._behind(sight).choose(sight)
        return chosen

    def explain(self, sight: Sight) -> Advice:
        advice: Advice = self._behind(sight).explain(sight)
        return advice

    def examine(self, sight: Sight, choice: int, times: int = 1) -> Examination:
        """Only levels that search can weigh choices."""
        found: Examination = self._weighing(sight).examine(sight, choice, times)
        return found

    def worth_of(self, sight: Sight) -> Worth:
        worth: Worth = self._weighing(sight).worth_of(sight)
        return worth

    @property
    def chances(self) -> list[float]:
        """The chances it saw after each of the choices when it chose last; empty where it did not look."""
        return list(getattr(self._bot, "chances", []))

    @property
    def outlook(self) -> list[float]:
        """Each seat's chance when it chose last; empty where it did not look."""
        return list(getattr(self._bot, "outlook", []))

    def _behind(self, sight: Sight) -> Any:
        spec = bot_behind(sight.game, self.name)
        if spec != self._spec:
            self._spec, self._bot = spec, find_bot(spec, self.seed)
        return self._bot

    def _weighing(self, sight: Sight) -> Any:
        bot = self._behind(sight)
        if not callable(getattr(bot, "examine", None)):
            raise BadSetup(f"level '{self.name}': can't weigh choices; take one that searches, like '{ADVISER}'")
        return bot
