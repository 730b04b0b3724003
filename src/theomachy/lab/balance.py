"""A balance study: how often sides, seats, what varies and first choices win when one bot plays all seats.

A seat wins if it is among the winners: all seats that win together do. What a share is compared with is the average
over all seats, which is one in the number of seats where every match has one winner.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from theomachy.kernel.game import Game
from theomachy.lab.intervals import Share, spread_of
from theomachy.lab.results import Result


class Balance:
    """What came of the matches. The same results give the same balance."""

    def __init__(self, game: Game[Any], results: list[Result]) -> None:
        #: what the sides are called
        self.sides_name = game.seats_setting
        self.study = game.study()
        self.matches = len(results)
        #: over all seats
        self.average = Share()
        #: matches that several seats won together, and matches that nobody won
        self.shared = 0
        self.lost = 0
        #: by the side a seat started with
        self.sides: dict[str, Share] = {}
        #: by the place in turn order, 1 plays first
        self.places: dict[int, Share] = {}
        #: by what varied between matches (a scenario), its value and the side
        self.factors: dict[str, dict[tuple[str, str], Share]] = {}
        #: by what varied and its value: matches that everybody lost
        self.all_lost: dict[str, dict[str, Share]] = {}
        #: by what a seat chose (a first power), and its value
        self.marks: dict[str, dict[str, Share]] = {}
        self.endings: Counter[str] = Counter()
        self.scores: dict[str, list[int]] = {}
        #: the best score of each match
        self.best_scores: list[int] = []
        self.lengths: list[int] = []
        self.decisions: list[int] = []
        for result in results:
            self._count(result)

    def _count(self, result: Result) -> None:
        self.endings[result.how] += 1
        self.shared += len(result.winners) > 1
        self.lost += not result.winners
        self.lengths.append(result.length)
        self.decisions.append(sum(result.decisions))
        if result.scores:
            self.best_scores.append(max(result.scores))
        for kind, value in result.factors.items():
            self.all_lost.setdefault(kind, {}).setdefault(value, Share()).count(not result.winners)
        for seat, side in enumerate(result.sides):
            won = seat in result.winners
            self.average.count(won)
            self.sides.setdefault(side, Share()).count(won)
            self.places.setdefault((seat - result.first) % len(result.sides) + 1, Share()).count(won)
            for kind, value in result.factors.items():
                self.factors.setdefault(kind, {}).setdefault((value, side), Share()).count(won)
            for kind, value in result.marks[seat].items():
                self.marks.setdefault(kind, {}).setdefault(value, Share()).count(won)
            if result.scores:
                self.scores.setdefault(side, []).append(result.scores[seat])

    @property
    def sided(self) -> bool:
        """Whether seats are told apart by more than their place."""
        return bool(self.study.sides)

    @property
    def varied(self) -> list[str]:
        """What had more than one value."""
        return [kind for kind, shares in self.all_lost.items() if len(shares) > 1]

    def json(self) -> dict[str, Any]:
        everyone = [score for scores in self.scores.values() for score in scores]
        return {
            "matches": self.matches,
            "average": self.average.json(),
            "endings": dict(sorted(self.endings.items())),
            **(
                {self.sides_name: {side: share.json() for side, share in sorted(self.sides.items())}}
                if self.sided
                else {}
            ),
            "seats": {str(place): share.json() for place, share in sorted(self.places.items())},
            **{kind: self._factor_json(kind) for kind in sorted(self.factors)},
            **{
                kind: {value: share.json() for value, share in sorted(marks.items())}
                for kind, marks in self.marks.items()
            },
            "decisions": spread_of(self.decisions),
            **({self.study.length_name: spread_of(self.lengths)} if self.study.length_name else {}),
            **({"scores": spread_of(everyone), "best_scores": spread_of(self.best_scores)} if everyone else {}),
        }

    def _factor_json(self, kind: str) -> dict[str, Any]:
        return {
            value: {
                "everybody_loses": lost.json(),
                self.sides_name: {
                    side: share.json() for (of, side), share in sorted(self.factors[kind].items()) if of == value
                },
            }
            for value, lost in sorted(self.all_lost[kind].items())
        }
