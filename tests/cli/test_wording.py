"""Choices and facts in words."""

from __future__ import annotations

from string import Formatter

import pytest

import theomachy
from theomachy.cli.phrases import PHRASES, phrase
from theomachy.kernel.choice import Choice
from theomachy.kernel.match import Match
from theomachy.kernel.wording import choice_words, fact_words

ANKH = theomachy.game("ankh")


def words(match: Match, text: str, lang: str = "en") -> str:
    return choice_words(match, Choice(match.game.table, match.game.table.find(text)), lang)


def test_choices_by_the_words_of_the_catalogue() -> None:
    match = theomachy.new("ankh", gods=["isis", "amun"], seed=1)
    assert words(match, "action summon") == "Summon figure"
    assert words(match, "card maat", "de") == ANKH.catalogue.verb("card", "de").format(noun="Kreislauf der Maat")
    assert words(match, "cell D6") == "Cell D6"
    assert words(match, "done", "ru") == "Готово: закончить ход"  # as the decision is about actions
    assert words(match, "power temple") == "Unlock Temple power"
    assert words(match, "build temple") == "Build a temple"


def test_a_place_says_what_stands_there() -> None:
    position = {"pieces": ["G1 C8", "w1 C9", "G2 H6", "T D8", "P2 E8"]}
    match = Match(ANKH, {"gods": ["isis", "amun"], "position": position})
    assert words(match, "figure C9") == "Figure on C9 (Warrior, Isis)"
    assert words(match, "monument D8").endswith("(Temple, neutral)")
    assert words(match, "monument E8").endswith("(Pyramid, Amun)")
    assert words(match, "region A2").endswith("(order tile 1)")


def test_facts_as_sentences() -> None:
    moved = {"fact": "moved", "rule": "ankh/move/x", "god": "isis", "cell": "D6", "thing": "warrior", "from": "C5"}
    assert fact_words(ANKH, moved) == "Isis: a warrior moves from C5 to D6"
    unlocked = {"fact": "unlocked", "rule": "x", "god": "ra", "thing": "temple", "amount": 0}
    assert fact_words(ANKH, unlocked) == "Ra unlocks a power: Temple power"
    majority = {"fact": "majority", "rule": "x", "god": "ra", "cell": "A2", "thing": "temple"}
    assert fact_words(ANKH, majority) == "Ra has the majority of temples in the region of A2"


def test_a_sentence_for_the_field_that_is_there_goes_first() -> None:
    fact = {"fact": "underworld", "rule": "x", "god": "osiris", "cell": "B3"}
    assert fact_words(ANKH, fact) == "Osiris places an underworld token on B3"
    assert fact_words(ANKH, {**fact, "from": "B4"}) == "Osiris moves an underworld token from B4 to B3"


def test_a_fact_without_a_sentence_reads_as_its_name_and_fields() -> None:
    assert fact_words(ANKH, {"fact": "sneezed", "rule": "x", "god": "ra", "amount": 2}) == "sneezed: Ra, 2"
    assert fact_words(ANKH, {"fact": "sneezed", "rule": "x"}) == "sneezed"


def test_every_fact_of_whole_matches_has_a_sentence_in_every_language() -> None:
    seen: dict[str, dict[str, object]] = {}
    for seed in range(6):
        match = theomachy.new("ankh", players=2 + seed % 4, seed=seed)
        number = 0
        while not match.over:
            seat = match.decision.seats[0]
            choices = match.choices_of(seat)
            number += 1
            match.play(choices[(number * 7919 + seed) % len(choices)], seat)
        seen.update({fact["fact"]: fact for fact in match.facts})
    assert len(seen) > 20
    for lang in ("en", "de", "ru"):
        for name, fact in seen.items():
            sentence = fact_words(ANKH, fact, lang)
            assert not sentence.startswith(name), f"{lang}: {fact}"
            assert "–" not in sentence, f"{lang}: {sentence}: a field is missing in {fact}"


@pytest.mark.parametrize("key", PHRASES)
def test_phrases_have_the_same_fields_in_every_language(key: str) -> None:
    fields = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in PHRASES[key]]
    assert fields[0] == fields[1] == fields[2]
    assert all(text.strip() for text in PHRASES[key])


def test_phrases_are_filled_in() -> None:
    assert phrase("no-number", "de", number=7, first=1, last=4) == "Die Nummer 7 gibt es nicht; wähle 1 bis 4."


def test_finishing_says_what_is_finished() -> None:
    match = theomachy.new("ankh", gods=["isis", "amun"], seed=1)
    match.play("action move")
    assert words(match, "done") == "Done: end movement"
    assert words(match, "done", "de") == "Fertig: Bewegung beenden"


def test_a_monument_to_replace_by_a_sphinx_is_not_called_controlled() -> None:
    assert ANKH.catalogue.verb("monument+replace-monument") == "Replace the monument on {noun} by a sphinx"
    prompts = {kind.prompt for kind in ANKH.kinds}
    assert "replace-monument" in prompts
