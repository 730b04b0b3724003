"""An evaluation that has learned from matches: the hand-made one, and what a net adds to it.

It is for positions in which nothing is pending: there the net was trained, and there imagined play ends.
"""

from __future__ import annotations

from typing import Any

from theomachy.bots.learning.weights import Weights
from theomachy.kernel.arrays import Numbers, Shorts, filled, shorts
from theomachy.kernel.game import Game
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.net import GREATEST_TERM, ONE
from theomachy.kernel.worth import Worth


class LearnedWorth(Worth):
    """Log odds of the hand-made evaluation, as far as it is to be trusted, plus those of the net.

    The net sees what one seat may know of a position, and judges all sides from there.
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
        self._terms: Numbers = filled(weights.terms, 0)

    def sides(self, s: Any) -> list[Side]:
        return self.base.sides(s)

    def spread(self, s: Any) -> float:
        return self.base.spread(s) / self._trust

    def points(self, s: Any, side: Side) -> float:
        sides: list[Side] = []
        for other in self.base.sides(s):
            if other not in sides:
                sides.append(other)
        return self.points_of(s, sides)[sides.index(side)]

    def points_of(self, s: Any, sides: list[Side]) -> list[float]:
        """`sides` are all there are: each is judged beside the others."""
        if s.over:
            return self.base.points_of(s, sides)
        values = self.base.values_of(s, sides)
        odds = self._add(s, sides, values)
        spread = self.spread(s)
        found: list[float] = []
        for number in range(len(sides)):
            total = 0.0
            if values[number]:
                for value in values[number]:
                    total += value
                total += spread * odds[number]
            else:
                total = self.base.points(s, sides[number])
            found.append(total)
        return found

    def log_odds(self, s: Any, sides: list[Side]) -> list[float]:
        """What the net adds for each side; `sides` are all there are."""
        return self._add(s, sides, self.base.values_of(s, sides))

    def _add(self, s: Any, sides: list[Side], values: list[list[float]]) -> list[float]:
        self._outlook.observe(s, self._seat, self._seen, 0)
        self._reader.look(self._seen)
        terms = whole_terms(values, self.base.scale)
        seats: int = s.seats
        of_seats = self.base.sides(s)
        found: list[float] = []
        for number in range(len(sides)):
            added = 0.0
            if values[number]:
                # The side's first seat, counted from the own one, stands for it.
                far = 0
                while of_seats[(self._seat + far) % seats] != sides[number]:
                    far += 1
                put_terms(self._terms, terms, number)
                added = self._reader.judge(far, self._terms) / ONE
            found.append(added)
        return found

    def terms(self, s: Any, side: Side) -> list[tuple[str, float]]:
        """Those of the hand-made evaluation, which have names; what the net adds is told apart from them."""
        return self.base.terms(s, side)


def whole_terms(values: list[list[float]], scale: float) -> list[list[int]]:
    """Terms in whole numbers: 1/1024 of what makes the chances e times as good in general."""
    found: list[list[int]] = []
    for side in values:
        whole: list[int] = []
        for value in side:
            number = int(value / scale * ONE)
            whole.append(max(-GREATEST_TERM, min(GREATEST_TERM, number)))
        found.append(whole)
    return found


def put_terms(out: Numbers, terms: list[list[int]], number: int) -> None:
    """A side's own terms, then the mean of those of the others that are still in the match."""
    own = terms[number]
    count = len(own)
    others = 0
    for place in range(count):
        out[place] = own[place]
        out[count + place] = 0
    for other in range(len(terms)):
        if other != number and terms[other]:
            others += 1
            for place in range(count):
                out[count + place] = out[count + place] + terms[other][place]
    if others > 1:
        for place in range(count):
            out[count + place] = out[count + place] // others
