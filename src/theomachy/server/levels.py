"""The bots that can sit at a table, and what they are called.

Only these: the bots of the command line can also be files of Python, which nobody may name from outside.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final

from theomachy.bots import bot_names
from theomachy.bots.reasons import bot_words
from theomachy.server.words import say

#: offered by the page, the simplest first
LEVELS: Final = ("random", "casual:60", "casual:80", "greedy", "search:500ms", "search:2s", "learned:2s")
#: a search may think so long, in milliseconds
SHORTEST, LONGEST = 50, 10_000
#: from this time on a search is called a long one, in milliseconds
LONG = 1_000
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
    time = thinking_time(bot)
    if time is not None:
        return kind_of(bot) in _known_bots() and SHORTEST <= time <= LONGEST
    return bot in LEVELS and kind_of(bot) in _known_bots()


def at_most(bot: str, longest: int) -> str:
    """A bot that thinks no longer than so many milliseconds."""
    time = thinking_time(bot)
    return bot if time is None or time <= longest else f"{kind_of(bot)}:{longest}ms"


def simpler(bot: str) -> str | None:
    """The bot that stands in for one that does not answer."""
    if bot == RANDOM:
        return None
    return "greedy" if thinking_time(bot) is not None and is_level("greedy") else RANDOM


def bot_name(bot: str, lang: str) -> str:
    time = thinking_time(bot)
    if time is None:
        return bot_words(bot, lang)
    words = say("seconds", lang, count=time // 1000) if time % 1000 == 0 else say("milliseconds", lang, count=time)
    return f"{bot_words(kind_of(bot), lang)} {words}"


def bot_text(bot: str, lang: str) -> str:
    """What a bot is like, in one sentence."""
    time = thinking_time(bot)
    if kind_of(bot) == "learned":
        return say("bot-learned-text", lang)
    if time is None:
        return say(f"bot-{bot.replace(':', '-')}-text", lang)
    return say("bot-search-long-text" if time >= LONG else "bot-search-short-text", lang)


def levels(lang: str) -> list[dict[str, str]]:
    """The bots to offer."""
    return [{"bot": bot, "name": bot_name(bot, lang), "text": bot_text(bot, lang)} for bot in LEVELS if is_level(bot)]
