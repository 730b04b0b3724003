"""The pace of a table: how long people may think, what happens when their time is up, and which seconds count. The
clocks themselves are in `clock_model`."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Annotated, Final, Literal
from zoneinfo import ZoneInfo

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
