"""Games, seeds and set-ups that can't be: refused with what would be right."""

from __future__ import annotations

from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

import theomachy
from tests.examples import quick
from tests.unit.bad_input import ANKH, refused
from tests.unit.drawn_input import json_values
from theomachy.kernel.errors import BadSetup, TheomachyError

WRONG_SETUPS: Final[list[tuple[dict[str, Any], list[str]]]] = [
    ({"gods": ["isis", "zeus"]}, ["god 2", "zeus", "amun, anubis, isis, osiris, ra", "ankh/setup/players"]),
    ({"gods": ["isis", "isis"]}, ["isis", "twice", "ankh/setup/players"]),
    ({"gods": ["isis", " ISIS "]}, ["isis", "twice", "ankh/setup/players"]),
    ({"gods": []}, ["0 players", "2, 3, 4 or 5"]),
    ({"gods": ["isis"]}, ["1 players", "2, 3, 4 or 5", "ankh/setup/players"]),
    ({"gods": ["random"] * 6}, ["6 players", "2, 3, 4 or 5", "ankh/setup/players"]),
    ({"gods": "isis"}, ["gods", "list", "amun"]),
    ({"gods": [1, 2]}, ["gods", "list", "amun"]),
    ({"gods": [["isis"], "ra"]}, ["gods", "list", "amun"]),
    ({"gods": {"isis": 1}}, ["gods", "list"]),
    ({"players": 1}, ["players", "1", "2, 3, 4 or 5"]),
    ({"players": 6}, ["players", "6", "2, 3, 4 or 5"]),
    ({"players": 0}, ["players", "2, 3, 4 or 5"]),
    ({"players": -3}, ["players", "2, 3, 4 or 5"]),
    ({"players": "3"}, ["players", "'3'"]),
    ({"players": True}, ["players", "True"]),
    ({"players": 3.0}, ["players", "3.0"]),
    ({"players": 3, "gods": ["isis", "ra"]}, ["players", "3", "2 gods"]),
    ({"scenario": "atlantis"}, ["atlantis", "middle-kingdom", "guardians-of-kemet"]),
    ({"scenario": ""}, ["scenario", "middle-kingdom"]),
    ({"scenario": None}, ["scenario"]),
    ({"scenario": 7}, ["scenario", "7"]),
    ({"scenario": ["old-kingdom"]}, ["scenario"]),
    ({"guardians": ["satis", "mummy"]}, ["guardians", "1, 2, 3", "ankh/setup/guardians"]),
    ({"guardians": ["satis", "cat-mummy", "mummy"]}, ["guardians", "[1, 1, 2]"]),
    ({"guardians": ["satis", "mummy", "griffin"]}, ["griffin", "androsphinx"]),
    ({"guardians": 3}, ["guardians", "list"]),
    ({"guardians": [1, 2, 3]}, ["guardians", "list"]),
    ({"first": 2}, ["first", "0..1", "ankh/setup/first-player"]),
    ({"first": -1}, ["first", "0..1"]),
    ({"first": True}, ["first", "0..1"]),
    ({"first": "isis"}, ["first", "0..1"]),
    ({"colour": "red"}, ["colour", "gods", "scenario"]),
    ({"custom": 3}, ["custom", "table"]),
    ({"custom": []}, ["custom", "table"]),
    ({"custom": {}}, ["custom", "name"]),
    ({"custom": {"name": "x"}}, ["custom", "players", "2, 3, 4 or 5"]),
    (
        {"custom": {"name": "x", "players": 3, "order": ["A2", "J3", "B1"], "pieces": ["G1 B5", "G2 H6"]}},
        ["players"],
    ),
    ({"custom": {"name": "x", "players": 2, "pieces": "G1 B5"}}, ["pieces", "list"]),
    ({"custom": {"name": "x", "players": 2, "order": None}}, ["order", "list"]),
    ({"custom": {"name": "x", "players": 2, "dragons": []}}, ["dragons", "allowed", "pieces"]),
]


@pytest.mark.parametrize(("setup", "words"), WRONG_SETUPS, ids=lambda value: repr(value)[:60])
def test_a_wrong_set_up(setup: dict[str, Any], words: list[str]) -> None:
    with refused(TheomachyError, *words):
        theomachy.new("ankh", **setup)


@pytest.mark.parametrize("name", ["chess", "", "Ankh ", None, 3])
def test_an_unknown_game(name: Any) -> None:
    with refused(BadSetup, "ankh"):
        theomachy.new(name)


@pytest.mark.parametrize("seed", ["7", None, 1.5, [1]])
def test_a_seed_that_is_no_number(seed: Any) -> None:
    with refused(TheomachyError, "seed"):
        theomachy.new("ankh", seed=seed)


def test_a_set_up_belongs_to_its_match() -> None:
    """What the caller does with the table it gave does not change the match."""
    position: dict[str, Any] = {"pieces": ["G1 B5", "G2 H6"]}
    match = theomachy.new("ankh", gods=["isis", "ra"], position=position)
    position["pieces"].append("G3 A2")
    assert theomachy.load(match.save()).digest() == match.digest()


@given(st.dictionaries(st.sampled_from(["gods", "players", "scenario", "guardians", "first", "custom"]), json_values))
@quick(300, HealthCheck.filter_too_much)
def test_random_set_ups(setup: dict[str, Any]) -> None:
    try:
        match = theomachy.new("ankh", **setup)
    except TheomachyError:
        return
    assert ANKH.faults(match.state) == []
