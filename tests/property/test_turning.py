"""Turn the table: with everybody some seats further on, everything goes on as before, some seats further on."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import theomachy
from tests.broken_copies import broken_copy, run_on
from tests.examples import quick
from tests.property.matches import depths, every_game, play_on, seeds, somewhere
from theomachy.kernel.match import Match
from theomachy.lab.fuzz.contracts import LIMIT, ContractBroken
from theomachy.lab.fuzz.trial import draw_trial
from theomachy.lab.fuzz.turning import check_turned, turn_table

turns = st.integers(min_value=1, max_value=9)


@every_game
@given(seed=seeds, depth=depths, turn=turns)
@quick(40)
def test_whoever_sits_further_on_plays_the_same_match(game: str, seed: int, depth: int, turn: int) -> None:
    match = somewhere(game, seed, depth)
    check_turned(match, 1 + turn % (match.seats - 1), random.Random(seed), moves=20)


@every_game
@given(seed=seeds, turn=turns)
@quick(20)
def test_the_end_comes_for_all_alike(game: str, seed: int, turn: int) -> None:
    """The last decisions of a match, made again."""
    whole = play_on(draw_trial(theomachy.game(game), seed), LIMIT)
    late = Match(whole.game, whole.setup, whole.seed, listening=False)
    for seat, choice in whole.history[:-8]:
        late.play(choice, seat)
    table = turn_table(late, 1 + turn % (whole.seats - 1))
    assert table is not None
    for seat, choice in whole.history[-8:]:
        table.play(choice, seat)
    assert table.match.over
    assert table.twin.over


@every_game
@given(seed=seeds, depth=depths)
@quick(20)
def test_turned_all_the_way_round_it_is_the_same_table(game: str, seed: int, depth: int) -> None:
    trial = draw_trial(theomachy.game(game), seed)
    match = play_on(trial, depth)
    turned = match.game.study().turned
    while (once := turned(match.game.encode(match.state), 1)) is None:
        play_on(trial, 1)
    same = turned(match.game.encode(match.state), 0)
    state: Any = once
    for _ in range(match.seats - 1):
        assert state != same
        state = turned(state, 1)
    assert state == same


#: rules that treat seat 0 otherwise: the game, what stands there, what a slip of the pen would make of it
SLIPS: Final = [
    ("ankh", "enemy < 0 or enemy == god", "enemy <= 0 or enemy == god"),
    (
        "anunnaki",
        "if amount > 0:\n        s.mana[seat] += amount",
        "if seat and amount:\n        s.mana[seat] += amount",
    ),
]

LOOK: Final = """
import random, sys
import theomachy
from tests.property.matches import play_on
from theomachy.lab.fuzz.contracts import ContractBroken
from theomachy.lab.fuzz.trial import draw_trial
from theomachy.lab.fuzz.turning import check_turned

game = theomachy.game(sys.argv[1])
for seed in range(200):
    match = play_on(draw_trial(game, seed), 10 + 13 * seed % 120)
    rng = random.Random(seed)
    try:
        check_turned(match, rng.randrange(1, match.seats), rng, 40)
    except ContractBroken as broken:
        print(broken)
        break
"""


@pytest.mark.sources
@pytest.mark.parametrize(("game", "right", "wrong"), SLIPS, ids=[slip[0] for slip in SLIPS])
def test_a_rule_that_treats_seat_0_otherwise_is_found(game: str, right: str, wrong: str, tmp_path: Path) -> None:
    """No case need have thought of it."""
    assert "the table turned by" in run_on(broken_copy(tmp_path, f"games/{game}", right, wrong), LOOK, game)


@every_game
def test_the_check_can_fail(game: str) -> None:
    """A seat that has something it has not on the other side."""
    match = somewhere(game, 3, 30)
    table = turn_table(match, 1)
    assert table is not None
    table.compare("at once")
    table.twin.state.turn_seat = match.state.turn_seat
    with pytest.raises(ContractBroken, match="turned by 1"):
        table.compare("at once")
