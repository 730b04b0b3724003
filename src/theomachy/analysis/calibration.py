"""Chances that mean what they say: how sharp a bot's chances must be made so that of 100 times "62 %" 62 are won.

A bot's chances are shares of all sides; raised to a power and shared out again they become sharper (above 1) or more
careful (below 1), and their order stays. The power, and how well the result fits, are measured over played matches and
kept with the game's evaluation (`Worth.calibration`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from theomachy.kernel.game import Game

#: chances fall into so many bins of equal width
BINS: Final = 10
#: powers that are tried, in steps of a twentieth
POWERS: Final = tuple(number / 20 for number in range(4, 61))


@dataclass(frozen=True, slots=True)
class Forecast:
    """The chances at one moment, who was on which side, and who won in the end."""

    chances: tuple[float, ...]
    sides: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bin:
    """Chances between two bounds: how many there were, their mean, and how many of them came true."""

    low: float
    high: float
    count: int
    mean: float
    won: int


@dataclass(frozen=True, slots=True)
class Fit:
    """How well chances fit: the mean squared error of each seat's (Brier), and the mean distance of bins (ECE)."""

    brier: float
    distance: float
    bins: tuple[Bin, ...]


@dataclass(frozen=True, slots=True)
class Calibration:
    """A measured calibration; `positions` 0 means that nobody has measured."""

    power: float = 1.0
    positions: int = 0
    matches: int = 0
    bot: str = ""
    brier: float = 0.0
    distance: float = 0.0
    #: the same before anything was done about it
    raw_brier: float = 0.0
    raw_distance: float = 0.0
    bins: tuple[Bin, ...] = ()

    def shown(self, chances: Sequence[float], sides: Sequence[int]) -> list[float]:
        """Chances as they are shown. Seats of one side have one chance, and count once."""
        if self.power == 1.0:
            return list(chances)
        first = [seat for seat, side in enumerate(sides) if side not in sides[:seat]]
        sharp = [max(chance, 0.0) ** self.power for chance in chances]
        before, total = sum(chances[seat] for seat in first), sum(sharp[seat] for seat in first)
        return [value * before / total for value in sharp] if total > 0.0 else list(chances)


def calibration_of(game: Game[Any], seats: int) -> Calibration:
    """What was measured for matches of so many; where nothing was, chances are shown as they are."""
    found = game.mind().calibration().get(str(seats))
    if found is None:
        return Calibration()
    bins = tuple(Bin(float(low), float(high), count, float(mean), won) for low, high, count, mean, won in found["bins"])
    return Calibration(**{**found, "bins": bins})


def fit_of(forecasts: Sequence[Forecast], calibration: Calibration) -> Fit:
    """How well forecasts fit as they are shown: each side counts once."""
    counts, sums, wins = [0] * BINS, [0.0] * BINS, [0] * BINS
    squares = 0.0
    for forecast in forecasts:
        shown = calibration.shown(forecast.chances, forecast.sides)
        for seat, side in enumerate(forecast.sides):
            if side in forecast.sides[:seat]:
                continue
            won = seat in forecast.winners
            place = min(int(shown[seat] * BINS), BINS - 1)
            counts[place] += 1
            sums[place] += shown[seat]
            wins[place] += won
            squares += (shown[seat] - won) ** 2
    total = max(1, sum(counts))
    bins = tuple(
        Bin(place / BINS, (place + 1) / BINS, counts[place], sums[place] / max(1, counts[place]), wins[place])
        for place in range(BINS)
    )
    distance = sum(abs(each.mean * each.count - each.won) for each in bins) / total
    return Fit(squares / total, distance, bins)


def calibrated(forecasts: Sequence[Forecast], matches: int, bot: str) -> Calibration:
    """The power that fits best, with how well it does."""
    raw = fit_of(forecasts, Calibration())
    power = min(POWERS, key=lambda each: (fit_of(forecasts, Calibration(each)).brier, each))
    fit = fit_of(forecasts, Calibration(power))
    return Calibration(
        power, len(forecasts), matches, bot, fit.brier, fit.distance, raw.brier, raw.distance, fit.bins
    )  # fmt: skip
