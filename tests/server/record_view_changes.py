"""Records what the page's test of changes applies: `python -m tests.server.record_view_changes`.

A part of a match of each game as one seat sees it: a view, what has changed with each choice, and the last view.
"""

from __future__ import annotations

import json
import random
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import theomachy
from theomachy.kernel.view_changes import changes_between

RECORD: Final = Path(__file__).parents[2] / "web" / "tests" / "view-changes.json"
#: choices before the first view, and after it
BEFORE: Final = 60
RECORDED: Final = 40


def record(game: str) -> dict[str, Any]:
    luck = random.Random(1)
    match = theomachy.new(game, seed=4)
    views: list[Any] = []
    for number in range(BEFORE + RECORDED + 1):
        if number >= BEFORE:
            views.append(match.view(0))
        seat = luck.choice(match.decision.seats)
        match.play(luck.choice(list(match.choices_of(seat))), seat)
    changes = [changes_between(old, new) for old, new in pairwise(views)]
    return {"first": views[0], "changes": changes, "last": views[-1]}


if __name__ == "__main__":
    games = {game: record(game) for game in theomachy.GAMES}
    RECORD.write_text(json.dumps(games, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
