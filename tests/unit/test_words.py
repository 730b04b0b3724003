"""The words of every game's drawings, tables and settings are complete in every language."""

from __future__ import annotations

from string import Formatter

import pytest

import theomachy
from theomachy.kernel.catalogue import LANGUAGES


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("name", theomachy.GAMES)
def test_languages_have_the_same_words_with_the_same_fields(name: str) -> None:
    catalogue = theomachy.game(name).catalogue
    english = catalogue.words("en")
    assert english
    for lang in LANGUAGES:
        words = catalogue.words(lang)
        assert list(words) == list(english)
        assert {key: fields(text) for key, text in words.items()} == {
            key: fields(text) for key, text in english.items()
        }
        assert all(text.strip() == text and text for text in words.values())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", theomachy.GAMES)
def test_every_game_has_a_title_and_says_what_its_settings_are(name: str, lang: str) -> None:
    game = theomachy.game(name)
    assert game.catalogue.find_word("title", lang) == game.face().title(lang)
    for setting in game.settings():
        assert game.face().setting_words(setting, lang), setting.name
        if setting.values:
            known = game.catalogue.names(lang)
            assert [value for value in setting.values if f"{setting.names}.{value}" not in known] == []


@pytest.mark.parametrize("name", theomachy.GAMES)
def test_what_the_lab_studies_has_words(name: str) -> None:
    study = theomachy.game(name).study()
    words = theomachy.game(name).catalogue.words()
    for key in (
        study.score_name,
        study.length_name,
        theomachy.game(name).seats_setting,
        *study.varied,
        *study.mark_names,
    ):
        assert f"study.{key}" in words, key
