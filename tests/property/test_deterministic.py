"""Contract 1: the same set-up, seed and choices give the same match, in any process."""

from __future__ import annotations

import os
import subprocess
import sys

from hypothesis import given

import theomachy
from tests.examples import WHOLE, quick, some
from tests.property.matches import depths, every_game, seeds, somewhere
from theomachy.lab.fuzz.contracts import check_replay


@every_game
@given(seed=seeds, depth=depths)
@quick(20)
def test_the_same_set_up_seed_and_choices_give_the_same_match(game: str, seed: int, depth: int) -> None:
    check_replay(somewhere(game, seed, depth))


_FINGERPRINTS = """
import hashlib, json, sys
import theomachy
from theomachy.lab.fuzz.trial import draw_trial
for seed in range(int(sys.argv[2])):
    trial = draw_trial(theomachy.game(sys.argv[1]), seed)
    match = trial.match
    while not match.over:
        seat = trial.seats.choice(match.decision.seats)
        match.play(trial.policy(match, seat, match.choices_of(seat).ids), seat)
    told = [match.facts, [match.view(seat) for seat in range(match.seats)], match.save()]
    text = json.dumps(told, sort_keys=False)
    print(match.digest(), hashlib.blake2b(text.encode(), digest_size=16).hexdigest())
"""


def fingerprints(game: str, hash_seed: str, matches: int) -> list[str]:
    """Digest, and a fingerprint of facts, views and save, of matches played in a process of their own."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-c", _FINGERPRINTS, game, str(matches)]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=300)
    return run.stdout.splitlines()


@every_game
def test_the_same_in_another_process_under_another_hash_seed(game: str) -> None:
    matches = len(some(range(8), WHOLE))
    first = fingerprints(game, "0", matches)
    assert len(set(first)) == matches
    assert fingerprints(game, "1", matches) == first
    assert fingerprints(game, "random", matches) == first


@every_game
def test_another_seed_gives_another_match(game: str) -> None:
    players = max(theomachy.game(game).players)
    digests = {theomachy.new(game, players=players, seed=seed).digest() for seed in range(20)}
    assert len(digests) == 20
