"""Contract 9: whatever is illegal has a rule, whatever is legal has none."""

from __future__ import annotations

import random

from hypothesis import given

from tests.examples import quick
from tests.property.ground import GROUND, caravan_match
from tests.property.matches import depths, every_game, seeds, somewhere
from theomachy.lab.fuzz.contracts import check_illegal_play, check_refusal


@every_game
@given(seed=seeds, depth=depths)
@quick(25)
def test_every_choice_there_is_is_legal_or_forbidden_by_a_rule(game: str, seed: int, depth: int) -> None:
    match = somewhere(game, seed, depth)
    asked = match.decision.seats or (0,)
    for number in range(len(match.game.table)):
        check_refusal(match, asked[0], number)


@every_game
@given(seed=seeds, depth=depths)
@quick(25)
def test_a_refused_choice_changes_nothing(game: str, seed: int, depth: int) -> None:
    match = somewhere(game, seed, depth)
    rng = random.Random(seed)
    refused = 0
    while refused < 10:
        seat, number = rng.randrange(match.seats), rng.randrange(len(match.game.table))
        if match.why_not(number, seat) is not None:
            check_illegal_play(match, seat, number)
            refused += 1


@every_game
@given(seed=seeds, depth=depths)
@quick(25)
def test_membership_text_json_and_id_of_a_choice_mean_the_same(game: str, seed: int, depth: int) -> None:
    match = somewhere(game, seed, depth)
    table = match.game.table
    rng = random.Random(seed)
    for seat in range(match.seats):
        for number in [*match.choices_of(seat).ids, *rng.sample(range(len(table)), 20)]:
            rule = match.why_not(number, seat)
            for form in (table.text(number), table.json(number), table.text(number).upper()):
                assert match.why_not(form, seat) == rule
                assert (form in match.choices_of(seat)) == (rule is None), form


def test_a_region_may_be_named_by_any_of_its_cells() -> None:
    """What `play` takes is what `why_not` allows and what is among the choices."""
    match = caravan_match(set(), None)
    while match.decision.prompt == "lay-camel":
        match.play("done" if "done" in match.choices and match.state.chain else match.choices[0])
    assert match.decision.prompt == "keep-tile"
    for cell in GROUND.land:
        named = f"region {cell}"
        assert (match.why_not(named, 0) is None) == (named in match.choices), named
