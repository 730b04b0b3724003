"""The random bot: deterministic for its seed, and fair."""

from __future__ import annotations

from collections import Counter

import theomachy
from theomachy.bots import Sight, new_bot
from theomachy.bots.random import RandomBot


def answers(bot: RandomBot, times: int) -> list[str]:
    match = theomachy.new("ankh", gods=["isis", "amun"], seed=1)
    return [str(bot.choose(Sight(match, 0))) for _ in range(times)]


def test_the_seed_decides() -> None:
    assert answers(RandomBot(3), 50) == answers(RandomBot(3), 50)
    assert answers(RandomBot(3), 50) != answers(RandomBot(4), 50)


def test_every_choice_is_about_equally_likely() -> None:
    counts = Counter(answers(RandomBot(1), 4000))
    assert set(counts) == {"action move", "action summon", "action gain", "action unlock"}
    assert all(850 < count < 1150 for count in counts.values()), counts


def test_it_plays_whole_matches() -> None:
    match = theomachy.new("ankh", players=3, seed=2)
    bots = [new_bot("random", seat) for seat in range(3)]
    while not match.over:
        seat = match.decision.seats[0]
        match.play(bots[seat].choose(Sight(match, seat)), seat)
    assert match.outcome is not None
