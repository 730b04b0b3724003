"""An evaluation that has learned from matches: the hand-made one, and what a net adds to it."""

from __future__ import annotations

from typing import Any

from theomachy.bots.learning.weights import Weights
from theomachy.kernel.arrays import Shorts, shorts
from theomachy.kernel.game import Game
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.net import ONE
from theomachy.kernel.worth import Worth


class LearnedWorth(Worth):
    """Log odds of the hand-made evaluation, as far as it is to be trusted, plus those of the net.

    The net sees what one seat may know of a position, and judges all seats from there.
    """

    def __init__(self, game: Game[Any], base: Worth, weights: Weights, s: Any, seat: Seat) -> None:
        """`s` is any state of the match."""
        self.base = base
        self._outlook = game.outlook()
        layout = self._outlook.layout(s)
        self._reader = weights.reader(layout)
        self._trust = weights.trust
        self._seat = seat
        self._seen: Shorts = shorts(layout.size)

    def sides(self, s: Any) -> list[Side]:
        return self.base.sides(s)

    def spread(self, s: Any) -> float:
        return self.base.spread(s) / self._trust

    def points(self, s: Any, side: Side) -> float:
        return self.points_of(s, [side])[0]

    def points_of(self, s: Any, sides: list[Side]) -> list[float]:
        found = self.base.points_of(s, sides)
        if s.over:
            return found
        odds = self.log_odds(s, sides)
        spread = self.spread(s)
        return [found[number] + spread * odds[number] for number in range(len(found))]

    def log_odds(self, s: Any, sides: list[Side]) -> list[float]:
        """What the net adds for each side: the mean over its seats."""
        self._outlook.observe(s, self._seat, self._seen, 0)
        judged = self._reader.judge(self._seen)
        seats: int = s.seats
        of_seats = self.base.sides(s)
        found: list[float] = []
        for side in sides:
            total = 0
            count = 0
            for seat in range(seats):
                if of_seats[seat] == side:
                    total += judged[(seat - self._seat) % seats]
                    count += 1
            found.append(total / (ONE * max(count, 1)))
        return found

    def terms(self, s: Any, side: Side) -> list[tuple[str, float]]:
        """Those of the hand-made evaluation, which have names; what the net adds is told apart from them."""
        return self.base.terms(s, side)
