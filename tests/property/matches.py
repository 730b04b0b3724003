"""What the property tests share: matches of every installed game in the middle of anything.

The checks of the contracts themselves are those of the fuzzer; Hypothesis chooses where in which match they are made.
"""

from __future__ import annotations

from typing import Any, Final

import pytest
from hypothesis import strategies as st

import theomachy
from tests.examples import COMPILED
from theomachy.kernel.errors import TheomachyError
from theomachy.kernel.game import Game
from theomachy.kernel.match import Match
from theomachy.lab.fuzz.trial import Trial, draw_trial

#: for tests of every game there is
every_game = pytest.mark.parametrize("game", list(theomachy.GAMES))
#: for tests of what is chosen secretly: games in which several seats decide at once
HUSHED: Final = [name for name in theomachy.GAMES if any(kind.secret for kind in theomachy.GAMES[name].kinds)]
every_hushed_game = pytest.mark.parametrize("game", HUSHED)

#: every match of the fuzzer has a number
seeds = st.integers(min_value=0, max_value=2**48)
#: how far into a match
depths = st.integers(min_value=0, max_value=400 if COMPILED else 100)
#: how many matches are tried to find one in which something happens
TRIES: Final = 30


def setups_of(game: str) -> list[tuple[str, str | None, int]]:
    """Game, scenario and number of players of everything a match can be made of."""
    found: Game[Any] = theomachy.game(game)
    scenarios = found.offers()["scenarios"]
    if not scenarios:
        return [(game, None, players) for players in found.players]
    return [(game, entry["scenario"], players) for entry in scenarios for players in entry["players"]]


def play_on(trial: Trial, decisions: int) -> Match:
    """The trial's match so many decisions further, unchecked."""
    match = trial.match
    while decisions and not match.over:
        seat = trial.seats.choice(match.decision.seats)
        match.play(trial.policy(match, seat, match.choices_of(seat).ids), seat)
        decisions -= 1
    return match


def somewhere(game: str, seed: int, depth: int) -> Match:
    """A match in the middle of anything."""
    return play_on(draw_trial(theomachy.game(game), seed), depth)


def secret_decision(game: str, seed: int) -> Match:
    """A match at a secret decision of several seats, one of which at least has a choice: the first from the seed's own
    depth on, in the seed's match or the next in which there is one."""
    for number in range(seed, seed + TRIES):
        trial = draw_trial(theomachy.game(game), number)
        match = play_on(trial, seed % 150)
        while not match.over and not (len(match.decision.seats) > 1 and choosers(match)):
            play_on(trial, 1)
        if not match.over:
            return match
    raise TheomachyError(f"{game}: no secret decision in {TRIES} matches from seed {seed} on")


def choosers(match: Match) -> list[int]:
    """The asked seats that have more than one choice."""
    return [seat for seat in match.decision.seats if len(match.choices_of(seat)) > 1]
