"""The fuzzer itself: whole matches with every check, and the file that is written when one fails."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any, Final

import pytest
from hypothesis import given

import theomachy
from tests.examples import quick
from tests.property.matches import ANKH, seeds
from theomachy.games.ankh.scenarios import player_counts, scenario_names
from theomachy.kernel.match import Match
from theomachy.lab.fuzz.contracts import require
from theomachy.lab.fuzz.policies import POLICIES
from theomachy.lab.fuzz.runner import run_fuzz
from theomachy.lab.fuzz.trial import Trial, draw_setup, draw_trial

SETUPS: Final = [(name, players) for name in scenario_names() for players in player_counts(name)]


@pytest.mark.parametrize(("scenario", "players"), SETUPS)
def test_a_whole_match_of_every_scenario_and_player_count(scenario: str, players: int) -> None:
    for seed in range(2):
        draw_trial(ANKH, 1000 * players + seed, players, {"scenario": scenario}).run()


@pytest.mark.parametrize("policy", list(POLICIES))
def test_a_whole_match_with_every_policy(policy: str) -> None:
    setup = draw_setup(ANKH, random.Random(policy))
    Trial(ANKH, setup, 5, policy, 7).run()


@given(seeds)
@quick(25)
def test_a_whole_match_of_any_set_up(seed: int) -> None:
    draw_trial(ANKH, seed).run()


def test_a_failure_is_written_as_a_match_to_replay(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = itertools.count()

    def fails_late(match: Match) -> None:
        require(next(calls) < 40, "made up")

    monkeypatch.setattr("theomachy.lab.fuzz.trial.check_decision", fails_late)
    report = run_fuzz("ankh", 1, seed=3, out=tmp_path)
    (failure,) = report.failures
    assert (failure.seed, failure.message) == (3, "made up")
    data = json.loads(failure.file.read_text(encoding="utf-8"))
    assert data["failure"]["message"] == "made up"
    match = theomachy.load(failure.file.read_text(encoding="utf-8"))
    assert match.digest() == data["digest"]
    assert len(match.history) == data["failure"]["decision"]
