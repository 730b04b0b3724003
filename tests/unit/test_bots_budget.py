"""The searching bot keeps its time, also beside other work, and is quick where there is nothing to think about.

It reads a clock that these tests turn themselves: it goes on by a tick whenever somebody looks at it, so that a time is
a count of looks, the same on every machine, however busy that is.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

import pytest

import theomachy
from theomachy.bots import Sight, lookahead, new_bot, search, standoff
from theomachy.kernel.match import Match

#: decisions of each match that are timed
TIMED: Final = 11
#: the modules that look at the clock
READERS: Final = (search, lookahead, standoff)


class Clock:
    """Seconds that pass by looking: a millisecond a time, and now and then a pause in which other work was done."""

    def __init__(self, pause: float = 0.0, every: int = 1) -> None:
        self.now = 100.0
        self.looks = 0
        self.pause = pause
        self.every = every

    def __call__(self) -> float:
        self.looks += 1
        self.now += 0.001
        if self.looks % self.every == 0:
            self.now += self.pause
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    for module in READERS:
        monkeypatch.setattr(module, "perf_counter", found)
    return found


def real_decisions(game: str, seed: int, gap: int) -> Iterator[tuple[Match, int]]:
    """A random match, every so often at a decision between choices that make a difference."""
    match = theomachy.new(game, players=2, seed=seed, facts=False)
    lots = new_bot("random", seed)
    while not match.over:
        seat = match.decision.seats[0]
        if len(match.history) % gap == gap - 1 and len(match.choices_of(seat)) > 1 and not all_equal(match, seat):
            yield match, seat
        match.play(lots.choose(Sight(match, seat)), seat)


def test_it_reads_the_machines_clock() -> None:
    assert all(module.perf_counter is time.perf_counter for module in READERS)


@pytest.mark.parametrize("game", list(theomachy.GAMES))
@pytest.mark.parametrize("milliseconds", [100, 500])
@pytest.mark.parametrize(("pause", "every"), [(0.0, 1), (0.004, 7), (0.015, 30)])
def test_the_time_is_kept(game: str, milliseconds: int, pause: float, every: int, clock: Clock) -> None:
    """Nearly all of it is used and never more, whatever else the machine does: in every single decision."""
    clock.pause, clock.every = pause, every
    bot = new_bot(f"search:{milliseconds}ms", 1)
    taken: list[float] = []
    for match, seat in real_decisions(game, 3, 7):
        start = clock.now
        choice = bot.choose(Sight(match, seat))
        taken.append((clock.now - start) * 1000 / milliseconds)
        assert choice in match.choices_of(seat)
        if len(taken) == TIMED:
            break
    assert len(taken) == TIMED
    # Before a pause like the longest so far it rather stops.
    spare = pause * 1000 / milliseconds
    assert all(0.9 - spare <= part <= 1.0 + spare for part in taken), taken


@pytest.mark.parametrize("game", list(theomachy.GAMES))
def test_a_turn_does_not_take_a_choices_time_for_each_click(game: str, clock: Clock) -> None:
    """Clicks that go on with a plan share the time of the turn; the first one has its own."""
    match = theomachy.new(game, players=2, seed=4, facts=False)
    bot = new_bot("search:200ms", 1)
    lots = new_bot("random", 2)
    chains: list[list[float]] = []
    last = -1
    while not match.over and len(match.history) < 90:
        seat = match.decision.seats[0]
        if seat == 0 and len(match.choices_of(seat)) > 1 and not match.decision.secret and not all_equal(match, seat):
            start = clock.now
            choice = bot.choose(Sight(match, seat))
            taken = (clock.now - start) * 1000 / 200
            # A click of a full time begins a plan.
            if last != 0 or taken > 0.8:
                chains.append([])
            chains[-1].append(taken)
        else:
            choice = (bot if seat == 0 else lots).choose(Sight(match, seat))
        last = seat
        match.play(choice, seat)
    assert max(len(chain) for chain in chains) > 2
    for chain in chains:
        assert chain[0] >= 0.9
        assert all(taken <= 0.7 for taken in chain[1:])
        assert sum(chain) <= search.TURN_TIME + 0.1 * len(chain)


@pytest.mark.parametrize(
    "game", [name for name in theomachy.GAMES if any(kind.secret for kind in theomachy.GAMES[name].kinds)]
)
def test_secret_decisions_are_made_in_time(game: str, clock: Clock) -> None:
    bot = new_bot("search:200ms", 1)
    taken: list[float] = []
    for seed in range(5, 25):
        for match, seat in real_decisions(game, seed, 1):
            if match.decision.secret and len(taken) < 5:
                start = clock.now
                bot.choose(Sight(match, seat))
                taken.append((clock.now - start) * 1000)
        if len(taken) == 5:
            break
    assert len(taken) == 5
    assert all(170 <= part <= 200 for part in taken), taken


def test_a_single_choice_is_made_at_once(clock: Clock) -> None:
    """Anunnaki asks even for single weapons, because not to ask would show a hand."""
    bot = new_bot("search:10s", 1)
    for seed in range(40):
        match = theomachy.new("anunnaki", players=2, seed=seed, facts=False)
        lots = new_bot("random", seed)
        while not match.over:
            seat = match.decision.seats[0]
            if len(match.choices_of(seat)) == 1:
                clock.looks = 0
                assert bot.choose(Sight(match, seat)) == match.choices_of(seat)[0]
                assert bot.explain(Sight(match, seat)).how == "forced"
                assert clock.looks <= 2
                return
            match.play(lots.choose(Sight(match, seat)), seat)
    pytest.fail("no single choice was asked in 40 matches")


def test_equal_choices_are_made_at_once(clock: Clock) -> None:
    """Where all choices lead to the very same position there is nothing to think about."""
    bot = new_bot("search:10s", 1)
    for seed in range(60):
        match = theomachy.new("anunnaki", players=2, seed=seed, facts=False)
        lots = new_bot("random", seed)
        while not match.over:
            seat = match.decision.seats[0]
            if len(match.choices_of(seat)) > 1 and not match.decision.secret and all_equal(match, seat):
                clock.looks = 0
                bot.choose(Sight(match, seat))
                assert clock.looks <= 10
                return
            match.play(lots.choose(Sight(match, seat)), seat)
    pytest.fail("no decision between equal choices in 60 matches")


def all_equal(match: Match, seat: int) -> bool:
    ends = set()
    for choice in match.choices_of(seat):
        other = match.copy()
        other.play(choice, seat)
        ends.add(other.digest())
        if len(ends) > 1:
            return False
    return True
