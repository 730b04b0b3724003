"""Whoever reads about a match of Anunnaki reads names: choices, facts and reasons of bots speak no notation."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import theomachy
from theomachy.bots import new_bot
from theomachy.bots.reasons import advice_words
from theomachy.bots.sight import Sight
from theomachy.kernel.catalogue import LANGUAGES
from theomachy.kernel.dice import mix
from theomachy.kernel.match import Match
from theomachy.kernel.wording import choice_words, fact_words

GAME = theomachy.game("anunnaki")
#: territories, meeting points, contracts and lines as the notation calls them; keys; fields that were not filled in
NOTATION = re.compile(
    r"\b(?:gaia|ellenys|babylon|norrenis|pharaohs)\.\w+|\b(?:neutral|ellenys|babylon|norrenis|pharaohs)\d+\b"
    r"|\b[PC]\d-[PC]\d\b|\banunnaki[./]|[{}]|\bNone\b"
)


def moments(players: int, seed: int, each: int) -> Iterator[Match]:
    """A match played at random, stopped every so many choices."""
    match = theomachy.new("anunnaki", seed=seed, players=players)
    while not match.over:
        if len(match.history) % each == 0:
            yield match
        seat = match.decision.seats[0]
        choices = match.choices_of(seat)
        match.play(choices[mix(seed, len(match.history)) % len(choices)], seat)
    yield match


def assert_named(words: str) -> None:
    found = NOTATION.search(words)
    assert found is None, f"{found.group()!r} in {words[max(0, found.start() - 200) : found.end() + 80]!r}"


@pytest.mark.parametrize("players", [2, 3, 4])
def test_choices_and_facts_speak_in_names(players: int) -> None:
    told = 0
    for match in moments(players, seed=players, each=9):
        for lang in LANGUAGES:
            for seat in match.decision.seats:
                for choice in match.choices_of(seat):
                    assert_named(choice_words(match, choice, lang))
            for fact in match.facts_since(told):
                assert_named(fact_words(GAME, fact, lang, match))
        told = match.told
    assert told > 300


def test_bots_explain_themselves_in_names() -> None:
    explained = 0
    bot = new_bot("greedy")
    for match in moments(3, seed=5, each=23):
        if match.over:
            break
        seat = match.decision.seats[0]
        advice = bot.explain(Sight(match, seat))
        for lang in LANGUAGES:
            assert_named(advice_words(match, advice, lang))
        explained += 1
    assert explained > 20
