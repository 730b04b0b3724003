"""States and matches can be pickled, copied deeply and sent to other processes."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor

import pytest
from hypothesis import given

from tests.examples import quick
from tests.property.matches import depths, every_game, seeds, somewhere
from theomachy.kernel.match import Match
from theomachy.kernel.state import State


@every_game
@given(seed=seeds, depth=depths)
@quick(20)
def test_a_pickled_match_goes_on_alike(game: str, seed: int, depth: int) -> None:
    match = somewhere(game, seed, depth)
    for other in (pickle.loads(pickle.dumps(match)), copy.deepcopy(match)):
        assert other.digest() == match.digest()
        assert other.facts == match.facts
        assert other.save() == match.save()
        assert other.game is match.game
        assert other.view(0) == match.view(0)
        assert [other.can_undo(seat) for seat in range(match.seats)] == [
            match.can_undo(seat) for seat in range(match.seats)
        ]
        before = match.digest()
        assert match.copy().play_random(seed) == other.play_random(seed)
        assert match.digest() == before


@every_game
def test_a_state_is_pickled_alone(game: str) -> None:
    match = somewhere(game, 7, 50)
    state = pickle.loads(pickle.dumps(match.state))
    assert type(state) is type(match.state)
    assert match.game.encode(state) == match.game.encode(match.state)
    assert state.stack is not match.state.stack


def play_on(match: Match, seed: int) -> tuple[int, str]:
    return match.play_random(seed), match.digest()


@every_game
def test_a_match_goes_on_in_another_process(game: str) -> None:
    match = somewhere(game, 3, 60)
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        there = pool.submit(play_on, match, 11).result(timeout=120)
    assert there == play_on(match.copy(), 11)


def test_a_state_that_does_not_say_whose_it_is_is_refused() -> None:
    with pytest.raises(TypeError, match="game_class"):
        pickle.dumps(State())
