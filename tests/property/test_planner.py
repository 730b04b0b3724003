"""Contract 7: a planner's copy is dealt anew; it can't see the future."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from tests.examples import quick
from tests.property.matches import depths, every_game, every_hushed_game, secret_decision, seeds, somewhere
from theomachy.lab.fuzz.contracts import check_planner


@every_game
@given(seed=seeds, depth=depths, dice=st.integers(min_value=1, max_value=2**60))
@quick(40)
def test_a_planners_copy_knows_nothing_hidden(game: str, seed: int, depth: int, dice: int) -> None:
    match = somewhere(game, seed, depth)
    for seat in range(match.seats):
        check_planner(match, seat, dice)


@every_hushed_game
@given(seed=seeds)
@quick(25)
def test_a_planners_copy_in_a_secret_decision(game: str, seed: int) -> None:
    match = secret_decision(game, seed)
    rng = random.Random(seed)
    reveals = match.state.reveals
    while not match.over and match.state.reveals == reveals:
        for seat in range(match.seats):
            check_planner(match, seat, 77)
        seat = rng.choice(match.decision.seats)
        match.play(rng.choice(match.choices_of(seat).ids), seat)
