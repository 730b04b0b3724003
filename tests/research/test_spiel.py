"""OpenSpiel's own tests, and what is modelled."""

from __future__ import annotations

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability
from open_spiel.python.algorithms.get_all_states import (
    get_all_states,
)

from tests.examples import COMPILED
from tests.research.positions import LAST_BATTLE
from theomachy.kernel.errors import IllegalChoice, TheomachyError
from theomachy.kernel.lanes import match_seed
from theomachy.kernel.match import Match
from theomachy.research import spiel


def test_openspiels_simulation_runs_on_a_tiny_position() -> None:
    pyspiel.random_sim_test(spiel.load("ankh", seeds=2, **LAST_BATTLE), num_sims=5, serialize=False, verbose=False)


@pytest.mark.parametrize("game", ["ankh", "anunnaki"] if COMPILED else ["ankh"])
def test_openspiels_simulation_runs_on_whole_matches(game: str) -> None:
    pyspiel.random_sim_test(spiel.load(game, players=2, seeds=3), num_sims=1, serialize=False, verbose=False)


def test_a_match_is_the_one_of_its_seed() -> None:
    game = spiel.load("ankh", players=2, seeds=4)
    state = game.new_initial_state()
    assert state.is_chance_node()
    assert state.chance_outcomes() == [(number, 0.25) for number in range(4)]
    state.apply_action(2)
    match = Match(game.begun.game, game.begun.setup, match_seed(0, 2, 0), listening=False)
    dense = match.game.outlook().dense
    rng = random.Random(1)
    for _ in range(60):
        seat = match.decision.seats[0]
        assert state.current_player() == seat
        legal = state.legal_actions()
        assert [dense[action] for action in legal] == sorted(match.choices_of(seat).ids)
        wanted = np.zeros(game.layout.size, np.int16)
        match.observe_into(wanted, seat)
        assert (np.array(state.observation_tensor(seat)) == wanted).all()
        action = rng.choice(legal)
        copy = state.clone()
        copy.apply_action(action)
        assert len(copy.history()) == len(state.history()) + 1
        assert state.legal_actions() == legal
        state.apply_action(action)
        match.play(dense[action], seat)


def test_players_do_not_see_what_is_chosen_secretly() -> None:
    """The second of two who decide at once can't tell what the first one chose: one information state."""
    game = spiel.load("ankh", **LAST_BATTLE)
    state = game.new_initial_state()
    state.apply_action(0)
    assert state.current_player() == 0
    after = [state.child(action) for action in state.legal_actions()]
    assert len(after) == 3
    assert {child.current_player() for child in after} == {1}
    assert len({child.information_state_string(1) for child in after}) == 1
    assert len({child.information_state_string(0) for child in after}) == 3


def test_exploitability_of_a_tiny_position() -> None:
    game = spiel.load("ankh", **LAST_BATTLE)
    states = get_all_states(game, include_terminals=True, include_chance_states=True)
    assert len(states) > 15
    assert all(sum(state.returns()) <= 2 for state in states.values())
    gain = exploitability.nash_conv(game, policy.UniformRandomPolicy(game))
    assert 0 < gain <= 4


def test_utility_is_a_general_sum_where_it_is() -> None:
    assert spiel.load("ankh", players=2).get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM
    assert spiel.load("anunnaki", players=2).get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    assert spiel.load("anunnaki", players=3).get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM


def test_bad_input_is_refused() -> None:
    with pytest.raises(TheomachyError, match="0 seeds"):
        spiel.load("ankh", players=2, seeds=0)
    with pytest.raises(TheomachyError, match="players"):
        spiel.load("ankh", players=9)
    state = spiel.load("ankh", **LAST_BATTLE).new_initial_state()
    state.apply_action(0)
    with pytest.raises((IllegalChoice, pyspiel.SpielError)):
        state.apply_action(0)
