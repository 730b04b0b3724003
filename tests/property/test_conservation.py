"""Contract 5: every piece is somewhere, exactly once, and the facts account for whatever moves."""

from __future__ import annotations

from hypothesis import given

import theomachy
from tests.examples import WHOLE, quick
from tests.property.matches import every_game, play_on, seeds
from theomachy.kernel.ledger import NoLedger
from theomachy.lab.fuzz.trial import draw_trial, ledger_of


@every_game
@given(seed=seeds)
@quick(8, share=WHOLE)
def test_facts_account_for_everything_on_the_table(game: str, seed: int) -> None:
    """Whatever the game's ledger reads, from the first choice to the last."""
    found = theomachy.game(game)
    trial = draw_trial(found, seed)
    match = trial.match
    ledger = ledger_of(match)
    assert found.faults(match.state) == []
    while not match.over:
        told = len(match.state.facts)
        play_on(trial, 1)
        for fact in match.state.facts[told:]:
            ledger.read(fact)
        assert ledger.differences(match.state) == []
        assert found.faults(match.state) == []


@every_game
def test_every_game_has_a_ledger(game: str) -> None:
    assert not isinstance(ledger_of(draw_trial(theomachy.game(game), 1).match), NoLedger)
