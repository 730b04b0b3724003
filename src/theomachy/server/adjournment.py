"""Adjourning a match: the rows that pause and resume a table and its clocks. Called inside a transaction."""

from __future__ import annotations

from collections.abc import Sequence

from theomachy.server.clock_model import Clock, ClockEvent, apply, stopped
from theomachy.server.clock_rows import ClockRows
from theomachy.server.database import Database
from theomachy.server.pace import Pace
from theomachy.server.storage import Outdated


def adjourn(
    database: Database, table: str, version: int, seating: int, adjourned: bool, pace: Pace, deciders: Sequence[int],
    now: float,
) -> list[Clock]:  # fmt: skip
    """Pause or resume a table that is at this version; the clocks afterwards. `Outdated` if somebody was first."""
    changed = database.execute(
        "UPDATE tables SET adjourned = ? WHERE id = ? AND version = ? AND seating = ? RETURNING id",
        (int(adjourned), table, version, seating),
    )
    if changed.fetchone() is None:
        raise Outdated(f"table {table} is not at version {version} with seating {seating}")
    rows = ClockRows(database)
    before = rows.read(table)
    if adjourned:
        after = [stopped(pace, clock, now) for clock in before]
    else:
        after = apply(before, ClockEvent(pace, deciders, deciders, now, "begin", -1))
    rows.put(table, before, after)
    database.tell(table)
    return after
