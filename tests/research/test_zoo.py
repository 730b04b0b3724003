"""PettingZoo's own tests, and that its environments play what plain matches play."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test
from pettingzoo.test.max_cycles_test import max_cycles_test
from pettingzoo.utils import parallel_to_aec

import theomachy
from tests.examples import COMPILED
from theomachy.kernel.errors import IllegalChoice, TheomachyError
from theomachy.research import zoo
from theomachy.research.single import SeatEnv

GAMES = [("ankh", 3), ("anunnaki", 2)]
every_game = pytest.mark.parametrize(("game", "players"), GAMES)
CYCLES = 400 if COMPILED else 15


@every_game
@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros")
def test_the_api_is_pettingzoos(game: str, players: int) -> None:
    api_test(zoo.env(game, players=players), num_cycles=CYCLES)
    parallel_api_test(zoo.parallel_env(game, players=players, forgiving=True), num_cycles=CYCLES)


@every_game
def test_the_same_seed_gives_the_same_match(game: str, players: int) -> None:
    seed_test(lambda: zoo.env(game, players=players), num_cycles=CYCLES)


def test_matches_are_cut_off_after_max_cycles() -> None:
    together = SimpleNamespace(
        parallel_env=lambda max_cycles: zoo.parallel_env("ankh", players=3, max_cycles=max_cycles, forgiving=True)
    )
    together.env = lambda max_cycles: parallel_to_aec(together.parallel_env(max_cycles))
    max_cycles_test(together)
    env = zoo.env("ankh", players=2, max_cycles=7)
    env.reset(seed=1)
    steps = 0
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        if terminated or truncated:
            assert truncated
            assert reward == 0
            env.step(None)
            continue
        env.step(env.action_space(agent).sample(seen["action_mask"]))
        steps += 1
    assert steps == 7


@every_game
def test_the_environment_plays_what_a_plain_match_plays(game: str, players: int) -> None:
    env = zoo.env(game, players=players)
    env.reset(seed=3)
    match = theomachy.new(game, seed=env.unwrapped.lane.seed, players=players, facts=False)
    dense = match.game.outlook().dense
    rng = np.random.default_rng(2)
    got = dict.fromkeys(env.possible_agents, 0.0)
    decisions = 0
    while decisions < (100_000 if COMPILED else 150):
        seen, reward, terminated, truncated, _ = env.last()
        agent = env.agent_selection
        got[agent] += reward
        if terminated or truncated:
            break
        seat = match.decision.seats[0]
        assert agent == f"seat_{seat}"
        observation = np.zeros(len(seen["observation"]), np.int16)
        mask = np.zeros(len(seen["action_mask"]), np.int8)
        match.observe_into(observation, seat)
        match.mask_into(mask, seat)
        assert (seen["observation"] == observation).all()
        assert (seen["action_mask"] == mask).all()
        assert env.observation_space(agent).contains(seen)
        action = int(rng.choice(np.flatnonzero(mask)))
        match.play(dense[action], seat)
        env.step(action)
        decisions += 1
    assert decisions > 100
    if COMPILED:
        assert match.over
        outcome = match.outcome
        assert outcome is not None
        for place, agent in enumerate(env.possible_agents):
            assert env.unwrapped.rewards[agent] == (1 if place in outcome.winners else -1)


def test_wrong_actions_name_what_is_legal() -> None:
    env = zoo.env("ankh", players=2)
    env.reset(seed=1)
    before = env.last()[0]["observation"].tobytes()
    for action, message in [(0, "'yes'.*legal are 3 .'action move'"), (99999, r"0\.\.1159"), ("a", "no action")]:
        with pytest.raises(TheomachyError, match=message):
            env.step(action)
    assert env.last()[0]["observation"].tobytes() == before
    together = zoo.parallel_env("ankh", players=2)
    together.reset(seed=1)
    with pytest.raises(IllegalChoice, match=r"action 0 is not legal for seat_. now; legal are \[3, 4, 5, 6\]"):
        together.step({"seat_0": 0, "seat_1": 0})
    with pytest.raises(TheomachyError, match=r"one of each of \['seat_0', 'seat_1'\]"):
        together.step({"seat_0": 3})


def test_stepping_after_the_end_is_refused() -> None:
    env = zoo.env("ankh", players=2, max_cycles=3)
    env.reset(seed=1)
    for _ in range(3):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    with pytest.raises(IllegalChoice):
        env.step(3)
    together = zoo.parallel_env("ankh", players=2, max_cycles=1, forgiving=True)
    together.reset(seed=1)
    together.step({"seat_0": 3, "seat_1": 3})
    with pytest.raises(IllegalChoice, match="over"):
        together.step({"seat_0": 3, "seat_1": 3})


def test_a_seat_against_bots_is_gymnasiums() -> None:
    env = SeatEnv("ankh", seat=1, bots="random", setup={"players": 3}, forgiving=True)
    check_env(env, skip_render_check=True)
    observation, info = env.reset(seed=4)
    again, _ = env.reset(seed=4)
    assert (observation == again).all()
    assert env.observation_space.contains(observation)
    assert info["action_mask"].sum() >= 2


def test_a_seat_is_played_to_its_end() -> None:
    env = SeatEnv("ankh", setup={"players": 2}, bots=["random"])
    _, info = env.reset(seed=5)
    over, got, steps = False, 0.0, 0
    while not over:
        _, got, over, cut, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        assert not cut
        steps += 1
    assert env.match is not None
    outcome = env.match.outcome
    assert outcome is not None
    assert got == (1.0 if 0 in outcome.winners else -1.0)
    assert steps > 10
    with pytest.raises(IllegalChoice, match="the match is over; reset"):
        env.step(3)


def test_a_seat_that_is_played_wrongly_is_told_what_is_legal() -> None:
    env = SeatEnv("ankh", setup={"players": 2})
    with pytest.raises(TheomachyError, match="reset the environment"):
        env.step(3)
    env.reset(seed=2)
    with pytest.raises(IllegalChoice, match=r"action 0 is not legal for seat 0 now; legal are .*'"):
        env.step(0)
    with pytest.raises(TheomachyError, match=r"no seat 2; seats are 0\.\.1"):
        SeatEnv("ankh", seat=2, setup={"players": 2})
    with pytest.raises(TheomachyError, match="2 bots for 1 other seats"):
        SeatEnv("ankh", setup={"players": 2}, bots=["random", "random"])
