"""Plural forms, cases and numbers, and templates filled in with names."""

from __future__ import annotations

import pytest

from theomachy.kernel.language import (
    Name,
    faults_of,
    fields_of,
    fill,
    number_words,
    ordinal,
    plural,
)

WARRIOR = Name("Воин", {"in": "воин", "acc": "воина", "one": "воин", "few": "воина", "many": "воинов"})
PHARAOHS = Name("Pharaohs", {"in": "the Pharaohs", "number": "plural"})
BABYLON = Name("Babylon")


@pytest.mark.parametrize(
    ("category", "numbers"),
    [
        ("one", [1, 21, 31, 101, 121, -1]),
        ("few", [2, 3, 4, 22, 34, 103, -2]),
        ("many", [0, 5, 11, 12, 13, 14, 20, 25, 111, 112, 119, -5]),
    ],
)
def test_russian_plural_categories(category: str, numbers: list[int]) -> None:
    assert {plural(number, "ru") for number in numbers} == {category}


@pytest.mark.parametrize("lang", ["en", "de"])
def test_english_and_german_know_one_and_others(lang: str) -> None:
    assert [plural(number, lang) for number in (0, 1, 2, 11, 21)] == ["other", "one", "other", "other", "other"]


def test_numbers_as_the_language_writes_them() -> None:
    assert number_words("-1.5") == "−1.5"
    assert number_words("-1.5", "de") == "−1,5"
    assert number_words("+2.0", "ru") == "+2,0"


def test_ordinals() -> None:
    english = [ordinal(number, "en") for number in (1, 2, 3, 4, 11, 12, 13, 21, 22)]
    assert english == ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd"]
    assert ordinal(3, "de") == "3."
    assert ordinal(3, "ru") == "3-й"


def test_a_template_asks_for_a_form() -> None:
    assert fill("{god} берёт {thing:acc}", {"god": "Ра", "thing": WARRIOR}, "ru") == "Ра берёт воина"
    assert fill("{thing}: {thing:in}", {"thing": WARRIOR}, "ru") == "Воин: воин"


def test_a_form_that_is_not_given_reads_as_inside_a_sentence_or_else_as_in_a_list() -> None:
    assert WARRIOR.form("ins") == "воин"
    assert BABYLON.form("acc") == "Babylon"
    assert WARRIOR.bracketed("ru") == "воин"
    assert PHARAOHS.bracketed("en") == "Pharaohs"


def test_counted_things() -> None:
    counted = [fill("{n:count thing}", {"n": number, "thing": WARRIOR}, "ru") for number in (1, 2, 5, 21)]
    assert counted == ["1\u00a0воин", "2\u00a0воина", "5\u00a0воинов", "21\u00a0воин"]
    assert fill("{n:count step|steps}", {"n": 1}, "en") == "1\u00a0step"
    assert fill("{n:count step|steps}", {"n": -2}, "en") == "−2\u00a0steps"
    assert fill("{n:plural Schritt|Schritte}", {"n": 2}, "de") == "Schritte"
    assert fill("{n:count Schritt|Schritte}", {"n": "…"}, "de") == "…\u00a0Schritte"


def test_a_verb_agrees_with_a_name() -> None:
    template = "{house} {house:verb goes|go} first"
    assert fill(template, {"house": PHARAOHS}, "en") == "Pharaohs go first"
    assert fill(template, {"house": BABYLON}, "en") == "Babylon goes first"


def test_a_missing_field_reads_as_a_dash() -> None:
    assert fill("{god}: {amount}", {"god": BABYLON}, "en") == "Babylon: –"


def test_negative_numbers_have_a_minus_sign() -> None:
    assert fill("space {n}", {"n": -5}, "en") == "space −5"


def test_the_fields_of_a_template_and_the_forms_it_asks_for() -> None:
    template = "{god}: {thing:acc}, {amount:count thing}, {other:verb a|b}, {n:count x|y}"
    assert fields_of(template) == {"god": {""}, "thing": {"acc", "plural"}, "amount": set(), "other": set(), "n": set()}


@pytest.mark.parametrize(
    ("template", "lang"),
    [
        ("{n:count шаг|шага}", "ru"),
        ("{n:count a|b|c}", "de"),
        ("{n:count}", "en"),
        ("{house:verb goes}", "en"),
        ("{thing:some words}", "en"),
        ("{thing", "en"),
        ("{}", "en"),
        ("{n:ordinal x}", "en"),
    ],
)
def test_a_wrong_template_has_faults(template: str, lang: str) -> None:
    assert faults_of(template, lang)


@pytest.mark.parametrize("template", ["{n:count шаг|шага|шагов}", "{thing:acc} {n}", "{n:ordinal}", "{house:verb а|б}"])
def test_a_right_template_has_none(template: str) -> None:
    assert faults_of(template, "ru") == ""
