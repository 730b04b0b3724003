"""Observations: what a seat may know as numbers, in their ranges, with a name for every slot."""

from __future__ import annotations

import random
from array import array
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest
from hypothesis import given

import theomachy
from tests.broken_copies import broken_copy, run_on
from tests.examples import quick
from tests.property.matches import depths, every_game, seeds, somewhere
from theomachy.kernel.errors import TheomachyError
from theomachy.lab.fuzz.contracts import check_observations, check_planner
from theomachy.lab.fuzz.observations import layout_of, marked_choices, numbers_of
from theomachy.lab.fuzz.turning import check_turned


@every_game
@given(seed=seeds, depth=depths)
@quick(60)
def test_observations_are_what_the_fields_say(game: str, seed: int, depth: int) -> None:
    match = somewhere(game, seed, depth)
    check_observations(match)
    check_turned(match, 1 + seed % (match.seats - 1), random.Random(seed), moves=2)


@every_game
@given(seed=seeds, depth=depths)
@quick(60)
def test_what_is_dealt_anew_is_not_in_an_observation(game: str, seed: int, depth: int) -> None:
    """Contract 6: hands, decks, what lies face down, unrevealed choices."""
    match = somewhere(game, seed, depth)
    for seat in range(match.seats):
        check_planner(match, seat, 1 + seed % 1000)


@every_game
def test_every_slot_has_a_name_of_its_own(game: str) -> None:
    match = somewhere(game, 5, 40)
    layout = layout_of(match)
    assert len(set(layout.names)) == layout.size == len(numbers_of(match, 0))
    assert sum(group.size for group in layout.slots) == layout.size
    assert [group.first for group in layout.slots] == [
        sum(before.size for before in layout.slots[:number]) for number in range(len(layout.slots))
    ]
    assert {"asked", "step0.kind", "turn_seat", "chosen"} <= {group.name for group in layout.slots}
    assert all(group.low < group.high for group in layout.slots)


@every_game
def test_the_one_who_is_asked_sees_itself_first(game: str) -> None:
    match = somewhere(game, 11, 30)
    seat = match.decision.seats[0]
    layout = layout_of(match)
    for viewer in range(match.seats):
        found = numbers_of(match, viewer)
        asked = layout["asked"].first
        assert found[asked : asked + match.seats].index(1) == (seat - viewer) % match.seats
        assert found[layout["turn_seat"].first] == (match.state.turn_seat - viewer) % match.seats


@every_game
def test_dense_choices_are_numbered_without_gaps(game: str) -> None:
    found = theomachy.game(game)
    outlook = found.outlook()
    assert outlook.dense == sorted(set(outlook.dense))
    assert [outlook.dense_of[choice] for choice in outlook.dense] == list(range(len(outlook.dense)))
    match = somewhere(game, 3, 20)
    seat = match.decision.seats[0]
    assert marked_choices(match, seat) == sorted(match.choices_of(seat).ids)
    assert marked_choices(match, (seat + 1) % match.seats) == []


def test_bids_that_nobody_makes_are_left_out() -> None:
    assert len(theomachy.game("ankh").outlook().dense) == 1160


def test_every_usual_buffer_is_written_into() -> None:
    match = somewhere("ankh", 1, 30)
    size = layout_of(match).size
    wanted = numbers_of(match, 1)
    numpy_array = np.zeros(size, np.int16)
    rows = np.zeros((3, size), np.int16)
    plain = array("h", bytes(2 * size))
    for buffer in (numpy_array, rows[1], plain, memoryview(plain)):
        match.observe_into(buffer, 1)
    assert numpy_array.tolist() == rows[1].tolist() == plain.tolist() == wanted
    assert not rows[0].any()
    assert not rows[2].any()


def bad_buffers(size: int) -> list[Any]:
    read_only = np.zeros(size, np.int16)
    read_only.flags.writeable = False
    return [np.zeros(size - 1, np.int16), np.zeros(size, np.int32), np.zeros(2 * size, np.int16)[::2], read_only, [0]]


@pytest.mark.parametrize("number", range(5))
def test_a_buffer_that_does_not_fit_is_refused(number: int) -> None:
    match = somewhere("ankh", 1, 30)
    size = layout_of(match).size
    with pytest.raises(TheomachyError, match=str(size)):
        match.observe_into(bad_buffers(size)[number], 0)
    with pytest.raises(TheomachyError, match="seats are 0"):
        match.observe_into(np.zeros(size, np.int16), match.seats)


#: what would show what a seat must not know: the game, what stands there, what a slip of the pen would make of it
SLIPS: Final = [
    ("ankh", "if chosen >= 0 and s.side[other] == s.side[seat]:", "if chosen >= 0:"),
    ("anunnaki", "hidden = tile != NO_TILE and not s.civ_up >> territory & 1", "hidden = tile == 99"),
    ("anunnaki", "at = put_bits(out, at, in_hand(s, Seat(seat)), _WEAPONS)", "at = put_bits(out, at, s.hand[0], 12)"),
]

LOOK: Final = """
import sys
import theomachy
from tests.property.matches import play_on
from theomachy.lab.fuzz.contracts import ContractBroken, check_planner
from theomachy.lab.fuzz.trial import draw_trial

def look():
    for seed in range(60):
        trial = draw_trial(theomachy.game(sys.argv[1]), seed)
        for number in range(150):
            match = play_on(trial, 1)
            if match.decision.secret or number % 15 == 0:
                for seat in range(match.seats):
                    check_planner(match, seat, 5)

try:
    look()
except ContractBroken as broken:
    print(broken)
"""


@pytest.mark.sources
@pytest.mark.parametrize(("game", "right", "wrong"), SLIPS, ids=["choice", "tile", "hand"])
def test_an_observation_that_shows_too_much_is_found(game: str, right: str, wrong: str, tmp_path: Path) -> None:
    broken = broken_copy(tmp_path, f"games/{game}", right, wrong)
    assert "observes another match in its planner's copy" in run_on(broken, LOOK, game)
