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
    stopped,
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
    running = 0.0 if clock.began is None else now - clock.began
    return max(0.0, pace.per + reserve - clock.used - running)


class Account:
    """What a seat has used, as the test keeps it: one sum for each of its decisions (or turns), also for those that
    were taken back. A decision that is reached again goes on with its sum."""

    def __init__(self) -> None:
        self.sums = [0.0]
        self.present = 0
        #: of the present sum, what was used since the question was put, or put again by an undo
        self.on_question = 0.0

    @property
    def total(self) -> float:
        return sum(self.sums)

    def use(self, seconds: float) -> None:
        self.sums[self.present] += seconds
        self.on_question += seconds

    def go_to(self, number: int) -> None:
        self.present = number
        self.on_question = 0.0
        if number == len(self.sums):
            self.sums.append(0.0)

    def left(self, pace: Pace) -> float:
        others = sum(max(0.0, used - pace.per) for number, used in enumerate(self.sums) if number != self.present)
        return max(0.0, pace.per + (pace.reserve - others if pace.kind == "live" else 0.0) - self.sums[self.present])


class Choice(msgspec.Struct):
    seat: int
    #: who was asked then
    asked: tuple[int, ...]
    #: choices of the same secret decision have the same number
    decision: int
    #: whether the decision (or turn) of the seat ended with it
    closed: bool


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
        self.history: list[Choice] = []
        self.decision = 0
        self.accounts = [Account() for _ in range(SEATS)]
        #: for each seat the most decisions (or turns) that it had ended at once
        self.most_ended = [0] * SEATS
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

    def happen(self, kind: EventKind, seat: int, taken_back: tuple[int, ...] = ()) -> None:
        event = ClockEvent(self.pace, self.asked, self.counted_seats(), self.now, kind, seat, self.waiting, taken_back)
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
            self.accounts[seat].use(old - new)

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
        before, rest = self.balances(), tuple(other for other in self.asked if other != seat)
        # Of several who choose secretly the others are still asked.
        closed = self.pace.kind == "live" or seat not in (rest or asked)
        self.history.append(Choice(seat, self.asked, self.decision, closed))
        self.decision += not rest
        self.asked = rest or asked
        bot = self.bot_decides(seat)
        if not bot:
            self.came.add(seat)
        if closed:
            self.accounts[seat].go_to(self.accounts[seat].present + 1)
            ended = sum(made.seat == seat and made.closed for made in self.history)
            self.most_ended[seat] = max(self.most_ended[seat], ended)
        self.happen("stand_in" if bot else "choose", seat)
        for other, (old, new) in enumerate(zip(before, self.balances(), strict=True)):
            if other != seat or not closed:
                assert new == pytest.approx(old)

    @precondition(lambda self: self.history and not self.waiting)
    @rule(pick=EVERYBODY)
    def undo(self, pick: int) -> None:
        """A person takes back their last choice: the last of all, or one of a secret decision that others must still
        make."""
        index = max((place for place, made in enumerate(self.history) if made.seat == pick), default=-1)
        if index < 0 or self.chairs[pick] != "person" or not may_undo(self.pace, self.clocks[pick]):
            return
        if self.history[index].decision == self.decision:
            self.asked += (pick,)
            for later in self.history[index + 1 :]:
                later.asked += (pick,)
        elif index == len(self.history) - 1:
            self.asked, self.decision = self.history[index].asked, self.history[index].decision
        else:
            return
        self.went_back(pick, [self.history.pop(index)])

    @precondition(lambda self: self.history and not self.waiting)
    @rule(seat=EVERYBODY)
    def agreed_undo(self, seat: int) -> None:
        """Everybody goes back to before the last choice of a person."""
        index = max((place for place, made in enumerate(self.history) if made.seat == seat), default=-1)
        if index < 0 or self.chairs[seat] != "person":
            return
        taken_back = self.history[index:]
        del self.history[index:]
        self.asked, self.decision = taken_back[0].asked, taken_back[0].decision
        self.went_back(seat, taken_back)

    def went_back(self, seat: int, taken_back: list[Choice]) -> None:
        """Keep the accounts, and see that nobody's time has come back."""
        totals, charge = [account.total for account in self.accounts], 0.0
        for other, account in enumerate(self.accounts):
            if other != seat and other not in self.asked and not self.clocks[other].out:
                # Asked again, they have all the time that this question was given.
                charge += account.on_question
                totals[other] -= account.on_question
                account.sums[account.present] -= account.on_question
                account.on_question = 0.0
            for made in taken_back:
                if made.seat == other and made.closed:
                    account.go_to(account.present - 1)
        account = self.accounts[seat]
        account.sums[account.present] += min(charge, account.left(self.pace))
        self.happen("undo", seat, tuple(made.seat for made in taken_back))
        for old, new in zip(totals, self.accounts, strict=True):
            assert new.total >= old - 1e-6

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

    @precondition(lambda self: not self.waiting)
    @rule(seconds=st.sampled_from([20.0, 5_000.0]))
    def adjourn_and_resume(self, seconds: float) -> None:
        before = self.balances()
        self.clocks = [stopped(self.pace, clock, self.now) for clock in self.clocks]
        self.now += seconds
        assert self.balances() == pytest.approx(before)
        self.unchanged(lambda: self.happen("begin", -1))

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
        """What a seat has used and may still use is never more than the time of the decisions it has ever reached."""
        for clock in getattr(self, "clocks", ()):
            account, left = self.accounts[clock.seat], balance(self.pace, clock, self.now)
            reached = self.most_ended[clock.seat] + 1
            assert account.total + left <= self.pace.per * reached + self.pace.reserve + 1e-3, clock
            assert left == pytest.approx(account.left(self.pace), abs=1e-3), (clock, account.sums, account.present)

    @invariant()
    def no_more_time_than_agreed(self) -> None:
        for clock in getattr(self, "clocks", ()):
            assert balance(self.pace, clock, self.now) <= self.pace.per + self.pace.reserve
            assert 0.0 <= clock.reserve <= self.pace.reserve
            if clock.due is not None:
                assert clock.due - self.now == pytest.approx(balance(self.pace, clock, self.now))


ClockMachine.TestCase.settings = settings(max_examples=300, stateful_step_count=40, deadline=None)
TestClocks = ClockMachine.TestCase
