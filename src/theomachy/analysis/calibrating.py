"""Measuring how far chances come true: matches are played, some of their moments judged, and compared with the end."""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any, Final

import theomachy
from theomachy.analysis.calibration import Calibration, Forecast, Score, calibrated, turn_of
from theomachy.analysis.looking import examiner
from theomachy.bots import Sight, new_bot
from theomachy.kernel.dice import mix
from theomachy.kernel.errors import BadSetup
from theomachy.kernel.match import Match

#: changes of the turn in a match of which both moments are judged, the last before and the first after: more would say
#: the same again
CHANGES: Final = 6
#: matches of a measurement at least: some to find the correction by, others to see whether it holds
FEWEST: Final = 2


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
    turns: list[int] = []
    while not match.over:
        seat = match.decision.seats[0]
        turns.append(turn_of(match.state))
        match.play(bots[seat].choose(Sight(match, seat)), seat)
    outcome = match.outcome
    winners = tuple(outcome.winners) if outcome is not None else ()
    looker = examiner(trial.looker, trial.seed)
    fresh = picked_changes(turns)
    wanted = fresh | {step - 1 for step in fresh}
    found: list[Forecast] = []
    again = Match(game, match.setup, trial.seed, False)
    for step, (seat, choice) in enumerate(match.history):
        if step in wanted:
            chances = looker.examine(Sight(again, seat), choice).before
            sides = tuple(int(side) for side in game.mind().sides(again.state))
            found.append(Forecast(tuple(chances), sides, winners, turns[step], step in fresh))
        again.play(choice, seat)
    return found


def picked_changes(turns: Sequence[int]) -> set[int]:
    """Choices with which a turn begins, spread over the match."""
    changes = [step for step in range(1, len(turns)) if turns[step] != turns[step - 1]]
    count = min(CHANGES, len(changes))
    return {changes[(2 * number + 1) * len(changes) // (2 * count)] for number in range(count)}


def calibrate(trials: list[Trial], jobs: int, progress: Callable[[int], None] | None = None) -> Calibration:
    """Measure: by every other match the correction is found, in the others it is tried. The same trials give the same
    answer, with any number of jobs."""
    if len(trials) < FEWEST:
        raise BadSetup(f"games: {len(trials)}; fitted on some and measured on others, so {FEWEST} at least")
    fitted: list[Forecast] = []
    held: list[Forecast] = []
    for done, found in enumerate(_played(trials, jobs), 1):
        (fitted if done % 2 else held).extend(found)
        if progress is not None:
            progress(done)
    return calibrated(fitted, (len(trials) + 1) // 2, held, len(trials) // 2, trials[0].looker)


def _played(trials: list[Trial], jobs: int) -> Iterator[list[Forecast]]:
    if jobs == 1 or len(trials) == 1:
        yield from map(forecasts_of, trials)
        return
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(forecasts_of, trials)


def entry_of(calibration: Calibration) -> dict[str, Any]:
    """A calibration as it is kept with a game's evaluation."""
    return {
        "power": calibration.power,
        "tempo": calibration.tempo,
        "bot": calibration.bot,
        "fitted": _rounded(calibration.fitted),
        "held": _rounded(calibration.held),
        "bins": [
            [each.low, each.high, each.count, round(each.mean, 4), each.won] for each in calibration.bins if each.count
        ],
    }


def _rounded(score: Score) -> dict[str, Any]:
    return {key: round(value, 4) if isinstance(value, float) else value for key, value in asdict(score).items()}
