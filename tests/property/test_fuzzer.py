"""The fuzzer itself: whole matches with every check, and the file that is written when one fails."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any, Final

import pytest
from hypothesis import given

import theomachy
from tests.examples import COMPILED, LONG, WHOLE, part, quick, some
from tests.property.matches import every_game, seeds, setups_of
from theomachy.kernel.match import Match
from theomachy.lab.fuzz.contracts import require
from theomachy.lab.fuzz.policies import POLICIES
from theomachy.lab.fuzz.runner import run_fuzz
from theomachy.lab.fuzz.trial import Trial, draw_setup, draw_trial

#: how many decisions of a match of any set-up are watched
WATCHED: Final = (400 if LONG else 200) if COMPILED else 100


def pairings() -> list[tuple[str, str | None, int, str]]:
    """Every set-up of every game and every policy, each at least once."""
    found: list[tuple[str, str | None, int, str]] = []
    for name in theomachy.GAMES:
        setups, policies = setups_of(name), list(POLICIES)
        for number in range(max(len(setups), len(policies))):
            found.append((*setups[number % len(setups)], policies[number % len(policies)]))
    return found


PAIRINGS: Final = some(part(pairings(), 3), WHOLE)


@pytest.mark.parametrize(("game", "scenario", "players", "policy"), PAIRINGS)
def test_a_whole_match_of_every_scenario_player_count_and_policy(
    game: str, scenario: str | None, players: int, policy: str
) -> None:
    found = theomachy.game(game)
    setup = draw_setup(found, random.Random(policy), players, {} if scenario is None else {"scenario": scenario})
    Trial(found, setup, 5, policy, 7).run()


def test_nothing_is_left_out() -> None:
    paired = pairings()
    assert {(game, scenario, players) for game, scenario, players, _ in paired} == {
        entry for game in theomachy.GAMES for entry in setups_of(game)
    }
    assert {(game, policy) for game, _, _, policy in paired} == set(itertools.product(theomachy.GAMES, POLICIES))


@every_game
@given(seed=seeds)
@quick(6, share=2)
def test_a_match_of_any_set_up(game: str, seed: int) -> None:
    """Its first decisions; the matches above are watched to the end."""
    trial = draw_trial(theomachy.game(game), seed)
    trial.watch(WATCHED)
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
