"""The rule book: every rule that a case proves has a picture, in every language, and the file of them is up to date."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pytest

import theomachy
from tests.book.record import digest, example_file
from theomachy.book import Example, Examples, examples_of, picture
from theomachy.book.examples import TITLED, _read
from theomachy.kernel.catalogue import LANGUAGES, Catalogue
from theomachy.kernel.errors import BadContent
from theomachy.kernel.game import Game

GAMES = list(theomachy.GAMES.values())
named = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
#: bytes of all examples of a game; packed it is a sixth of that
LARGEST = 250_000


@named
def test_the_file_of_examples_is_up_to_date(game: Game[Any]) -> None:
    text = example_file(game).read_bytes()
    assert json.loads(text)["of"]["cases"] == digest(game), "the cases have changed: python -m tests.book.record"
    assert len(text) < LARGEST


@named
def test_every_rule_with_a_case_has_an_example(game: Game[Any]) -> None:
    examples = examples_of(game)
    for rule in game.catalogue.rules():
        assert bool(examples.of(rule)) == (examples.cases.get(rule, 0) > 0), rule
        # The engine's own rules are proven for all games at once.
        assert examples.of(rule) or rule.startswith("theomachy/"), rule


@named
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_has_a_picture_in_every_language(game: Game[Any], lang: str) -> None:
    examples = examples_of(game)
    for rule in game.catalogue.rules():
        for example in examples.of(rule)[:1]:
            shown = picture(game, example, lang)
            assert (shown["after"] is None) == (not example.play)
            assert len(shown["choices"]) == len(example.play)
            said = [*shown["choices"], *shown["facts"], *shown["refused"]]
            assert all(one["words"].strip() for one in said), example.key


@named
@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != TITLED])
def test_every_example_has_a_title_in_every_language(game: Game[Any], lang: str) -> None:
    """In `data/titles.LANGUAGE.toml`, by the title of the case."""
    examples = examples_of(game)
    shown = [example for rule in game.catalogue.rules() for example in examples.of(rule)]
    missing = sorted({example.title for example in shown if not examples.title(example, lang)})
    assert not missing
    gone = set(examples.titles[lang]) - {example.title for example in shown}
    assert not gone, "titles that no example has any more"
    for title, words in examples.titles[lang].items():
        assert words.strip() == words != title
        assert bool(re.search("[а-яё]", words)) == (lang == "ru"), words
        # Numbers are the same in every language.
        assert Counter(re.findall(r"\d+", words)) == Counter(re.findall(r"\d+", title)), (title, words)
    example = shown[0]
    assert picture(game, example, lang)["title"] == examples.titles[lang][example.title]


@named
def test_what_the_words_tell_can_be_seen(game: Game[Any]) -> None:
    """Where a rule's first example has something happen, the two views differ."""
    examples = examples_of(game)
    for rule in game.catalogue.rules():
        for example in examples.of(rule)[:1]:
            shown = picture(game, example, "en")
            if any(fact["places"] for fact in shown["facts"]):
                assert shown["before"] != shown["after"], example.key


@named
def test_the_words_of_an_example_are_of_its_language(game: Game[Any]) -> None:
    example = next(example for rule in game.catalogue.rules() for example in examples_of(game).of(rule) if example.play)
    said = {lang: [one["words"] for one in picture(game, example, lang)["choices"]] for lang in LANGUAGES}
    assert said["en"] != said["de"] != said["ru"] != said["en"]


@named
def test_a_picture_shows_no_secrets(game: Game[Any]) -> None:
    for rule in game.catalogue.rules():
        for example in examples_of(game).of(rule)[:1]:
            shown = picture(game, example, "en")
            match = example.begin(game)
            assert shown["before"] == match.view(None), example.key


def test_a_game_without_examples_has_none() -> None:
    nothing: dict[str, str] = {}

    class Bare:
        name = "bare"
        catalogue = Catalogue("bare", nothing.__getitem__)

    examples: Examples = _read(Bare())  # type: ignore[arg-type]
    assert examples.of("bare/any") == []
    assert examples.find("any") is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not a file of examples"),
        ("[]", "not a file of examples"),
        (json.dumps({"cases": {}, "rules": {}}), "not a file of examples"),
        (json.dumps({"cases": {}, "rules": {}, "examples": {"a": {"titel": "A"}}}), "not a file of examples"),
        (json.dumps({"cases": {}, "rules": {"x/y": ["a"]}, "examples": {}}), "no example 'a'"),
    ],
)
def test_a_broken_file_is_refused_by_name(text: str, message: str) -> None:
    class Broken:
        name = "broken"
        catalogue = Catalogue("broken", {"examples.json": text}.__getitem__)

    with pytest.raises(BadContent, match=rf"broken: data/examples\.json: {message}"):
        _read(Broken())  # type: ignore[arg-type]


def test_an_example_begins_where_it_says() -> None:
    game = theomachy.game("ankh")
    example = Example("x", "t", ("isis", "amun"), {"pieces": ["G1 B4", "G2 J9"]})
    assert [figure["cell"] for figure in example.begin(game).view(None)["board"]["figures"]] == ["B4", "J9"]
