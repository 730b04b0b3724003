"""Measuring how far chances come true: matches are played, some of their moments judged, and compared with the end."""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any, Final

import theomachy
from theomachy.analysis.calibration import Calibration, Forecast, calibrated
from theomachy.analysis.looking import examiner
from theomachy.bots import Sight, new_bot
from theomachy.kernel.dice import mix
from theomachy.kernel.match import Match

#: moments of a match that are judged: more would say the same again
MOMENTS: Final = 12


@dataclass(frozen=True, slots=True)
class Trial:
    """A match to be played and judged, and by whom."""

    game: str
    players: int
    seed: int
    player: str
    looker: str


def forecasts_of(trial: Trial) -> list[Forecast]:
    """Play a match to its end with one bot in all seats; what another would have said at some of its moments."""
    game = theomachy.game(trial.game)
    setup = game.study().draw_setup(random.Random(trial.seed), trial.players, {})
    match = Match(game, setup, trial.seed, False)
    bots = [new_bot(trial.player, mix(trial.seed, seat) >> 2) for seat in range(match.seats)]
    while not match.over:
        seat = match.decision.seats[0]
        match.play(bots[seat].choose(Sight(match, seat)), seat)
    outcome = match.outcome
    winners = tuple(outcome.winners) if outcome is not None else ()
    looker = examiner(trial.looker, trial.seed)
    steps = len(match.history)
    wanted = sorted({(2 * number + 1) * steps // (2 * MOMENTS) for number in range(MOMENTS)})
    found: list[Forecast] = []
    again = Match(game, match.setup, trial.seed, False)
    for step, (seat, choice) in enumerate(match.history):
        if step in wanted:
            chances = looker.examine(Sight(again, seat), choice).before
            sides = game.mind().sides(again.state)
            found.append(Forecast(tuple(chances), tuple(int(side) for side in sides), winners))
        again.play(choice, seat)
    return found


def calibrate(trials: list[Trial], jobs: int, progress: Callable[[int], None] | None = None) -> Calibration:
    """Measure; the same trials give the same answer, with any number of jobs."""
    forecasts: list[Forecast] = []
    for done, found in enumerate(_played(trials, jobs), 1):
        forecasts += found
        if progress is not None:
            progress(done)
    return calibrated(forecasts, len(trials), trials[0].looker)


def _played(trials: list[Trial], jobs: int) -> Iterator[list[Forecast]]:
    if jobs == 1 or len(trials) == 1:
        yield from map(forecasts_of, trials)
        return
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(forecasts_of, trials)


def entry_of(calibration: Calibration) -> dict[str, Any]:
    """A calibration as it is kept with a game's evaluation."""
    entry = asdict(calibration)
    entry["bins"] = [
        [each.low, each.high, each.count, round(each.mean, 4), each.won] for each in calibration.bins if each.count
    ]
    return {key: round(value, 4) if isinstance(value, float) else value for key, value in entry.items()}
