"""Encoded states that are damaged: `decode` refuses them, or `faults` says what is wrong, and neither hangs."""

from __future__ import annotations

import copy
from typing import Any, Final

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.examples import quick
from tests.unit.bad_input import ANKH, SAVED, new_match, refused, within
from theomachy.kernel.errors import BadSave


def hostile_values(value: Any) -> list[Any]:
    """Values of other types, and of the right type but beyond all bounds."""
    if isinstance(value, list):
        big = [[10**30, *value[1:]]] if value else [[10**30]]
        return [None, 3, "x", {}, [None], ["x"], [1.5], [True], value[:-1] if value else [None], *big]
    if isinstance(value, int):
        return [None, "x", 1.5, True, [], {}]
    return [3, [], True]


@pytest.mark.parametrize("field", sorted(SAVED["state"]))
def test_a_state_with_a_wrong_field(field: str) -> None:
    state = SAVED["state"]
    for value in hostile_values(state[field]):
        try:
            decoded = ANKH.decode({**state, field: value})
        except BadSave:
            continue
        # Of the right form all the same (a list that may have any length): then it is the faults that tell.
        with within(2):
            assert isinstance(ANKH.faults(decoded), list)
    with refused(BadSave, field):
        ANKH.decode({key: value for key, value in state.items() if key != field})


def test_a_state_with_an_unknown_field() -> None:
    with refused(BadSave, "dragons"):
        ANKH.decode({**SAVED["state"], "dragons": 1})


@pytest.mark.parametrize("data", [None, 3, "x", [], [["seats", 2]]])
def test_a_state_that_is_no_table(data: Any) -> None:
    with pytest.raises(BadSave):
        ANKH.decode(data)


WRONG_STEPS: Final[list[Any]] = [
    *(None, 3, "turn", [], ["turn"], ["dance", 0, 0, 0, 0], [["turn"], 0, 0, 0, 0]),
    *(["turn", 0, 0, 0, "0"], ["turn", 0.0, 0, 0, 0], ["turn", True, 0, 0, 0]),
]


@pytest.mark.parametrize("frame", WRONG_STEPS, ids=repr)
def test_a_state_with_a_wrong_step(frame: Any) -> None:
    with refused(BadSave, "stack[0]"):
        ANKH.decode({**SAVED["state"], "stack": [frame]})


WRONG_STACKS: Final[list[Any]] = [
    *([], [["turn", 7, -1, -1, 0]], [["turn", -2, -1, -1, 0]], [["turn", 0, -1, -1, 77]], [["battle", -1, -1, -1, 0]]),
    *([["move-to", 0, -1, 99, 0]], [["move-to", 0, -1, 10**30, 0]], [["mummy-to", 9, -1, 0, 0]]),
]


@pytest.mark.parametrize("stack", WRONG_STACKS, ids=repr)
def test_a_state_that_could_not_go_on(stack: Any) -> None:
    """It is refused, or its faults say why."""
    try:
        decoded = ANKH.decode({**SAVED["state"], "stack": stack})
    except BadSave:
        return
    assert ANKH.faults(decoded) != []


@pytest.mark.parametrize("battle", [3, [], {}, {"region": 1}, "x"])
def test_a_state_with_a_wrong_battle(battle: Any) -> None:
    with refused(BadSave, "battle"):
        ANKH.decode({**SAVED["state"], "battle": battle})


#: each number could be right in some state, but not in one of three seats at its first turn
IMPOSSIBLE: Final[list[tuple[str, int | None, int]]] = [
    ("ladder", 1, 3),
    ("side", 1, 4),
    ("turn_seat", None, 3),
    ("region", ANKH.table.find("cell E1") - ANKH.table.base("cell"), 2),
    ("tiles_left", None, 1),
    ("hand", 0, 4),
]


@pytest.mark.parametrize(("field", "index", "number"), IMPOSSIBLE)
def test_a_state_that_is_impossible_here(field: str, index: int | None, number: int) -> None:
    """It is refused, or its faults say why; a state without faults can be played on."""
    state = ANKH.encode(new_match().state)
    if index is None:
        state[field] = number
    else:
        state[field][index] = number
    try:
        decoded = ANKH.decode(state)
    except BadSave:
        return
    assert ANKH.faults(decoded) != []


@given(st.data())
@settings(quick(400), phases=[Phase.generate])
def test_random_numbers_in_a_state_are_faults_or_possible(data: st.DataObject) -> None:
    """`decode` refuses what has not the form of a state; of the rest `faults` can always say what is wrong."""
    state = copy.deepcopy(SAVED["state"])
    for _ in range(data.draw(st.integers(1, 3))):
        field = data.draw(st.sampled_from(sorted(state)))
        number = data.draw(st.one_of(st.integers(-5, 150), st.sampled_from([10**6, -(10**6), 2**62])))
        if isinstance(state[field], list) and state[field] and field != "stack":
            state[field][data.draw(st.integers(0, len(state[field]) - 1))] = number
        elif isinstance(state[field], int):
            state[field] = number
    try:
        decoded = ANKH.decode(state)
    except BadSave:
        return
    with within(2):
        assert isinstance(ANKH.faults(decoded), list)


def test_a_negative_mask_is_a_fault_too() -> None:
    for field in ("powers", "hand", "divine", "secret"):
        with within(2):
            try:
                decoded = ANKH.decode({**SAVED["state"], field: [-5, *SAVED["state"][field][1:]]})
            except BadSave:
                continue
            assert ANKH.faults(decoded) != []
