"""Positions that can't be: refused with what would be right; and whatever is accepted can be played to its end."""

from __future__ import annotations

import copy
import random
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given

import theomachy
from tests.examples import quick
from tests.unit.bad_input import ANKH, refused, within
from tests.unit.drawn_input import positions
from theomachy.kernel.errors import BadCase, TheomachyError
from theomachy.kernel.match import Match

WRONG_POSITIONS: Final[list[tuple[dict[str, Any], list[str]]]] = [
    ({"weather": "fine"}, ["weather", "allowed", "pieces"]),
    ({"scenario": 3}, ["scenario"]),
    ({"scenario": "atlantis"}, ["atlantis", "middle-kingdom"]),
    ({"setup": True}, ["setup", "scenario"]),
    ({"pieces": "G1 B5"}, ["pieces", "list"]),
    ({"pieces": ["G1 Z9"]}, ["piece 1", "Z9"]),
    ({"pieces": ["w² B7"]}, ["piece 1", "w²"]),
    ({"camels": ["A2"]}, ["camel 1", "A2"]),
    ({"order": ["A2", "A2"]}, ["order tile 2"]),
    ({"guardians": ["griffin"]}, ["guardians", "griffin", "satis"]),
    ({"followers": {"zeus": 3}}, ["followers", "zeus", "isis"]),
    ({"followers": {"isis": -1}}, ["followers", "-1"]),
    ({"followers": {"isis": 1.5}}, ["followers", "1.5"]),
    ({"followers": {"isis": True}}, ["followers", "True"]),
    ({"followers": [1, 2]}, ["followers", "table"]),
    ({"devotion": {"isis": 31}}, ["devotion", "31", "30"]),
    ({"ladder": ["isis"]}, ["ladder", "every god"]),
    ({"ladder": ["isis", "amun", "ra"], "devotion": {"isis": 5}}, ["ladder", "ascending"]),
    ({"powers": {"isis": ["flying"]}}, ["powers", "flying", "revered"]),
    ({"hand": {"isis": []}}, ["hand", "never empty"]),
    ({"hand": {"isis": ["ace"]}}, ["hand", "ace", "flood"]),
    ({"pool": {"isis": ["dragon"]}}, ["pool", "dragon", "mummy"]),
    ({"pool": {"isis": ["mummy", "mummy", "satis"]}}, ["pool", "2 bases"]),
    ({"held": {"isis": 1}}, ["held", "Anubis"]),
    ({"tokens": {"isis": 10}}, ["tokens", "10", "9"]),
    ({"tokens": {"isis": 9}, "pieces": ["O1 B7"]}, ["tokens"]),
    ({"underworld": ["B5"]}, ["underworld", "Osiris"]),
    ({"claws": {"B5": ["B6", "C6"]}}, ["claws", "B5", "giant-scorpion"]),
    ({"claws": {"D5": 3}, "pieces": ["giant-scorpion1 D5"]}, ["claws", "D5"]),
    ({"claws": {"D5": ["A2", "A3"]}, "pieces": ["giant-scorpion1 D5"]}, ["claws", "D5"]),
    ({"amun": "sleepy"}, ["amun", "ready", "spent"]),
    ({"supply": {"gold": 3}}, ["supply", "gold", "camels"]),
    ({"supply": {"camels": 31}}, ["supply", "31", "30"]),
    ({"supply": [1]}, ["supply", "table"]),
    ({"stock": {"isis": 3}}, ["stock"]),
    ({"merged": {"isis": "zeus"}}, ["merged", "zeus"]),
    ({"merged": {"isis": "isis"}}, ["merged"]),
    ({"merged": {"isis": "amun", "ra": "amun"}}, ["merged"]),
    ({"forgotten": ["zeus"]}, ["forgotten", "zeus"]),
    ({"forgotten": ["amun", "amun"]}, ["forgotten", "amun"]),
    ({"forgotten": ["amun"], "merged": {"isis": "amun"}, "pieces": ["G1 A2", "G3 F3"]}, ["forgotten", "amun"]),
    ({"forgotten": ["amun", "isis", "ra"]}, []),
    ({"markers": {"dance": 1}}, ["markers", "dance", "gain"]),
    ({"markers": {"move": 9}}, ["markers", "9", "3"]),
    ({"events": 18}, ["events", "18", "17"]),
    ({"turn": "zeus"}, ["turn", "zeus", "isis"]),
    ({"turn": "amun", "forgotten": ["amun"]}, ["turn"]),
    ({"start": "party"}, ["start", "party", "conflict"]),
    ({"start": "bid"}, ["start", "bid"]),
    ({"start": "camel", "events": 17}, ["start", "camel"]),
    ({"start": "conflict", "events": 4}, ["start", "after 4 events", "camel", "3, 7, 11, 15"]),
    ({"start": "control", "events": 3}, ["start", "after 3 events", "conflict"]),
    ({"start": "conflict", "events": 0}, ["start", "after 0 events"]),
    ({"pieces": ["G1 A2", "G2 H6"]}, ["pieces", "ra", "ankh/setup/players"]),
    ({"pieces": ["w1 A2", "G2 H6", "G3 F3"]}, ["pieces", "isis", "G1"]),
    ({"merged": {"isis": "amun"}}, ["merged", "amun", "G2 H6"]),
    ({"merged": {"isis": "amun"}, "pieces": ["G1 A2", "w2 H6", "G3 F3"]}, ["merged", "amun", "w2 H6"]),
    ({"merged": {"isis": "amun"}, "pieces": ["G1 A2", "T2 H6", "G3 F3"]}, ["merged", "amun", "T2 H6"]),
    *(
        ({"merged": {"isis": "amun"}, "pieces": ["G1 A2", "G3 F3"], key: {"amun": value}}, [key, "amun", "isis"])
        for key, value in [
            *(("followers", 3), ("devotion", 2), ("powers", ["revered"]), ("hand", ["maat"]), ("pool", ["mummy"])),
            *(("held", 1), ("tokens", 2), ("stock", {"temple": 1})),
        ]
    ),
    ({"powers": {"isis": ["revered", "revered"]}}, ["powers", "revered", "twice"]),
    ({"powers": {"isis": ["revered", "inspiring", "commanding"]}}, ["powers", "ankh/unlock/leftmost"]),
    ({"powers": {"isis": ["temple"]}}, ["powers", "ankh/unlock/leftmost"]),
    ({"powers": {"isis": ["revered", "inspiring", "glorious"]}}, ["powers", "ankh/unlock/leftmost"]),
    ({"pool": {"isis": ["satis", "satis"], "ra": ["satis"]}}, ["satis", "2", "ankh/setup/guardians"]),
    ({"pool": {"isis": ["apep"]}, "supply": {"apep": 2}}, ["supply", "apep", "ankh/setup/guardians"]),
    ({"guardians": ["satis", "cat-mummy", "mummy"]}, ["guardians", "satis", "cat-mummy", "ankh/setup/guardians"]),
    ({"guardians": ["satis", "satis"]}, ["guardians", "twice"]),
    ({"ladder": ["isis", "isis", "ra"]}, ["ladder"]),
]


@pytest.mark.parametrize(("position", "words"), WRONG_POSITIONS, ids=lambda value: repr(value)[:70])
def test_a_wrong_position(position: dict[str, Any], words: list[str]) -> None:
    with refused(TheomachyError, *words):
        theomachy.new("ankh", gods=["isis", "amun", "ra"], position={"pieces": ["G1 A2", "G2 H6", "G3 F3"], **position})


OSIRIS_POSITIONS: Final[list[dict[str, Any]]] = [
    {"underworld": ["B5", "B5"]},
    {"underworld": ["B5"], "pieces": ["G1 A2", "G2 H6", "T B5"]},
    {"underworld": ["B5", "B6", "B7", "B8"]},
    {"underworld": ["E1"]},
    {"held": {"anubis": 1}},
    {"held": {"osiris": 4}},
]


@pytest.mark.parametrize("position", OSIRIS_POSITIONS, ids=repr)
def test_a_wrong_position_of_osiris_and_anubis(position: dict[str, Any]) -> None:
    with refused(TheomachyError, next(iter(position))):
        theomachy.new("ankh", gods=["osiris", "anubis"], position={"pieces": ["G1 A2", "G2 H6"], **position})


def test_a_hand_without_maat_is_refused() -> None:
    """ankh/battle/hand-never-empty: whoever plays the last card takes all back, and the last one is Cycle of Ma'at."""
    position = {"pieces": ["G1 B5", "w1 H7", "G2 B6", "w2 H6"], "hand": {"isis": ["flood"]}, "start": "conflict"}
    with refused(TheomachyError, "hand", "maat"):
        theomachy.new("ankh", gods=["isis", "amun"], position=position)


def test_a_god_that_does_not_stand_on_the_board_is_refused() -> None:
    """A Mummy returns next to its god; where there is no god there is no cell for it."""
    with refused(TheomachyError, "pieces", "ra", "G1"):
        theomachy.new("ankh", gods=["ra", "amun"], position={"pieces": ["mummy1 B5", "G2 B6"], "start": "conflict"})


@pytest.mark.parametrize("position", [{"priests": {"amun": {"war": 1}}}, {"agenda": {"amun": ["smash"]}}], ids=repr)
def test_what_a_merged_god_has_is_named_by_the_higher_one(position: dict[str, Any]) -> None:
    ground = {"pharaoh": "ramses", "pieces": ["G1 A2", "G3 F3"], "merged": {"isis": "amun"}}
    with refused(TheomachyError, *position, "amun", "isis"):
        theomachy.new("ankh", gods=["isis", "amun", "ra"], position={**ground, **position})


def test_gods_out_of_play_need_no_figure() -> None:
    position = {"pieces": ["G1 A2", "G4 F3"], "merged": {"isis": "amun"}, "forgotten": ["ra"]}
    match = theomachy.new("ankh", gods=["isis", "amun", "ra", "osiris"], position=position)
    assert [entry["god"] for entry in match.view(None)["gods"]] == ["isis", "osiris"]


@pytest.mark.parametrize("events", [3, 7, 11, 15])
def test_a_conflict_begins_where_the_track_has_one(events: int) -> None:
    position = {"pieces": ["G1 A2", "G2 H6"], "start": "conflict", "events": events}
    match = theomachy.new("ankh", gods=["isis", "amun"], position=position)
    assert {"fact": "event", "thing": "conflict"}.items() <= match.facts[0].items()


def test_more_than_three_held_warriors() -> None:
    with refused(TheomachyError, "held"):
        theomachy.new("ankh", gods=["anubis", "isis", "ra"], position={"held": {"isis": 2, "ra": 2}})


@pytest.mark.parametrize("gods", [["random", "isis"], ["isis"], ["isis", "isis"], None, "isis", ["isis", 3]])
def test_a_position_with_wrong_gods(gods: Any) -> None:
    with pytest.raises(TheomachyError):
        theomachy.new("ankh", gods=gods, position={})


@pytest.mark.parametrize("position", [None, [], 3, "x"])
def test_a_position_that_is_no_table(position: Any) -> None:
    with refused(BadCase, "position", "table"):
        theomachy.new("ankh", gods=["isis", "ra"], position=position)


@given(positions())
@quick(400, HealthCheck.filter_too_much)
def test_random_positions_are_possible_or_refused(position: dict[str, Any]) -> None:
    """Only a `TheomachyError` may come out; and what is accepted is a possible state with a decision."""
    try:
        match = theomachy.new("ankh", gods=["isis", "anubis", "osiris"], position=copy.deepcopy(position))
    except TheomachyError:
        return
    assert ANKH.faults(match.state) == []
    with within(5):
        play_out(match)


def play_out(match: Match) -> None:
    """Play to the end; every decision has its choices."""
    rng = random.Random(1)
    while not match.over:
        seat = match.decision.seats[0]
        assert len(match.choices_of(seat)) > 1, match.decision
        match.play(rng.choice(match.choices_of(seat).ids), seat)
