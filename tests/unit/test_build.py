"""Interpreted and compiled, the engine gives the same matches, byte for byte (contract 1)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import theomachy
from theomachy.kernel.build import engine_build, is_compiled
from theomachy.lab.bench import INTERPRETED
from theomachy.lab.measure import worst_positions
from theomachy.lab.worst import count_calls

PLAY = """
import json, sys
import theomachy
from theomachy.kernel.dice import mix
from theomachy.kernel.build import engine_build
lines = []
for name in theomachy.GAMES:
    for number, players in enumerate(theomachy.GAMES[name].players):
        match = theomachy.new(name, players=players, seed=number)
        count = 0
        while not match.over:
            for seat in match.decision.seats[:1]:
                ids = match.choices_of(seat).ids
                match.play(ids[mix(number, count) % len(ids)], seat)
                count += 1
            if count % 40 == 0:
                lines.append(match.digest())
        lines.append([match.digest(), len(match.facts), match.outcome.how, match.outcome.winners])
json.dump({"build": engine_build(), "matches": lines}, sys.stdout)
"""


def played(code: str, hash_seed: str) -> dict[str, Any]:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    run = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    result: dict[str, Any] = json.loads(run.stdout)
    return result


def test_the_build_under_test_is_the_one_asked_for() -> None:
    assert engine_build() == os.environ.get("THEOMACHY_BUILD", "interpreted").strip()
    assert is_compiled() == (engine_build() == "compiled")


def test_both_builds_play_the_same_matches() -> None:
    """In another process, under another hash seed, interpreted or as installed."""
    here = played(PLAY, "1")
    sources = played(INTERPRETED + PLAY, "2")
    assert here["build"] == engine_build()
    assert sources["build"] == "interpreted"
    assert here["matches"] == sources["matches"]


def test_the_worst_lists_of_choices_stay_as_cheap_as_recorded() -> None:
    """Counted in calls of the interpreted engine, not in seconds: the same on every machine."""
    if engine_build() == "compiled":
        code = INTERPRETED + (
            "import json, sys\nfrom tests.unit.test_build import worst_costs\njson.dump(worst_costs(), sys.stdout)\n"
        )
        costs: dict[str, Any] = played(code, "0")
    else:
        costs = worst_costs()
    assert {name.partition(" ")[0] for name in costs} == set(theomachy.GAMES), "every game has recorded positions"
    for name, (recorded, found) in costs.items():
        assert found <= recorded * 1.1, f"{name}: {found} calls, recorded {recorded}; see theomachy.lab.worst"


def worst_costs() -> dict[str, Any]:
    """Per recorded position: the calls recorded, and the calls now."""
    costs: dict[str, Any] = {}
    for position in worst_positions():
        game = theomachy.game(position["game"])
        state = game.decode(position["state"])
        costs[f"{position['game']} {position['name']}"] = (
            position["calls"],
            count_calls(game, state, position["seat"]),
        )
    return costs
