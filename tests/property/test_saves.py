"""Contract 3: to save and load is the identity, in the middle of anything."""

from __future__ import annotations

import random

from hypothesis import given

import theomachy
from tests.examples import quick
from tests.property.matches import depths, every_game, seeds, somewhere
from theomachy.lab.fuzz.contracts import check_encoding, check_save


@every_game
@given(seed=seeds, depth=depths)
@quick(25)
def test_save_and_load_is_the_identity_in_the_middle_of_anything(game: str, seed: int, depth: int) -> None:
    match = somewhere(game, seed, depth)
    check_save(match)
    check_encoding(match, seed)


@every_game
@given(seed=seeds, depth=depths)
@quick(10)
def test_a_loaded_match_goes_on_like_the_saved_one(game: str, seed: int, depth: int) -> None:
    match = somewhere(game, seed, depth)
    loaded = theomachy.load(match.save())
    rng = random.Random(seed)
    while not match.over:
        seat = rng.choice(match.decision.seats)
        choice = rng.choice(match.choices_of(seat).ids)
        assert loaded.play(choice, seat) == match.play(choice, seat)
    assert loaded.digest() == match.digest()


@every_game
@given(seed=seeds, depth=depths)
@quick(20)
def test_what_may_be_undone_is_saved_too(game: str, seed: int, depth: int) -> None:
    """Also right after something was undone."""
    match = somewhere(game, seed, depth)
    if match.over:
        match = somewhere(game, seed, 0)
    rng = random.Random(seed)
    while not (able := [seat for seat in range(match.seats) if match.can_undo(seat)]):
        seat = rng.choice(match.decision.seats)
        match.play(rng.choice(match.choices_of(seat).ids), seat)
    match.undo(rng.choice(able))
    check_save(match)
