"""A costly choice in words: what was better, why, and what would have followed."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

from theomachy.analysis.looking import Examiner, Look, Walk
from theomachy.analysis.words import say
from theomachy.bots.examining import find_threat
from theomachy.bots.gains import SMALL, gains_of
from theomachy.bots.planning_words import threat_words
from theomachy.bots.reasons import REASONS, term_words
from theomachy.bots.sight import Sight
from theomachy.kernel.catalogue import LANGUAGES
from theomachy.kernel.choice import Choice
from theomachy.kernel.dice import mix
from theomachy.kernel.errors import TheomachyError
from theomachy.kernel.game import Game
from theomachy.kernel.match import Match, planner_match
from theomachy.kernel.wording import choice_words, prompt_words, side_words

#: clicks that are told of what would have followed
FOLLOWED: Final = 5
#: no count of points changes by so much: it decides the match
BEYOND: Final = 100.0


@dataclass(frozen=True, slots=True)
class Told:
    """What is said about a choice in one language. Empty sentences are left out."""

    side: str
    prompt: str
    choice: str
    better: str
    #: what the better choice has over the one made, in terms of the evaluation
    reasons: tuple[str, ...]
    losses: tuple[str, ...]
    #: what would have followed the better one
    line: tuple[str, ...]
    #: what the opponents could do after the choice made
    threat: str = ""

    def why(self, lang: str) -> str:
        """What the better choice has over the one made."""
        sorts = (("brings", self.reasons), ("gives-up", self.losses))
        told = [say(key, lang, terms=", ".join(terms)) for key, terms in sorts if terms]
        return "; ".join(told) or say("deeper", lang)

    def json(self) -> dict[str, Any]:
        return asdict(self)


def tell(walk: Walk, look: Look, bot: Examiner, seed: int) -> dict[str, Told]:
    """What is to be said about a choice beside a better one, in every language."""
    match = walk.at(look.step)
    table = match.game.table
    return explain_choice(
        match, walk.sight(look.step), table.find(look.choice), table.find(look.best), look.line, bot, seed
    )


def explain_choice(
    match: Match, sight: Sight, made: int, better: int, line: tuple[tuple[int, str], ...], bot: Examiner, seed: int,
    languages: tuple[str, ...] = LANGUAGES,
) -> dict[str, Told]:  # fmt: skip
    """Two choices of a sight compared in words. `match` is for names and prompts: as it stood, or a planner's copy."""
    game, worth = match.game, bot.worth_of(sight)
    reasons: list[tuple[str, float]] = []
    if made != better:
        gained = dict(gains_of(worth, sight, Choice(game.table, better), seed))
        kept = dict(gains_of(worth, sight, Choice(game.table, made), seed))
        differences = [(term, gained.get(term, 0.0) - kept.get(term, 0.0)) for term in {**gained, **kept}]
        reasons = sorted(
            (each for each in differences if abs(each[1]) >= SMALL), key=lambda each: (-abs(each[1]), each[0])
        )
    threat = find_threat(sight, made, worth, seed)
    expected = _line_words(match, sight, line, seed, languages)
    return {
        lang: Told(
            side_words(game, match.seat_name(sight.seat), lang),
            prompt_words(match, lang),
            choice_words(match, Choice(game.table, made), lang),
            choice_words(match, Choice(game.table, better), lang),
            tuple(_term_words(game, term, change, lang) for term, change in reasons if change > 0)[:REASONS],
            tuple(_term_words(game, term, change, lang) for term, change in reasons if change < 0)[:REASONS],
            tuple(expected[lang]),
            threat_words(game, threat, sight.seat, lang),
        )
        for lang in languages
    }


def _term_words(game: Game[Any], term: str, change: float, lang: str) -> str:
    """A term and its change; the end of the match is worth more than any points."""
    return term_words(game, term, change, lang) if abs(change) < BEYOND else game.face().term_words(term, lang)


def _line_words(
    match: Match, sight: Sight, line: tuple[tuple[int, str], ...], seed: int, languages: tuple[str, ...]
) -> dict[str, list[str]]:
    """The clicks of a line in words, as they go through in an imagined match, up to one that does not."""
    told: dict[str, list[str]] = {lang: [] for lang in languages}
    game = match.game
    imagined = planner_match(game, game.portable(sight.imagine(mix(seed, 0) >> 2)))
    if match.decision.secret:
        return told
    for number, (seat, text) in enumerate(line[: FOLLOWED + 1]):
        try:
            if number:
                choice = Choice(game.table, game.table.find(text))
                for lang in languages:
                    words = choice_words(imagined, choice, lang)
                    who = side_words(game, imagined.seat_name(seat), lang)
                    told[lang].append(words if seat == sight.seat else f"{who}: {words}")
            imagined.play(text, seat)
        except TheomachyError:
            # Something turned up otherwise than where the line was found.
            for lang in languages:
                told[lang] = told[lang][: max(0, number - 1)]
            break
    return told
