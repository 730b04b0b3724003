"""Contract 8: undo goes back freely within one's own decisions, never across a reveal or somebody else's decision."""

from __future__ import annotations

import random

import pytest
from hypothesis import given

import theomachy
from tests.examples import quick
from tests.property.matches import depths, every_game, seeds, somewhere
from theomachy.kernel.errors import NoUndo
from theomachy.kernel.match import Match
from theomachy.lab.fuzz.contracts import check_replay


@every_game
@given(seed=seeds, depth=depths)
@quick(30)
def test_playing_and_taking_back_at_random(game: str, seed: int, depth: int) -> None:
    """Wherever undo is allowed it gives the match of the remaining choices; where not, it changes nothing."""
    match = somewhere(game, seed, depth)
    rng = random.Random(seed)
    for _ in range(30):
        if rng.random() < 0.45:
            seat = rng.randrange(match.seats)
            before, history = match.digest(), list(match.history)
            if match.can_undo(seat):
                match.undo(seat)
                last = max(index for index, (who, _) in enumerate(history) if who == seat)
                assert match.history == history[:last] + history[last + 1 :]
            else:
                with pytest.raises(NoUndo):
                    match.undo(seat)
                assert match.digest() == before
                assert match.history == history
        elif not match.over:
            seat = rng.choice(match.decision.seats)
            match.play(rng.choice(match.choices_of(seat).ids), seat)
    check_replay(match)


def first_turns() -> Match:
    return theomachy.new("ankh", gods=["isis", "amun"], first=0, seed=1)


def test_undo_goes_back_through_all_own_decisions() -> None:
    match = first_turns()
    start = match.digest()
    match.play("action move")
    match.play("figure B6")
    match.play("cell B7")
    for _ in range(3):
        match.undo(0)
    assert match.digest() == start
    assert match.facts == first_turns().facts
    with pytest.raises(NoUndo, match="nothing to take back"):
        match.undo()


def test_undo_stops_where_somebody_else_has_decided() -> None:
    match = first_turns()
    match.play("action unlock")
    match.play("done")
    assert match.decision.seats == (1,)
    assert match.can_undo(0)
    match.play("action gain")
    assert not match.can_undo(0)
    with pytest.raises(NoUndo):
        match.undo(0)


def battle() -> Match:
    position = {
        "pieces": ["G1 B5", "w1 C5", "G2 B6", "w2 C8"],
        "followers": {"isis": 3, "amun": 3},
        "start": "conflict",
    }
    return theomachy.new("ankh", gods=["isis", "amun"], position=position)


def test_undo_never_crosses_a_reveal() -> None:
    match = battle()
    match.play("no", 1)
    match.play("card flood", 0)
    assert match.can_undo(0)
    match.play("card flood", 1)
    assert not match.can_undo(0)
    assert not match.can_undo(1)


def test_an_unrevealed_secret_choice_may_be_taken_back_after_others_have_chosen() -> None:
    match = theomachy.new(
        "ankh",
        gods=["isis", "amun", "ra"],
        position={"pieces": ["G1 B5", "G2 B6", "G3 B7"], "amun": "spent", "start": "conflict"},
    )
    match.play("card flood", 0)
    match.play("card maat", 2)
    match.undo(0)
    assert match.decision.seats == (0, 1)
    match.play("card plague", 0)
    assert match.history == [(2, match.find("card maat")), (0, match.find("card plague"))]


def test_undo_goes_back_freely_through_ones_own_secret_choice() -> None:
    """Nobody else has decided and nothing was revealed: the announcement before the card may be taken back too."""
    match = battle()
    start = match.digest()
    match.play("no", 1)
    match.play("card flood", 1)
    match.undo(1)
    assert match.can_undo(1)
    match.undo(1)
    assert match.digest() == start
