"""How fast the environments are: `python -m theomachy.research.measure [SECONDS]`.

Seconds of the processor, not of the clock, so that a busy machine disturbs less. Actions are random; drawing them is
inside the figures, and said: by the compiled core from numbers of numpy's (`Batch.random_actions`), or by numpy from
the mask, as a learner would.
"""

from __future__ import annotations

import json
import sys
import tracemalloc
from collections.abc import Callable
from time import process_time
from typing import Any

import numpy as np

import theomachy
from theomachy.kernel.arrays import marks, shorts
from theomachy.kernel.build import engine_build
from theomachy.kernel.lanes import Lane
from theomachy.research.batch import Batch


def rate(step: Callable[[], int], seconds: float) -> float:
    """Things done in a second; `step` does some and says how many."""
    step()
    began = process_time()
    done = 0
    while process_time() - began < seconds:
        done += step()
    return done / (process_time() - began)


def writing(game: str, players: int, seconds: float) -> dict[str, float]:
    """Microseconds for an observation and a mask, over the positions of matches at random, and for a decision."""
    found = theomachy.game(game)
    rng = np.random.default_rng(1)
    lane = Lane(found, found.check_setup({"players": players}), 1)
    kept: list[Lane] = []
    number = 1
    while len(kept) < 100:
        if lane.over:
            number += 1
            lane.begin(number)
        if lane.decisions % 7 == 3:
            kept.append(lane.copy())
        lane.play(lane.actions()[int(rng.integers(len(lane.actions())))])
    outlook = found.outlook()
    out, marked = shorts(kept[0].size), marks(len(outlook.dense))

    def write() -> int:
        for each in kept:
            outlook.observe(each.state, each.seat, out, 0)
            outlook.mark(each.options, marked, 0, True)
            outlook.mark(each.options, marked, 0, False)
        return len(kept)

    def play() -> int:
        return found_playout(game, players)

    return {"slots": kept[0].size, "us": 1e6 / rate(write, seconds), "bare_decisions": rate(play, seconds)}


_SEEDS = iter(range(1, 1 << 30))


def found_playout(game: str, players: int) -> int:
    """A whole match at random without observations: what the engine alone can do, setting up included."""
    seed = next(_SEEDS)
    return theomachy.new(game, seed=seed, players=players, facts=False).play_random(seed)


def batches(game: str, players: int, seconds: float, count: int = 64) -> dict[str, float]:
    """Decisions a second in a batch, actions drawn by the core and by numpy; memory of a match in it."""
    rng = np.random.default_rng(1)
    tracemalloc.start()
    batch = Batch(game, {"players": players}, count=count, seed=1)
    before = tracemalloc.get_traced_memory()[0]
    other = Batch(game, {"players": players}, count=count, seed=1)
    memory = (tracemalloc.get_traced_memory()[0] - before) / count
    tracemalloc.stop()

    def inside() -> int:
        for _ in range(10):
            batch.step(batch.random_actions(rng))
        return 10 * count

    def outside() -> int:
        from theomachy.research.parallel import masked_choice

        for _ in range(10):
            other.step(masked_choice(other.masks, rng))
        return 10 * count

    return {"decisions": rate(inside, seconds), "numpy_decisions": rate(outside, seconds), "bytes": memory}


def zoo(game: str, players: int, seconds: float) -> dict[str, float]:
    """Decisions a second through PettingZoo: `last` and `step`, the action drawn from the mask by numpy."""
    from theomachy.research.zoo import SeatsEnv

    env = SeatsEnv(game, players=players)
    env.reset(seed=1)
    rng = np.random.default_rng(1)

    def play() -> int:
        for _ in range(100):
            seen, _, terminated, _, _ = env.last()
            if terminated:
                env.reset()
                continue
            legal = np.flatnonzero(seen["action_mask"])
            env.step(int(legal[rng.integers(len(legal))]))
        return 100

    return {"decisions": rate(play, seconds)}


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    for game in theomachy.GAMES:
        for players in theomachy.game(game).players:
            row: dict[str, Any] = {"game": game, "players": players, "build": engine_build()}
            row["writing"] = writing(game, players, seconds)
            row["batch"] = batches(game, players, seconds)
            row["zoo"] = zoo(game, players, seconds)
            print(json.dumps(row))


if __name__ == "__main__":
    main()
