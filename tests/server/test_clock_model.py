"""Properties of the clock model, for random orders of everything that can happen at a table: used time never comes
back, and exactly the clocks of those who must decide run."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from theomachy.server.clock_model import (
    Clock,
    ClockEvent,
    EventKind,
    apply,
    may_undo,
    new_clock,
    rested,
    stood_in,
    timed_out,
)
from theomachy.server.pace import DAY, Ends, Pace

SEATS = 3
EVERYBODY = st.integers(0, SEATS - 1)
#: seats asked next: one, or several who choose secretly
ASKED = st.one_of(EVERYBODY.map(lambda seat: (seat,)), st.sets(EVERYBODY, min_size=2).map(lambda seats: tuple(seats)))


def balance(pace: Pace, clock: Clock, now: float) -> float:
    """Seconds that a seat may still use for its present decision, or for its next one if it has answered."""
    reserve = clock.reserve if pace.kind == "live" else 0.0
    if clock.fresh:
        return pace.per + max(0.0, reserve - max(0.0, clock.used - pace.per))
    running = 0.0 if clock.began is None else now - clock.began
    return max(0.0, pace.per + reserve - clock.used - running)


class ClockMachine(RuleBasedStateMachine):
    """A table of three seats whose match asks whomever the test draws."""

    @initialize(
        kind=st.sampled_from(["live", "days"]),
        ends=st.sampled_from(["once", "over", "nudge"]),
        empty=st.sets(EVERYBODY, max_size=1),
        asked=ASKED,
    )
    def begin(self, kind: str, ends: Ends, empty: set[int], asked: tuple[int, ...]) -> None:
        self.pace = (
            Pace("live", per=30.0, reserve=60.0, ends=ends)
            if kind == "live"
            else Pace("days", per=DAY, weekends_off=False, ends=ends)
        )
        self.now = 1_000.0
        self.chairs = ["open" if seat in empty else "person" for seat in range(SEATS)]
        self.came: set[int] = set()
        self.asked = asked
        #: who has chosen, who was asked then, and whether that has earned time
        self.history: list[tuple[int, tuple[int, ...], bool]] = []
        #: of each seat: seconds that were charged, and how often time for a decision (or turn) was earned
        self.charged = [0.0] * SEATS
        self.earned = [1] * SEATS
        #: seats whose question another seat has withdrawn since their last answer
        self.interrupted: set[int] = set()
        self.clocks = [new_clock(self.pace, seat) for seat in range(SEATS)]
        self.happen("begin", -1)

    # --- helpers ------------------------------------------------------------------------------------------------------

    @property
    def waiting(self) -> bool:
        return "open" in self.chairs

    def counted_seats(self) -> list[int]:
        who = "open" if self.waiting else "person"
        return [seat for seat in self.asked if self.chairs[seat] == who]

    def balances(self) -> list[float]:
        return [balance(self.pace, clock, self.now) for clock in self.clocks]

    def happen(self, kind: EventKind, seat: int) -> None:
        event = ClockEvent(self.pace, self.asked, self.counted_seats(), self.now, kind, seat, self.waiting)
        given = [msgspec.structs.replace(clock) for clock in self.clocks]
        after = apply(self.clocks, event)
        assert self.clocks == given, "the clocks given were changed"
        self.clocks = after
        self.look()

    def look(self) -> None:
        """As the server does when somebody's time is up."""
        self.clocks = [
            timed_out(self.pace, clock) if clock.due is not None and clock.due <= self.now else clock
            for clock in self.clocks
        ]

    def unchanged(self, work: Callable[[], None]) -> None:
        before = self.balances()
        work()
        assert self.balances() == pytest.approx(before)

    def bot_decides(self, seat: int) -> bool:
        return self.chairs[seat] == "bot" or seat in stood_in(self.pace, self.clocks)

    # --- what can happen ----------------------------------------------------------------------------------------------

    @rule(seconds=st.sampled_from([0.5, 7.0, 29.0, 31.0, 200.0, 3_600.0, DAY / 2, DAY + 1]))
    def time_passes(self, seconds: float) -> None:
        before = self.balances()
        running = {clock.seat for clock in self.clocks if clock.began is not None}
        self.now += seconds
        self.look()
        for seat, (old, new) in enumerate(zip(before, self.balances(), strict=True)):
            assert new == pytest.approx(max(0.0, old - seconds) if seat in running else old)
            self.charged[seat] += old - new

    @rule(seat=EVERYBODY, returning=st.booleans())
    def hello(self, seat: int, returning: bool) -> None:
        if self.chairs[seat] != "person":
            return
        self.came.add(seat)
        self.unchanged(lambda: self.happen("return" if returning else "hello", seat))
        assert not (returning and self.clocks[seat].away)

    @precondition(lambda self: not self.waiting)
    @rule(seat=EVERYBODY)
    def leave(self, seat: int) -> None:
        self.chairs[seat] = "open"
        self.unchanged(lambda: self.happen("sit", seat))

    @precondition(lambda self: self.chairs.count("person") == SEATS)
    @rule(seat=EVERYBODY)
    def give_to_bot(self, seat: int) -> None:
        self.chairs[seat] = "bot"
        self.unchanged(lambda: self.happen("sit", seat))

    @precondition(lambda self: self.waiting)
    @rule()
    def join(self) -> None:
        seat = self.chairs.index("open")
        self.chairs[seat] = "person"
        self.unchanged(lambda: self.happen("sit", seat))

    @precondition(lambda self: not self.waiting)
    @rule(asked=ASKED, pick=st.integers(0, SEATS - 1))
    def choose(self, asked: tuple[int, ...], pick: int) -> None:
        seat = self.asked[pick % len(self.asked)]
        before, account = self.balances(), self.clocks[seat]
        asked_before, rest = self.asked, tuple(other for other in self.asked if other != seat)
        # Of several who choose secretly the others are still asked.
        self.asked = rest or asked
        earned = account.owed == 0 if self.pace.kind == "live" else seat not in self.asked
        self.history.append((seat, asked_before, earned))
        bot = self.bot_decides(seat)
        if not bot:
            self.came.add(seat)
        if self.pace.kind == "live" or earned:
            self.earned[seat] += 1
        self.interrupted.discard(seat)
        self.happen("stand_in" if bot else "choose", seat)
        for other, (old, new) in enumerate(zip(before, self.balances(), strict=True)):
            if other != seat or not earned:
                assert new == pytest.approx(old)

    @precondition(lambda self: self.history and not self.waiting)
    @rule(agreed=st.booleans(), pick=EVERYBODY)
    def undo(self, agreed: bool, pick: int) -> None:
        seat = pick if agreed else self.history[-1][0]
        if self.chairs[seat] != "person" or all(who != seat for who, _, _ in self.history):
            return
        if not agreed and not may_undo(self.pace, self.clocks[seat]):
            return
        before, counting = self.balances(), [clock for clock in self.clocks if clock.began is not None]
        who, earned = -1, False
        while who != seat:
            who, self.asked, earned = self.history.pop()
        withdrawn = {
            clock.seat: clock.used + self.now - (clock.began or 0.0)
            for clock in counting
            if clock.seat not in (*self.asked, seat) and not clock.out
        }
        # What is known of an answered decision is forgotten when the next one begins. So a turn over days that
        # everybody agrees to take back has its time again, and so has the answer before a withdrawn question.
        if seat not in self.interrupted and (self.pace.kind == "live" or (earned and not agreed)):
            self.earned[seat] -= 1
        self.interrupted.update(withdrawn)
        self.happen("undo", seat)
        after = self.balances()
        for other in range(SEATS):
            if other == seat:
                assert after[other] <= before[other] + 1e-6
            elif other in withdrawn:
                # Asked again, they have all the time that this question was given.
                assert after[other] == pytest.approx(before[other] + withdrawn[other])
                self.charged[other] -= withdrawn[other]
                self.charged[seat] += withdrawn[other]
            else:
                assert after[other] == pytest.approx(before[other])

    @rule(seconds=st.sampled_from([20.0, 5_000.0, 40 * DAY]))
    def pause_and_restart(self, seconds: float) -> None:
        """Nobody could play for a while; then the rows are read again."""
        since = self.now
        before = self.balances()
        self.now += seconds
        raw = msgspec.json.encode(self.clocks)
        clocks = msgspec.json.decode(raw, type=list[Clock])
        self.clocks = [rested(self.pace, clock, since, self.now) for clock in clocks]
        assert self.balances() == pytest.approx(before)

    # --- what always holds --------------------------------------------------------------------------------------------

    @invariant()
    def exactly_the_deciders_clocks_run(self) -> None:
        for clock in getattr(self, "clocks", ()):
            asked = clock.seat in self.counted_seats()
            here = clock.seat in self.came or (self.pace.kind == "days" and not self.waiting)
            assert (clock.began is not None) == (asked and here and not clock.away), clock
            assert (clock.due is not None) == (clock.began is not None and not clock.out), clock

    @invariant()
    def used_time_never_comes_back(self) -> None:
        """What a seat has used and may still use is never more than its answers have earned. An answer that is taken
        back after the next decision began has been earned in advance: the next one earns nothing."""
        for clock in getattr(self, "clocks", ()):
            if not clock.out:
                total = self.charged[clock.seat] + balance(self.pace, clock, self.now)
                assert total <= self.pace.per * (self.earned[clock.seat] + clock.owed) + self.pace.reserve + 1e-3, clock

    @invariant()
    def no_more_time_than_agreed(self) -> None:
        for clock in getattr(self, "clocks", ()):
            assert balance(self.pace, clock, self.now) <= self.pace.per + self.pace.reserve
            assert 0.0 <= clock.reserve <= self.pace.reserve
            if clock.due is not None:
                assert clock.due - self.now == pytest.approx(balance(self.pace, clock, self.now))


ClockMachine.TestCase.settings = settings(max_examples=300, stateful_step_count=40, deadline=None)
TestClocks = ClockMachine.TestCase
