"""Secret by default: what a seat may hear of a choice is what its kind of step says, and silence means nothing."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

import pytest

import theomachy
from theomachy.kernel.match import Match, load_match
from theomachy.kernel.state import State
from theomachy.kernel.step import StepKind

#: kinds that ask and whose choices nobody else ever hears of
PRIVATE: Final = {
    "ankh": set[str](),
    "anunnaki": {
        "discard-god", "summon-god", "take-weapon", "battle-weapon", "loki-choose", "helmet-weapon", "bow-second",
        "lose-weapon", "keep-artifact", "fate-track", "pandora-token", "scarab-step",
    },
}  # fmt: skip


def played(game: str, until: Callable[[Match], bool], seed: int = 1, **setup: Any) -> Match:
    """A match played at random until something holds."""
    match = theomachy.new(game, seed=seed, **setup)
    luck = random.Random(seed)
    while not until(match):
        assert not match.over, "the match ended before"
        seat = luck.choice(match.decision.seats)
        match.play(luck.choice(match.choices_of(seat).ids), seat)
    return match


def heard(match: Match, seat: int | None) -> list[str | None]:
    return [match.known_choice(index, seat) for index in range(len(match.history))]


def test_a_kind_that_says_nothing_keeps_its_choices() -> None:
    assert not StepKind[State]().public


@pytest.mark.parametrize("game", PRIVATE)
def test_which_kinds_keep_their_choices(game: str) -> None:
    kinds = [kind for kind in theomachy.game(game).kinds if kind.verbs]
    assert {kind.name for kind in kinds if not kind.public} == PRIVATE[game]


def at_battle() -> Match:
    return played(
        "ankh", lambda match: match.decision.prompt == "battle-card" and len(match.decision.seats) > 1, players=3
    )


def test_a_secret_choice_is_heard_when_it_is_revealed() -> None:
    match = at_battle()
    before = len(match.history)
    assert None not in heard(match, None)
    first, *others = match.decision.seats
    card = str(match.choices_of(first)[0])
    match.play(card, first)
    assert heard(match, first)[before:] == [card]
    for viewer in (*others, None):
        assert heard(match, viewer)[before:] == [None]
    reveals = match.state.reveals
    while match.state.reveals == reveals:
        seat = match.decision.seats[-1]
        match.play(match.choices_of(seat)[0], seat)
    assert None not in heard(match, None)
    assert heard(match, None)[before] == card


def test_what_is_heard_outlives_copies_undo_and_saves() -> None:
    match = at_battle()
    first, second = match.decision.seats[:2]
    match.play(match.choices_of(first)[0], first)
    ours = [heard(match, viewer) for viewer in (first, second, None)]
    assert len({str(list_) for list_ in ours}) == 2
    loaded = load_match({"ankh": match.game}, match.save())
    match.play(match.choices_of(second)[0], second)
    match.undo(second)
    for other in (match, match.copy(), loaded):
        assert [heard(other, viewer) for viewer in (first, second, None)] == ours
    assert heard(match.planner_copy(second, 5), None) == []


def test_a_private_choice_is_never_heard() -> None:
    match = played("anunnaki", lambda match: match.over, players=3, seed=4)
    names = match.game.table.texts
    private = [
        index
        for index, (_, number) in enumerate(match.history)
        if names[number].startswith(("god ", "weapon ", "artifact ", "track ", "token "))
    ]
    assert len(private) > 10
    for viewer in (0, 1, 2, None):
        known = heard(match, viewer)
        for index in private:
            who, number = match.history[index]
            assert known[index] == (names[number] if who == viewer else None)
        silent = sum(choice is None for choice in known)
        assert silent < len(known) / 2
