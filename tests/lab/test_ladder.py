"""The levels of bots: each wins more than those below it.

No bot here looks at the clock, so the same matches are played on every machine. What the levels are really worth is
measured with more matches (docs/lab.md); here a bot that has become foolish is noticed. Those that search take a
minute, and are asked with `make long`; that they find what there is to find is tested with positions (test_bots,
test_strength).
"""

from __future__ import annotations

import pytest

import theomachy
from tests.examples import LONG
from tests.lab.runs import design
from theomachy.lab.plans import tournament_plans
from theomachy.lab.results import play_plan
from theomachy.lab.tournament import Tournament

RUNGS = [
    ("ankh", "greedy", "random", 16, 0.85),
    ("anunnaki", "greedy", "random", 16, 0.85),
]
LONG_RUNGS = [
    # In Ankh it takes more iterations than a test has time for to be clearly above greedy.
    ("ankh", "search:40", "random", 4, 0.85),
    ("anunnaki", "search:150", "greedy", 8, 0.8),
]


@pytest.mark.parametrize(("game", "upper", "lower", "games", "least"), RUNGS + (LONG_RUNGS if LONG else []))
def test_a_level_is_above_one_below(game: str, upper: str, lower: str, games: int, least: float) -> None:
    plans = tournament_plans(design(game, 2), [upper, lower], 0, games)
    found = Tournament(theomachy.game(game), [upper, lower], 2, [play_plan(plan) for plan in plans])
    assert found.points[upper].share > least
