"""The games in OpenSpiel, as Python games: `load("…", players=2)` gives a `pyspiel.Game`.

What is modelled, and how:

- **Chance** is one node at the very beginning, which draws the seed of the match from `seeds` equally likely ones; the
  dice of a seed are fixed, so nothing is random after it. With `seeds=1` the match is deterministic; a study of the game
  itself takes as many as it can bear.
- **Simultaneous** decisions are sequential here: one seat after the other chooses without seeing what was chosen, which
  is the same game. (OpenSpiel's simultaneous nodes ask every player; here seldom all are asked.)
- **Information.** The observation of a player is that of the engine. Its information state is all it has observed when it
  was asked, with what it chose: perfect recall, as a fingerprint.
- **Utility** is 1 for every seat that won and -1 for the others: with two seats that can't win together or both lose it
  sums up to 0, otherwise it is a general sum.
- Actions are the dense choices; forced ones are not asked.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final

import numpy as np
import pyspiel

import theomachy
from theomachy.kernel.errors import TheomachyError
from theomachy.kernel.lanes import Lane, match_seed
from theomachy.kernel.outlook import LOST, WON, Description
from theomachy.research.batch import shorts_of

#: the seed of the match that is drawn first, if the game is not told otherwise
SEEDS: Final = 1


def load(game: str, *, seeds: int = SEEDS, first_seed: int = 0, **setup: Any) -> TheomachyGame:
    """A game of OpenSpiel: matches of one set-up, with one of so many seeds."""
    return TheomachyGame(game, seeds, first_seed, setup)


class TheomachyGame(pyspiel.Game):  # type: ignore[misc]
    """A game and a set-up. Not registered under a name, since a set-up does not fit into OpenSpiel's parameters."""

    def __init__(self, game: str, seeds: int, first_seed: int, setup: dict[str, Any]) -> None:
        if seeds < 1:
            raise TheomachyError(f"{seeds} seeds; there must be at least one")
        found = theomachy.game(game)
        self.setup = found.check_setup(dict(setup))
        self.seeds = seeds
        self.first_seed = first_seed
        #: begun once and copied for every match: positions laid out by hand are begun at once, too
        self.begun = [Lane(found, self.setup, match_seed(first_seed, number, 0)) for number in range(min(seeds, 64))]
        lane = self.begun[0]
        described = Description(lane.outlook)
        players = int(lane.state.seats)
        self.layout = lane.outlook.layout(lane.state)
        zero_sum = players == 2 and not described.all_may_lose and not described.shared_wins
        kind = pyspiel.GameType(
            short_name=f"theomachy_{game}",
            long_name=f"Theomachy: {game}",
            dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
            chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
            information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
            utility=pyspiel.GameType.Utility.ZERO_SUM if zero_sum else pyspiel.GameType.Utility.GENERAL_SUM,
            reward_model=pyspiel.GameType.RewardModel.TERMINAL,
            max_num_players=players,
            min_num_players=players,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={},
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=described.choices,
            max_chance_outcomes=seeds,
            num_players=players,
            min_utility=float(LOST),
            max_utility=float(WON),
            utility_sum=0.0 if zero_sum else None,
            max_game_length=described.longest,
        )
        super().__init__(kind, info, {})

    def lane(self, number: int) -> Lane:
        """A fresh match of one of the seeds."""
        if number < len(self.begun):
            return self.begun[number].copy()
        lane = self.begun[0].copy()
        lane.begin(match_seed(self.first_seed, number, 0))
        return lane

    def new_initial_state(self) -> TheomachyState:
        return TheomachyState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TheomachyObserver:
        if params:
            raise TheomachyError(f"observers take no parameters; given were {params}")
        return TheomachyObserver(self, iig_obs_type)


class TheomachyState(pyspiel.State):  # type: ignore[misc]
    """A match, or the moment before it is dealt."""

    def __init__(self, game: TheomachyGame) -> None:
        super().__init__(game)
        self.made_by = game
        self.lane: Lane | None = None
        #: of each seat a fingerprint of all it has observed and chosen when it was asked
        self.memories: list[str] = [""] * game.num_players()

    def current_player(self) -> int:
        if self.lane is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.lane.over else self.lane.seat

    def _legal_actions(self, player: int) -> list[int]:
        lane = self.lane
        return [] if lane is None or lane.seat != player else sorted(lane.actions())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        seeds = self.made_by.seeds
        return [(number, 1.0 / seeds) for number in range(seeds)]

    def _apply_action(self, action: int) -> None:
        if self.lane is None:
            self.lane = self.made_by.lane(action)
            return
        seat = self.lane.seat
        self.memories[seat] = _digest(self.memories[seat], self.seen(seat), action)
        self.lane.play(action)

    def seen(self, seat: int) -> bytes:
        """What a seat observes now, as bytes."""
        return b"" if self.lane is None else bytes(self.lane.observation(seat))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed {action}"
        outlook = self.made_by.begun[0].outlook
        return outlook.game.table.texts[outlook.dense[action]]

    def is_terminal(self) -> bool:
        return self.lane is not None and self.lane.over

    def returns(self) -> list[float]:
        if self.lane is None:
            return [0.0] * len(self.memories)
        return [float(got) for got in self.lane.returns()]

    def information_state_string(self, player: int | None = None) -> str:
        seat = self.current_player() if player is None else player
        return _digest(self.memories[seat], self.seen(seat), -1)

    def observation_string(self, player: int | None = None) -> str:
        seat = self.current_player() if player is None else player
        return _digest("", self.seen(seat), -1)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        seat = self.current_player() if player is None else player
        observer = TheomachyObserver(self.made_by, None)
        observer.set_from(self, seat)
        found: list[float] = observer.tensor.tolist()
        return found

    def clone(self) -> TheomachyState:
        other = super().clone()
        return other  # type: ignore[no-any-return]

    def __deepcopy__(self, memo: dict[int, Any]) -> TheomachyState:
        other = type(self)(self.made_by)
        for action in self.history():
            other.apply_action(action)
        return other

    def __str__(self) -> str:
        return f"seed to be drawn of {self.made_by.seeds}" if self.lane is None else " ".join(map(str, self.history()))


class TheomachyObserver:
    """Observations of the engine as OpenSpiel asks for them."""

    def __init__(self, game: TheomachyGame, iig_obs_type: Any) -> None:
        self.recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        self.tensor = np.zeros(game.layout.size, np.float32)
        self.dict = {group.name: self.tensor[group.first : group.first + group.size] for group in game.layout.slots}

    def set_from(self, state: TheomachyState, player: int) -> None:
        lane = state.lane
        self.tensor[:] = 0 if lane is None else shorts_of(lane.observation(player))

    def string_from(self, state: TheomachyState, player: int) -> str:
        return state.information_state_string(player) if self.recalls else state.observation_string(player)


def _digest(memory: str, seen: bytes, action: int) -> str:
    return hashlib.blake2b(f"{memory} {action} ".encode() + seen, digest_size=16).hexdigest()
