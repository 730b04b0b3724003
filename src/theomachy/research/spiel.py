"""The games in OpenSpiel, as Python games: `load("…", players=2)` gives a `pyspiel.Game`.

What is modelled, and how:

- **Chance** is one node at the very beginning, which draws the seed of the match from `seeds` equally likely ones; the
  dice of a seed are fixed, so nothing is random after it. With `seeds=1` the match is deterministic; a study of the
  game itself takes as many as it can bear.
- **Simultaneous** decisions are sequential here: one seat after the other chooses without seeing what was chosen, which
  is the same game. (OpenSpiel's simultaneous nodes ask every player; here seldom all are asked.)
- **Information.** The observation of a player is that of the engine. Its information state is all it has observed when
  it was asked, with what it chose: perfect recall, as a fingerprint.
- **Utility** is 1 for every seat that won and -1 for the others: a general sum, for seats may win together and all may
  lose; of two seats of which always just one wins, a zero sum.
- Actions are the dense choices; forced ones are not asked.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

import numpy as np
import pyspiel

import theomachy
from theomachy.kernel.bounded_parsing import REQUEST, load_json
from theomachy.kernel.errors import TheomachyError
from theomachy.kernel.lanes import Lane, match_seed
from theomachy.kernel.outlook import LOST, WON, Description
from theomachy.research.batch import shorts_of

#: under this name OpenSpiel knows all of our games; which one, and its set-up, are parameters
NAME: Final = "python_theomachy"
#: most players of a game that OpenSpiel must reckon with
MOST_PLAYERS: Final = 10


def load(game: str, *, seeds: int = 1, first_seed: int = 0, **setup: Any) -> Any:
    """A game of OpenSpiel: matches of one set-up, with one of so many seeds."""
    # In hexadecimal: OpenSpiel takes brackets and commas in parameters for its own.
    text = json.dumps(theomachy.game(game).check_setup(dict(setup)), sort_keys=True).encode().hex()
    return TheomachyGame({"game": game, "seeds": seeds, "first_seed": first_seed, "setup": text})


def game_type(zero_sum: bool) -> Any:
    kinds = pyspiel.GameType
    return kinds(
        short_name=NAME,
        long_name="Theomachy",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if zero_sum else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=MOST_PLAYERS,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"game": theomachy.GAMES.first, "seeds": 1, "first_seed": 0, "setup": ""},
    )


class TheomachyGame(pyspiel.Game):  # type: ignore[misc]
    """A game and a set-up, which is JSON in hexadecimal."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        wanted = {"game": theomachy.GAMES.first, "seeds": 1, "first_seed": 0, "setup": "", **(params or {})}
        self.seeds = int(wanted["seeds"])
        if self.seeds < 1:
            raise TheomachyError(f"{self.seeds} seeds; there must be at least one")
        found = theomachy.game(str(wanted["game"]))
        setup = found.check_setup(load_json(bytes.fromhex(wanted["setup"]), REQUEST) if wanted["setup"] else {})
        self.first_seed = int(wanted["first_seed"])
        #: begun once and copied for every match
        self.begun = Lane(found, setup, match_seed(self.first_seed, 0, 0))
        outlook = self.begun.outlook
        described = Description(outlook)
        self.layout = outlook.layout(self.begun.state)
        players = int(self.begun.state.seats)
        zero_sum = players == 2 and not described.all_may_lose and not described.shared_wins
        info = pyspiel.GameInfo(
            num_distinct_actions=described.choices,
            max_chance_outcomes=self.seeds,
            num_players=players,
            min_utility=float(LOST),
            max_utility=float(WON),
            utility_sum=0.0 if zero_sum else None,
            max_game_length=described.longest,
        )
        super().__init__(game_type(zero_sum), info, wanted)

    def lane(self, number: int) -> Lane:
        """A fresh match of one of the seeds."""
        lane = self.begun.copy()
        if number:
            lane.begin(match_seed(self.first_seed, number, 0))
        return lane

    def new_initial_state(self) -> TheomachyState:
        return TheomachyState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> TheomachyObserver:
        if params:
            raise TheomachyError(f"observers take no parameters; given were {params}")
        return TheomachyObserver(self, iig_obs_type)


class Table:
    """What OpenSpiel copies with a state by copying everything in it deeply: the game stays, the match is copied."""

    __slots__ = ("game", "lane")

    def __init__(self, game: TheomachyGame, lane: Lane | None = None) -> None:
        self.game = game
        #: none before the seed is drawn
        self.lane = lane

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        return Table(self.game, None if self.lane is None else self.lane.copy())


class TheomachyState(pyspiel.State):  # type: ignore[misc]
    """A match, or the moment before it is dealt."""

    def __init__(self, game: TheomachyGame) -> None:
        super().__init__(game)
        self.table = Table(game)
        #: of each seat a fingerprint of all it has observed and chosen when it was asked
        self.memories: list[str] = [""] * game.num_players()

    def current_player(self) -> int:
        if self.table.lane is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.table.lane.over else self.table.lane.seat

    def _legal_actions(self, player: int) -> list[int]:
        lane = self.table.lane
        return [] if lane is None or lane.seat != player else sorted(lane.actions())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        seeds = self.table.game.seeds
        return [(number, 1.0 / seeds) for number in range(seeds)]

    def _apply_action(self, action: int) -> None:
        if self.table.lane is None:
            self.table.lane = self.table.game.lane(action)
            return
        seat = self.table.lane.seat
        self.memories[seat] = _digest(self.memories[seat], self.seen(seat), action)
        self.table.lane.play(action)

    def seen(self, seat: int) -> bytes:
        """What a seat observes now, as bytes."""
        return b"" if self.table.lane is None else bytes(self.table.lane.observation(seat))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"seed {action}"
        outlook = self.table.game.begun.outlook
        return outlook.game.table.texts[outlook.dense[action]]

    def is_terminal(self) -> bool:
        return self.table.lane is not None and self.table.lane.over

    def returns(self) -> list[float]:
        if self.table.lane is None:
            return [0.0] * len(self.memories)
        return [float(got) for got in self.table.lane.returns()]

    def information_state_string(self, player: int | None = None) -> str:
        seat = self.current_player() if player is None else player
        return _digest(self.memories[seat], self.seen(seat), -1)

    def observation_string(self, player: int | None = None) -> str:
        seat = self.current_player() if player is None else player
        return _digest("", self.seen(seat), -1)

    def observation_tensor(self, player: int | None = None) -> list[float]:
        seat = self.current_player() if player is None else player
        observer = TheomachyObserver(self.table.game, None)
        observer.set_from(self, seat)
        found: list[float] = observer.tensor.tolist()
        return found

    def __str__(self) -> str:
        return (
            f"seed to be drawn of {self.table.game.seeds}"
            if self.table.lane is None
            else " ".join(map(str, self.history()))
        )


class TheomachyObserver:
    """Observations of the engine as OpenSpiel asks for them."""

    def __init__(self, game: TheomachyGame, iig_obs_type: Any) -> None:
        self.recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        self.tensor = np.zeros(game.layout.size, np.float32)
        self.dict = {group.name: self.tensor[group.first : group.first + group.size] for group in game.layout.slots}

    def set_from(self, state: TheomachyState, player: int) -> None:
        lane = state.table.lane
        self.tensor[:] = 0 if lane is None else shorts_of(lane.observation(player))

    def string_from(self, state: TheomachyState, player: int) -> str:
        return state.information_state_string(player) if self.recalls else state.observation_string(player)


def _digest(memory: str, seen: bytes, action: int) -> str:
    return hashlib.blake2b(f"{memory} {action} ".encode() + seen, digest_size=16).hexdigest()


pyspiel.register_game(game_type(zero_sum=False), TheomachyGame)
