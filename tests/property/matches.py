"""What the property tests share: matches in the middle of anything.

The checks of the contracts themselves are those of the fuzzer; Hypothesis chooses where in which match they are made.
"""

from __future__ import annotations

from typing import Final

from hypothesis import strategies as st

import theomachy
from theomachy.kernel.match import Match
from theomachy.lab.fuzz.trial import Trial, draw_trial

ANKH: Final = theomachy.game("ankh")

#: every match of the fuzzer has a number
seeds = st.integers(min_value=0, max_value=2**48)
#: how far into a match
depths = st.integers(min_value=0, max_value=400)


def play_on(trial: Trial, decisions: int) -> Match:
    """The trial's match so many decisions further, unchecked."""
    match = trial.match
    while decisions and not match.over:
        seat = trial.seats.choice(match.decision.seats)
        match.play(trial.policy(match, seat, match.choices_of(seat).ids), seat)
        decisions -= 1
    return match


def somewhere(seed: int, depth: int) -> Match:
    """A match in the middle of anything."""
    return play_on(draw_trial(ANKH, seed), depth)


def secret_decision(seed: int) -> Match | None:
    """A match at its first secret decision of several seats, from the seed's own depth on."""
    trial = draw_trial(ANKH, seed)
    match = play_on(trial, seed % 150)
    while not match.over and not (match.decision.secret and len(match.decision.seats) > 1):
        play_on(trial, 1)
    return None if match.over else match
