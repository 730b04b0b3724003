"""Perft: exact counts of choice sequences from fixed positions. Not one choice may be offered too many or too few.

The positions and the counts are in perft/, a file for each game; `python -m tests.golden.record perft` counts anew.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

import theomachy
from tests.golden.record import perft, perft_entries, perft_match
from theomachy.kernel.match import Match

ENTRIES: Final[list[tuple[str, dict[str, Any]]]] = [
    (game, entry) for game in theomachy.GAMES for entry in perft_entries(game)
]
NAMES: Final = [f"{game}: {entry['name']}" for game, entry in ENTRIES]


@pytest.mark.parametrize(("game", "entry"), ENTRIES, ids=NAMES)
def test_counts(game: str, entry: dict[str, Any]) -> None:
    match = perft_match(game, entry)
    before = match.digest()
    counts = [perft(match, depth) for depth in range(1, len(entry["counts"]) + 1)]
    assert counts == entry["counts"]
    assert match.digest() == before


def test_depths() -> None:
    assert all(3 <= len(entry["counts"]) <= 5 for _, entry in ENTRIES)


def perft_by_undo(match: Match, depth: int) -> int:
    """The same count in one match: forward and back again, wherever taking back is allowed."""
    if match.over:
        return 0
    if depth == 1:
        return len(match.choices)
    seat = match.decision.seats[0]
    count = 0
    for choice in list(match.choices.ids):
        reveals, copy = match.state.reveals, match.copy()
        match.play(choice, seat)
        count += perft_by_undo(match, depth - 1)
        if match.state.reveals == reveals and match.can_undo(seat):
            match.undo(seat)
        else:
            match = copy
        assert match.digest() == copy.digest()
    return count


@pytest.mark.parametrize(("game", "entry"), ENTRIES[::4], ids=NAMES[::4])
def test_the_same_count_by_taking_back(game: str, entry: dict[str, Any]) -> None:
    assert perft_by_undo(perft_match(game, entry), 3) == entry["counts"][2]
