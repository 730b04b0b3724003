"""Matches for the tests to open as tables, and playing tables at random."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import theomachy
from tests.server.serving import Eyes, Message
from theomachy.kernel.match import Match


def played(until: Callable[[Match], bool], players: int = 2, seed: int = 1, game: str = "ankh") -> Match:
    """A match played at random until something holds."""
    match = theomachy.new(game, players=players, seed=seed)
    luck = random.Random(seed)
    while not until(match):
        assert not match.over, "the match ended before"
        seat = luck.choice(match.decision.seats)
        match.play(luck.choice(list(match.choices_of(seat))), seat)
    return match


def at_battle(players: int = 2, seed: int = 1) -> Match:
    """A match in which several seats must choose a card secretly at once."""
    return played(lambda match: match.decision.prompt == "battle-card" and len(match.decision.seats) > 1, players, seed)


def play_out(
    eyes: Sequence[Eyes], luck: random.Random, at_most: int = 10_000, heed: Callable[[Message], None] | None = None
) -> int:
    """People with a socket each play at random until the match is over, or so many choices were made. Everybody has
    heard everything then."""
    made = 0
    while made < at_most:
        newest = max(watcher.news["version"] for watcher in eyes)
        for watcher in eyes:
            watcher.catch_up(newest)
        if eyes[0].news["outcome"]:
            break
        deciding = [watcher for watcher in eyes if watcher.news["choices"]]
        chooser = luck.choice(deciding)
        answer = chooser.choose(luck.choice(chooser.choices))
        assert answer["type"] == "update", answer
        if heed is not None:
            heed(answer)
        made += 1
    newest = max(watcher.news["version"] for watcher in eyes)
    for watcher in eyes:
        watcher.catch_up(newest)
    return made
