"""Contract 6: hidden is hidden."""

from __future__ import annotations

import random

from hypothesis import given

import theomachy
from tests.examples import quick
from tests.property.matches import choosers, every_hushed_game, secret_decision, seeds
from theomachy.lab.fuzz.contracts import check_secrets


@every_hushed_game
@given(seed=seeds)
@quick(40)
def test_nobody_can_tell_what_another_seat_has_secretly_chosen(game: str, seed: int) -> None:
    base = secret_decision(game, seed)
    rng = random.Random(seed)
    match = base.copy()
    pending: list[tuple[int, int]] = []
    checked = 0
    while not match.over and match.state.reveals == base.state.reveals:
        if pending:
            check_secrets(base, pending, rng, tries=20)
            checked += 1
        seat = rng.choice(match.decision.seats)
        pending.append((seat, rng.choice(match.choices_of(seat).ids)))
        match.play(pending[-1][1], seat)
    assert checked


@every_hushed_game
@given(seed=seeds)
@quick(40)
def test_taking_back_a_secret_choice_leaves_no_trace(game: str, seed: int) -> None:
    """To choose, take it back and choose otherwise looks to the others like having chosen so at once."""
    base = secret_decision(game, seed)
    rng = random.Random(seed)
    seat = rng.choice(choosers(base))
    one, other = rng.sample(base.choices_of(seat).ids, 2)
    wavering, resolute = base.copy(), base.copy()
    for match in (wavering, resolute):
        match.state.listening = True
    wavering.play(one, seat)
    assert wavering.state.reveals == base.state.reveals, "others have yet to choose"
    wavering.undo(seat)
    assert wavering.digest() == base.digest()
    wavering.play(other, seat)
    resolute.play(other, seat)
    assert wavering.history == resolute.history
    for viewer in (*range(base.seats), None):
        assert wavering.view(viewer) == resolute.view(viewer)
        assert wavering.facts_since(0, viewer) == resolute.facts_since(0, viewer)


def test_the_dice_are_hidden() -> None:
    """Matches that differ only in what the dice will show look the same."""
    gods, guardians = ["isis", "amun", "ra"], ["satis", "mummy", "androsphinx"]
    views = [
        [theomachy.new("ankh", gods=gods, guardians=guardians, first=0, seed=seed).view(seat) for seat in (None, 0, 1)]
        for seed in (1, 2)
    ]
    assert views[0] == views[1]
