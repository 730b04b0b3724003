"""Chances that mean what they say: of 100 times "62 %" 62 are won, and getting the turn changes nothing by itself.

A bot looks ahead to the end of the turn under way, so whoever has it is seen with its fruits, and the others without
theirs: chances would jump to whoever is next, again and again. And they may be too bold, or too careful. Both is
corrected: chances, which are shares of all sides, are raised to a power (sharper above 1, more careful below; their
order stays), the share of the side that has the turn is made smaller (`tempo`), and all are shared out again. Both
numbers are measured on some played matches, and how well the result fits on others; they are kept with the game's
evaluation (`Worth.calibration`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import exp, log
from typing import Any, Final

from theomachy.kernel.game import Game
from theomachy.kernel.state import State

#: chances fall into so many bins of equal width
BINS: Final = 10
#: powers that are tried, in steps of a twentieth
POWERS: Final = tuple(number / 20 for number in range(4, 61))
#: what the turn may be worth at most, up or down: e to this power
MOST_TEMPO: Final = 4.0
#: power and tempo depend on each other: how often they are found anew
ROUNDS: Final = 6
#: halvings of the interval in which tempo is looked for
HALVINGS: Final = 30
#: how much a single match is doubted where it asks for another power than 1
DOUBT: Final = 1.0
#: nobody has the turn, or nobody has looked to its end
NO_TURN: Final = -1


@dataclass(frozen=True, slots=True)
class Forecast:
    """The chances at one moment, who was on which side, and who won in the end."""

    chances: tuple[float, ...]
    sides: tuple[int, ...]
    winners: tuple[int, ...]
    #: the seat that has the turn
    turn: int = NO_TURN
    #: whether this is the first moment of a turn, and the forecast before it is the last of the turn before
    fresh: bool = False


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
    """How well chances fit: the mean squared error of each seat's (Brier), the mean distance of bins (ECE), and by how
    much a side's chance grows on average when it gets the turn, which should change nothing."""

    brier: float
    distance: float
    jump: float
    bins: tuple[Bin, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """How well chances fitted in some matches, as they are shown and (`raw_`) as the bot gave them."""

    matches: int = 0
    positions: int = 0
    brier: float = 0.0
    distance: float = 0.0
    jump: float = 0.0
    raw_brier: float = 0.0
    raw_distance: float = 0.0
    raw_jump: float = 0.0


@dataclass(frozen=True, slots=True)
class Calibration:
    """A measured calibration; without positions in `held` nobody has measured."""

    power: float = 1.0
    tempo: float = 0.0
    bot: str = ""
    #: in the matches by which power and tempo were found, and in others, which is what counts
    fitted: Score = Score()
    held: Score = Score()
    #: of the others
    bins: tuple[Bin, ...] = ()

    @property
    def measured(self) -> bool:
        return self.held.positions > 0

    def shown(self, chances: Sequence[float], sides: Sequence[int], turn: int = NO_TURN) -> list[float]:
        """Chances as they are shown. Seats of one side have one chance, and count once. `turn`: the seat that has the
        turn, if it was looked to its end."""
        ahead = sides[turn] if 0 <= turn < len(sides) else None
        if self.power == 1.0 and (self.tempo == 0.0 or ahead is None):
            return list(chances)
        first = [seat for seat, side in enumerate(sides) if side not in sides[:seat]]
        less = exp(-self.tempo)
        sharp = [
            max(chance, 0.0) ** self.power * (less if side == ahead else 1.0)
            for chance, side in zip(chances, sides, strict=True)
        ]
        before, total = sum(chances[seat] for seat in first), sum(sharp[seat] for seat in first)
        return [value * before / total for value in sharp] if total > 0.0 else list(chances)


def turn_of(s: State) -> int:
    """The seat that has the turn: the bottom of the stack says so, in every game (see `Horizon`)."""
    return int(s.stack[0].who) if s.stack else NO_TURN


def calibration_of(game: Game[Any], seats: int) -> Calibration:
    """What was measured for matches of so many. Where nothing was, what the turn is worth is taken from the nearest
    number of seats, for it is there in all of them; everything else is shown as it is."""
    known = game.mind().calibration()
    found = known.get(str(seats))
    if found is None:
        nearest = min(known, key=lambda number: (abs(int(number) - seats), int(number)), default=None)
        return Calibration() if nearest is None else Calibration(tempo=known[nearest]["tempo"])
    bins = tuple(Bin(float(low), float(high), count, float(mean), won) for low, high, count, mean, won in found["bins"])
    scores = {key: Score(**found[key]) for key in ("fitted", "held")}
    return Calibration(found["power"], found["tempo"], found["bot"], scores["fitted"], scores["held"], bins)


def fit_of(forecasts: Sequence[Forecast], calibration: Calibration) -> Fit:
    """How well forecasts fit as they are shown: each side counts once."""
    counts, sums, wins = [0] * BINS, [0.0] * BINS, [0] * BINS
    squares = 0.0
    for forecast in forecasts:
        shown = calibration.shown(forecast.chances, forecast.sides, forecast.turn)
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
    return Fit(squares / total, distance, jump_of(forecasts, calibration), bins)


def jump_of(forecasts: Sequence[Forecast], calibration: Calibration) -> float:
    """By how much a side's chance grows on average when it gets the turn."""
    jumps: list[float] = []
    for before, now in pairwise(forecasts):
        if now.fresh and now.turn != NO_TURN:
            grown = calibration.shown(now.chances, now.sides, now.turn)[now.turn]
            jumps.append(grown - calibration.shown(before.chances, before.sides, before.turn)[now.turn])
    return sum(jumps) / len(jumps) if jumps else 0.0


def fitted(forecasts: Sequence[Forecast], matches: int) -> tuple[float, float]:
    """The power that fits best, and the tempo with which getting the turn changes nothing on average. The moments of a
    match have one end in common, so few matches say little of sharpness: the fewer, the nearer the power stays to 1."""
    power, tempo = 1.0, 0.0
    for _ in range(ROUNDS):
        known = power, tempo
        tempo = _even_tempo(forecasts, power)
        power = min(POWERS, key=lambda each: (_misfit(forecasts, matches, Calibration(each, tempo)), each))
        if (power, tempo) == known:
            break
    return power, _even_tempo(forecasts, power)


def _misfit(forecasts: Sequence[Forecast], matches: int, calibration: Calibration) -> float:
    return fit_of(forecasts, calibration).brier + DOUBT * log(calibration.power) ** 2 / matches


def _even_tempo(forecasts: Sequence[Forecast], power: float) -> float:
    """The more is taken from whoever has the turn the less it gains by getting it: halved down to where that is 0."""
    if not any(forecast.fresh for forecast in forecasts):
        return 0.0
    low, high = -MOST_TEMPO, MOST_TEMPO
    for _ in range(HALVINGS):
        middle = (low + high) / 2.0
        if jump_of(forecasts, Calibration(power, middle)) > 0.0:
            low = middle
        else:
            high = middle
    return round((low + high) / 2.0, 2)


def calibrated(
    forecasts: Sequence[Forecast], matches: int, held: Sequence[Forecast], held_matches: int, bot: str
) -> Calibration:
    """Fitted by some matches, scored by others."""
    power, tempo = fitted(forecasts, matches)
    found = Calibration(power, tempo)
    scores = [score_of(forecasts, matches, found), score_of(held, held_matches, found)]
    return Calibration(power, tempo, bot, scores[0], scores[1], fit_of(held, found).bins)


def score_of(forecasts: Sequence[Forecast], matches: int, calibration: Calibration) -> Score:
    fit, raw = fit_of(forecasts, calibration), fit_of(forecasts, Calibration())
    return Score(
        matches, len(forecasts), fit.brier, fit.distance, fit.jump, raw.brier, raw.distance, raw.jump
    )  # fmt: skip
