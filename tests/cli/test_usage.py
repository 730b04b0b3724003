"""Help and usage errors in the language asked for, or in that of the environment."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from unittest import mock

import pytest
import typer

import theomachy
from tests.cli.command import refused, run
from theomachy.cli.app import SETTINGS, make_app
from theomachy.cli.language import VARIABLES, asked_command, environment_language, spoken_language
from theomachy.cli.usage import commands_of, paragraphs, words_of

TRANSLATED = ("de", "ru")
#: what Typer says around the help texts
FRAME = {"Usage", "Arguments", "Options", "Commands", "Error", "default", "env var", "required"} | {
    "Show this message and exit.",
    "Try '{command}' for help.",
    "'{text}'",
}


def english_texts() -> set[str]:
    """Every paragraph of every help text, as it stands in the commands."""
    found: set[str] = set()
    for command in commands_of(typer.main.get_command(make_app("", "en"))):
        assert command.help, command.name
        for text in [command.help, *(getattr(parameter, "help", "") for parameter in command.params)]:
            assert text, command.name
            found.update(paragraphs(text))
    return found


def placeholders() -> set[str]:
    found = {"OPTIONS", "COMMAND", "ARGS"}
    for asked in ("", *SETTINGS):
        for command in commands_of(typer.main.get_command(make_app(asked, "en"))):
            for parameter in command.params:
                found.update(re.findall("[A-Z]{2,}", parameter.metavar or ""))
    return found


def command_lines() -> Iterator[list[str]]:
    yield []
    group = typer.main.get_command(make_app("", "en"))
    assert isinstance(group, typer.core.TyperGroup)
    for name, command in group.commands.items():
        yield [name]
        if isinstance(command, typer.core.TyperGroup):
            for below in command.commands:
                yield [name, below]


@pytest.mark.parametrize("lang", TRANSLATED)
def test_every_help_text_has_a_translation_and_every_translation_a_text(lang: str) -> None:
    words = words_of(lang)
    assert set(words.help) == english_texts()
    assert set(words.placeholders) == placeholders()
    assert set(words.frame) == FRAME
    assert all(words.help.values())
    same = {text for text, said in words.help.items() if text == said}
    assert same == set()


def test_both_languages_know_the_same_errors_with_the_same_fields() -> None:
    german, russian = (words_of(lang).errors for lang in TRANSLATED)
    assert set(german) == set(russian)
    for template in german:
        fields = sorted(re.findall(r"{\w+}", template))
        assert sorted(re.findall(r"{\w+}", german[template])) == fields
        assert sorted(re.findall(r"{\w+}", russian[template])) == fields


@pytest.mark.parametrize("arguments", list(command_lines()), ids=" ".join)
@pytest.mark.parametrize("lang", TRANSLATED)
def test_help_has_no_english_left(arguments: list[str], lang: str) -> None:
    ran = run("--lang", lang, *arguments, "--help", columns=100)
    assert ran.code == 0
    text = " ".join(ran.out.split())
    assert text.startswith({"de": "Aufruf: ", "ru": "Вызов: "}[lang] + " ".join(["theomachy", *arguments]))
    for english in english_texts() | {f"{heading}:" for heading in FRAME} | {"[default", "Show this message"}:
        assert english not in text
    # Identifiers of content ("unrest-in-the-dynasty") are the same in every language.
    assert not re.search(r"(?<![-\w])(the|of|is|are|and|which|with|There)(?![-\w])", text), text
    assert {"de": "Diese Hilfe zeigen.", "ru": "Показать эту справку."}[lang] in text
    # What Typer writes for types and for what must be given is for programmers.
    assert not re.search(r"[<{}]|\[\[", re.sub(r"[\d.]*<=x<=|x>=", "", ran.out)), ran.out


@pytest.mark.parametrize("lang", TRANSLATED)
@pytest.mark.parametrize("command", SETTINGS)
def test_settings_of_games_are_explained_in_the_language(command: str, lang: str) -> None:
    text = " ".join(run(command, "-h", locale=lang, columns=100).out.split())
    for game in theomachy.GAMES.values():
        for setting in game.settings():
            if SETTINGS[command] or setting.name not in (game.seats_setting, "first"):
                assert game.face().setting_words(setting, lang) in text


ERRORS = [
    (
        ["serve", "--prot", "3"],
        "Eine Option --prot gibt es nicht; ähnlich sind --host, --port.",
        "Нет параметра --prot; похожие: --host, --port.",
    ),
    (["--foo"], "Eine Option --foo gibt es nicht.", "Нет параметра --foo."),
    (
        ["rles"],
        "Einen Befehl „rles“ gibt es nicht; meinst du „rules“, „levels“, „lesson“?",
        "Нет команды «rles»; может быть, «rules», «levels», «lesson»?",
    ),
    (["database", "zzz"], "Einen Befehl „zzz“ gibt es nicht.", "Нет команды «zzz»."),
    (["replay"], "Es fehlt das Argument „DATEI“.", "Не хватает аргумента «ФАЙЛ»."),
    (
        ["bots"],
        "Es fehlt die Option „--database“ (Umgebungsvariable „THEOMACHY_DATABASE“).",
        "Не хватает параметра «--database» (переменная окружения «THEOMACHY_DATABASE»).",
    ),
    (["database", "prune"], "Es fehlt die Option „--older“.", "Не хватает параметра «--older»."),
    (["replay", "a", "b"], "Das ist zu viel: b", "Лишнее: b"),
    (
        ["serve", "--port"],
        "Nach der Option „--port“ fehlt ein Wert.",
        "После параметра «--port» нужно значение.",
    ),
    (
        ["serve", "--open=3"],
        "Die Option „--open“ hat keinen Wert.",
        "У параметра «--open» не бывает значения.",
    ),
    (
        ["load", "--tables", "x"],
        "Falscher Wert für „--tables“: Hier muss eine ganze Zahl stehen.",
        "Неверное значение для «--tables»: Здесь нужно целое число.",
    ),
    (
        ["load", "--tables", "9" * 5000],
        "Falscher Wert für „--tables“: Diese Zahl ist zu lang.",
        "Неверное значение для «--tables»: Слишком длинное число.",
    ),
    (
        ["load", "--tables", "0"],
        "Falscher Wert für „--tables“: Die Zahl muss mindestens 1 sein.",
        "Неверное значение для «--tables»: Число должно быть не меньше 1.",
    ),
    (
        ["load", "--bots", "x"],
        "Falscher Wert für „--bots“: Hier muss eine Zahl stehen.",
        "Неверное значение для «--bots»: Здесь нужно число.",
    ),
    (
        ["load", "--bots", "7"],
        "Falscher Wert für „--bots“: Die Zahl darf höchstens 1 sein.",
        "Неверное значение для «--bots»: Число должно быть не больше 1.",
    ),
    (
        ["serve", "--log", "x"],
        "Falscher Wert für „--log“: „x“ gibt es nicht; es gibt „text“, „json“.",
        "Неверное значение для «--log»: Нет значения «x»; есть «text», «json».",
    ),
]


@pytest.mark.parametrize(("arguments", "german", "russian"), ERRORS, ids=lambda value: " ".join(value)[:30])
def test_usage_errors_speak_the_language(
    arguments: list[str], german: str, russian: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("THEOMACHY_DATABASE", raising=False)
    for locale, label, said in (("de_DE.UTF-8", "Fehler", german), ("ru_RU.UTF-8", "Ошибка", russian)):
        ran = run(*arguments, locale=locale)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.splitlines()[-1] == f"{label}: {said}"
    ran = run(*arguments)
    assert ran.code == 2
    assert ran.err.splitlines()[-1].startswith("Error: ")


def test_a_language_alone_is_no_command() -> None:
    for lang, said in (
        ("en", "Error: Missing command."),
        ("de", "Fehler: Es fehlt ein Befehl."),
        ("ru", "Ошибка: Не указана команда."),
    ):
        ran = run("--lang", lang)
        assert (ran.code, ran.err.splitlines()[-1]) == (2, said)


def test_every_error_with_a_translation_can_happen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("THEOMACHY_DATABASE", raising=False)
    said = [run(*arguments).err.splitlines()[-1] for arguments in (["--lang", "en"], *(error[0] for error in ERRORS))]
    for template in words_of("de").errors:
        pattern = re.sub(r"\\{\w+\\}", ".+", re.escape(template))
        assert any(re.search(f": {pattern}$", message) for message in said), template


def test_a_usage_error_says_where_help_is() -> None:
    assert run("replay").err.splitlines() == [
        "Usage: theomachy replay [OPTIONS] FILE",
        "Try 'theomachy replay -h' for help.",
        "",
        "Error: Missing argument 'FILE'.",
    ]
    assert run("--lang", "de", "replay").err.splitlines() == [
        "Aufruf: theomachy replay [OPTIONEN] DATEI",
        "Hilfe gibt „theomachy replay -h“.",
        "",
        "Fehler: Es fehlt das Argument „DATEI“.",
    ]


def test_no_command_shows_the_help_and_is_wrong() -> None:
    ran = run(locale="de_DE")
    assert (ran.code, ran.out) == (2, "")
    assert "Im Terminal spielen" in ran.err


def test_the_environment_speaks_where_no_language_is_asked_for() -> None:
    assert run("rules", "ankh", locale="ru_RU.UTF-8").out == run("rules", "ankh", "--lang", "ru").out
    assert run("rules", "ankh", "--lang", "en", locale="ru_RU.UTF-8").out == run("rules", "ankh").out
    assert run("--lang", "ru", "rules", "ankh").out == run("rules", "ankh", "--lang", "ru").out
    assert "gibt es nicht" in run("play", "chess", locale="de_DE").err
    assert "xx" in refused("--lang", "xx", "rules")


def test_what_programs_read_does_not_depend_on_the_environment() -> None:
    assert run("rules", "ankh", "--json", locale="de_DE.UTF-8").out == run("rules", "ankh", "--json").out
    assert json.loads(run("rules", "ankh", "--quick", "--json", "--lang", "de").out)["lang"] == "de"


@pytest.mark.parametrize(
    ("variables", "lang"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "ru"}, "ru"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de_AT@euro", "LC_MESSAGES": "ru_RU"}, "ru"),
        ({"LANG": "de_DE", "LC_MESSAGES": "ru_RU", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_DE", "LC_ALL": ""}, "de"),
    ],
)
def test_the_first_variable_that_is_set_names_the_language(variables: dict[str, str], lang: str) -> None:
    kept = {name: value for name, value in os.environ.items() if name not in VARIABLES}
    with mock.patch.dict(os.environ, kept | variables, clear=True):
        assert environment_language() == lang
        assert spoken_language(["rules"]) == lang
        assert spoken_language(["rules", "--lang=RU"]) == "ru"
        assert spoken_language(["--lang", "de", "rules", "--json"]) == "de"
        assert spoken_language(["rules", "--lang", "xx"]) == lang
        assert spoken_language(["rules", "--lang"]) == lang


def test_the_command_in_a_command_line() -> None:
    assert asked_command(["--lang", "de", "play", "ankh"]) == "play"
    assert asked_command(["--lang=de", "play"]) == "play"
    assert asked_command(["--help"]) == ""
