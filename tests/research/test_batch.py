"""A batch plays the very matches that single ones are, whatever plays them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import theomachy
from tests.examples import COMPILED
from theomachy.kernel.errors import IllegalChoice, TheomachyError
from theomachy.kernel.lanes import match_seed
from theomachy.kernel.match import Match
from theomachy.research.batch import Batch
from theomachy.research.parallel import ParallelBatch, masked_choice

SETUPS = [("ankh", {"players": 2}), ("ankh", {"players": 3, "pharaoh": "random"}), ("anunnaki", {"players": 2})]
every_setup = pytest.mark.parametrize(("game", "setup"), SETUPS, ids=["ankh", "pharaoh", "anunnaki"])
STEPS = 1200 if COMPILED else 70


def seen(match: Match, batch: Batch) -> tuple[Any, Any]:
    """What the first asked seat of a plain match observes, and its mask."""
    observation, mask = np.zeros(batch.layout.size, np.int16), np.zeros(batch.choices, np.int8)
    seat = match.decision.seats[0]
    match.observe_into(observation, seat)
    match.mask_into(mask, seat)
    return observation, mask


@every_setup
def test_a_batch_plays_what_plain_matches_play(game: str, setup: dict[str, Any]) -> None:
    """With the same choices: the same observations, masks, seats, rewards and states, over thousands of decisions."""
    batch = Batch(game, setup, count=3, seed=5)
    dense = theomachy.game(game).outlook().dense
    numbers = [0] * batch.count
    matches = [theomachy.new(game, seed=match_seed(5, lane, 0), facts=False, **setup) for lane in range(batch.count)]
    rng = np.random.default_rng(1)
    ended = 0
    for _ in range(STEPS):
        for lane, match in enumerate(matches):
            observation, mask = seen(match, batch)
            assert batch.asked[lane] == match.decision.seats[0]
            assert (batch.observations[lane] == observation).all()
            assert (batch.masks[lane] == mask).all()
        actions = batch.random_actions(rng)
        batch.step(actions)
        for lane, match in enumerate(matches):
            match.play(dense[int(actions[lane])], match.decision.seats[0])
            assert bool(batch.dones[lane]) == match.over
            outcome = match.outcome
            won = () if outcome is None else outcome.winners
            wanted = [(1 if seat in won else -1) if match.over else 0 for seat in range(match.seats)]
            assert batch.rewards[lane].tolist() == wanted
            if match.over:
                ended += 1
                numbers[lane] += 1
                matches[lane] = theomachy.new(game, seed=match_seed(5, lane, numbers[lane]), facts=False, **setup)
    assert batch.digests() == [match.digest() for match in matches]
    assert ended or not COMPILED


@every_setup
def test_processes_play_the_same_byte_for_byte(game: str, setup: dict[str, Any]) -> None:
    batch = Batch(game, setup, count=5, seed=9)
    rng = np.random.default_rng(3)
    with ParallelBatch(game, setup, count=5, seed=9, jobs=2) as spread:
        for _ in range(STEPS // 4):
            for name in ("observations", "masks", "asked", "rewards", "dones"):
                assert getattr(batch, name).tobytes() == getattr(spread, name).tobytes(), name
            actions = masked_choice(spread.masks, rng)
            batch.step(actions)
            spread.step(actions)
        assert spread.digests() == batch.digests()


def test_a_part_of_a_batch_plays_its_lanes() -> None:
    whole, part = (
        Batch("ankh", {"players": 2}, count=4, seed=2),
        Batch("ankh", {"players": 2}, count=2, seed=2, first=2),
    )
    assert whole.observations[2:].tobytes() == part.observations.tobytes()
    assert whole.digests()[2:] == part.digests()


def snapshot(batch: Batch | ParallelBatch) -> list[bytes]:
    return [batch.observations.tobytes(), batch.masks.tobytes(), batch.asked.tobytes()]


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([0, 0], "match 0: action 0 .*'yes'.* is not legal for seat . now; legal are .*'action move'"),
        ([3, 5000], r"match 1: action 5000, of 0\.\.1159 is not legal"),
        ([3, -1], "match 1: action -1"),
        ([3], r"shape \(1,\).*2 whole numbers"),
        ([[3, 3]], r"shape \(1, 2\)"),
        ([3.0, 3.0], "float64"),
        (["a", "b"], "whole numbers"),
    ],
)
def test_bad_actions_change_nothing_and_are_told_what_is_legal(actions: Any, message: str) -> None:
    batch = Batch("ankh", {"players": 2}, count=2, seed=1)
    before = snapshot(batch)
    with pytest.raises(TheomachyError, match=message):
        batch.step(actions)
    assert snapshot(batch) == before


def test_bad_actions_of_processes_are_refused_before_anybody_plays() -> None:
    with ParallelBatch("ankh", {"players": 2}, count=2, seed=1, jobs=2) as batch:
        before = snapshot(batch)
        with pytest.raises(IllegalChoice, match=r"match 1: action 0 is not legal for .*; legal are \[3, 4, 5, 6\]"):
            batch.step([3, 0])
        assert snapshot(batch) == before
    with pytest.raises(TheomachyError, match="closed"):
        batch.digests()


def test_a_process_that_died_is_told() -> None:
    with ParallelBatch("ankh", {"players": 2}, count=2, seed=1, jobs=2) as batch:
        process = batch.workers[0][0]
        process.kill()
        process.join()
        with pytest.raises(TheomachyError, match="a process of the batch has died"):
            batch.digests()


def test_as_many_jobs_as_matches_at_most() -> None:
    with pytest.raises(TheomachyError, match="3 jobs for 2 matches"):
        ParallelBatch("ankh", {"players": 2}, count=2, jobs=3)
    with pytest.raises(TheomachyError, match="0 matches"):
        Batch("ankh", {"players": 2}, count=0)
