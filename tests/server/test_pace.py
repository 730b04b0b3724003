"""The rules of time alone: what counts, when it is up, and what is left of it after anything that can happen."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec
import pytest

from theomachy.server.clock_model import (
    Clock,
    ClockEvent,
    EventKind,
    apply,
    may_be_replaced,
    may_undo,
    new_clock,
    rested,
    stood_in,
    timed_out,
)
from theomachy.server.pace import DAY, UNHURRIED, Pace, counted, fault, moment_after

LIVE = Pace("live", per=30.0, reserve=100.0, ends="once")
DAYS = Pace("days", per=2 * DAY, ends="over")
FREE_WEEKENDS = Pace("days", per=DAY, weekends_off=True, zone="Europe/Berlin")
HOUR = 3_600.0


def at(text: str, zone: str = "Europe/Berlin") -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


class Play:
    """Two people whose clocks are told what happens."""

    def __init__(self, pace: Pace, came: bool = True) -> None:
        self.pace = pace
        self.now = 1_000.0
        self.clocks = [msgspec.structs.replace(new_clock(pace, seat), came=came) for seat in range(2)]

    def then(
        self, what: EventKind, seat: int, *deciders: int, after: float = 0.0, taken_back: tuple[int, ...] = ()
    ) -> list[Clock]:
        """The clocks after an event; an undo takes back the last choice of its seat unless others are named."""
        self.now += after
        if what == "undo" and not taken_back:
            taken_back = (seat,)
        event = ClockEvent(self.pace, deciders, deciders, self.now, what, seat, taken_back=taken_back)
        self.clocks = apply(self.clocks, event)
        return self.clocks

    def left(self, seat: int) -> float | None:
        """Seconds until the time of a seat is up."""
        due = self.clocks[seat].due
        return None if due is None else due - self.now


# --- what counts ------------------------------------------------------------------------------------------------------


def test_weekends_are_off() -> None:
    friday, monday = at("2026-11-13T12:00"), at("2026-11-16T09:00")
    assert counted(FREE_WEEKENDS, friday, monday) == 12 * HOUR + 9 * HOUR
    assert moment_after(FREE_WEEKENDS, friday, DAY) == pytest.approx(at("2026-11-16T12:00"), abs=0.01)
    # In the middle of a weekend nothing counts, and nothing ends.
    saturday, sunday = at("2026-11-14T01:00"), at("2026-11-15T23:00")
    assert counted(FREE_WEEKENDS, saturday, sunday) == 0
    assert moment_after(FREE_WEEKENDS, saturday, 0.0) == at("2026-11-16T00:00")
    assert moment_after(FREE_WEEKENDS, at("2026-11-13T00:00"), DAY) == at("2026-11-16T00:00")


def test_where_the_hour_changes_a_weekend_is_a_weekend() -> None:
    # Clocks go back on Sunday, 25 October 2026: that weekend has 49 hours.
    friday, monday = at("2026-10-23T12:00"), at("2026-10-26T12:00")
    assert monday - friday == 73 * HOUR
    assert counted(FREE_WEEKENDS, friday, monday) == DAY
    assert moment_after(FREE_WEEKENDS, friday, DAY) == pytest.approx(monday, abs=0.01)


def test_weekends_are_those_of_the_zone() -> None:
    pace = msgspec.structs.replace(FREE_WEEKENDS, zone="Pacific/Auckland")
    # Friday noon in Berlin is Saturday at 0:00 in Auckland.
    assert counted(pace, at("2026-11-13T12:00"), at("2026-11-13T20:00")) == 0


@pytest.mark.parametrize("days", range(1, 30))
def test_when_time_is_up_so_much_of_it_has_counted(days: int) -> None:
    begin = at("2026-11-11T17:30")
    end = moment_after(FREE_WEEKENDS, begin, days * DAY)
    assert counted(FREE_WEEKENDS, begin, end) == pytest.approx(days * DAY, abs=0.01)
    assert counted(FREE_WEEKENDS, begin, end - 60) < days * DAY - 30


@pytest.mark.parametrize(
    ("pace", "wrong"),
    [
        (Pace("live", per=1), "per"),
        (Pace("live", per=99_999), "per"),
        (Pace("live", per=30, reserve=-1), "reserve"),
        (Pace("live", per=30, weekends_off=True), "weekends"),
        (Pace("live", per=float("nan")), "per"),
        (Pace("days", per=60), "per"),
        (Pace("days", per=DAY, reserve=60), "reserve"),
        (Pace("days", per=DAY, zone="Nowhere/Land"), "zone"),
        (Pace("days", per=DAY, zone="../../etc/passwd"), "zone"),
        (Pace("none", per=60), "without"),
    ],
)
def test_a_pace_that_makes_no_sense(pace: Pace, wrong: str) -> None:
    assert wrong in (fault(pace) or "")


def test_a_pace_that_makes_sense() -> None:
    assert [fault(pace) for pace in (UNHURRIED, LIVE, DAYS, FREE_WEEKENDS)] == [None] * 4


# --- live -------------------------------------------------------------------------------------------------------------


def test_a_decision_has_its_time_and_then_the_reserve() -> None:
    play = Play(LIVE)
    play.then("begin", -1, 0)
    assert (play.left(0), play.left(1)) == (130.0, None)
    # Within its time a decision costs nothing of the reserve; beyond it, what it took.
    play.then("choose", 0, 0, after=20.0)
    assert play.left(0) == 130.0
    play.then("choose", 0, 1, after=50.0)
    assert (play.left(0), play.left(1)) == (None, 130.0)
    play.then("choose", 1, 0, after=5.0)
    assert play.left(0) == 110.0


def test_everybody_who_chooses_secretly_has_a_clock_that_runs() -> None:
    play = Play(LIVE)
    play.then("begin", -1, 0, 1)
    play.then("choose", 0, 1, after=10.0)
    assert (play.left(0), play.left(1)) == (None, 120.0)


def test_taking_back_again_and_again_gives_no_time() -> None:
    play = Play(LIVE)
    play.then("begin", -1, 0)
    for _ in range(10):
        play.then("choose", 0, 0, after=5.0)
        play.then("undo", 0, 0, after=5.0)
    # Of the 100 seconds the first decision has used half, and the second one the other half; each took 20 of the
    # reserve.
    assert play.left(0) == 30.0 + 100.0 - 20.0 - 50.0
    play.then("choose", 0, 0)
    assert play.left(0) == 30.0 + 100.0 - 20.0 - 50.0
    # From here on choices are new ones.
    play.then("choose", 0, 0)
    assert play.left(0) == 30.0 + 100.0 - 40.0


def test_a_decision_that_is_taken_back_resumes_with_what_it_had_used_of_the_reserve() -> None:
    play = Play(LIVE)
    play.then("begin", -1, 0)
    play.then("choose", 0, 0, after=50.0)
    assert play.left(0) == 130.0 - 20.0
    play.then("undo", 0, 0, after=7.0)
    assert play.left(0) == 130.0 - 50.0
    play.then("choose", 0, 0, after=1.0)
    assert play.left(0) == 130.0 - 21.0 - 7.0


def test_an_answer_whose_next_question_was_withdrawn_is_taken_back_with_what_it_had_used() -> None:
    for pace in (LIVE, DAYS):
        play = Play(pace)
        play.then("begin", -1, 0)
        whole = play.left(0)
        assert whole is not None
        play.then("choose", 0, 1, after=20.0)
        play.then("choose", 1, 0, after=5.0)
        play.then("undo", 1, 1, after=7.0)
        assert play.left(1) == whole - 5.0 - 7.0
        play.then("undo", 0, 0)
        # The other seat has used five seconds of its own and seven that were charged to it; it is not asked any more.
        assert play.left(0) == whole - 20.0
        play.then("choose", 0, 1)
        assert play.left(1) == whole - 12.0


def test_time_that_an_undo_was_charged_is_not_passed_on() -> None:
    play = Play(LIVE)
    play.then("begin", -1, 1)
    play.then("choose", 1, 0, after=1.0)
    play.then("choose", 0, 1, after=5.0)
    play.then("undo", 0, 0, after=9.0)
    assert play.left(0) == 130.0 - 14.0
    # The other one takes back the choice that led here: only two seconds of this question were not the seat's own.
    play.then("undo", 1, 1, after=2.0)
    assert play.left(1) == 130.0 - 3.0
    play.then("choose", 1, 0)
    assert play.left(0) == 130.0 - 14.0


def test_a_decision_whose_time_was_up_stays_the_bots_when_it_is_taken_back() -> None:
    for ends in ("once", "over"):
        pace = msgspec.structs.replace(LIVE, ends=ends)
        play = Play(pace)
        play.then("begin", -1, 0)
        play.now += 130.0
        play.clocks[0] = timed_out(pace, play.clocks[0])
        play.then("stand_in", 0, 1)
        play.then("undo", 1, 0, taken_back=(0,))
        play.then("return", 0, 0)
        assert (stood_in(pace, play.clocks), play.left(0), play.clocks[0].away) == (frozenset({0}), None, False)
        play.then("stand_in", 0, 0)
        assert (stood_in(pace, play.clocks), play.left(0)) == (frozenset(), 30.0)


def test_taking_back_an_overdue_decision_restores_no_more_of_the_reserve_than_it_took() -> None:
    pace = msgspec.structs.replace(LIVE, ends="nudge")
    play = Play(pace)
    play.then("begin", -1, 0)
    play.then("choose", 0, 0, after=80.0)
    assert play.clocks[0].reserve == 50.0
    play.now += 80.0
    play.clocks[0] = timed_out(pace, play.clocks[0])
    play.then("choose", 0, 0, after=1_000.0)
    assert play.clocks[0].reserve == 0.0
    play.then("undo", 0, 0)
    assert (play.clocks[0].reserve, play.clocks[0].out) == (50.0, True)


def test_an_agreed_undo_returns_no_time_to_anybody() -> None:
    for pace in (LIVE, DAYS):
        play = Play(pace)
        play.then("begin", -1, 0)
        whole = play.left(0)
        assert whole is not None
        play.then("choose", 0, 1, after=20.0)
        play.then("choose", 1, 0, after=9.0)
        play.then("undo", 0, 0, after=4.0, taken_back=(0, 1))
        assert play.left(0) == whole - 20.0
        play.then("choose", 0, 1, after=1.0)
        assert play.left(1) == whole - 9.0
        play.then("choose", 1, 0)
        # The question that was taken back had been looked at for four seconds.
        assert play.left(0) == whole - 4.0


def test_a_secret_choice_that_is_taken_back_goes_on_where_it_was() -> None:
    for pace in (LIVE, DAYS):
        play = Play(pace)
        play.then("begin", -1, 0, 1)
        whole = play.left(0)
        assert whole is not None
        play.then("choose", 0, 1, after=20.0)
        play.then("undo", 0, 0, 1, after=7.0)
        # While it lay there the clock stood.
        assert play.left(0) == whole - 20.0


def test_an_undo_is_charged_the_time_others_spent_on_the_withdrawn_question() -> None:
    play = Play(LIVE)
    play.then("begin", -1, 0)
    play.then("choose", 0, 1, after=10.0)
    play.then("undo", 0, 0, after=90.0)
    assert play.left(0) == 130.0 - 10.0 - 90.0
    play.then("choose", 0, 1, after=1.0)
    assert play.left(1) == 130.0


def test_what_a_bot_chose_for_lack_of_time_is_not_taken_back() -> None:
    play = Play(LIVE)
    play.then("begin", -1, 0)
    play.then("begin", -1, 0, after=130.0)
    play.clocks[0] = timed_out(LIVE, play.clocks[0])
    play.then("stand_in", 0, 1)
    assert not may_undo(LIVE, play.clocks[0])
    assert may_undo(msgspec.structs.replace(LIVE, ends="nudge"), play.clocks[0])
    # Also not when it is their turn again; but what they choose then is theirs.
    play.then("choose", 1, 0)
    assert not may_undo(LIVE, play.clocks[0])
    play.then("choose", 0, 0)
    assert may_undo(LIVE, play.clocks[0])


def test_a_live_clock_does_not_run_for_somebody_who_never_came() -> None:
    play = Play(LIVE, came=False)
    play.then("begin", -1, 0)
    assert play.left(0) is None
    play.then("return", 0, 0, after=900.0)
    assert play.left(0) == 130.0


def test_used_time_stays_with_the_seat() -> None:
    play = Play(LIVE)
    play.then("begin", -1, 0)
    play.then("choose", 0, 0, after=90.0)
    assert play.left(0) == 70.0
    # Left in the middle of a decision: the open seat is the one that must decide, so its clock goes on.
    play.then("sit", 0, 0, after=10.0)
    assert play.left(0) == 60.0
    play.then("sit", 0, 0, after=20.0)
    assert play.left(0) == 40.0


def test_others_clocks_stand_while_a_seat_is_open() -> None:
    play = Play(LIVE)
    play.then("begin", -1, 0)
    play.then("sit", 1, after=10.0)
    assert play.left(0) is None
    play.then("sit", 1, 0, after=500.0)
    assert play.left(0) == 120.0


# --- days -------------------------------------------------------------------------------------------------------------


def test_a_turn_has_its_time_whatever_is_chosen_in_it() -> None:
    play = Play(DAYS, came=False)
    play.then("begin", -1, 0)
    assert play.left(0) == 2 * DAY
    play.then("choose", 0, 0, after=DAY)
    assert play.left(0) == DAY
    play.then("undo", 0, 0, after=HOUR)
    assert play.left(0) == DAY - HOUR
    play.then("choose", 0, 1)
    assert (play.left(0), play.left(1)) == (None, 2 * DAY)
    play.then("choose", 1, 0, after=HOUR)
    assert play.left(0) == 2 * DAY


# --- the end of time --------------------------------------------------------------------------------------------------


def test_a_bot_decides_once() -> None:
    play = Play(LIVE)
    play.then("begin", -1, 0)
    play.now += 130.0
    play.clocks[0] = timed_out(LIVE, play.clocks[0])
    assert stood_in(LIVE, play.clocks) == {0}
    play.then("choose", 0, 0)
    # The next one is the person's again; the reserve is gone.
    assert (stood_in(LIVE, play.clocks), play.left(0)) == (frozenset(), 30.0)


def test_a_bot_decides_to_the_end_of_a_turn_over_days() -> None:
    pace = msgspec.structs.replace(DAYS, ends="once")
    play = Play(pace)
    play.then("begin", -1, 0)
    play.clocks[0] = timed_out(pace, play.clocks[0])
    play.then("choose", 0, 0, after=2 * DAY)
    assert (stood_in(pace, play.clocks), play.left(0)) == (frozenset({0}), None)
    play.then("choose", 0, 1)
    play.then("choose", 1, 0)
    assert (stood_in(pace, play.clocks), play.left(0)) == (frozenset(), 2 * DAY)


def test_a_bot_takes_over_until_the_person_returns() -> None:
    play = Play(DAYS)
    play.then("begin", -1, 0)
    play.clocks[0] = timed_out(DAYS, play.clocks[0])
    for deciders in ((0,), (1,), (0,)):
        play.then("choose", 1 - deciders[0], *deciders, after=DAY)
        assert (stood_in(DAYS, play.clocks), play.left(0)) == (frozenset({0}), None)
    play.then("return", 0, 0)
    assert (stood_in(DAYS, play.clocks), play.left(0)) == (frozenset(), 2 * DAY)


def test_who_is_back_gets_no_time_for_the_decision_whose_time_is_up() -> None:
    for pace in (DAYS, msgspec.structs.replace(LIVE, ends="over")):
        play = Play(pace)
        play.then("begin", -1, 0)
        play.now += 130.0 if pace.kind == "live" else 2 * DAY
        play.clocks[0] = timed_out(pace, play.clocks[0])
        play.then("return", 0, 0)
        assert (stood_in(pace, play.clocks), play.left(0)) == (frozenset({0}), None)
        # From the next one on it is theirs.
        play.then("stand_in", 0, 1)
        play.then("choose", 1, 0)
        assert (stood_in(pace, play.clocks), play.left(0)) == (frozenset(), pace.per)


def test_a_nudge_is_no_more_than_that() -> None:
    pace = msgspec.structs.replace(LIVE, ends="nudge")
    play = Play(pace)
    play.then("begin", -1, 0)
    play.clocks[0] = timed_out(pace, play.clocks[0])
    assert (stood_in(pace, play.clocks), play.clocks[0].out) == (frozenset(), True)
    # It does not come again and again for the same decision.
    play.then("return", 1, 0)
    assert play.left(0) is None
    play.then("choose", 0, 0, after=500.0)
    assert (play.clocks[0].out, play.left(0)) == (False, 30.0)


def test_clocks_stand_while_nobody_could_play() -> None:
    play = Play(LIVE)
    play.then("begin", -1, 0)
    began = play.now
    clock = rested(LIVE, play.clocks[0], began + 12.0, began + 5_000.0)
    assert clock.due == began + 5_000.0 + 118.0
    # One that began later than that was never without a server.
    assert rested(LIVE, play.clocks[0], began - 90.0, began - 3.0) == play.clocks[0]
    assert rested(LIVE, play.clocks[1], began, began + 9.0) == play.clocks[1]


def test_what_is_given_is_not_changed() -> None:
    play = Play(LIVE)
    before = play.clocks
    kept = [msgspec.structs.replace(clock) for clock in before]
    play.then("begin", -1, 0, 1)
    assert before == kept


# --- giving away the seat of somebody ---------------------------------------------------------------------------------


def test_who_may_be_replaced() -> None:
    fresh = Clock(0, came=True)
    out = Clock(0, came=True, out=True)
    assert not may_be_replaced(UNHURRIED, None, present=True)
    assert may_be_replaced(UNHURRIED, None, present=False)
    assert not may_be_replaced(LIVE, fresh, present=True)
    assert may_be_replaced(LIVE, fresh, present=False)
    assert may_be_replaced(LIVE, out, present=True)
    # Over days nobody is expected to be here: only time counts, or that somebody never came.
    assert not may_be_replaced(DAYS, fresh, present=False)
    assert may_be_replaced(DAYS, out, present=False)
    assert may_be_replaced(DAYS, Clock(0), present=False)
