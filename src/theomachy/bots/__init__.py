"""Bots: each sees what its seat may know of a match and answers with a choice. docs/bots.md shows how to write one."""

from __future__ import annotations

from typing import Protocol

from theomachy.bots.advice import Advice, Prospect
from theomachy.bots.finding import bot_names, find_bot
from theomachy.bots.level_bot import LevelBot
from theomachy.bots.levels import LEVELS, is_named_level
from theomachy.bots.sight import Sight
from theomachy.kernel.choice import Choice


class Bot(Protocol):
    """What plays a seat."""

    @property
    def name(self) -> str:
        """The name it is known by, as in `--seats`."""
        ...

    def choose(self, sight: Sight) -> Choice:
        """One of `sight.choices`, which is never empty. The sight is all there is to know."""
        ...

    def explain(self, sight: Sight) -> Advice:
        """What it would choose, what it expects of that, and why."""
        ...


def new_bot(spec: str, seed: int = 0) -> Bot:
    """A bot as people write it: a level (`adept`), or `greedy`, `search:200ms`, `my/own.py`. What follows the colon are
    the bot's settings.

    The same seed and the same sights give the same answers, if the bot is not limited by the clock.
    """
    level = spec.strip().lower()
    if is_named_level(level):
        return LevelBot(level, seed)
    bot: Bot = find_bot(spec, seed)
    return bot


__all__ = ["LEVELS", "Advice", "Bot", "Prospect", "Sight", "bot_names", "new_bot"]
