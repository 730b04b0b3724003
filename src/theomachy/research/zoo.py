"""PettingZoo environments: seats take turns (`env`), or all give an action at once (`parallel_env`).

`env` is what the games are: one seat is asked at a time, and of several that decide secretly at once one after the
other, without seeing what was chosen. In `parallel_env` every seat gives an action each time and those of seats that
are not asked go unheard; where several seats decide at once, all of their actions count.

Agents are `seat_0`, `seat_1` …; an observation is a dictionary with `observation` (16-bit integers, see `layout`) and
`action_mask`. Rewards come at the end: 1 for every seat that won, -1 for the others.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

import theomachy
from theomachy.kernel.errors import IllegalChoice, TheomachyError
from theomachy.kernel.lanes import Lane
from theomachy.kernel.layout import Layout
from theomachy.kernel.match import SEEDS
from theomachy.research.batch import marks_of, shorts_of


def env(game: str, **options: Any) -> Any:
    """`SeatsEnv` behind PettingZoo's usual wrapper, which says what is done in the wrong order."""
    return wrappers.OrderEnforcingWrapper(SeatsEnv(game, **options))


def parallel_env(game: str, **options: Any) -> TogetherEnv:
    return TogetherEnv(game, **options)


def slot_space(layout: Layout) -> spaces.Box:
    """The slots of an observation, each with its range."""
    return spaces.Box(np.array(layout.lows, np.int16), np.array(layout.highs, np.int16), dtype=np.int16)


def observation_space(lane: Lane) -> spaces.Dict:
    """What an agent observes, and its mask."""
    layout = lane.outlook.layout(lane.state)
    return spaces.Dict(
        {
            "observation": spaces.Box(
                np.array(layout.lows, np.int16), np.array(layout.highs, np.int16), dtype=np.int16
            ),
            "action_mask": spaces.MultiBinary(len(lane.outlook.dense)),
        }
    )


def observed(lane: Lane, seat: int) -> dict[str, Any]:
    return {"observation": shorts_of(lane.observation(seat)), "action_mask": marks_of(lane.mask(seat))}


def whole_number(action: object) -> int:
    """An action as people give it; refuses what is none."""
    if isinstance(action, bool) or not isinstance(action, (int, np.integer)):
        raise TheomachyError(f"{str(action)[:40]!r} is no action; it must be a whole number")
    return int(action)


class Table:
    """What both environments share: a match, its agents and their spaces."""

    def __init__(self, game: str, setup: Mapping[str, Any], max_cycles: int | None) -> None:
        found = theomachy.game(game)
        self.lane = Lane(found, found.check_setup(dict(setup)), 0)
        self.agents = [f"seat_{seat}" for seat in range(self.lane.state.seats)]
        self.max_cycles = max_cycles
        self.observation_spaces = {agent: observation_space(self.lane) for agent in self.agents}
        self.action_spaces = {agent: spaces.Discrete(len(self.lane.outlook.dense)) for agent in self.agents}
        self._rng, _ = seeding.np_random()

    def begin(self, seed: int | None) -> None:
        """A new match: with a seed always the same one, and the same ones after it."""
        if seed is not None:
            self._rng, _ = seeding.np_random(seed)
        self.lane.begin(int(self._rng.integers(SEEDS)))


class SeatsEnv(AECEnv):  # type: ignore[misc]
    """A match; the seats take turns. `max_cycles`: after so many decisions it is cut off, and nobody gets anything."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [], "name": "theomachy_v1", "is_parallelizable": False}

    def __init__(self, game: str, max_cycles: int | None = None, render_mode: None = None, **setup: Any) -> None:
        super().__init__()
        self.table = Table(game, setup, max_cycles)
        self.render_mode = render_mode
        self.possible_agents = list(self.table.agents)
        self.observation_spaces = self.table.observation_spaces
        self.action_spaces = self.table.action_spaces

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.table.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.table.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.begin(seed)
        self.lane = self.table.lane
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.lane.seat]

    def observe(self, agent: str) -> dict[str, Any]:
        return observed(self.lane, self.possible_agents.index(agent))

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise IllegalChoice(self.lane.refusal(whole_number(action)), "theomachy/over")
            self._was_dead_step(action)
            return
        lane = self.lane
        lane.play(whole_number(action))
        self._cumulative_rewards[agent] = 0.0
        cycles = self.table.max_cycles
        if lane.state.over:
            for number, got in enumerate(lane.returns()):
                self.rewards[self.possible_agents[number]] = float(got)
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        elif cycles is not None and lane.decisions >= cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        if lane.seat >= 0:
            self.agent_selection = self.possible_agents[lane.seat]

    def render(self) -> None:
        """There is nothing to see; `theomachy watch` and the page draw matches."""

    def close(self) -> None:
        """Nothing is held open."""


class TogetherEnv(ParallelEnv):  # type: ignore[misc]
    """A match in which all seats give their actions at once.

    `forgiving`: an illegal action of an asked seat is replaced by its first legal one instead of being refused, for
    programs that know no masks.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": [], "name": "theomachy_parallel_v1"}

    def __init__(
        self,
        game: str,
        max_cycles: int | None = None,
        forgiving: bool = False,
        render_mode: None = None,
        **setup: Any,
    ) -> None:
        self.table = Table(game, setup, max_cycles)
        self.forgiving = forgiving
        self.render_mode = render_mode
        self.possible_agents = list(self.table.agents)
        self.observation_spaces = self.table.observation_spaces
        self.action_spaces = self.table.action_spaces
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.table.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.table.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        self.table.begin(seed)
        self.agents = list(self.possible_agents)
        self.cycles = 0
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Any]:
        lane = self.table.lane
        found: dict[str, Any] = {}
        for seat, agent in enumerate(self.possible_agents):
            mask = np.zeros(len(lane.outlook.dense), np.int8)
            mask[self._legal(seat)] = 1
            found[agent] = {"observation": shorts_of(lane.observation(seat)), "action_mask": mask}
        return found

    def _legal(self, seat: int) -> list[int]:
        lane = self.table.lane
        numbers = [lane.outlook.dense_of[choice] for choice in lane.options_of(seat)]
        return [int(number) for number in numbers if number >= 0]

    def step(self, actions: Mapping[str, Any]) -> tuple[dict[str, Any], ...]:
        if not self.agents:
            raise IllegalChoice("the match is over; reset the environment", "theomachy/over")
        lane = self.table.lane
        if set(actions) != set(self.agents):
            raise TheomachyError(f"actions of {sorted(actions)}; there must be one of each of {self.agents}")
        self._play({seat: whole_number(actions[agent]) for seat, agent in enumerate(self.possible_agents)})
        self.cycles += 1
        over = lane.state.over
        cut = not over and self.table.max_cycles is not None and self.cycles >= self.table.max_cycles
        agents = self.agents
        rewards = {agent: float(got) for agent, got in zip(agents, lane.returns(), strict=True)}
        if over or cut:
            self.agents = []
        return (
            self._observations(),
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            {agent: {} for agent in agents},
        )

    def _play(self, actions: dict[int, int]) -> None:
        """The actions of all seats that must decide now; all are legal, or nothing happens."""
        lane = self.table.lane
        asked = [seat for seat in range(lane.state.seats) if lane.options_of(seat)]
        for seat in asked:
            legal = self._legal(seat)
            if actions[seat] not in legal:
                if not self.forgiving:
                    raise IllegalChoice(
                        f"action {actions[seat]} is not legal for seat_{seat} now; legal are {legal}", "theomachy/asked"
                    )
                actions[seat] = legal[0]
        reveals = lane.state.reveals
        step = lane.state.stack[-1]
        while asked and lane.seat == asked[0]:
            lane.play(actions[asked.pop(0)])
            if lane.state.over or lane.state.reveals != reveals or lane.state.stack[-1] is not step:
                break

    def render(self) -> None:
        """There is nothing to see."""

    def close(self) -> None:
        """Nothing is held open."""
