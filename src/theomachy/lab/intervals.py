"""Shares with intervals: Wilson's where every match counts once, a bootstrap over blocks where it doesn't."""

from __future__ import annotations

import math
import random
from typing import Any, Final

#: the quantile of the normal distribution for intervals of 95 %
Z95: Final = 1.959963984540054
#: how often a bootstrap draws the blocks anew
RESAMPLES: Final = 2000


def wilson(wins: float, plays: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share."""
    if plays == 0:
        return 0.0, 1.0
    share = wins / plays
    spread = Z95 * Z95 / plays
    middle = (share + spread / 2) / (1 + spread)
    half = Z95 * math.sqrt(share * (1 - share) / plays + spread / (4 * plays)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def bootstrap(blocks: list[tuple[float, int]], resamples: int = RESAMPLES) -> tuple[float, float]:
    """The 95 % percentile interval of a share, over blocks of (points, plays) drawn anew with replacement.

    What belongs together (the seats of a match, the rotated repetitions of a set-up) stays together, so nothing is
    counted as independent that is not. Always the same for the same blocks. Where all blocks have the same share there
    is nothing to resample: then it is Wilson's interval for as many matches as there are blocks.
    """
    if not blocks:
        return 0.0, 1.0
    points, plays = sum(block[0] for block in blocks), sum(block[1] for block in blocks)
    if all(block[0] * plays == points * block[1] for block in blocks):
        return wilson(points / plays * len(blocks), len(blocks))
    rng = random.Random(len(blocks))
    shares: list[float] = []
    for _ in range(resamples):
        drawn = rng.choices(blocks, k=len(blocks))
        shares.append(sum([block[0] for block in drawn]) / sum([block[1] for block in drawn]))
    shares.sort()
    tail = round(resamples * 0.025)
    return shares[tail], shares[-1 - tail]


class Share:
    """How often something happened out of how many times it could have."""

    __slots__ = ("plays", "wins")

    def __init__(self, wins: int = 0, plays: int = 0) -> None:
        self.wins = wins
        self.plays = plays

    def count(self, won: bool) -> None:
        self.plays += 1
        self.wins += won

    @property
    def share(self) -> float:
        return self.wins / self.plays if self.plays else 0.0

    def interval(self) -> tuple[float, float]:
        """The 95 % Wilson interval of the share."""
        return wilson(self.wins, self.plays)

    def json(self) -> dict[str, Any]:
        low, high = self.interval()
        return {
            "wins": self.wins,
            "matches": self.plays,
            "share": round(self.share, 6),
            "low": round(low, 6),
            "high": round(high, 6),
        }


class Points:
    """Points that seats took: between 0 and 1 for each play of a seat, gathered by match and block."""

    __slots__ = ("_blocks", "_matches", "_whole", "plays", "points")

    def __init__(self) -> None:
        self.points = 0.0
        self.plays = 0
        self._blocks: dict[int, tuple[float, int]] = {}
        self._matches: set[int] = set()
        self._whole = True

    def count(self, block: int, match: int, points: float) -> None:
        """Add the play of a seat."""
        before, plays = self._blocks.get(block, (0.0, 0))
        self._blocks[block] = (before + points, plays + 1)
        self.points += points
        self.plays += 1
        self._whole = self._whole and points in (0.0, 1.0) and match not in self._matches
        self._matches.add(match)

    @property
    def matches(self) -> int:
        return len(self._matches)

    @property
    def share(self) -> float:
        return self.points / self.plays if self.plays else 0.0

    @property
    def method(self) -> str:
        """Wilson's interval needs matches that are won or lost, each counted once."""
        return "wilson" if self._whole else "bootstrap"

    def interval(self) -> tuple[float, float]:
        return wilson(self.points, self.plays) if self._whole else bootstrap(list(self._blocks.values()))

    def json(self) -> dict[str, Any]:
        low, high = self.interval()
        return {
            "matches": self.matches,
            "seats": self.plays,
            "points": round(self.points, 6),
            "share": round(self.share, 6),
            "low": round(low, 6),
            "high": round(high, 6),
            "interval": self.method,
        }


def spread_of(values: list[int]) -> dict[str, float]:
    """Least, median, mean and most of some numbers, and what a tenth of them lie below and above."""
    ordered = sorted(values)
    count = len(ordered)
    return {
        "least": ordered[0],
        "tenth": ordered[count // 10],
        "median": ordered[count // 2],
        "mean": round(sum(ordered) / count, 2),
        "ninetieth": ordered[count - 1 - count // 10],
        "most": ordered[-1],
    }
