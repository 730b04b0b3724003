"""Versions, and what is up to date: the course of a match without sockets."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import theomachy
from theomachy.kernel.errors import IllegalChoice, NoUndo
from theomachy.kernel.match import Match
from theomachy.server.course import Course, events_of
from theomachy.server.storage import Event


def play_on(course: Course, luck: random.Random, events: list[Event], undos: bool = True) -> None:
    """One random choice or undo, noted as an event."""
    match = course.match
    seats = [seat for seat in range(match.seats) if match.can_undo(seat)]
    if undos and seats and luck.random() < 0.25:
        seat = luck.choice(seats)
        course.undo(seat)
        events.append(Event(course.version, "undo", seat, "", 0.0))
        return
    seat = luck.choice(match.decision.seats)
    choice = luck.choice(list(match.choices_of(seat)))
    course.play(choice, seat)
    events.append(Event(course.version, "choose", seat, str(choice), 0.0))


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 1000), st.sampled_from(["ankh", "anunnaki"]), st.integers(5, 120))
def test_the_events_alone_make_the_course_again(seed: int, game: str, length: int) -> None:
    luck = random.Random(seed)
    course = Course(theomachy.new(game, players=luck.choice([2, 3, 4]), seed=seed))
    plain = theomachy.new(game, **course.match.setup, seed=seed)
    events: list[Event] = []
    for number in range(length):
        if course.match.over:
            break
        play_on(course, luck, events)
        # Every event is a version of its own, undo included.
        assert course.version == number + 1
        last = events[-1]
        if last.kind == "undo":
            plain.undo(last.seat)
        else:
            plain.play(last.choice, last.seat)
        assert course.match.history == plain.history
    again = Course.of_events(course.match.game, course.match.setup, seed, events)
    assert again.match.digest() == course.match.digest() == plain.digest()
    assert again.version == course.version
    assert again.undone == course.undone
    assert [made.version for made in again.made] == [made.version for made in course.made]
    assert [made.told for made in again.made] == [made.told for made in course.made]
    assert [again.match.known_choice(index) for index in range(len(again.made))] == [
        course.match.known_choice(index) for index in range(len(course.made))
    ]


def battle(course: Course) -> None:
    """Play at random until two seats choose secretly at once."""
    luck = random.Random(3)
    while len(course.match.decision.seats) < 2:
        play_on(course, luck, [], undos=False)


def test_a_version_is_current_until_something_happens() -> None:
    course = Course(theomachy.new("ankh", players=2, seed=1))
    seat = course.match.decision.seats[0]
    assert course.is_current(0, seat)
    assert not course.is_current(1, seat)
    course.play(course.match.choices[0], seat)
    assert not course.is_current(0, seat)
    assert course.is_current(1, seat)


def test_seats_that_choose_secretly_do_not_make_each_other_stale() -> None:
    course = Course(theomachy.new("ankh", players=2, seed=1))
    battle(course)
    began = course.version
    first, second = course.match.decision.seats
    course.play(course.match.choices_of(first)[0], first)
    assert course.match.known_choice(len(course.made) - 1) is None
    assert course.is_current(began, second)
    # But what a seat did itself makes what it saw before old: a second click is no second choice.
    assert not course.is_current(began, first)
    assert not course.is_current(began - 1, second)
    course.undo(first)
    assert course.is_current(began, second)
    assert course.version == began + 2
    course.play(course.match.choices_of(second)[0], second)
    course.play(course.match.choices_of(first)[0], first)
    # Everything is revealed: nobody's choice is secret any more, and what was seen before is old.
    assert all(course.match.known_choice(index) is not None for index in range(len(course.made)))
    assert not course.is_current(began, first)
    with pytest.raises(NoUndo):
        course.undo(first)


def test_a_refused_choice_makes_no_version() -> None:
    course = Course(theomachy.new("ankh", players=2, seed=1))
    with pytest.raises(IllegalChoice):
        course.play("cell A2", course.match.decision.seats[0])
    assert course.version == 0
    assert course.made == []


def test_an_opened_match_has_a_version_for_each_choice() -> None:
    match: Match = theomachy.new("ankh", players=3, seed=4)
    luck = random.Random(4)
    for _ in range(30):
        seat = luck.choice(match.decision.seats)
        match.play(luck.choice(list(match.choices_of(seat))), seat)
    course = Course.of_match(match)
    assert course.version == 30
    assert [event.version for event in events_of(match, 0.0)] == list(range(1, 31))
    assert course.facts_of(-1).stop == course.facts_of(0).start
    assert course.facts_of(29).stop == match.told
