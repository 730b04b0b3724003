"""The games as environments for learning and study; see docs/research.md.

    batch.Batch            many matches at once, as arrays; `parallel.ParallelBatch` on all cores
    zoo.env                PettingZoo, one seat after another; `zoo.parallel_env` all at once
    single.SeatEnv         Gymnasium: one seat, bots in the others
    spiel.load             OpenSpiel
    records                matches written as Parquet (`theomachy record`)

Each module needs its own library (`pip install "theomachy[research]"`) and none is imported here.
"""

from __future__ import annotations

from typing import Any

import theomachy
from theomachy.kernel.layout import Layout
from theomachy.kernel.match import Match
from theomachy.kernel.outlook import Description


def describe(game: str) -> Description:
    """What is to be known of a game before a match is played."""
    return Description(theomachy.game(game).outlook())


def layout(game: str, **setup: Any) -> Layout:
    """What is where in the observations of such a match."""
    found = theomachy.game(game)
    return found.outlook().layout(Match(found, setup, 0, listening=False).state)


__all__ = ["describe", "layout"]
