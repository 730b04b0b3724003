"""What the tests of bad input share: a match, a save and a scenario to spoil.

Whatever is wrong with what people and programs give the engine is refused with a `TheomachyError` that says where,
what, and what would be right; and nothing is half done then.
"""

from __future__ import annotations

import json
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest

import theomachy
from theomachy.kernel.errors import TheomachyError
from theomachy.kernel.match import Match

ANKH: Final = theomachy.game("ankh")


@contextmanager
def refused(kind: type[TheomachyError], *words: str) -> Iterator[None]:
    """Expects this error, with all these words in its message."""
    with pytest.raises(kind) as caught:
        yield
    for word in words:
        assert word in str(caught.value), f"'{word}' is not in: {caught.value}"


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fails what computes for longer, however busy the machine is."""

    def give_up(number: int, frame: object) -> None:
        raise TimeoutError(f"not done after {seconds} s")

    before = signal.signal(signal.SIGVTALRM, give_up)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def new_match() -> Match:
    return theomachy.new("ankh", gods=["isis", "amun", "ra"], first=0, seed=3)


def state_of(match: Match) -> tuple[Any, ...]:
    facts = list(match.state.facts)
    return match.digest(), list(match.history), facts, [str(choice) for choice in match.choices], match.save()


def saved() -> dict[str, Any]:
    """A save from the middle of a match."""
    match = new_match()
    rng = random.Random(5)
    for _ in range(40):
        seat = match.decision.seats[0]
        match.play(rng.choice(match.choices_of(seat).ids), seat)
    data: dict[str, Any] = json.loads(match.save())
    return data


SAVED: Final = saved()

GOOD_SCENARIO: Final[dict[str, Any]] = {
    "name": "mine",
    "players": 2,
    "camels": [],
    "order": ["A2", "J3", "B1"],
    "pieces": ["T D1", "O1 A6", "w1 B5", "G1 B6", "T2 F7", "w2 G7", "G2 G8"],
}


def scenario_text(**changes: Any) -> str:
    """The good scenario as TOML, changed; None leaves a key out."""
    table = {key: value for key, value in {**GOOD_SCENARIO, **changes}.items() if value is not None}
    # JSON's strings, numbers and lists are TOML's as well.
    return "[[scenario]]\n" + "".join(f"{key} = {json.dumps(value)}\n" for key, value in table.items())
