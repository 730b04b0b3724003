"""Positions of strength (tests/strength): what the learned bot must find, and what it is still to learn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import theomachy
from theomachy.bots import Sight, new_bot
from theomachy.kernel.cases import load_yaml, open_position

#: keys beside those of a position
TASK = ("best", "avoid", "solved")


def tasks() -> list[Any]:
    """All positions, named by their titles."""
    found: list[Any] = []
    for path in sorted((Path(__file__).parent.parent / "strength").glob("*.yaml")):
        for text in path.read_text(encoding="utf-8").split("\n---\n"):
            document = load_yaml(text)
            assert isinstance(document, dict)
            found.append(pytest.param(document, id=document["title"]))
    return found


@pytest.mark.parametrize("task", tasks())
def test_a_good_player_finds_it(task: dict[str, Any]) -> None:
    assert ("best" in task) != ("avoid" in task)
    match = open_position({key: value for key, value in task.items() if key not in TASK}, theomachy.game)
    seat = match.decision.seats[0]
    choices = [str(choice) for choice in match.choices_of(seat)]
    named: list[str] = task["best"] if "best" in task else task["avoid"]
    good = named if "best" in task else [choice for choice in choices if choice not in named]
    # Neither is a task that has no right answer, nor one that has no wrong one.
    assert set(named) <= set(choices)
    assert 0 < len(good) < len(choices)
    if task["solved"]:
        assert str(new_bot("learned:60", 1).choose(Sight(match, seat))) in good
