"""Contract 2: copies are independent."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

from hypothesis import given

from tests.examples import quick
from tests.property.matches import depths, every_game, every_hushed_game, secret_decision, seeds, somewhere
from theomachy.lab.fuzz.contracts import check_copy, check_playout

#: what never changes in a match, or is never changed in place, and may be shared
SHARED: Final = ("god_kind", "house", "tables", "ground")


@every_game
@given(seed=seeds, depth=depths)
@quick(30)
def test_playing_on_in_a_copy_changes_nothing(game: str, seed: int, depth: int) -> None:
    check_copy(somewhere(game, seed, depth), random.Random(seed), moves=25)


@every_game
@given(seed=seeds, depth=depths)
@quick(15)
def test_a_simulation_on_a_copy_changes_nothing_and_ends(game: str, seed: int, depth: int) -> None:
    check_playout(somewhere(game, seed, depth), seed)


def parts_of(thing: Any) -> Iterator[tuple[str, Any]]:
    """The fields of a state, and of what it holds, with their names. Compiled classes have no __slots__."""
    for name in dir(thing):
        value = getattr(thing, name, None)
        if name.startswith("_") or name in SHARED or callable(value):
            continue
        yield name, value
        if value is not None and type(value).__module__.startswith("theomachy."):
            yield from parts_of(value)


@every_hushed_game
def test_nothing_in_a_state_is_shared_with_its_copy(game: str) -> None:
    """Whatever is changed in a copy, down to the last number, the original does not notice."""
    match = secret_decision(game, 11)
    before = match.digest()
    changed = 0
    for name, part in parts_of(match.copy().state):
        if hasattr(part, "__len__") and hasattr(part, "__setitem__"):
            for index in range(len(part)):
                part[index] = part[index - 1] if name == "stack" else 0
                changed += 1
            assert match.digest() == before, name
    assert changed > 100
