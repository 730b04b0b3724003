"""Contract 1: the same set-up, seed and choices give the same match, in any process."""

from __future__ import annotations

import os
import subprocess
import sys

from hypothesis import given

import theomachy
from tests.examples import quick
from tests.property.matches import depths, seeds, somewhere
from theomachy.lab.fuzz.contracts import check_replay


@given(seeds, depths)
@quick(20)
def test_the_same_set_up_seed_and_choices_give_the_same_match(seed: int, depth: int) -> None:
    check_replay(somewhere(seed, depth))


_FINGERPRINTS = """
import hashlib, json, sys
import theomachy
from theomachy.lab.fuzz.trial import draw_trial
for seed in range(8):
    trial = draw_trial(theomachy.game("ankh"), seed)
    match = trial.match
    while not match.over:
        seat = trial.seats.choice(match.decision.seats)
        match.play(trial.policy(match, seat, match.choices_of(seat).ids), seat)
    told = [match.facts, [match.view(seat) for seat in range(match.seats)], match.save()]
    text = json.dumps(told, sort_keys=False)
    print(match.digest(), hashlib.blake2b(text.encode(), digest_size=16).hexdigest())
"""


def fingerprints(hash_seed: str) -> str:
    """Digest, and a fingerprint of facts, views and save, of eight matches played in a process of their own."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    command = [sys.executable, "-c", _FINGERPRINTS]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=300).stdout


def test_the_same_in_another_process_under_another_hash_seed() -> None:
    first = fingerprints("0")
    assert len(first.split()) == 16
    assert fingerprints("1") == first
    assert fingerprints("random") == first


def test_another_seed_gives_another_match() -> None:
    digests = {theomachy.new("ankh", gods=["random"] * 4, seed=seed).digest() for seed in range(20)}
    assert len(digests) == 20
