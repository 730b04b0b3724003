"""What everybody may know about a table, at it and in the lobby."""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set
from typing import Any

from theomachy.kernel.match import Match
from theomachy.server.clock_model import Clock, ClockEvent, EventKind
from theomachy.server.envoy import public_setup
from theomachy.server.fairness import Origin, Proof, commitment, special_settings
from theomachy.server.messages import ClockInfo, Clocks, Place, TableInfo
from theomachy.server.notices import GRACE, LIVE_GRACE
from theomachy.server.pace import Pace, counted
from theomachy.server.seats import Called, Chair, deciders, may_coach
from theomachy.server.storage import TableRecord


def table_info(record: TableRecord, game: Any, online: Set[int]) -> TableInfo:
    """What everybody may know about a table."""
    waits = any(chair.who == "open" for chair in record.chairs)
    return TableInfo(
        table=record.table,
        game=record.game,
        title=record.title,
        setup=public_setup(game, record.setup, [chair.side for chair in record.chairs]),
        seats=[
            Place(
                seat=chair.seat,
                side=chair.side,
                who=chair.who,
                name=chair.name,
                bot=chair.bot,
                online=chair.seat in online,
                asked=chair.asked,
                coach=chair.coach,
                resigned=chair.resigned,
            )
            for chair in record.chairs
        ],
        phase="over" if record.over else "waiting" if waits else "playing",
        version=record.version,
        listed=record.listed,
        created=record.created,
        moved=record.moved,
        origin=_origin(record),
        closed=record.closed,
        rated=record.rated,
        deciding=[]
        if waits or record.adjourned
        else [chair.seat for chair in record.chairs if record.deciding >> chair.seat & 1],
        pace=record.pace,
        lesson=record.lesson,
        analysis=record.analysis,
        coached=coach_allowed(record),
        hints=hints_allowed(record),
        adjourned=record.adjourned,
        rematch=record.rematch,
    )


def hints_allowed(record: TableRecord) -> bool:
    """Whether people may ask bots for hints: as the table was set, or by default where one person plays against bots
    or all people have agreed to a coach; never where the match is rated."""
    if record.rated:
        return False
    if record.lesson or record.analysis:
        return True
    return record.hints == "on" or (record.hints == "" and may_coach(record.chairs))


def coach_allowed(record: TableRecord) -> bool:
    """Whether a coach may speak at a table: also where hints are allowed, several people must all have agreed."""
    return may_coach(record.chairs) and not record.lesson and hints_allowed(record)


def clocks_info(record: TableRecord, clocks: Sequence[Clock], now: float) -> Clocks | None:
    """How much time everybody has left; None at a table without clocks."""
    if not clocks:
        return None
    people = {chair.seat for chair in record.chairs if chair.who == "person"}
    return Clocks(now, [_clock_info(record.pace, clock, now) for clock in clocks if clock.seat in people])


def _clock_info(pace: Pace, clock: Clock, now: float) -> ClockInfo:
    used = clock.used
    if clock.began is not None:
        used += counted(pace, clock.began, now)
    over = max(0.0, used - pace.per)
    return ClockInfo(
        seat=clock.seat,
        left=max(0.0, pace.per - used),
        reserve=max(0.0, clock.reserve - over) if pace.kind == "live" else 0.0,
        due=clock.due,
        out=clock.out or clock.away,
        away=clock.away,
    )


def ticking(
    record: TableRecord, chairs: Sequence[Chair], match: Match, what: EventKind, seat: int, now: float,
    taken_back: Sequence[int] = (),
) -> ClockEvent | None:  # fmt: skip
    """What the clocks of a table must know when something has happened; None if it has none."""
    if record.pace.kind == "none":
        return None
    waiting = any(chair.who == "open" for chair in chairs)
    # While a seat is open nobody can decide; if it is the one that must, its time goes on.
    counting = "open" if waiting else "person"
    seats = () if record.closed or record.adjourned or match.over else match.decision.seats
    asked = [one for one in seats if chairs[one].who == counting]
    return ClockEvent(record.pace, seats, asked, now, what, seat, waiting, taken_back)


def called_now(
    record: TableRecord, chairs: Sequence[Chair], match: Match, stood_in: Collection[int],
    here: Collection[str | None], now: float,
) -> Called | None:  # fmt: skip
    """The players who must decide now, and those of them who are here to see it; None at a table without players, and
    where somebody learns: a lesson calls nobody."""
    if record.lesson or record.analysis or all(chair.player is None for chair in chairs):
        return None
    seats = () if record.closed or record.adjourned else deciders(chairs, match)
    asked = [chairs[seat].player for seat in seats if chairs[seat].who == "person" and seat not in stood_in]
    players = tuple(dict.fromkeys(player for player in asked if player is not None))
    grace = LIVE_GRACE if record.pace.kind == "live" else GRACE
    return Called(players, tuple(player for player in players if player in here), now, grace)


def _origin(record: TableRecord) -> Origin:
    """Where the match comes from. The seed is told when the match is over, and not before."""
    drawn = record.seed_origin == "drawn"
    return Origin(
        seed=record.seed_origin,
        commitment=commitment(record.seed, record.salt) if drawn else None,
        proof=Proof(str(record.seed), record.salt.hex()) if record.over else None,
        opened=record.opened,
        special=special_settings(record.setup),
        disclosed=record.disclosed,
    )
