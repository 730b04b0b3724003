"""A tournament: what came of matches between bots.

A match is one point, shared by the seats that won it: two seats that win together get half a point each, and where
everybody loses nobody gets any. So the points of a match never exceed one, and the fair share of a seat is one in the
number of seats.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from theomachy.kernel.game import Game
from theomachy.lab.intervals import Points, Share, spread_of
from theomachy.lab.ratings import Rating, rate
from theomachy.lab.results import Result


class Standing:
    """One bot against another at the same table: who won while the other did not."""

    def __init__(self) -> None:
        self.won = Points()
        self.lost = 0

    @property
    def neither(self) -> int:
        """Both won together, or nobody, or somebody else."""
        return self.won.plays - round(self.won.points) - self.lost

    def json(self) -> dict[str, Any]:
        return {**self.won.json(), "won": round(self.won.points), "lost": self.lost, "neither": self.neither}


class Tournament:
    """The table of results. The same results give the same tournament."""

    def __init__(self, game: Game[Any], bots: list[str], players: int, results: list[Result]) -> None:
        self.length_name = game.study().length_name
        self.bots = bots
        self.players = players
        self.matches = len(results)
        self.points = {bot: Points() for bot in bots}
        self.pairs = {(bot, other): Standing() for bot in bots for other in bots if bot != other}
        self.seats = {(bot, seat): Points() for bot in bots for seat in range(players)}
        #: by how many seats the bot had in the match
        self.mixtures: dict[tuple[str, int], Points] = {}
        self.endings: Counter[str] = Counter()
        self.lengths: list[int] = []
        self.decisions: list[int] = []
        self._seconds = dict.fromkeys(bots, 0.0)
        self._timed: Counter[str] = Counter()
        for result in results:
            self._count(result)
        self.ratings: dict[str, Rating] = rate(bots, results)

    @property
    def fair(self) -> float:
        return 1 / self.players

    def _count(self, result: Result) -> None:
        self.endings[result.how] += 1
        self.lengths.append(result.length)
        self.decisions.append(sum(result.decisions))
        times = Counter(result.bots)
        for seat, bot in enumerate(result.bots):
            points = 1 / len(result.winners) if seat in result.winners else 0.0
            place = (seat - result.first) % self.players
            mixture = self.mixtures.setdefault((bot, times[bot]), Points())
            for counted in (self.points[bot], self.seats[bot, place], mixture):
                counted.count(result.block, result.match, points)
            for other_seat, other in enumerate(result.bots):
                if other != bot:
                    self._compare(result, seat, other_seat)
        for seat, seconds in enumerate(result.seconds):
            self._seconds[result.bots[seat]] += seconds
            self._timed[result.bots[seat]] += result.decisions[seat]

    def _compare(self, result: Result, seat: int, other: int) -> None:
        standing = self.pairs[result.bots[seat], result.bots[other]]
        won, lost = seat in result.winners, other in result.winners
        standing.won.count(result.block, result.match, float(won and not lost))
        standing.lost += lost and not won

    def seconds_per_decision(self, bot: str) -> float | None:
        """The mean; None where no times are known."""
        return self._seconds[bot] / self._timed[bot] if self._timed[bot] else None

    def json(self) -> dict[str, Any]:
        return {
            "matches": self.matches,
            "fair": round(self.fair, 6),
            "bots": {
                bot: {
                    **self.points[bot].json(),
                    "rating": self.ratings[bot].json(),
                    "seats_in_turn_order": [self.seats[bot, seat].json() for seat in range(self.players)],
                    "by_seats_held": {
                        str(times): points.json()
                        for (name, times), points in sorted(self.mixtures.items())
                        if name == bot
                    },
                    "against": {
                        other: self.pairs[bot, other].json()
                        for other in self.bots
                        if other != bot and self.pairs[bot, other].won.plays
                    },
                    "seconds_per_decision": self.seconds_per_decision(bot),
                }
                for bot in self.bots
            },
            "endings": {how: Share(count, self.matches).json() for how, count in sorted(self.endings.items())},
            **({self.length_name: spread_of(self.lengths)} if self.length_name else {}),
            "decisions": spread_of(self.decisions),
        }
