"""The catalogue of Ankh says the same things in every language, and has a text for everything the code names."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

import theomachy.games.ankh
from theomachy.games.ankh.content import data_text
from theomachy.games.ankh.game import KINDS
from theomachy.games.ankh.pharaoh.components import AGENDA, EXTRA_VERBS, KINGS, ROOMS
from theomachy.games.ankh.pharaoh.expansion import data_text as pharaoh_text
from theomachy.kernel.catalogue import LANGUAGES
from theomachy.kernel.language import faults_of, fields_of

SOURCE = Path(theomachy.games.ankh.__file__).parent
TABLES = ("name", "prompt", "verb", "fact", "refusal")
TRANSLATIONS = [language for language in LANGUAGES if language != "en"]

#: names that are spelled alike in English and in another language
PROPER_NOUNS = (
    "god.amun", "god.anubis", "god.isis", "god.osiris", "piece.satis", "piece.androsphinx",
    "monument.obelisk", "monument.sphinx", "king.ramses", "king.xerxes",
)  # fmt: skip

#: the parameters of `State.tell` that a placeholder of a fact is made of
TOLD_AS = {
    "god": ("who",),
    "cell": ("where",),
    "edge": ("where",),
    "thing": ("what",),
    "amount": ("amount",),
    "other": ("other",),
    "from": ("other",),
    "tile": ("other",),
    "cells": ("other", "amount"),
}
TELL = ("rule", "name", "who", "where", "what", "amount", "other", "seen")


def plain(entry: str | dict[str, str]) -> str:
    """A text; of a name with several forms the one in lists."""
    return entry if isinstance(entry, str) else entry["name"]


#: the data files of the game and of its expansion
SOURCES = (data_text, pharaoh_text)
RULES: dict[str, dict[str, dict[str, Any]]] = {
    language: {rule: entry for read in SOURCES for rule, entry in tomllib.loads(read(f"rules.{language}.toml")).items()}
    for language in LANGUAGES
}
TEXTS: dict[str, dict[str, dict[str, str]]] = {
    language: {
        table: {
            key: plain(text)
            for read in SOURCES
            for key, text in tomllib.loads(read(f"text.{language}.toml")).get(table, {}).items()
        }
        for table in TABLES
    }
    for language in LANGUAGES
}


class Telling:
    """A call of `tell` in the source: the fact's name, the parameters it passes, and `what` where that is a literal."""

    def __init__(self, place: str, call: ast.Call) -> None:
        self.place = place
        arguments: dict[str, ast.expr] = dict(zip(TELL, call.args, strict=False))
        arguments.update({keyword.arg: keyword.value for keyword in call.keywords if keyword.arg is not None})
        self.name = literal(arguments["name"])
        self.passed = set(arguments)
        self.what = literal(arguments["what"]) if "what" in arguments else ""


def literal(node: ast.expr) -> str:
    """The string a node is; empty if it is computed."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def tellings() -> list[Telling]:
    return [
        Telling(f"{path.name}:{node.lineno}", node)
        for path in sorted(SOURCE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "tell"
    ]


def cited_rules() -> dict[str, str]:
    """Every rule named in the source, code, comments and docstrings alike, with a file that names it."""
    cited: dict[str, str] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for rule in re.findall(r"\b(?:ankh|pharaoh)/[a-z0-9-]+/[a-z0-9-]+|(?<=\")theomachy/[a-z0-9-]+(?=\")", text):
            cited.setdefault(rule, path.name)
    return cited


def placeholders(text: str) -> set[str]:
    return set(fields_of(text))


def has_letters(text: str) -> bool:
    """Whether there is anything to translate outside the placeholders."""
    return any(character.isalpha() for piece, _, _, _ in Formatter().parse(text) for character in piece)


def all_texts(language: str) -> dict[str, str]:
    """Every text of a language by where it stands: `fact camel`, `ankh/battle/kill title`."""
    texts = {f"{table} {key}": text for table in TABLES for key, text in TEXTS[language][table].items()}
    for rule, entry in RULES[language].items():
        texts[f"{rule} title"] = entry["title"]
        texts[f"{rule} text"] = entry["text"]
    return texts


# --- the languages agree ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_same_rules(language: str) -> None:
    assert sorted(RULES[language]) == sorted(RULES["en"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_nouns_have_names(language: str) -> None:
    """What the choices of the expansion name by a word of its own."""
    nouns = {"room": ROOMS, "agenda": AGENDA, "king": KINGS}
    names = TEXTS[language]["name"]
    assert [f"{kind}.{noun}" for kind, words in nouns.items() for noun in words if f"{kind}.{noun}" not in names] == []
    assert [verb for verb, _ in EXTRA_VERBS if verb not in TEXTS[language]["verb"]] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_tables(language: str) -> None:
    for read in SOURCES:
        assert sorted(tomllib.loads(read(f"text.{language}.toml"))) == sorted(TABLES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_expansion_adds_and_changes_nothing(language: str) -> None:
    for name in ("rules", "text"):
        game, expansion = (tomllib.loads(read(f"{name}.{language}.toml")) for read in SOURCES)
        if name == "rules":
            assert set(game) & set(expansion) == set()
            assert {rule.partition("/")[0] for rule in expansion} == {"pharaoh"}
        else:
            assert [table for table in TABLES if set(game[table]) & set(expansion[table])] == []


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("language", TRANSLATIONS)
def test_same_keys(language: str, table: str) -> None:
    assert sorted(TEXTS[language][table]) == sorted(TEXTS["en"][table])


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("language", TRANSLATIONS)
def test_same_placeholders(language: str, table: str) -> None:
    english = {key: placeholders(text) for key, text in TEXTS["en"][table].items()}
    assert {key: placeholders(text) for key, text in TEXTS[language][table].items()} == english


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_translated(language: str) -> None:
    english = all_texts("en")
    proper_nouns = {TEXTS["en"]["name"][key] for key in PROPER_NOUNS}
    same = [
        place
        for place, text in all_texts(language).items()
        if text == english.get(place) and has_letters(text) and text not in proper_nouns
    ]
    assert same == []


def test_russian_is_cyrillic() -> None:
    latin = [
        place for place, text in all_texts("ru").items() if has_letters(text) and not re.search("[А-Яа-яЁё]", text)
    ]
    assert latin == []


# --- every text is well formed ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_braces(language: str) -> None:
    for place, text in all_texts(language).items():
        assert faults_of(text, language) == "", f"{place}: {text}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_empty_text(language: str) -> None:
    assert [place for place, text in all_texts(language).items() if text.strip() != text or not text] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_quick_reference_says_who_can_not_win_a_battle(language: str) -> None:
    said = {
        "en": "Without a figure in the region you cannot win",
        "de": "Wer keine Figur in der Region hat, kann nicht gewinnen",
        "ru": "Без фигурок в регионе сила 0, и победить нельзя",
    }
    assert said[language] in data_text(f"quick.{language}.md")


# --- the code finds its texts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_cited_rules_exist(language: str) -> None:
    cited = cited_rules()
    assert cited
    assert {rule: file for rule, file in cited.items() if rule not in RULES[language]} == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_prompts_exist(language: str) -> None:
    asked = {kind.prompt for kind in KINDS if kind.prompt}
    assert asked
    assert sorted(asked - set(TEXTS[language]["prompt"])) == []


def test_fact_names_are_literal() -> None:
    """The tests below read the names from the source, so a computed one would escape them."""
    assert [telling.place for telling in tellings() if not telling.name] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_facts_have_templates(language: str) -> None:
    told = {telling.name: telling.place for telling in tellings()}
    assert told
    assert {name: place for name, place in told.items() if name not in TEXTS[language]["fact"]} == {}


def test_templates_have_facts() -> None:
    told = {telling.name for telling in tellings()}
    assert sorted(key for key in TEXTS["en"]["fact"] if key.partition("+")[0] not in told) == []


def test_templates_use_told_fields() -> None:
    """A template uses only fields that every telling of its fact passes; one with "+" uses that field as well."""
    for telling in tellings():
        fields = {field for field, parts in TOLD_AS.items() if telling.passed.issuperset(parts)}
        unknown = placeholders(TEXTS["en"]["fact"][telling.name]) - fields
        assert not unknown, f"{telling.place}: '{telling.name}' has no {sorted(unknown)}"
    for key, text in TEXTS["en"]["fact"].items():
        base, plus, extra = key.partition("+")
        if plus:
            assert placeholders(text) == placeholders(TEXTS["en"]["fact"][base]) | {extra}, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_void_things_have_names(language: str) -> None:
    void = {f"void.{telling.what}" for telling in tellings() if telling.name == "void"}
    assert void
    assert void == {key for key in TEXTS[language]["name"] if key.startswith("void.")}
