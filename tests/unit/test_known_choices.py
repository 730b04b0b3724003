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
        "discard-god", "take-weapon", "battle-weapon", "lose-weapon", "keep-artifact", "fate-track",
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


def kinds_asked(match: Match) -> list[str]:
    """The kinds of the steps that asked for the choices of a match's history."""
    again = Match(match.game, match.setup, match.seed, listening=False)
    names: list[str] = []
    for seat, number in match.history:
        names.append(again.game.kinds[again.state.stack[-1].kind].name)
        again.play(number, seat)
    return names


@pytest.mark.parametrize(
    ("seed", "private", "public"),
    [
        (1, {"discard-god", "take-weapon", "battle-weapon"}, {"summon-god", "bow-second"}),
        (12, {"battle-weapon"}, {"loki-choose", "helmet-weapon"}),
        (7, {"keep-artifact", "lose-weapon"}, {"pandora-token"}),
        (36, {"keep-artifact"}, {"scarab-step"}),
    ],
)
def test_a_private_choice_is_never_heard_and_a_public_one_always(
    seed: int, private: set[str], public: set[str]
) -> None:
    """What is played from a hand is heard; what goes into it, or stays in it, is not."""
    match = played("anunnaki", lambda match: match.over, players=4, seed=seed)
    asked = kinds_asked(match)
    assert private | public <= set(asked)
    for viewer in (0, 1, 2, 3, None):
        known = heard(match, viewer)
        for (who, number), kind, choice in zip(match.history, asked, known, strict=True):
            is_heard = who == viewer or kind not in PRIVATE["anunnaki"]
            assert choice == (match.game.table.text(number) if is_heard else None), kind
