"""The clocks of a table as a state machine: no storage, no sockets, no current time of its own.

Two tables define it. `EFFECTS` lists what each event does to the stored account of a seat; `run_state` derives from
that account whether the clock runs. The model guarantees that

* used time belongs to the seat: it stays when its person leaves, comes back, or is replaced;
* exactly the clocks of the seats that are asked run (a live clock from its person's first arrival on);
* each answer earns time for one further decision (or turn), and an answer that is taken back earns none;
* an undo charges its author for the time that others have spent on the question it withdraws.

`tests/server/test_clock_model.py` checks this for random sequences of events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Literal

import msgspec
from msgspec import Struct

from theomachy.server.pace import Pace, counted, moment_after

#: What can happen to clocks:
#: begin     the table is new
#: hello     somebody with a seat connects or reconnects
#: return    the person of a seat opens the table anew, or says that they are back
#: choose    a person makes a choice
#: stand_in  a bot makes a choice, its own or for a person
#: undo      a person takes back their last choice
#: sit       a seat is opened, taken, or given to a bot
EventKind = Literal["begin", "hello", "return", "choose", "stand_in", "undo", "sit"]

#: stopped  not asked, or nobody has come yet
#: running  counting down to `due`
#: overdue  asked, but the time is up: a bot makes this decision, or nothing but a nudge follows
#: away     a bot plays until the person returns
RunState = Literal["stopped", "running", "overdue", "away"]


class Clock(Struct):
    """The account of a seat's time, as it is stored."""

    seat: int
    #: seconds used of the present decision (live) or turn (days) before `began`
    used: float = 0.0
    #: seconds left of the reserve, without what the present decision takes of it
    reserve: float = 0.0
    #: since when it counts, if it does
    began: float | None = None
    #: when the time is up, unless the server is down meanwhile
    due: float | None = None
    #: whether the time of the present decision is up
    out: bool = False
    #: whether a bot plays until the person returns
    away: bool = False
    #: whether a person of this seat has ever been at the table: a live match does not begin without them
    came: bool = False
    #: whether the seat has earned time for a new decision
    fresh: bool = True
    #: answers that were taken back; as many new ones earn no time
    owed: int = 0


class ClockEvent(Struct, frozen=True):
    """Something that happened at a table, and who is asked afterwards."""

    pace: Pace
    #: seats that the match asks, whoever sits there
    deciding: Sequence[int]
    #: those of them whose time counts: the seats of people; while a seat is open, the open ones alone
    asked: Sequence[int]
    now: float
    kind: EventKind
    #: whose event it is; -1 for nobody
    seat: int
    #: whether a seat is open, so that nobody can decide
    waiting: bool = False


def new_clock(pace: Pace, seat: int) -> Clock:
    return Clock(seat, reserve=pace.reserve)


def allowed(pace: Pace, clock: Clock) -> float:
    """Seconds that the present decision, or turn, may take in all."""
    return pace.per + (clock.reserve if pace.kind == "live" else 0.0)


def run_state(clock: Clock, event: ClockEvent) -> RunState:
    """The state a clock is in after an event; the first line that applies decides."""
    if clock.away:
        return "away"
    if clock.seat not in event.asked:
        return "stopped"
    if not clock.came and (event.pace.kind == "live" or event.waiting):
        return "stopped"
    # A decision for which the seat has earned time begins anew.
    return "overdue" if clock.out and not clock.fresh else "running"


def apply(clocks: Sequence[Clock], event: ClockEvent) -> list[Clock]:
    """The clocks after an event; those given are not changed."""
    after = [msgspec.structs.replace(clock) for clock in clocks]
    counting = {clock.seat for clock in clocks if clock.began is not None}
    for clock in after:
        _settle(clock, event)
    actor = next((clock for clock in after if clock.seat == event.seat), None)
    if actor is not None:
        for effect in EFFECTS[event.kind]:
            effect(actor, event, [clock for clock in after if clock is not actor and clock.seat in counting])
    for clock in after:
        if run_state(clock, event) in ("running", "overdue"):
            _start(clock, event)
    return after


# --- effects ----------------------------------------------------------------------------------------------------------


def _arrive(clock: Clock, event: ClockEvent, counting: Sequence[Clock]) -> None:
    clock.came = True


def _resume(clock: Clock, event: ClockEvent, counting: Sequence[Clock]) -> None:
    """From the next decision on it is the person's again. One whose time is up stays the bot's."""
    clock.away = False


def _answer(clock: Clock, event: ClockEvent, counting: Sequence[Clock]) -> None:
    if event.pace.kind == "live" and clock.owed > 0:
        clock.owed -= 1
    elif event.pace.kind == "live" or clock.seat not in event.deciding:
        clock.fresh = True


def _take_back(clock: Clock, event: ClockEvent, counting: Sequence[Clock]) -> None:
    if clock.fresh:
        clock.fresh = False
    elif event.pace.kind == "live":
        clock.owed += 1


def _pay_for_withdrawn(clock: Clock, event: ClockEvent, counting: Sequence[Clock]) -> None:
    """Others are asked no longer: the time they have spent on the question is charged to whoever withdraws it."""
    for other in counting:
        if other.seat not in event.deciding and not other.out:
            clock.used += other.used
            other.used, other.fresh = 0.0, True


Effect = Callable[[Clock, ClockEvent, Sequence[Clock]], None]

#: what each event does to the account of its seat, in this order; the last argument are the other clocks that counted
EFFECTS: Final[Mapping[EventKind, tuple[Effect, ...]]] = {
    "begin": (),
    "hello": (_arrive,),
    "return": (_arrive, _resume),
    "choose": (_arrive, _answer),
    "stand_in": (_answer,),
    "undo": (_take_back, _pay_for_withdrawn),
    "sit": (_resume,),
}


def _settle(clock: Clock, event: ClockEvent) -> None:
    """Add to the account what has counted until now."""
    if clock.began is not None:
        clock.used += counted(event.pace, clock.began, event.now)
        clock.began = None
    clock.due = None


def _start(clock: Clock, event: ClockEvent) -> None:
    if clock.fresh:
        over = clock.used - event.pace.per
        if event.pace.kind == "live" and over > 0:
            clock.reserve = max(0.0, clock.reserve - over)
        clock.used, clock.out, clock.fresh = 0.0, False, False
    clock.began = event.now
    if not clock.out:
        clock.due = moment_after(event.pace, event.now, allowed(event.pace, clock) - clock.used)


# --- what time does by itself -----------------------------------------------------------------------------------------


def timed_out(pace: Pace, clock: Clock) -> Clock:
    """The clock of somebody whose time is up."""
    if pace.ends != "over":
        return msgspec.structs.replace(clock, due=None, out=True)
    # A bot plays from now on, in its own time.
    return msgspec.structs.replace(clock, used=allowed(pace, clock), began=None, due=None, out=True, away=True)


def rested(pace: Pace, clock: Clock, since: float, now: float) -> Clock:
    """A counting clock after nobody could play between two moments: it stood."""
    if clock.began is None:
        return clock
    used = clock.used + counted(pace, clock.began, max(clock.began, since))
    began = max(clock.began, now)
    due = None if clock.due is None else moment_after(pace, began, allowed(pace, clock) - used)
    return msgspec.structs.replace(clock, used=used, began=began, due=due)


def stopped(pace: Pace, clock: Clock, now: float) -> Clock:
    """A clock that is stopped from outside, with what it has counted."""
    if clock.began is None:
        return clock
    used = clock.used + counted(pace, clock.began, now)
    return msgspec.structs.replace(clock, used=used, began=None, due=None)


# --- what follows from clocks -----------------------------------------------------------------------------------------


def stood_in(pace: Pace, clocks: Iterable[Clock]) -> frozenset[int]:
    """The seats for which a bot decides now, if they are people's."""
    return frozenset(
        clock.seat for clock in clocks if clock.away or (clock.out and not clock.fresh and pace.ends != "nudge")
    )


def may_undo(pace: Pace, clock: Clock | None) -> bool:
    """Whether a person may take back the last choice of a seat. Not what a bot has chosen because their time was up:
    it would only choose again."""
    return clock is None or not clock.out or pace.ends == "nudge"


def may_be_replaced(pace: Pace, clock: Clock | None, present: bool) -> bool:
    """Whether somebody else may give a person's seat away without asking: never while they are here, unless their
    agreed time is up; and over days nobody is expected to be here."""
    if clock is not None and clock.out:
        return True
    if pace.kind == "days":
        return clock is not None and not clock.came and not present
    return not present
