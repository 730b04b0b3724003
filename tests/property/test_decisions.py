"""Contract 4: every match ends, and every decision is one."""

from __future__ import annotations

import random

import pytest
from hypothesis import given

from tests.examples import quick
from tests.property.matches import ANKH, depths, play_on, seeds, somewhere
from theomachy.lab.fuzz.contracts import LIMIT, check_decision
from theomachy.lab.fuzz.policies import POLICIES
from theomachy.lab.fuzz.trial import Trial, draw_setup


@pytest.mark.parametrize("policy", list(POLICIES))
@pytest.mark.parametrize("players", [2, 5])
def test_every_match_ends(policy: str, players: int) -> None:
    rng = random.Random(players)
    setup = draw_setup(ANKH, rng, players)
    trial = Trial(ANKH, setup, 1, policy, 3)
    assert play_on(trial, LIMIT).over


@given(seeds, depths)
@quick(40)
def test_a_decision_has_at_least_two_choices_for_each_asked_seat(seed: int, depth: int) -> None:
    check_decision(somewhere(seed, depth))
