"""The fuzzer itself: whole matches with every check, and the file that is written when one fails."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any, Final

import pytest
from hypothesis import given

import theomachy
from tests.examples import COMPILED, WHOLE, quick, some
from tests.property.matches import every_game, seeds, setups_of
from theomachy.kernel.match import Match
from theomachy.lab.fuzz.contracts import require
from theomachy.lab.fuzz.policies import POLICIES
from theomachy.lab.fuzz.runner import run_fuzz
from theomachy.lab.fuzz.trial import Trial, draw_setup, draw_trial

SETUPS: Final = some([entry for name in theomachy.GAMES for entry in setups_of(name)], WHOLE)
POLICIES_OF_GAMES: Final = some([(name, policy) for name in theomachy.GAMES for policy in POLICIES], WHOLE)


@pytest.mark.parametrize(("game", "scenario", "players"), SETUPS)
def test_a_whole_match_of_every_scenario_and_player_count(game: str, scenario: str | None, players: int) -> None:
    for seed in some(range(2), WHOLE):
        settings = {} if scenario is None else {"scenario": scenario}
        draw_trial(theomachy.game(game), 1000 * players + seed, players, settings).run()


@pytest.mark.parametrize(("game", "policy"), POLICIES_OF_GAMES)
def test_a_whole_match_with_every_policy(game: str, policy: str) -> None:
    found = theomachy.game(game)
    Trial(found, draw_setup(found, random.Random(policy)), 5, policy, 7).run()


@every_game
@given(seed=seeds)
@quick(25)
def test_a_match_of_any_set_up(game: str, seed: int) -> None:
    """Whole matches; interpreted their first decisions, and only those of the other tests to the end."""
    trial = draw_trial(theomachy.game(game), seed)
    if COMPILED:
        trial.run()
    else:
        trial.watch(100)
    assert trial.decisions > 5


@every_game
def test_a_failure_is_written_as_a_match_to_replay(game: str, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = itertools.count()

    def fails_late(match: Match) -> None:
        require(next(calls) < 40, "made up")

    monkeypatch.setattr("theomachy.lab.fuzz.trial.check_decision", fails_late)
    report = run_fuzz(game, 1, seed=3, out=tmp_path)
    (failure,) = report.failures
    assert (failure.seed, failure.message) == (3, "made up")
    data = json.loads(failure.file.read_text(encoding="utf-8"))
    assert data["failure"]["message"] == "made up"
    match = theomachy.load(failure.file.read_text(encoding="utf-8"))
    assert match.digest() == data["digest"]
    assert len(match.history) == data["failure"]["decision"]
