"""Contract 5, the other side: a ledger notices whatever no fact has told."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, Final

import pytest

import theomachy
from tests.property.matches import every_game, play_on
from theomachy.kernel.fact import Fact
from theomachy.kernel.match import Match
from theomachy.lab.bench import INTERPRETED
from theomachy.lab.fuzz.trial import draw_trial, ledger_of

#: for each game facts without which an account can't be kept
KEPT: Final = {
    "ankh": (
        "followers-gained", "followers-lost", "devotion-gained", "card-played", "camel", "moved", "summoned", "killed",
        "monument-built", "controlled",
    ),
    "anunnaki": (
        "vp-gained", "scored", "resource-gained", "resource-paid", "mana-gained", "mana-paid", "follower-placed",
        "follower-removed", "settlement-built", "moved", "summoned", "weapon-taken", "weapon-beside", "contract-taken",
        "contract-fulfilled", "artifact-taken", "cube-laid", "developed", "steps", "marker-resolved",
        "civilization-conquered", "exhausted",
    ),
}  # fmt: skip

SILENCE: Final = """
import json, sys
import theomachy
from theomachy.kernel.state import State
from theomachy.lab.fuzz.contracts import ContractBroken
from theomachy.lab.fuzz.trial import draw_trial

tell, game = State.tell, theomachy.game(sys.argv[1])
silent = ""

def tell_others(self, rule, name, *fields, **more):
    if name != silent:
        tell(self, rule, name, *fields, **more)

State.tell = tell_others
found = {}
for silent in sys.argv[2:]:
    for seed in range(40):
        try:
            draw_trial(game, seed).run()
        except ContractBroken as broken:
            found[silent] = str(broken)
            break
json.dump(found, sys.stdout)
"""


@pytest.mark.parametrize(
    ("game", "facts"),
    [("ankh", ("followers-gained", "devotion-gained")), ("anunnaki", ("vp-gained", "resource-gained", "moved"))],
)
def test_the_fuzzer_fails_when_a_fact_is_kept_silent(game: str, facts: tuple[str, ...]) -> None:
    """On the interpreted engine, where a fact can be swallowed on its way."""
    command = [sys.executable, "-c", INTERPRETED + SILENCE, game, *facts]
    run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=500)
    assert run.returncode == 0, run.stderr[-2000:]
    found = json.loads(run.stdout)
    assert list(found) == list(facts)
    assert all(message.startswith("not told by facts") for message in found.values()), found


@every_game
def test_a_ledger_that_misses_one_kind_of_fact_is_wrong(game: str) -> None:
    """None of the facts could be left out: many ledgers follow the same matches, each deaf to one of them."""
    deaf = set(KEPT[game])
    for seed in range(100):
        trial = draw_trial(theomachy.game(game), seed)
        ledgers = {name: ledger_of(trial.match) for name in deaf}
        while not trial.match.over and ledgers:
            told = len(trial.match.state.facts)
            play_on(trial, 1)
            facts: list[Fact] = trial.match.state.facts[told:]
            missed = {fact.name for fact in facts} & set(ledgers)
            for name, ledger in ledgers.items():
                for fact in facts:
                    if fact.name != name:
                        ledger.read(fact)
            for name in missed:
                if ledgers[name].differences(trial.match.state):
                    del ledgers[name]
                    deaf.discard(name)
        if not deaf:
            return
    pytest.fail(f"nobody misses {sorted(deaf)}")


def tables_of(game: str, match: Match) -> list[tuple[Any, int]]:
    """Numbers of a state that may change by facts only: a list of the state, and a place in it."""
    s = match.state
    if game == "ankh":
        return [
            *((s.followers, 0), (s.devotion, 1), (s.hand, 0), (s.tokens, 0)),
            *((s.monuments_left, 0), (s.guardian_left, 7)),
        ]
    return [
        *((s.vp, 0), (s.goods, 5), (s.mana, 1), (s.followers, 3), (s.settlements, 2), (s.god_at, 0), (s.track, 4)),
        *((s.supremacy, 1), (s.cubes, 0), (s.developed, 1), (s.ready_lesser, 0), (s.used, 2)),
    ]


@every_game
def test_a_ledger_notices_what_no_fact_told(game: str) -> None:
    match = draw_trial(theomachy.game(game), 1).match
    while not match.over and len(match.history) < 20:
        match.play(match.choices.ids[0], match.decision.seats[0])
    for number, (table, index) in enumerate(tables_of(game, match)):
        ledger = ledger_of(match)
        assert ledger.differences(match.state) == []
        table[index] += 1
        assert ledger.differences(match.state) != [], number
        table[index] -= 1


@pytest.mark.parametrize("game", list(KEPT))
def test_the_facts_named_here_are_told(game: str) -> None:
    for name in KEPT[game]:
        assert theomachy.game(game).catalogue.fact(name, "en")
