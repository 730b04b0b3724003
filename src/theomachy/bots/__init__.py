"""Bots: each gets a view and its legal choices, and answers with one of them. It sees nothing else of a match."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from theomachy.bots.random import RandomBot
from theomachy.kernel.choice import Choice, Choices
from theomachy.kernel.errors import BadSetup, allowed


class Bot(Protocol):
    """What plays a seat."""

    @property
    def name(self) -> str:
        """The name it is known by, as in `--seats`."""
        ...

    def choose(self, view: dict[str, Any], choices: Choices) -> Choice:
        """One of `choices`, which is never empty; `view` is what the bot's seat may know (`Match.view`)."""
        ...


#: how to make each bot from a seed
BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot}


def new_bot(name: str, seed: int = 0) -> Bot:
    """A bot by its name; the same seed and the same matches give the same answers."""
    if name not in BOTS:
        raise BadSetup(f"no bot '{name}'; there are {allowed(BOTS)}")
    return BOTS[name](seed)


__all__ = ["BOTS", "Bot", "RandomBot", "new_bot"]
