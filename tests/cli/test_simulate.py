"""`theomachy simulate`."""

from __future__ import annotations

import json

import pytest

from tests.cli.command import refused, run
from theomachy.lab.intervals import Share


def test_the_same_seed_gives_the_same_report() -> None:
    arguments = ("simulate", "ankh", "--games", "20", "--players", "3", "--scenario", "old-kingdom", "--json")
    first, second, other = (
        run(*arguments, "--seed", "7"),
        run(*arguments, "--seed", "7"),
        run(*arguments, "--seed", "8"),
    )
    assert first.code == 0
    assert first.out == second.out
    assert first.out != other.out
    assert "matches/s" in first.err


def test_the_numbers_add_up() -> None:
    data = json.loads(run("simulate", "--games", "25", "--players", "2", "--json").out)
    assert data["matches"] == 25 == sum(data["endings"].values())
    assert sum(god["matches"] for god in data["gods"].values()) == 50
    assert {seat: share["matches"] for seat, share in data["seats"].items()} == {"1": 25, "2": 25}
    wins = sum(god["wins"] for god in data["gods"].values())
    assert wins == sum(seat["wins"] for seat in data["seats"].values())
    assert wins == 25 - data["endings"].get("atheist", 0), "with two players at most one wins"
    assert 0 < data["decisions"]["least"] <= data["decisions"]["median"] <= data["decisions"]["most"]
    assert data["setup"]["scenario"] == "middle-kingdom"
    for share in data["gods"].values():
        assert share["low"] <= share["share"] <= share["high"]


def test_the_table() -> None:
    ran = run("simulate", "--games", "10", "--gods", "isis,ra")
    assert ran.code == 0
    assert "Ankh, Middle Kingdom, 2\u00a0players, 10\u00a0matches, seed 0" in ran.out
    for word in ("Ending", "95 %", "Isis", "Ra", "1 (plays first)", "Decisions", "Events"):
        assert word in ran.out


@pytest.mark.parametrize(
    ("wins", "plays", "low", "high"), [(10, 20, 0.2993, 0.7007), (0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0)]
)
def test_wilson_intervals(wins: int, plays: int, low: float, high: float) -> None:
    # Values from the literature, rounded to four places.
    assert Share(wins, plays).interval() == pytest.approx((low, high), abs=5e-5)


def test_wrong_settings_are_refused() -> None:
    assert "no game 'chess'" in refused("simulate", "chess")
    assert "no scenario 'atlantis'" in refused("simulate", "--scenario", "atlantis")
    assert "no god 'zeus'" in refused("simulate", "--gods", "zeus,ra")
    assert run("simulate", "--games", "0").code == 2
