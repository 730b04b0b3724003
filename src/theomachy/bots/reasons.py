"""A bot's advice in words, in every language."""

from __future__ import annotations

from typing import Any, Final

from theomachy.bots.advice import Advice
from theomachy.bots.learning.weights import UNTRAINED
from theomachy.bots.levels import is_named_level, level_words
from theomachy.bots.phrases import quoted, read_words, sentences_of
from theomachy.bots.planning_words import PlanWords, plan_words
from theomachy.kernel.choice import Choice
from theomachy.kernel.game import Game
from theomachy.kernel.language import fill, number_words
from theomachy.kernel.match import Match
from theomachy.kernel.refusals import refusal_words
from theomachy.kernel.wording import choice_words

#: reasons that are told, on each side
REASONS: Final = 4
#: sentences that say how a bot came to its choice
EFFORTS: Final = ("greedy", "search", "mixed")


def bot_words(name: str, lang: str = "en") -> str:
    """What a bot is called, with its settings or without; one of somebody's own is called as it calls itself."""
    if is_named_level(name):
        return level_words(name, lang)
    names = read_words(f"names.{lang}.toml")
    return names.get(name) or names.get(name.partition(":")[0], name)


def advice_words(match: Match, advice: Advice, lang: str = "en") -> str:
    """The plan for the turn and what it is aimed at, what is threatened, and then the reasons."""
    told = plan_of(match, advice, lang)
    return " ".join([*told.sentences(lang), *filter(None, (told.threat, reason_words(match, advice, lang)))])


def plan_of(match: Match, advice: Advice, lang: str) -> PlanWords:
    """The plan in words; nothing where there is none."""
    return PlanWords((), "", "") if advice.plan is None else plan_words(match.game, advice.plan, lang)


def reason_words(match: Match, advice: Advice, lang: str = "en") -> str:
    """The choice, what is expected of it, why, and what comes next, in a few sentences."""
    sentences = sentences_of(lang)
    choice = _quoted(match, advice.choice, lang)
    if advice.how in ("forced", "random"):
        return sentences[advice.how].format(choice=choice)
    told = [sentences["choice"].format(choice=choice)]
    if advice.best.chance >= 0.0:
        told = [sentences["chance"].format(choice=choice, chance=round(100 * advice.best.chance))]
    experience = round(100 * advice.experience)
    if experience:
        told.append(sentences["experience"].format(change=number_words(f"{experience:+d}", lang)))
    for key, sign in (("brings", 1.0), ("costs", -1.0)):
        terms = [(term, change) for term, change in advice.gains if change * sign > 0.0][:REASONS]
        if terms:
            names = ", ".join(term_words(match.game, term, change, lang) for term, change in terms)
            told.append(sentences[key].format(terms=names))
    if advice.others:
        others = [
            sentences["other"].format(choice=_quoted(match, other.choice, lang), chance=round(100 * other.chance))
            for other in advice.others
        ]
        told.append(sentences["others"].format(others=", ".join(others)))
    # Where nothing could be imagined nothing is said of it.
    if advice.how in EFFORTS and advice.effort != 0:
        told.append(fill(sentences[advice.how], {"count": advice.effort or 0}, lang))
    if advice.trouble.endswith(UNTRAINED):
        # Nothing is wrong, and which file was tried says nothing to a player.
        told.append(sentences["untrained"])
    elif advice.trouble:
        told.append(sentences["trouble"].format(trouble=refusal_words(advice.trouble, lang)))
    return " ".join(told)


def term_words(game: Game[Any], term: str, change: float, lang: str = "en") -> str:
    """A term of an evaluation and its change: 'followers +1.5'."""
    number = number_words(f"{change:+.1f}", lang)
    return f"{game.face().term_words(term, lang)} {number}"


def _quoted(match: Match, choice: Choice, lang: str) -> str:
    return quoted(choice_words(match, choice, lang), lang)
