"""Looking at finished matches in a bot worker: what it is asked, what it answers, and how it does it.

A match is over when it is looked at, so a worker may have all of it. It looks at one piece after another, and answers
after a while with what it has: nobody waits long, neither for the first chances nor behind somebody's long match.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

import theomachy
from theomachy.analysis.analysis import COSTLY, Costly, pick_costly
from theomachy.analysis.looking import CAREFULLY, Walk, examiner, look_at, look_of, skim
from theomachy.analysis.telling import tell
from theomachy.kernel.match import FORMAT, Match

#: the seed of all analyses: the same match gives the same one
SEED: Final = 0


class Excerpt(Struct, tag="excerpt"):
    """Which steps of a match are to be looked at: at first sight, properly, carefully, or to be told in words."""

    task: Literal["skim", "look", "weigh", "tell"]
    #: setup, seed and choices, as in a save
    match: str
    bot: str
    steps: list[int]
    #: after so many seconds it is enough for now
    seconds: float
    #: for words: all looks
    looks: list[dict[str, Any]] = []


class Findings(Struct):
    """What was found of the first of the steps asked for; with `error` nothing was."""

    skimmed: list[list[float]] = []
    looks: list[dict[str, Any]] = []
    costly: list[dict[str, Any]] = []
    error: str = ""


def match_text(match: Match) -> str:
    """A match as a worker is given it: all that it follows from."""
    history = [[seat, match.game.table.text(number)] for seat, number in match.history]
    data = {
        "format": FORMAT,
        "game": match.game.name,
        "rules": match.game.rules_version,
        "setup": match.setup,
        "seed": match.seed,
        "history": history,
    }
    return msgspec.json.encode(data).decode()


class Reader:
    """Looks at excerpts; the match it looked at last is at hand."""

    def __init__(self) -> None:
        self._text = ""
        self._walk: Walk | None = None

    def find(self, asked: Excerpt) -> Findings:
        """What there is to find in an excerpt, as far as it comes; one step at least."""
        end = perf_counter() + asked.seconds
        walk = self._open(asked.match)
        found = Findings()
        if asked.task == "tell":
            looks = pick_costly(map(look_of, asked.looks), COSTLY)
            bot = examiner(asked.bot, SEED)
            found.costly = [Costly(look, tell(walk, look, bot, SEED)).json() for look in looks]
            return found
        bot = examiner(asked.bot, SEED)
        times = CAREFULLY if asked.task == "weigh" else 1
        for step in asked.steps:
            if asked.task == "skim":
                found.skimmed.append([round(chance, 4) for chance in skim(walk, step, SEED)])
            else:
                found.looks.append(look_at(walk, step, bot, times=times).json())
            if perf_counter() > end:
                break
        return found

    def _open(self, text: str) -> Walk:
        if self._walk is None or text != self._text:
            self._walk, self._text = Walk(theomachy.load(text)), text
        return self._walk
