"""A coach: says before a choice is final when it is much worse than the best, and what the opponents threaten."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from theomachy.analysis.calibration import calibration_of, turn_of
from theomachy.analysis.looking import examiner
from theomachy.analysis.telling import explain_choice
from theomachy.analysis.words import say
from theomachy.bots.plan import make_plan
from theomachy.bots.planning_words import plan_words
from theomachy.bots.sight import Sight
from theomachy.kernel.dice import mix
from theomachy.kernel.match import Match

#: a choice that costs this much of the chance to win is much worse
MUCH: Final = 0.08


@dataclass(frozen=True, slots=True)
class Counsel:
    """What a coach thinks of a choice. Without `worse` there is nothing to be said."""

    worse: bool
    choice: str
    #: the best choice, and the chances to win with it and with the one meant
    best: str
    before: float
    after: float
    words: str = ""
    threat: str = ""


def counsel(match: Match, seat: int, choice: str, spec: str, seed: int, lang: str) -> Counsel:
    """What a seat that is about to choose should know, from what it may know. Where a choice seems much worse it is
    weighed a second time: nobody is warned for nothing."""
    sight = Sight(match, seat)
    meant = match.find(choice)
    game = match.game
    known = calibration_of(game, match.seats)
    sides = game.mind().sides(match.state)
    turn = turn_of(match.state)
    bot = examiner(spec, seed)
    found = bot.examine(sight, meant)
    again = found
    if known.shown(found.before, sides, turn)[seat] - known.shown(found.after, sides, turn)[seat] >= MUCH:
        bot = examiner(spec, mix(seed, 1) >> 2)
        again = bot.examine(sight, meant, 2)
    before, after = known.shown(again.before, sides, turn), known.shown(again.after, sides, turn)
    text = game.table.text
    if again is found or before[seat] - after[seat] < MUCH:
        return Counsel(False, choice, choice, before[seat], after[seat])
    line = tuple((who, text(number)) for who, number in again.line)
    told = explain_choice(match, sight, meant, again.best, line, bot, seed, (lang,))[lang]
    shares = {"before": round(100 * before[seat]), "after": round(100 * after[seat])}
    words = [say("coach-worse", lang, choice=told.choice, better=told.better, **shares)]
    if not sight.secret:
        plan = make_plan(sight, bot.worth_of(sight), again.best, again.line, seed)
        words += plan_words(game, plan, lang).sentences(lang)
    if told.reasons:
        words.append(say("coach-brings", lang, terms=", ".join(told.reasons)))
    return Counsel(True, choice, text(again.best), before[seat], after[seat], " ".join(words), told.threat)
