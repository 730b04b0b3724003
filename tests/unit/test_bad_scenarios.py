"""Scenarios of one's own, from files and as tables: whatever is wrong is refused, and the message names the place."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given

import theomachy
from tests.examples import quick
from tests.unit.bad_input import ANKH, GOOD_SCENARIO, refused, scenario_text
from tests.unit.drawn_input import custom_scenarios
from theomachy.kernel.errors import BadContent, TheomachyError
from theomachy.kernel.match import Match


def scenario_match(folder: Path, text: str | bytes) -> Match:
    path = folder / "mine.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return theomachy.new("ankh", gods=["isis", "ra"], scenario_file=str(path), seed=1)


def with_piece(piece: str) -> dict[str, Any]:
    return {"pieces": [*GOOD_SCENARIO["pieces"], piece]}


def test_a_good_scenario_file(tmp_path: Path) -> None:
    match = scenario_match(tmp_path, scenario_text())
    (tmp_path / "mine.toml").unlink()
    assert theomachy.load(match.save()).digest() == match.digest()


WRONG_SCENARIOS: Final[list[tuple[str, dict[str, Any], list[str]]]] = [
    ("unknown cell", with_piece("T Z9"), ["piece 8", "'T Z9'", "no cell 'Z9'", "A2", "ankh/board/cells"]),
    ("lower-case cell", with_piece("T d2"), ["piece 8", "no cell 'd2'"]),
    ("piece on water", with_piece("T E1"), ["piece 8", "'T E1'", "water", "ankh/board/water-regions"]),
    ("god on water", {"pieces": ["G1 E1", "G2 G8"]}, ["piece 1", "water", "ankh/board/water-regions"]),
    ("duplicate piece", with_piece("P B6"), ["piece 8", "'P B6'", "ankh/board/one-piece"]),
    ("the same piece twice", with_piece("T D1"), ["piece 8", "ankh/board/one-piece"]),
    ("unknown letter", with_piece("X D2"), ["piece 8", "no piece 'X'", "allowed: G, O, P, T"]),
    ("unknown guardian", with_piece("griffin1 D2"), ["piece 8", "griffin", "androsphinx"]),
    ("unknown player", with_piece("w3 D2"), ["piece 8", "no player 3", "2"]),
    ("player nought", with_piece("w0 D2"), ["piece 8", "no player 0"]),
    ("superscript player", with_piece("w² D2"), ["piece 8", "w²"]),
    ("figure without player", with_piece("w D2"), ["piece 8", "needs a player"]),
    ("no cell", with_piece("w1"), ["piece 8", "'w1'", "T D7"]),
    ("three words", with_piece("w 1 D2"), ["piece 8", "T D7"]),
    ("nothing", with_piece(""), ["piece 8", "T D7"]),
    ("two gods", with_piece("G1 D2"), ["piece 8", "B6", "ankh/setup/players"]),
    ("no god", {"pieces": ["G1 B6"]}, ["player 2", "no god figure", "ankh/setup/scenario"]),
    ("seven warriors", {"pieces": [*GOOD_SCENARIO["pieces"], *(f"w1 A{row}" for row in (2, 3, 4, 5, 7, 8))]}, ["6"]),
    ("three small bases", {"pieces": [*GOOD_SCENARIO["pieces"], "mummy1 A2", "mummy1 A3", "satis1 A4"]}, ["2 bases"]),
    ("eleven temples", {"pieces": [*GOOD_SCENARIO["pieces"], *(f"T B{row}" for row in range(1, 5)),
                                   *(f"T C{row}" for row in range(1, 6))]}, ["more than 10 temple"]),
    ("ten tokens", {"pieces": ["G1 B6", "G2 G8", *(f"O1 A{row}" for row in range(2, 9)),
                               *(f"P1 C{row}" for row in (1, 2, 3))]}, ["piece", "9", "ankh token"]),
    ("sun for Isis", {"pieces": [*GOOD_SCENARIO["pieces"][:-1], "G2 G8", "w1* A2", "w2* A3"]}, ["Ra", "ankh/god/ra"]),
    ("sun on a monument", with_piece("T1* D2"), ["piece 8", "T1*"]),
    ("region without tile", {"order": ["A2", "J3"]}, ["order", "B1", "ankh/board/order-tiles"]),
    ("no tiles", {"order": []}, ["order", "ankh/board/order-tiles"]),
    ("two tiles on a region", {"order": ["A2", "A3", "J3", "B1"]}, ["order tile 2", "'A3'", "tile 1"]),
    ("tile on water", {"order": ["E1", "A2", "J3", "B1"]}, ["order tile 1", "water"]),
    ("tile on no cell", {"order": ["A2", "J3", "Q7"]}, ["order tile 3", "no cell 'Q7'"]),
    ("nine tiles", {"order": ["A2"] * 9}, ["9 tiles", "8"]),
    ("camel on river", {"camels": ["B1-A2"]}, ["camel 1", "'B1-A2'", "river", "ankh/event/camel-edges"]),
    ("camel on water", {"camels": ["D6-D7"]}, ["camel 1", "water", "ankh/event/camel-edges"]),
    ("camel nowhere", {"camels": ["A2-K9"]}, ["camel 1", "no such edge", "A5-B4"]),
    ("camel on a cell", {"camels": ["A5"]}, ["camel 1", "no such edge"]),
    ("two camels on an edge", {"camels": ["A5-A4", "A4-A5"]}, ["camel 2", "already"]),
    ("unknown key", {"dragons": ["A5"]}, ["dragons", "allowed", "pieces"]),
    ("no name", {"name": None}, ["name"]),
    ("name is a number", {"name": 3}, ["name"]),
    ("no players", {"players": None}, ["players", "2, 3, 4 or 5", "ankh/setup/players"]),
    ("seven players", {"players": 7}, ["players", "7", "2, 3, 4 or 5"]),
    ("players in words", {"players": "two"}, ["players", "two"]),
    ("other player count", {"players": 3}, ["no scenario for 2 players", "3", "ankh/setup/scenario"]),
    ("pieces are text", {"pieces": "G1 B6"}, ["pieces", "list"]),
    ("pieces are numbers", {"pieces": [1, 2]}, ["pieces", "list"]),
    ("camels are a number", {"camels": 4}, ["camels", "list"]),
    ("unknown city", {"cities": ["Z1"]}, ["cities", "no cell 'Z1'"]),
    ("city on water", {"cities": ["E1"]}, ["city E1", "water"]),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "words"), [pytest.param(c, w, id=name) for name, c, w in WRONG_SCENARIOS])
def test_a_scenario_file_with_an_error(tmp_path: Path, changes: dict[str, Any], words: list[str]) -> None:
    with refused(BadContent, "mine.toml", *words):
        scenario_match(tmp_path, scenario_text(**changes))


WRONG_FILES: Final[list[tuple[str, str | bytes]]] = [
    ("bad TOML", "[[scenario]\nname = mine"),
    ("not UTF-8", b"\xff\xfe\x00name"),
    ("empty", ""),
    ("no scenario", "title = 'x'"),
    ("a table, not a list", "[scenario]\nname = 'x'"),
    ("a list of numbers", "scenario = [1, 2]"),
    ("a key twice", scenario_text() + "name = 'again'\n"),
]


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in WRONG_FILES])
def test_a_file_that_is_no_scenario(tmp_path: Path, text: str | bytes) -> None:
    with refused(BadContent, "mine.toml"):
        scenario_match(tmp_path, text)


def test_a_scenario_file_that_is_not_there(tmp_path: Path) -> None:
    with refused(BadContent, "nowhere.toml", "can't be read"):
        theomachy.new("ankh", scenario_file=str(tmp_path / "nowhere.toml"))
    with refused(BadContent, str(tmp_path), "can't be read"):
        theomachy.new("ankh", scenario_file=str(tmp_path))
    with refused(TheomachyError, "can't be read"):
        theomachy.new("ankh", scenario_file="no\0where.toml")


def test_the_event_track_of_a_scenario_file_is_used_or_refused(tmp_path: Path) -> None:
    """A key that is allowed must do something."""
    try:
        match = scenario_match(tmp_path, scenario_text(events="XCCC SCCX SCCX SCCX CX"))
    except BadContent:
        return
    assert match.view(None)["tracks"]["events"][0] == "conflict"


@given(custom_scenarios)
@quick(200, HealthCheck.filter_too_much)
def test_random_scenarios(custom: dict[str, Any]) -> None:
    try:
        match = theomachy.new("ankh", custom=copy.deepcopy(custom))
    except TheomachyError:
        return
    assert ANKH.faults(match.state) == []
