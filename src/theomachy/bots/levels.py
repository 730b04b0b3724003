"""The levels of strength people choose from, the gentlest first: the one place that says what they are.

A level is named like a bot, wherever one may be named. Which bot is behind it is for the game to say (`Worth.levels`,
the file `levels.toml` of its room), so that the levels are about equally far apart in every game; a game that says
nothing gets the usual ones, and one that has no room for a level leaves it out by naming no bot (`""`). What they are
called, and what to expect of them, is in `data/levels.<lang>.toml`.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Final

from theomachy.kernel.game import Game

#: the bots behind the levels in a game that names no others
USUAL: Final = {
    "novice": "casual:60-100",
    "apprentice": "casual:95-50",
    "scribe": "casual:100-30",
    "adept": "casual:100-18",
    "priest": "casual:100-10",
    "high-priest": "greedy",
    "seer": "search:100",
    "prophet": "search:400",
    "oracle": "learned:2s",
}
LEVELS: Final = tuple(USUAL)
#: whom a newcomer meets; who plays for somebody who is away; who gives advice
NEWCOMERS: Final = "apprentice"
STAND_IN: Final = "high-priest"
ADVISER: Final = "oracle"


def is_named_level(name: str) -> bool:
    return name in USUAL


def levels_of(game: Game[Any]) -> tuple[str, ...]:
    """The levels to choose from in a game."""
    own = game.mind().levels()
    return tuple(level for level in LEVELS if own.get(level, USUAL[level]))


def bot_behind(game: Game[Any], name: str) -> str:
    """The bot a level stands for in a game; one that is left out is the next one up, if there is one. What is no
    level stands for itself."""
    if name not in USUAL:
        return name
    own = game.mind().levels()
    above = LEVELS[LEVELS.index(name) :]
    return next((bot for bot in (own.get(level, USUAL[level]) for level in above) if bot), USUAL[name])


def level_words(level: str, lang: str = "en") -> str:
    """What a level is called."""
    return _words(lang)[level]["name"]


def level_text(level: str, lang: str = "en") -> str:
    """What to expect of a level: how it plays, and how long it thinks."""
    return _words(lang)[level]["text"]


@cache
def _words(lang: str) -> dict[str, dict[str, str]]:
    return tomllib.loads((files("theomachy.bots") / "data" / f"levels.{lang}.toml").read_text(encoding="utf-8"))
