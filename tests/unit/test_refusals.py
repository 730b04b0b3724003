"""Reasons of the engine, as people read them in their language."""

from __future__ import annotations

import json
import sys
from string import Formatter
from types import FrameType

import pytest

import theomachy
from theomachy.bots import new_bot
from theomachy.cli.saves import check_writable, open_match
from theomachy.cli.seating import seat_bots
from theomachy.kernel.bounded_parsing import POSITION
from theomachy.kernel.cases import read_first_position
from theomachy.kernel.errors import TheomachyError
from theomachy.kernel.refusals import REFUSALS, refusal_words
from theomachy.server.words import say

CATALOGUES = [game.catalogue for game in theomachy.GAMES.values()]
SAVE = json.loads(theomachy.new("ankh", players=2, seed=1).save())


def said(error: TheomachyError, lang: str) -> str:
    return refusal_words(str(error), lang, CATALOGUES)


def assert_translated(error: TheomachyError) -> None:
    for lang, letters in (("de", "abc"), ("ru", "абвгдежз")):
        words = said(error, lang)
        assert words != str(error), str(error)
        assert any(letter in words.lower() for letter in letters)
    assert said(error, "en") == str(error)


@pytest.mark.parametrize(
    ("game", "setup"),
    [
        ("ankh", {"players": 7}),
        ("ankh", {"gods": ["isis"]}),
        ("ankh", {"players": 3, "gods": ["isis", "ra"]}),
        ("ankh", {"gods": ["isis", "zeus"]}),
        ("ankh", {"gods": ["isis", "isis"]}),
        ("ankh", {"players": 2, "scenario": "nowhere"}),
        ("ankh", {"players": 2, "pharaoh": "nobody"}),
        ("ankh", {"players": 2, "guardians": ["cat"]}),
        ("ankh", {"players": 2, "guardians": ["satis", "satis", "apep"]}),
        ("ankh", {"players": 2, "first": 5}),
        ("ankh", {"players": 2, "colour": "red"}),
        ("ankh", {"players": 2, "seed": -1}),
        ("anunnaki", {"players": 5}),
        ("anunnaki", {"houses": ["gaia", "babylon"]}),
        ("anunnaki", {"houses": ["babylon", "babylon"]}),
        ("anunnaki", {"houses": ["babylon"]}),
        ("anunnaki", {"players": 3, "houses": ["babylon", "ellenys"]}),
        ("chess", {"players": 2}),
    ],
)
def test_a_setup_is_refused_in_every_language(game: str, setup: dict[str, object]) -> None:
    with pytest.raises(TheomachyError) as refused:
        theomachy.new(game, **setup)  # type: ignore[arg-type]
    assert_translated(refused.value)


@pytest.mark.parametrize("spec", ["hal", "random:5", "search:soon"])
def test_a_bot_is_refused_in_every_language(spec: str) -> None:
    with pytest.raises(TheomachyError) as refused:
        new_bot(spec, 1)
    assert_translated(refused.value)
    with pytest.raises(TheomachyError) as refused:
        seat_bots(["you", spec], 2, 1)
    assert_translated(refused.value)
    assert said(refused.value, "ru").startswith("--seats: место 2: ")


@pytest.mark.parametrize(
    "change",
    [
        {"game": "chess"}, {"rules": 0}, {"format": 99}, {"history": [[0, "cell D6"]]}, {"history": [0]},
        {"seed": "one"}, {"digest": "0"}, {"setup": {"gods": ["isis", "zeus"]}},
    ],
)  # fmt: skip
def test_a_save_is_refused_in_every_language(change: dict[str, object]) -> None:
    with pytest.raises(TheomachyError) as refused:
        theomachy.load(json.dumps({**SAVE, **change}), "match.json")
    assert_translated(refused.value)


@pytest.mark.parametrize("text", ["", "[]", '{"game": "ankh"}', "[" * 100_000])
def test_what_is_no_save_is_refused_in_every_language(text: str) -> None:
    with pytest.raises(TheomachyError) as refused:
        theomachy.load(text, "match.json")
    assert_translated(refused.value)


@pytest.mark.parametrize(
    "text",
    [
        "[" * 5_000, "{a: " * 5_000, "a: 99999999999999999999", "a: 9999999999999999999", "a: !!int 1", "a: [*b]",
        "{[a]: 1}", "{a: 1, a: 2}", "a: 1.0e+999", "x" * 70_000, "[" + "1," * 9_000, "a: [1", "#\n---\n" * 100,
    ],
)  # fmt: skip
def test_what_a_parser_refuses_is_told_in_every_language(text: str) -> None:
    with pytest.raises(TheomachyError) as refused:
        read_first_position(text, "text", POSITION)
    assert_translated(refused.value)


def test_places_from_outside_cost_no_time() -> None:
    """A key like `a: a: a: …` looks like many places before a reason: they are not followed to the end."""
    calls = 0

    def counted(event: FrameType, kind: str, _: object) -> None:
        nonlocal calls
        calls += kind == "call" and event.f_code.co_name == "_translated"

    sys.setprofile(counted)
    try:
        refusal_words("a: " * 160 + "b", "de", CATALOGUES)
    finally:
        sys.setprofile(None)
    assert 1 <= calls < 50


def test_files_are_refused_in_every_language(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("saves")
    for wrong in (folder, folder / "no" / "folder.json"):
        with pytest.raises(TheomachyError) as refused:
            check_writable(wrong)
        assert_translated(refused.value)
        with pytest.raises(TheomachyError) as refused:
            open_match(wrong)
        assert_translated(refused.value)


def test_the_place_before_a_reason_stays() -> None:
    words = refusal_words("match.json: game: no game 'chess'; there are ankh", "de", CATALOGUES)
    assert words == "match.json: Spiel: Ein Spiel „chess“ gibt es nicht; es gibt ankh"


def test_an_unknown_reason_stays_as_it_is() -> None:
    assert refusal_words("the moon: is made of cheese", "ru", CATALOGUES) == "the moon: is made of cheese"
    assert refusal_words("", "de", CATALOGUES) == ""


def test_the_server_tells_its_details_in_the_language_asked_for() -> None:
    assert say("bad-setup", "de", detail="2 seats for 3 players").endswith("Plätze: 2, Spieler: 3")


@pytest.mark.parametrize("message", REFUSALS)
def test_translations_have_the_fields_of_the_message(message: str) -> None:
    fields = [{name for _, name, _, _ in Formatter().parse(text) if name} for text in (message, *REFUSALS[message])]
    assert fields[1] == fields[2]
    assert fields[1] <= fields[0]
