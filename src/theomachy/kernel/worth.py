"""How good a position is for each seat: the contract of an evaluation, and what follows from one.

A game's evaluation is a sum of readable terms per side, in points of its own scale.
Chances to win follow from the points of all sides, here, in one place.
"""

from __future__ import annotations

import json
import tomllib
from functools import cache
from importlib.resources import files
from math import exp
from typing import TYPE_CHECKING, Any, ClassVar

from mypy_extensions import mypyc_attr

from theomachy.kernel.ids import Seat, Side

if TYPE_CHECKING:
    from theomachy.kernel.game import Game


@mypyc_attr(allow_interpreted_subclasses=True)
class Worth:
    """The evaluation of a game. `terms` is the readable form, `points` the fast one; their sums agree."""

    #: how many points ahead make the chances e times as good, in general
    scale: ClassVar[float] = 1.0

    def sides(self, s: Any) -> list[Side]:
        """The side of each seat; seats of one side win together (allies for good)."""
        raise NotImplementedError

    def points(self, s: Any, side: Side) -> float:
        """What a side's position is worth. A side that can no longer win is far below all others."""
        raise NotImplementedError

    def points_of(self, s: Any, sides: list[Side]) -> list[float]:
        """The points of several sides: for evaluations that can look at the table once for all of them."""
        return [self.points(s, side) for side in sides]

    def values_of(self, s: Any, sides: list[Side]) -> list[list[float]]:
        """The values of `terms` of several sides without their names, for learning: always as many, in the same order;
        none of a side that has won or lost. The match is not over."""
        return [[points for _, points in self.terms(s, side)] for side in sides]

    def spread(self, s: Any) -> float:
        """How many points ahead make the chances e times as good in this position."""
        return self.scale

    def patient(self) -> Worth:
        """The evaluation for a bot that plays turns on before it judges: itself, unless it weighs things differently
        there."""
        return self

    def terms(self, s: Any, side: Side) -> list[tuple[str, float]]:
        """The terms that `points` adds up, each with the key of its name."""
        raise NotImplementedError

    def calibration(self) -> dict[str, Any]:
        """How far chances come true, by the number of seats, as `theomachy calibrate` measured it. Nobody need have."""
        return {}

    def levels(self) -> dict[str, str]:
        """The bots behind levels of strength in this game (`bots.levels`), where others fit than usual."""
        return {}


@cache
def kept_calibration(package: str) -> dict[str, Any]:
    """The file `calibration.json` of a game's room, if it has one."""
    file = files(package) / "calibration.json"
    return dict(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else {}


@cache
def kept_levels(package: str) -> dict[str, str]:
    """The file `levels.toml` of a game's room: the bot behind each level, if others fit than usual."""
    file = files(package) / "levels.toml"
    return dict(tomllib.loads(file.read_text(encoding="utf-8"))) if file.is_file() else {}


class StandingWorth(Worth):
    """The evaluation of a game that brings none: the public number the match is about (`Game.standing`)."""

    def __init__(self, game: Game[Any]) -> None:
        self._game = game

    def sides(self, s: Any) -> list[Side]:
        return [Side(seat) for seat in range(s.seats)]

    def points(self, s: Any, side: Side) -> float:
        # Every seat is a side of its own.
        seat = Seat(side)
        if s.over:
            return 1000.0 if seat in self._game.outcome(s).winners else -1000.0
        return float(self._game.standing(s).get(self._game.seat_name(s, seat), 0))

    def terms(self, s: Any, side: Side) -> list[tuple[str, float]]:
        return [("standing", self.points(s, side))]


def chances(worth: Worth, s: Any) -> list[float]:
    """Each seat's chance to win, as the evaluation sees it: between 0 and 1, equal for seats of one side."""
    sides = worth.sides(s)
    different: list[Side] = []
    for side in sides:
        if side not in different:
            different.append(side)
    points = worth.points_of(s, different)
    # In loops, since this is asked thousands of times a second, and `max` and `sum` are calls from outside.
    best = points[0]
    for value in points:
        best = max(best, value)
    spread = worth.spread(s)
    shares = [exp(max((value - best) / spread, -60.0)) for value in points]
    total = 0.0
    for share in shares:
        total += share
    return [shares[different.index(side)] / total for side in sides]
