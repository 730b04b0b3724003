"""Intervals against known values."""

from __future__ import annotations

import random

import pytest

from theomachy.lab.intervals import Points, bootstrap, spread_of, wilson


@pytest.mark.parametrize(
    ("wins", "plays", "low", "high"),
    [
        # Values from the literature and by hand from the formula, rounded to four places.
        (10, 20, 0.2993, 0.7007),
        (0, 10, 0.0, 0.2775),
        (10, 10, 0.7225, 1.0),
        (1, 1, 0.2065, 1.0),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_wilson(wins: int, plays: int, low: float, high: float) -> None:
    assert wilson(wins, plays) == pytest.approx((low, high), abs=5e-5)


def test_wilson_holds_the_truth_about_95_times_in_100() -> None:
    rng = random.Random(1)
    held = 0
    for _ in range(1000):
        low, high = wilson(sum(rng.random() < 0.3 for _ in range(200)), 200)
        held += low <= 0.3 <= high
    assert 930 <= held <= 975


def test_a_bootstrap_of_single_matches_agrees_with_wilson() -> None:
    blocks = [(1.0, 1)] * 120 + [(0.0, 1)] * 280
    assert bootstrap(blocks) == pytest.approx(wilson(120, 400), abs=0.006)
    assert bootstrap(blocks) == bootstrap(blocks)


def test_a_bootstrap_over_blocks_knows_what_belongs_together() -> None:
    """Blocks that are won or lost whole tell as much as one match each; blocks that are always shared tell all."""
    together = bootstrap([(4.0, 4)] * 50 + [(0.0, 4)] * 50)
    alone = wilson(200, 400)
    assert together[1] - together[0] > 1.8 * (alone[1] - alone[0])
    balanced = bootstrap([(2.0, 4)] * 98 + [(1.0, 4), (3.0, 4)])
    assert balanced[1] - balanced[0] < 0.02


def test_blocks_that_are_all_alike_still_leave_doubt() -> None:
    assert bootstrap([(2.0, 2)] * 10) == wilson(10, 10)
    assert bootstrap([]) == (0.0, 1.0) == wilson(0, 0)


def test_the_method_follows_from_what_was_counted() -> None:
    whole, halves, twice = Points(), Points(), Points()
    for match in range(8):
        whole.count(match // 2, match, float(match % 2))
        halves.count(match // 2, match, 0.5 * (match % 2))
        for won in (0.0, 1.0):
            twice.count(match, match, won)
    assert (whole.method, halves.method, twice.method) == ("wilson", "bootstrap", "bootstrap")
    assert whole.interval() == wilson(4, 8)
    assert (whole.share, halves.share, twice.share) == (0.5, 0.25, 0.5)
    assert (whole.matches, whole.plays, twice.matches, twice.plays) == (8, 8, 8, 16)


def test_spread() -> None:
    assert spread_of([3, 1, 2, 10]) == {
        "least": 1, "tenth": 1, "median": 3, "mean": 4.0, "ninetieth": 10, "most": 10
    }  # fmt: skip
    hundred = spread_of(list(range(1, 101))[::-1])
    assert (hundred["tenth"], hundred["median"], hundred["ninetieth"]) == (11, 51, 90)
