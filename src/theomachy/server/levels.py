"""The bots that can sit at a table, and what they are called: the levels people choose from, and names of old.

Only these: the bots of the command line can also be files of Python, which nobody may name from outside.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Final

from theomachy.bots import bot_names
from theomachy.bots.levels import (
    LEVELS,
    NEWCOMERS,
    STAND_IN,
    bot_behind,
    is_named_level,
    level_text,
    level_words,
)
from theomachy.bots.reasons import bot_words
from theomachy.kernel.game import Game
from theomachy.server.words import say

#: bots of old that tables still have; searching ones with any time are known, too
OLD: Final = ("random", "casual:60", "casual:80", "greedy")
#: a search may think so long, in milliseconds
SHORTEST, LONGEST = 50, 10_000
#: the simplest bot
RANDOM = "random"

_SEARCH = re.compile(r"(?:search|learned):(\d{1,5})(ms|s)")


def thinking_time(bot: str) -> int | None:
    """The milliseconds a searching bot thinks; None if it is not one."""
    found = _SEARCH.fullmatch(bot)
    return None if found is None else int(found[1]) * (1000 if found[2] == "s" else 1)


def kind_of(bot: str) -> str:
    """Its name without its settings."""
    return bot.partition(":")[0]


@cache
def _known_bots() -> frozenset[str]:
    # Looks through the installed packages, which takes a while.
    return frozenset(bot_names())


def is_level(bot: str) -> bool:
    """Whether a bot may sit at a table."""
    if is_named_level(bot):
        return True
    time = thinking_time(bot)
    if time is not None:
        return kind_of(bot) in _known_bots() and SHORTEST <= time <= LONGEST
    return bot in OLD and kind_of(bot) in _known_bots()


def may_stand_in(bot: str, rated: bool) -> bool:
    """Whether a bot may decide for a person whose time is up. In a rated match only one that does not look ahead: up
    to the usual stand-in. Nobody is to gain by letting a stronger one play for them."""
    if not rated:
        return is_level(bot)
    return bot in OLD or (is_named_level(bot) and LEVELS.index(bot) <= LEVELS.index(STAND_IN))


def at_most(game: Game[Any], bot: str, longest: int) -> str:
    """The bot, or the one behind a level, if it would think longer than so many milliseconds: thinking so long."""
    behind = bot_behind(game, bot)
    time = thinking_time(behind)
    return bot if time is None or time <= longest else f"{kind_of(behind)}:{longest}ms"


def simpler(bot: str) -> str | None:
    """The bot that stands in for one that does not answer."""
    if bot == RANDOM:
        return None
    return "greedy" if is_named_level(bot) or thinking_time(bot) is not None else RANDOM


def bot_name(bot: str, lang: str) -> str:
    time = thinking_time(bot)
    if time is None:
        return bot_words(bot, lang)
    words = say("seconds", lang, count=time // 1000) if time % 1000 == 0 else say("milliseconds", lang, count=time)
    return f"{bot_words(kind_of(bot), lang)} {words}"


def levels(lang: str) -> list[dict[str, str]]:
    """The bots to offer, the gentlest first. `role`: the one for newcomers, the one that plays for who is away."""
    roles = {NEWCOMERS: "newcomers", STAND_IN: "stand-in"}
    return [
        {
            "bot": level,
            "name": level_words(level, lang),
            "text": level_text(level, lang),
            **({"role": roles[level]} if level in roles else {}),
        }
        for level in LEVELS
    ]
