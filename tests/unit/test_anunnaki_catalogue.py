"""The words of Anunnaki: three languages, all complete."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

import theomachy
from theomachy.games.anunnaki.content import data_text
from theomachy.games.anunnaki.game import KINDS
from theomachy.kernel.catalogue import LANGUAGES
from theomachy.kernel.language import fields_of

SOURCE = Path(theomachy.__file__).parent / "games" / "anunnaki"
CATALOGUE = theomachy.game("anunnaki").catalogue
TEXTS = {language: tomllib.loads(data_text(f"text.{language}.toml")) for language in LANGUAGES}


def placeholders(sentence: str) -> set[str]:
    return set(fields_of(sentence))


@pytest.mark.parametrize("language", ["de", "ru"])
def test_every_language_has_the_same_rules_and_texts(language: str) -> None:
    assert list(CATALOGUE.rules(language)) == list(CATALOGUE.rules("en"))
    for table, entries in TEXTS["en"].items():
        assert set(TEXTS[language][table]) == set(entries), table
        if table in ("fact", "verb", "refusal"):
            for key, sentence in entries.items():
                assert placeholders(TEXTS[language][table][key]) == placeholders(sentence), key


@pytest.mark.parametrize("language", ["de", "ru"])
def test_nothing_was_left_untranslated(language: str) -> None:
    for key, rule in CATALOGUE.rules(language).items():
        assert rule.text != CATALOGUE.rules("en")[key].text, key
    for key, sentence in TEXTS[language]["prompt"].items():
        assert sentence != TEXTS["en"]["prompt"][key], key


def test_every_rule_that_the_code_cites_is_in_the_catalogue() -> None:
    known = CATALOGUE.rules()
    cited = {
        match
        for path in SOURCE.rglob("*.py")
        for match in re.findall(r"\banunnaki/[a-z]+/[a-z0-9-]+", path.read_text(encoding="utf-8"))
    }
    assert len(cited) > 100
    assert {rule for rule in cited if rule not in known} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_prompt_is_there(language: str) -> None:
    for kind in KINDS:
        if kind.prompt:
            assert CATALOGUE.prompt(kind.prompt, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_quick_reference_speaks_of_every_god_house_and_weapon(language: str) -> None:
    quick = CATALOGUE.quick(language)
    names = CATALOGUE.names(language)
    named = [name for key, name in names.items() if key.partition(".")[0] in ("god", "house", "weapon", "goal")]
    named.remove(names["house.gaia"])
    # A table may shorten a name to its last word: "Колесница".
    assert [name for name in named if name.split()[-1].casefold() not in quick.casefold()] == []
