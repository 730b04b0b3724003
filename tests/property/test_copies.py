"""Contract 2: copies are independent."""

from __future__ import annotations

import random

from hypothesis import given

from tests.examples import quick
from tests.property.matches import ANKH, depths, secret_decision, seeds, somewhere
from theomachy.lab.fuzz.contracts import check_copy, check_playout


@given(seeds, depths)
@quick(30)
def test_playing_on_in_a_copy_changes_nothing(seed: int, depth: int) -> None:
    check_copy(somewhere(seed, depth), random.Random(seed), moves=25)


@given(seeds, depths)
@quick(15)
def test_a_simulation_on_a_copy_changes_nothing_and_ends(seed: int, depth: int) -> None:
    check_playout(somewhere(seed, depth), seed)


def test_nothing_in_a_state_is_shared_with_its_copy() -> None:
    """Whatever is changed in a copy, down to the last number, the original does not notice."""
    match = secret_decision(11)
    assert match is not None
    before = match.digest()
    data = ANKH.encode(match.state)
    for name in data:
        copy = match.copy()
        value = getattr(copy.state, name)
        # Compiled classes have no __slots__, so the fields are found by their names.
        fields = (
            [slot for slot in dir(value) if not slot.startswith("_") and slot != "copy"] if name == "battle" else []
        )
        for part in [value, *(getattr(value, slot) for slot in fields)]:
            if name != "god_kind" and hasattr(part, "__len__") and hasattr(part, "__setitem__"):
                for index in range(len(part)):
                    part[index] = part[index - 1] if name == "stack" else 0
        assert match.digest() == before, name
