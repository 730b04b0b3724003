"""A Gymnasium environment: one seat is played, bots sit in the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

import theomachy
from theomachy.bots import Sight, new_bot
from theomachy.kernel.errors import IllegalChoice, TheomachyError
from theomachy.kernel.match import SEEDS, Match
from theomachy.research.zoo import slot_space, whole_number


class SeatEnv(gymnasium.Env[Any, Any]):
    """One seat of a match. `bots`: one for all other seats, or one for each of them in seat order; as `new_bot` takes
    them. Observations are flat; the legal actions are in `info["action_mask"]` and `action_masks()`."""

    metadata = {"render_modes": []}  # noqa: RUF012  (Gymnasium declares it so)

    def __init__(
        self,
        game: str,
        seat: int = 0,
        bots: str | Sequence[str] = "random",
        setup: Mapping[str, Any] | None = None,
        forgiving: bool = False,
        render_mode: None = None,
    ) -> None:
        """`forgiving`: an illegal action is replaced by the first legal one instead of being refused, for programs that
        know no masks."""
        self.game = theomachy.game(game)
        self.setup = dict(setup or {})
        self.render_mode = render_mode
        self.forgiving = forgiving
        match = Match(self.game, self.setup, 0, listening=False)
        if not 0 <= seat < match.seats:
            raise TheomachyError(f"no seat {seat}; seats are 0..{match.seats - 1}")
        self.seat = seat
        names = [bots] * (match.seats - 1) if isinstance(bots, str) else list(bots)
        if len(names) != match.seats - 1:
            raise TheomachyError(f"{len(names)} bots for {match.seats - 1} other seats")
        self.bots = names
        self.outlook = self.game.outlook()
        self.layout = self.outlook.layout(match.state)
        self.observation_space = slot_space(self.layout)
        self.action_space = spaces.Discrete(len(self.outlook.dense))
        self.match: Match | None = None

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        drawn = [int(self.np_random.integers(SEEDS)) for _ in range(1 + len(self.bots))]
        self.match = Match(self.game, self.setup, drawn[0], listening=False)
        others = iter([new_bot(name, number) for name, number in zip(self.bots, drawn[1:], strict=True)])
        self._players = [None if seat == self.seat else next(others) for seat in range(self.match.seats)]
        self._let_others_play()
        return self._seen()

    def _running(self) -> Match:
        if self.match is None:
            raise TheomachyError("no match has begun; reset the environment")
        return self.match

    def _let_others_play(self) -> None:
        match = self._running()
        while not match.over and self.seat not in match.decision.seats:
            seat = match.decision.seats[0]
            bot = self._players[seat]
            if bot is not None:
                match.play(bot.choose(Sight(match, seat)), seat)

    def action_masks(self) -> Any:
        """The legal actions, as masked learners ask for them."""
        mask = np.zeros(len(self.outlook.dense), np.int8)
        self._running().mask_into(mask, self.seat)
        return mask

    def _seen(self) -> tuple[Any, dict[str, Any]]:
        found = np.zeros(self.layout.size, np.int16)
        self._running().observe_into(found, self.seat)
        return found, {"action_mask": self.action_masks()}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        match = self._running()
        number = whole_number(action)
        if match.over:
            raise IllegalChoice(f"action {number}: the match is over; reset the environment", "theomachy/over")
        dense = self.outlook.dense
        legal = np.flatnonzero(self.action_masks()).tolist()
        if number not in legal and self.forgiving:
            number = legal[0]
        if number not in legal:
            named = ", ".join(f"{each} ('{self.game.table.text(dense[each])}')" for each in legal[:12])
            raise IllegalChoice(
                f"action {number} is not legal for seat {self.seat} now; legal are {named}", "theomachy/asked"
            )
        match.play(dense[number], self.seat)
        self._let_others_play()
        got = float(self.outlook.returns(match.state)[self.seat]) if match.over else 0.0
        found, info = self._seen()
        return found, got, match.over, False, info
