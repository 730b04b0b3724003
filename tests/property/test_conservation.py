"""Contract 5: every piece is somewhere, exactly once, and the facts account for whatever moves."""

from __future__ import annotations

from typing import Any

from hypothesis import given

import theomachy
from tests.examples import quick
from tests.property.matches import ANKH, play_on, seeds
from theomachy.lab.fuzz.trial import draw_trial, ledger_of


@given(seeds)
@quick(20)
def test_facts_account_for_everything_on_the_table(seed: int) -> None:
    """Followers, devotion, hands, figures, monuments and camels, from the first choice to the last."""
    trial = draw_trial(ANKH, seed)
    match = trial.match
    ledger = ledger_of(match)
    while not match.over:
        told = len(match.state.facts)
        play_on(trial, 1)
        for fact in match.state.facts[told:]:
            ledger.read(fact)
        assert ledger.differences(match.state) == []
        assert ANKH.faults(match.state) == []


def test_a_ledger_notices_what_no_fact_told() -> None:
    """The check can fail: each of these changes would be found."""
    match = theomachy.new("ankh", gods=["isis", "amun"], seed=1)
    state = match.state
    changes: list[tuple[Any, int]] = [
        (state.followers, 0),
        (state.devotion, 1),
        (state.hand, 0),
        (state.tokens, 0),
        (state.monuments_left, 0),
        (state.guardian_left, 7),
    ]
    for table, index in changes:
        ledger = ledger_of(match)
        table[index] += 1
        assert ledger.differences(state) != []
        table[index] -= 1
    assert ledger_of(match).differences(state) == []
