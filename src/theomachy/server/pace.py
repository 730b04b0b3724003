"""The pace of a table: how long people may think, and what happens when their time is up. Rules alone: what time it is,
who must decide and what was stored comes from outside."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Annotated, Final, Literal
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Meta, Struct

MINUTE: Final = 60.0
DAY: Final = 86_400.0
#: seconds that a decision, a reserve, and a turn over days may be given
LIVE: Final = (5.0, 3_600.0)
RESERVE: Final = (0.0, DAY)
DAYS: Final = (3_600.0, 30 * DAY)
SATURDAY: Final = 5

#: without a clock; at one sitting; over days
Kind = Literal["none", "live", "days"]
#: at the end of time: a bot decides this once, a bot takes over until the person returns, or there is only a nudge
Ends = Literal["once", "over", "nudge"]
#: somebody has chosen, taken back, come to the table, or sat down on a seat; with "begin" the table is new
Happening = Literal["choose", "undo", "come", "sit", "begin"]


class Pace(Struct, frozen=True, forbid_unknown_fields=True):
    """What the people of a table have agreed to by sitting down."""

    kind: Kind = "none"
    #: live: seconds for each decision; days: for each turn, that is until somebody else decides
    per: float = 0.0
    #: live: seconds of each person for the whole match, for when a decision takes longer
    reserve: float = 0.0
    #: days: whether Saturdays and Sundays, as they are in the zone, don't count
    weekends_off: bool = False
    zone: Annotated[str, Meta(max_length=64)] = "UTC"
    ends: Ends = "nudge"
    #: who decides for a person whose time is up
    bot: Annotated[str, Meta(max_length=40)] = "greedy"


#: a table without a clock
UNHURRIED: Final = Pace()


def fault(pace: Pace) -> str | None:
    """What is wrong with a pace that somebody wishes for."""
    if pace.kind == "none":
        return None if pace == UNHURRIED else "a table without a clock has nothing else"
    least, most = LIVE if pace.kind == "live" else DAYS
    if not least <= pace.per <= most:
        return f"per: {least:.0f} to {most:.0f} seconds"
    if not RESERVE[0] <= pace.reserve <= RESERVE[1]:
        return f"reserve: {RESERVE[0]:.0f} to {RESERVE[1]:.0f} seconds"
    if pace.kind == "days" and pace.reserve:
        return "reserve: only where people play live"
    if pace.kind == "live" and pace.weekends_off:
        return "weekends_off: only where people play over days"
    try:
        ZoneInfo(pace.zone)
    except (ValueError, OSError, KeyError):
        return f"zone: '{pace.zone}' is not known here"
    return None


class Clock(Struct):
    """The clock of a seat. It runs if it has `began`; then it is up at `due`, unless the server is down meanwhile."""

    seat: int
    #: seconds used of the present decision, or turn, before `began`
    used: float = 0.0
    #: seconds left of the reserve, without what the present decision takes of it
    reserve: float = 0.0
    began: float | None = None
    due: float | None = None
    #: whether the time of the present decision is up
    out: bool = False
    #: whether a bot has taken over until the person returns
    away: bool = False
    #: whether the person has ever been at the table: a match at one sitting does not begin without them
    came: bool = False
    #: whether the next decision has all its time
    fresh: bool = True
    #: choices that were taken back: as many new ones don't get new time
    owed: int = 0

    @property
    def running(self) -> bool:
        return self.began is not None


class Ticking(Struct, frozen=True):
    """What has happened at a table, and who must decide now: what its clocks must know."""

    pace: Pace
    #: seats of people who must decide, if anything may be decided now
    deciders: Sequence[int]
    now: float
    what: Happening
    seat: int


# --- time that counts -------------------------------------------------------------------------------------------------


def counted(pace: Pace, begin: float, end: float) -> float:
    """Seconds between two moments that count."""
    if end <= begin:
        return 0.0
    if not pace.weekends_off:
        return end - begin
    return end - begin - sum(min(end, till) - max(begin, since) for since, till in _weekends(pace.zone, begin, end))


def moment_after(pace: Pace, begin: float, seconds: float) -> float:
    """When so many seconds that count have gone by."""
    end = begin + max(0.0, seconds)
    if not pace.weekends_off:
        return end
    while True:
        missing = seconds - counted(pace, begin, end)
        if missing <= 1e-3:
            break
        end += missing
    # Time that is up in the first moment of a weekend is up on Monday: somebody may be at the table again then.
    return max((till for since, till in _weekends(pace.zone, begin, end + 1) if since <= end < till), default=end)


def _weekends(zone: str, begin: float, end: float) -> Iterable[tuple[float, float]]:
    """The weekends that lie between two moments, or reach into it."""
    here = ZoneInfo(zone)
    day = datetime.fromtimestamp(begin, here).replace(hour=0, minute=0, second=0, microsecond=0)
    saturday = day + timedelta(days=SATURDAY - day.weekday())
    while saturday.timestamp() < end:
        # Days are added on the calendar: where the hour changes at the weekend it is a little longer or shorter.
        monday = saturday + timedelta(days=2)
        if monday.timestamp() > begin:
            yield saturday.timestamp(), monday.timestamp()
        saturday += timedelta(days=7)


# --- clocks -----------------------------------------------------------------------------------------------------------


def allowed(pace: Pace, clock: Clock) -> float:
    """Seconds that the present decision, or turn, may take in all."""
    return pace.per + (clock.reserve if pace.kind == "live" else 0.0)


def new_clock(pace: Pace, seat: int) -> Clock:
    return Clock(seat, reserve=pace.reserve)


def ticked(clocks: Sequence[Clock], tick: Ticking) -> list[Clock]:
    """The clocks after something has happened. Those given are not changed."""
    after = [msgspec.structs.replace(clock) for clock in clocks]
    for index, clock in enumerate(after):
        if clock.seat == tick.seat:
            if tick.what == "sit":
                # Somebody else sits there, with time of their own.
                after[index] = clock = new_clock(tick.pace, clock.seat)
            elif tick.what == "come":
                clock.came = True
                _return(clock)
        _stop(clock, tick)
    for clock in after:
        if clock.seat in tick.deciders and not clock.away and (clock.came or tick.pace.kind != "live"):
            _start(clock, tick)
    return after


def _return(clock: Clock) -> None:
    """The person is back: their next decision is theirs, with all its time."""
    if clock.away:
        clock.away = clock.out = False
        clock.fresh = True


def _stop(clock: Clock, tick: Ticking) -> None:
    """Add up what was used, and note whether the next decision begins anew."""
    mine = clock.seat == tick.seat
    decides = clock.seat in tick.deciders
    if clock.began is not None:
        clock.used += counted(tick.pace, clock.began, tick.now)
        clock.began = None
        if not decides and not (mine and tick.what == "choose"):
            # Asked no more without having answered: somebody has taken back what led here. That costs nothing.
            clock.used, clock.out, clock.fresh = 0.0, False, True
    clock.due = None
    if not mine:
        return
    if tick.what == "choose":
        if tick.pace.kind == "live" and clock.owed > 0:
            clock.owed -= 1
        elif tick.pace.kind == "live" or not decides:
            clock.fresh = True
    elif tick.what == "undo":
        if clock.fresh:
            clock.fresh = False
        elif tick.pace.kind == "live":
            clock.owed += 1


def _start(clock: Clock, tick: Ticking) -> None:
    if clock.fresh:
        over = clock.used - tick.pace.per
        if tick.pace.kind == "live" and over > 0:
            clock.reserve = max(0.0, clock.reserve - over)
        clock.used, clock.out, clock.fresh = 0.0, False, False
    clock.began = tick.now
    if not clock.out:
        clock.due = moment_after(tick.pace, tick.now, allowed(tick.pace, clock) - clock.used)


def rested(pace: Pace, clock: Clock, since: float, now: float) -> Clock:
    """A running clock after nobody could play between two moments: it stood."""
    if clock.began is None:
        return clock
    used = clock.used + counted(pace, clock.began, max(clock.began, since))
    began = max(clock.began, now)
    due = None if clock.due is None else moment_after(pace, began, allowed(pace, clock) - used)
    return msgspec.structs.replace(clock, used=used, began=began, due=due)


def timed_out(pace: Pace, clock: Clock) -> Clock:
    """The clock of somebody whose time is up."""
    if pace.ends != "over":
        return msgspec.structs.replace(clock, due=None, out=True)
    # A bot plays from now on, in its own time.
    return msgspec.structs.replace(
        clock, used=allowed(pace, clock), began=None, due=None, out=True, away=True, fresh=True
    )


def stood_in(pace: Pace, clocks: Iterable[Clock]) -> frozenset[int]:
    """The seats of people for whom a bot decides now."""
    return frozenset(clock.seat for clock in clocks if clock.away or (clock.out and pace.ends == "once"))


def may_be_replaced(pace: Pace, clock: Clock | None, present: bool) -> bool:
    """Whether somebody else may give a person's seat away without asking: never while they are here, unless their
    agreed time is up; and over days nobody is expected to be here."""
    if clock is not None and clock.out:
        return True
    if pace.kind == "days":
        return clock is not None and not clock.came and not present
    return not present
