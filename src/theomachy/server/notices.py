"""What is said to people who are not looking: that it is their turn, in their language, not in their quiet hours."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Annotated, Final, Literal
from zoneinfo import ZoneInfo

from msgspec import Meta, Struct

import theomachy
from theomachy.server.messages import Lang
from theomachy.server.words import say

#: seconds between the beginning of a turn and its message: whoever is at the table has seen it by then
GRACE: Final = 20.0
#: the same where people play at one sitting
LIVE_GRACE: Final = 8.0
#: seconds between two messages to somebody: what comes meanwhile is told in one
GAP: Final = 300.0
#: seconds until a delivery that failed is tried again, and again; then it is given up
PAUSES: Final = (60.0, 300.0, 1_800.0, 7_200.0, 21_600.0)
#: how many tables are named in a message
NAMED: Final = 5

Quoted = Callable[[str], str]
#: it is somebody's turn, or their time is up
Why = Literal["turn", "late"]
Minute = Annotated[int, Meta(ge=0, lt=1440)]


class Wishes(Struct):
    """How a player wants to be told."""

    lang: Lang = "en"
    zone: Annotated[str, Meta(max_length=64)] = "UTC"
    #: minutes of the day between which nothing is sent; equal ones: none are quiet
    quiet_from: Minute = 0
    quiet_to: Minute = 0
    #: whether anything is sent at all
    on: bool = True


class Waiting(Struct, frozen=True):
    """A table that waits for somebody: what a message tells of it."""

    table: str
    title: str
    game: str
    why: Why
    since: float


class Message(Struct, frozen=True):
    """A message before it has a form: everything in it is known to everybody at those tables."""

    waiting: list[Waiting]
    lang: Lang = "en"
    #: a message that somebody asked for, to see whether it comes
    trial: bool = False


def is_zone(zone: str) -> bool:
    try:
        ZoneInfo(zone)
    except (ValueError, OSError, KeyError):
        return False
    return True


def after_quiet(wishes: Wishes, now: float) -> float:
    """The moment from which something may be sent: now, or the end of the quiet hours."""
    if wishes.quiet_from == wishes.quiet_to:
        return now
    local = datetime.fromtimestamp(now, ZoneInfo(wishes.zone))
    minute = local.hour * 60 + local.minute
    begin, end = wishes.quiet_from, wishes.quiet_to
    quiet = begin <= minute < end if begin < end else minute >= begin or minute < end
    if not quiet:
        return now
    morning = local.replace(hour=end // 60, minute=end % 60, second=0, microsecond=0)
    if morning <= local:
        morning += timedelta(days=1)
    return max(now, morning.timestamp())


def pause_after(tries: int, retry_after: float | None) -> float | None:
    """Seconds until something that has failed so many times is tried again; None: no more."""
    if tries > len(PAUSES):
        return None
    pause = PAUSES[tries - 1]
    return pause if retry_after is None else max(pause, min(retry_after, PAUSES[-1]))


# --- words ------------------------------------------------------------------------------------------------------------


def table_words(waiting: Waiting, lang: str) -> str:
    """What a table is called: its title, which anybody may have chosen, can't be a link."""
    game = theomachy.game(waiting.game).face().title(lang) if waiting.game in theomachy.GAMES else ""
    title = waiting.title.replace("://", ": ")
    return f"{title} ({game})" if title and game else title or game or waiting.table


def headline(message: Message) -> str:
    """A message in one line."""
    if message.trial:
        return say("notice-trial", message.lang)
    if len(message.waiting) == 1:
        only = message.waiting[0]
        return say(f"notice-{only.why}", message.lang, table=table_words(only, message.lang))
    return say("notice-turns", message.lang, count=len(message.waiting))


def sentences(message: Message, address: str, quoted: Quoted = str) -> list[str]:
    """A message line by line; with an address, links to the tables. Nobody gets in by such a link. `quoted` makes words
    harmless where letters mean something."""
    lines = [quoted(headline(message))]
    for waiting in message.waiting[:NAMED]:
        words = [] if len(message.waiting) == 1 else [quoted(table_words(waiting, message.lang))]
        link = [f"{address}/t/{waiting.table}"] if address else []
        if words or link:
            lines.append(" — ".join([*words, *link]))
    if len(message.waiting) > NAMED:
        lines.append(say("notice-more", message.lang, count=len(message.waiting) - NAMED))
    return lines


def path_of(message: Message) -> str:
    """The page that a message leads to."""
    return f"/t/{message.waiting[0].table}" if len(message.waiting) == 1 else "/"
