"""Choices and seats that are none: refused with what would be right, and nothing has changed."""

from __future__ import annotations

import random
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

import theomachy
from tests.examples import quick
from tests.unit.bad_input import ANKH, new_match, refused, state_of
from tests.unit.drawn_input import json_values
from theomachy.kernel.choice import Choice
from theomachy.kernel.errors import IllegalChoice, TheomachyError

WRONG_CHOICES: Final[list[tuple[Any, str]]] = [
    ("", "verbs are"),
    ("   ", "verbs are"),
    ("\0", "verbs are"),
    ("dance", "verbs are"),
    ("action", "allowed: gain, move, summon, unlock"),
    ("action dance", "allowed: gain, move, summon, unlock"),
    ("done now", "stands alone"),
    ("cell Z9", "like A2"),
    ("edge A2-K9", "like A2-A3"),
    ("bid -1", "like 0, 1"),
    ("bid 1000", "999"),
    ("bid 3.0", "999"),
    ("card ace", "allowed: build, chariots"),
    ("İ ß", "verbs are"),
    ("action gain; action gain", "allowed"),
    (-1, f"0..{len(ANKH.table) - 1}"),
    (len(ANKH.table), f"0..{len(ANKH.table) - 1}"),
    (10**30, f"0..{len(ANKH.table) - 1}"),
    (True, "done"),
    (None, "NoneType"),
    (3.0, "float"),
    (b"done", "bytes"),
    (["action", "gain"], "list"),
    (("action", "gain"), "tuple"),
    ({}, "verb"),
    ({"verb": "action"}, "allowed: gain"),
    ({"verb": "action", "noun": 3}, "noun"),
    ({"verb": None}, "verb"),
    ({"verb": "action", "noun": "gain", "seat": 0}, "noun"),
    ({"noun": "gain"}, "verb"),
]


@pytest.mark.parametrize(("choice", "word"), WRONG_CHOICES, ids=lambda value: repr(value)[:30])
def test_something_that_is_no_choice(choice: Any, word: str) -> None:
    match = new_match()
    before = state_of(match)
    with refused(IllegalChoice, word):
        match.play(choice)
    with refused(IllegalChoice, word):
        match.play(choice, 0)
    assert match.why_not(choice, 0) == "theomachy/unknown"
    assert choice not in match.choices
    assert state_of(match) == before


@pytest.mark.parametrize("seat", [1, 2, 3, -1, 99, "isis", None])
def test_a_choice_of_a_seat_that_is_not_asked(seat: Any) -> None:
    match = new_match()
    match.play("action move", 0)
    before = state_of(match)
    choice = "action gain" if seat is None else "done"
    with refused(IllegalChoice, "not legal now" if seat is None else "Not your decision"):
        match.play(choice, seat)
    assert state_of(match) == before


@pytest.mark.parametrize("seat", [0.0, "0", [0], {}])
def test_a_seat_that_is_no_number(seat: Any) -> None:
    """0.0 equals 0, but no list is indexed by it: it must not be half a seat."""
    match = new_match()
    before = state_of(match)
    with pytest.raises(TheomachyError):
        match.play("action gain", seat)
    assert state_of(match) == before


def test_several_seats_decide_and_none_is_named() -> None:
    match = theomachy.new("ankh", gods=["isis", "ra"], position={"pieces": ["G1 B5", "G2 B6"], "start": "conflict"})
    before = state_of(match)
    with refused(IllegalChoice, "several seats", "say which"):
        match.play("card flood")
    assert state_of(match) == before


def test_a_choice_after_the_end() -> None:
    match = new_match()
    rng = random.Random(1)
    while not match.over:
        seat = match.decision.seats[0]
        match.play(rng.choice(match.choices_of(seat).ids), seat)
    before = state_of(match)
    with refused(IllegalChoice, "over"):
        match.play("action gain")
    assert match.why_not("action gain", 0) == "theomachy/over"
    assert state_of(match) == before


@pytest.mark.parametrize("number", [-1, len(ANKH.table), 10**9])
def test_a_choice_object_with_an_id_that_does_not_exist(number: int) -> None:
    match = new_match()
    before = state_of(match)
    with pytest.raises(TheomachyError):
        match.play(Choice(ANKH.table, number))
    assert state_of(match) == before


def test_nobody_makes_a_choice_legal_by_editing_what_was_offered() -> None:
    match = new_match()
    forbidden = ANKH.table.find("card flood")
    for ids in (match.choices.ids, match.choices_of(0).ids):
        try:
            ids.append(forbidden)
        except AttributeError:
            continue  # a tuple can't be edited: good
    with pytest.raises(IllegalChoice):
        match.play("card flood", 0)


@pytest.mark.parametrize("call", ["view", "planner_copy"])
@pytest.mark.parametrize("seat", [3, 99, -2])
def test_a_seat_that_does_not_exist(call: str, seat: int) -> None:
    match = new_match()
    arguments = (seat, 1) if call == "planner_copy" else (seat,)
    with refused(TheomachyError, "0..2"):
        getattr(match, call)(*arguments)


@given(st.text(max_size=40))
@quick(300, HealthCheck.filter_too_much)
def test_random_text_as_a_choice(text: str) -> None:
    check_random_choice(text)


@given(
    st.builds(
        lambda verb, space, noun: f"{verb}{space}{noun}",
        st.sampled_from([*ANKH.table.verbs, "ACTION", "Cell"]),
        st.sampled_from([" ", "  ", "\t", "", "-", "\u00a0", "\n"]),
        st.one_of(st.text(max_size=8), st.sampled_from(["gain", "D6", "d6", "isis", "3", "C5-C6", "C6-C5", "pool"])),
    )
)
@quick(300, HealthCheck.filter_too_much)
def test_random_nouns(text: str) -> None:
    check_random_choice(text)


@given(json_values)
@quick(200, HealthCheck.filter_too_much)
def test_random_json_as_a_choice(value: Any) -> None:
    check_random_choice(value)


@given(st.dictionaries(st.sampled_from(["verb", "noun", "x"]), json_values, max_size=3))
@quick(200, HealthCheck.filter_too_much)
def test_random_json_in_the_form_of_a_choice(value: Any) -> None:
    check_random_choice(value)


_MATCH: Final = new_match()
_BEFORE: Final = state_of(_MATCH)


def check_random_choice(choice: Any) -> None:
    rule = _MATCH.why_not(choice, 0)
    assert (choice in _MATCH.choices) == (rule is None)
    if rule is None:
        return
    assert rule in ANKH.catalogue.rules()
    with pytest.raises(IllegalChoice):
        _MATCH.play(choice, 0)
    assert state_of(_MATCH) == _BEFORE
