"""Clocks as rows: the SQL, the same for every `Database`. Each method is called inside a transaction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import msgspec
from msgspec.json import decode, encode

from theomachy.server.clock_model import Clock, ClockEvent, apply, new_clock, rested, stopped, timed_out
from theomachy.server.database import Database
from theomachy.server.pace import Pace
from theomachy.server.rows import TableRows, read_pace
from theomachy.server.storage import ChatLine, Damaged, Outdated, Watched

CLOCK_COLUMNS: Final = "seat, used, reserve, began, due, out, away, came, answered, taken_back, carried"
#: seconds after which it is written down that the server is up; and those without a sign of it that are a pause
UP: Final = 5.0
PAUSE: Final = 15.0
#: the line that tells of the end of somebody's time
LINES: Final = {"once": "line-time-once", "over": "line-time-over", "nudge": "line-time-nudge"}


class ClockRows:
    """Reads and writes the clocks of tables. Whoever changes those of a table holds the row of the table."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._execute = database.execute

    # --- of one table -------------------------------------------------------------------------------------------------

    def create(self, table: str, pace: Pace, seats: int) -> list[Clock]:
        clocks = [new_clock(pace, seat) for seat in range(seats)]
        for clock in clocks:
            self._execute(
                f"INSERT INTO clocks (table_id, {CLOCK_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (table, clock.seat, *_values(clock)),
            )
        return clocks

    def read(self, table: str) -> list[Clock]:
        rows = self._execute(f"SELECT {CLOCK_COLUMNS} FROM clocks WHERE table_id = ? ORDER BY seat", (table,))
        return _clocks(rows.fetchall())

    def tick(self, table: str, tick: ClockEvent) -> list[Clock]:
        """Something has happened at a table, whose row is held."""
        before = self.read(table)
        after = apply(before, tick)
        self.put(table, before, after)
        return after

    def hold(self, table: str, version: int, seating: int) -> None:
        """Hold the row of a table; `Outdated` if it is at another version, or has another seating."""
        held = self._execute(
            "UPDATE tables SET version = version WHERE id = ? AND version = ? AND seating = ? RETURNING version",
            (table, version, seating),
        )
        if held.fetchone() is None:
            raise Outdated(f"table {table} is not at version {version} with seating {seating}")

    def put(self, table: str, before: Iterable[Clock], after: Iterable[Clock]) -> None:
        """Write the clocks of a table that have changed."""
        for old, new in zip(before, after, strict=True):
            if old != new:
                self._execute(
                    "UPDATE clocks SET used = ?, reserve = ?, began = ?, due = ?, out = ?, away = ?, came = ?,"
                    " answered = ?, taken_back = ?, carried = ? WHERE table_id = ? AND seat = ?",
                    (*_values(new), table, new.seat),
                )

    # --- of all -------------------------------------------------------------------------------------------------------

    def watch(self, now: float, lived: float) -> Watched:
        """Look at all clocks. This process was able to play for the last so many seconds, and does so now; if nobody
        was before that, the clocks stood until now."""
        following = self._execute("SELECT MIN(due), COUNT(began) FROM clocks WHERE began IS NOT NULL").fetchone()
        if following is None or following[1] == 0:
            # Nothing runs, so nothing is to be known.
            return Watched([], None, [])
        seen = float(self._execute("SELECT seen FROM uptime").fetchone()[0])
        stood = now - lived - seen > PAUSE
        if stood or now - seen >= UP:
            # Of several that look at once one is first; the others find that it was seen.
            mine = self._execute("UPDATE uptime SET seen = ? WHERE seen = ? RETURNING seen", (now, seen)).fetchone()
            stood = stood and mine is not None
        moved = self._rest(seen, now - lived) if stood else []
        rows = self._execute(
            "SELECT DISTINCT table_id FROM clocks WHERE due <= ? ORDER BY table_id LIMIT 100", (now,)
        ).fetchall()
        next_due = self._execute("SELECT MIN(due) FROM clocks WHERE due > ?", (now,)).fetchone()
        return Watched([row[0] for row in rows], None if next_due is None else next_due[0], moved)

    def _rest(self, since: float, until: float) -> list[str]:
        rows = self._execute("SELECT DISTINCT table_id FROM clocks WHERE began IS NOT NULL ORDER BY table_id")
        tables = [row[0] for row in rows.fetchall()]
        for table in tables:
            pace = self._hold_pace(table)
            if pace is not None:
                before = self.read(table)
                self.put(table, before, [rested(pace, clock, since, until) for clock in before])
                self._database.tell(table)
        return tables

    def time_out(self, table: str, now: float) -> tuple[list[int], bool]:
        """The seats whose time is up, noted and told in the chat; none if somebody else was first. And whether a bot
        must decide now."""
        pace = self._hold_pace(table)
        before = self.read(table)
        if pace is None:
            # It is over, closed, or can't be read: nobody is waited for.
            self.put(table, before, [msgspec.structs.replace(clock, began=None, due=None) for clock in before])
            return [], False
        late = [clock.seat for clock in before if clock.due is not None and clock.due <= now]
        if late:
            self.put(table, before, [timed_out(pace, clock) if clock.seat in late else clock for clock in before])
            self._tell(table, pace, late, now)
        return late, bool(late) and pace.ends != "nudge"

    def _tell(self, table: str, pace: Pace, late: Sequence[int], now: float) -> None:
        rows = self._execute("SELECT seat, side, who FROM seats WHERE table_id = ?", (table,)).fetchall()
        sides = {seat: side for seat, side, _ in rows}
        vacant = {seat for seat, _, who in rows if who == "open"}
        for seat in late:
            # Nobody decides for an open seat.
            key = LINES["nudge" if seat in vacant else pace.ends]
            line = ChatLine(0, None, "", "", now, key, {"side": sides.get(seat, ""), "bot": pace.bot})
            TableRows(self._database).add_line(table, line)

    def _hold_pace(self, table: str) -> Pace | None:
        """The pace of a table that is played, whose row is held from then on."""
        row = self._execute(
            "UPDATE tables SET version = version WHERE id = ? RETURNING pace, over, closed", (table,)
        ).fetchone()
        if row is None or row[1] or row[2]:
            return None
        try:
            return read_pace(row[0])
        except Damaged:
            return None

    def stop(self, table: str, now: float) -> None:
        """Stop the clocks of a table, whose row is held, and keep what they have counted."""
        pace = self._hold_pace(table)
        if pace is not None:
            before = self.read(table)
            self.put(table, before, [stopped(pace, clock, now) for clock in before])

    def bots_due(self) -> list[str]:
        """Tables at which a bot may have to decide for somebody whose time is up."""
        rows = self._execute("SELECT DISTINCT table_id FROM clocks WHERE out = 1 OR away = 1 ORDER BY table_id")
        return [row[0] for row in rows.fetchall()]


def _values(clock: Clock) -> tuple[object, ...]:
    return (
        clock.used, clock.reserve, clock.began, clock.due, int(clock.out), int(clock.away), int(clock.came),
        encode(clock.answered).decode(), encode(clock.taken_back).decode(), clock.carried,
    )  # fmt: skip


def _clocks(rows: Iterable[tuple[Any, ...]]) -> list[Clock]:
    return [
        Clock(
            seat, used, reserve, began, due, bool(out), bool(away), bool(came),
            decode(answered, type=tuple[float | None, ...]), decode(taken_back, type=tuple[float, ...]), carried,
        )
        for seat, used, reserve, began, due, out, away, came, answered, taken_back, carried in rows
    ]  # fmt: skip
