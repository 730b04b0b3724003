"""The clocks of a table as a state machine: no storage, no sockets, no current time of its own.

Two tables define it. `EFFECTS` lists what each event does to the stored account of a seat; `run_state` derives from
that account whether the clock runs. The model guarantees that

* used time belongs to the seat: it stays when its person leaves, comes back, or is replaced;
* exactly the clocks of the seats that are asked run (a live clock from its person's first arrival on);
* each decision (live) or turn (days) of a seat has its time once: when it is taken back it resumes with what it has
  used, and so do those after it when they are reached again;
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
    #: seconds of the reserve that neither an answered decision nor one that was taken back has used
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
    #: for each choice that stands, the seconds that its decision used; None: the turn went on after it (days)
    answered: tuple[float | None, ...] = ()
    #: seconds used of later decisions (or turns) that were taken back, the next one last
    taken_back: tuple[float, ...] = ()
    #: the part of `used` that an undo has put there: whoever withdraws the present question does not pay for it
    carried: float = 0.0


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
    #: undo: the seat of each choice that is taken back
    taken_back: Sequence[int] = ()


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
    return "overdue" if clock.out else "running"


def apply(clocks: Sequence[Clock], event: ClockEvent) -> list[Clock]:
    """The clocks after an event; those given are not changed."""
    after = [msgspec.structs.replace(clock) for clock in clocks]
    for clock in after:
        _settle(clock, event)
    actor = next((clock for clock in after if clock.seat == event.seat), None)
    if actor is not None:
        for effect in EFFECTS[event.kind]:
            effect(actor, event, after)
    for clock in after:
        if run_state(clock, event) in ("running", "overdue"):
            _start(clock, event)
    return after


# --- effects ----------------------------------------------------------------------------------------------------------


def _arrive(clock: Clock, event: ClockEvent, clocks: Sequence[Clock]) -> None:
    clock.came = True


def _resume(clock: Clock, event: ClockEvent, clocks: Sequence[Clock]) -> None:
    """From the next decision on it is the person's again. One whose time is up stays the bot's."""
    clock.away = False


def _answer(clock: Clock, event: ClockEvent, clocks: Sequence[Clock]) -> None:
    if event.pace.kind == "days" and clock.seat in event.deciding:
        clock.answered += (None,)
        return
    clock.answered += (_set_aside(event.pace, clock),)
    following = clock.taken_back[-1] if clock.taken_back else 0.0
    clock.taken_back = clock.taken_back[:-1]
    _take_up(event.pace, clock, following)


def _take_back(clock: Clock, event: ClockEvent, clocks: Sequence[Clock]) -> None:
    """Charge the author of an undo for the questions it withdraws; all seats resume where they were."""
    charge = sum(_withdraw(other) for other in clocks if other is not clock and other.seat not in event.deciding)
    for other in clocks:
        for _ in range(event.taken_back.count(other.seat)):
            _reopen(event.pace, other)
    clock.used += charge
    clock.carried += charge


def _withdraw(clock: Clock) -> float:
    """Seconds that a seat has spent on a question that it is not asked any more; they are not its own."""
    spent = 0.0 if clock.out else clock.used - clock.carried
    clock.used -= spent
    return spent


def _reopen(pace: Pace, clock: Clock) -> None:
    """Take back the last choice of a seat: its decision, or turn, goes on with what it had used."""
    # Choices of a match that was opened from a save have used nothing here.
    used = clock.answered[-1] if clock.answered else None
    clock.answered = clock.answered[:-1]
    if used is not None:
        clock.taken_back += (_set_aside(pace, clock),)
        _take_up(pace, clock, used)


def _set_aside(pace: Pace, clock: Clock) -> float:
    """Seconds used of the present decision, or turn, which is another one from now on."""
    used = allowed(pace, clock) if clock.out else min(round(clock.used, 3), allowed(pace, clock))
    clock.reserve = max(0.0, clock.reserve - _from_reserve(pace, used))
    return used


def _take_up(pace: Pace, clock: Clock, used: float) -> None:
    """Make a decision, or turn, that has used so much the present one."""
    clock.reserve = min(pace.reserve, clock.reserve + _from_reserve(pace, used))
    clock.used, clock.carried = used, used
    clock.out = allowed(pace, clock) - used < 1e-3


def _from_reserve(pace: Pace, used: float) -> float:
    """Seconds that a decision takes of the reserve."""
    return max(0.0, used - pace.per) if pace.kind == "live" else 0.0


Effect = Callable[[Clock, ClockEvent, Sequence[Clock]], None]

#: what each event does to the account of its seat, in this order; the last argument are all clocks of the table
EFFECTS: Final[Mapping[EventKind, tuple[Effect, ...]]] = {
    "begin": (),
    "hello": (_arrive,),
    "return": (_arrive, _resume),
    "choose": (_arrive, _answer),
    "stand_in": (_answer,),
    "undo": (_take_back,),
    "sit": (_resume,),
}


def _settle(clock: Clock, event: ClockEvent) -> None:
    """Add to the account what has counted until now."""
    if clock.began is not None:
        clock.used += counted(event.pace, clock.began, event.now)
        clock.began = None
    clock.due = None


def _start(clock: Clock, event: ClockEvent) -> None:
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
    return frozenset(clock.seat for clock in clocks if clock.away or (clock.out and pace.ends != "nudge"))


def may_undo(pace: Pace, clock: Clock | None) -> bool:
    """Whether a person may take back the last choice of a seat. Not what a bot has chosen because their time was up:
    it would only choose again."""
    if clock is None or pace.ends == "nudge":
        return True
    before = msgspec.structs.replace(clock)
    _reopen(pace, before)
    return not clock.out and not before.out


def may_be_replaced(pace: Pace, clock: Clock | None, present: bool) -> bool:
    """Whether somebody else may give a person's seat away without asking: never while they are here, unless their
    agreed time is up; and over days nobody is expected to be here."""
    if clock is not None and (clock.out or clock.away):
        return True
    if pace.kind == "days":
        return clock is not None and not clock.came and not present
    return not present
