"""Contract 4: every match ends, and every decision is one."""

from __future__ import annotations

import random

import pytest
from hypothesis import given

import theomachy
from tests.examples import quick, some
from tests.property.matches import depths, every_game, play_on, seeds, somewhere
from theomachy.lab.fuzz.contracts import LIMIT, check_decision
from theomachy.lab.fuzz.policies import POLICIES
from theomachy.lab.fuzz.trial import Trial, draw_setup


@every_game
@pytest.mark.parametrize("policy", some(list(POLICIES)))
def test_every_match_ends(game: str, policy: str) -> None:
    found = theomachy.game(game)
    for players in (min(found.players), max(found.players)):
        setup = draw_setup(found, random.Random(players), players)
        assert play_on(Trial(found, setup, 1, policy, 3), LIMIT).over


@every_game
@given(seed=seeds, depth=depths)
@quick(40)
def test_a_decision_has_at_least_two_choices_for_each_asked_seat(game: str, seed: int, depth: int) -> None:
    check_decision(somewhere(game, seed, depth))
