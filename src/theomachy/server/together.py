"""What servers that share a database know of each other: who is alive, whose people are where, which bots must decide,
and how many tables were made from where. The SQL is PostgreSQL's; each method is called inside a transaction. Times are
the database's own, so that the clocks of several machines need not agree."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from theomachy.server.database import Database
from theomachy.server.gate import TooManyTables
from theomachy.server.seats import Turn
from theomachy.server.storage import BOTS, Maker, Presence

NOW: Final = "extract(epoch FROM clock_timestamp())::double precision"
#: a server that has not been heard of for so many seconds is gone, and its people with it
ALIVE: Final = 15.0
#: seconds for which it is remembered who was where, and who made a table
KEPT: Final = 3600.0


class SharedRows:
    """Reads and writes what servers tell each other, for one of them."""

    def __init__(self, database: Database, process: str) -> None:
        self._database = database
        self._execute = database.execute
        self._process = process

    # --- who is alive, and who is where -------------------------------------------------------------------------------

    def beat(self) -> None:
        """This server is alive. Those that are gone leave nothing behind: the tables of their people are told."""
        self._execute(
            f"INSERT INTO processes (id, seen) VALUES (?, {NOW}) ON CONFLICT (id) DO UPDATE SET seen = excluded.seen",
            (self._process,),
        )
        gone = self._execute(f"DELETE FROM processes WHERE seen < {NOW} - ? RETURNING id", (ALIVE,)).fetchall()
        for (process,) in gone:
            left = self._execute(
                f"UPDATE presence SET left_at = {NOW} WHERE process = ? AND left_at IS NULL RETURNING table_id",
                (process,),
            ).fetchall()
            for table in {row[0] for row in left}:
                self._database.tell(table)
        self._execute(f"DELETE FROM presence WHERE left_at < {NOW} - ?", (KEPT,))

    def leave(self) -> None:
        """This server ends: its people have left, and its turns are for others."""
        left = self._execute(
            f"UPDATE presence SET left_at = {NOW} WHERE process = ? AND left_at IS NULL RETURNING table_id",
            (self._process,),
        ).fetchall()
        for table in {row[0] for row in left}:
            self._database.tell(table)
        freed = self._execute(
            "UPDATE bot_turns SET process = NULL, until = 0 WHERE process = ? RETURNING table_id", (self._process,)
        )
        if freed.fetchall():
            self._database.tell(BOTS)
        self._execute("DELETE FROM processes WHERE id = ?", (self._process,))

    def present(self, table: str, seats: Collection[int]) -> None:
        """The people of these seats are here now, and nobody else at this table."""
        self._execute(
            f"UPDATE presence SET left_at = {NOW} WHERE table_id = ? AND process = ? AND left_at IS NULL"
            " AND NOT (seat = ANY(?))",
            (table, self._process, list(seats)),
        )
        for seat in seats:
            self._execute(
                "INSERT INTO presence (table_id, seat, process) SELECT id, ?, ? FROM tables WHERE id = ?"
                " ON CONFLICT (table_id, seat, process) DO UPDATE SET left_at = NULL",
                (seat, self._process, table),
            )
        self._database.tell(table)

    def elsewhere(self, table: str) -> Presence:
        """Whose people are at other servers, and for how many seconds others have been away from there."""
        rows = self._execute(
            f"SELECT seat, left_at IS NULL AND seen IS NOT NULL, {NOW} - COALESCE(left_at, {NOW}) FROM presence"
            f" LEFT JOIN processes ON id = process AND seen > {NOW} - ? WHERE table_id = ? AND process <> ?",
            (ALIVE, table, self._process),
        ).fetchall()
        left: dict[int, float] = {}
        for seat, _, ago in rows:
            left[seat] = min(ago, left.get(seat, ago))
        return Presence(frozenset(seat for seat, here, _ in rows if here), left)

    # --- bots ---------------------------------------------------------------------------------------------------------

    def set_turn(self, table: str, version: int, turn: Turn) -> None:
        """A bot must decide at this version, or none. Whoever plays the table's bots now goes on with it."""
        if not turn.due:
            self._execute("DELETE FROM bot_turns WHERE table_id = ?", (table,))
            return
        self._execute(
            f"INSERT INTO bot_turns (table_id, version, patron, due) VALUES (?, ?, ?, {NOW})"
            " ON CONFLICT (table_id) DO UPDATE SET version = excluded.version, due = excluded.due",
            (table, version, turn.patron),
        )
        self._database.tell(BOTS)

    def take_turn(self, seconds: float) -> tuple[str, str] | None:
        """A table whose bots nobody plays, or whose player has not been heard of in time; it is this server's for so
        many seconds. Whose address has fewest played is first, then who has waited longest."""
        row = self._execute(
            f"UPDATE bot_turns SET process = ?, until = {NOW} + ? WHERE table_id = ("
            f"  SELECT table_id FROM bot_turns AS free WHERE until < {NOW} ORDER BY ("
            f"    SELECT COUNT(*) FROM bot_turns AS taken WHERE taken.patron = free.patron AND taken.until > {NOW}"
            "  ), due LIMIT 1 FOR UPDATE SKIP LOCKED"
            ") RETURNING table_id, patron",
            (self._process, seconds),
        ).fetchone()
        return None if row is None else (row[0], row[1])

    def keep_turns(self, tables: Sequence[str], seconds: float) -> list[str]:
        """The tables whose bots are still this server's, for so many seconds more."""
        rows = self._execute(
            f"UPDATE bot_turns SET until = {NOW} + ? WHERE process = ? AND table_id = ANY(?) RETURNING table_id",
            (seconds, self._process, list(tables)),
        ).fetchall()
        return [row[0] for row in rows]

    def end_turn(self, table: str, version: int, pause: float) -> None:
        """No bot must decide at this version. If the table has moved on since, or the version is not known (-1), its
        bots are anybody's, after a pause."""
        gone = self._execute(
            "DELETE FROM bot_turns WHERE table_id = ? AND version <= ? AND process = ? RETURNING table_id",
            (table, version, self._process),
        )
        if gone.fetchone() is None:
            self._execute(
                f"UPDATE bot_turns SET process = NULL, until = {NOW} + ? WHERE table_id = ? AND process = ?",
                (pause, table, self._process),
            )

    # --- limits -------------------------------------------------------------------------------------------------------

    def admit(self, maker: Maker) -> None:
        """Count a new table; raises `TooManyTables`."""
        self._execute(f"DELETE FROM made_tables WHERE at < {NOW} - ?", (KEPT,))
        mine, whole = self._execute(
            "SELECT COUNT(*) FILTER (WHERE address = ?), COUNT(*) FROM made_tables", (maker.address,)
        ).fetchone()
        if mine >= maker.mine or (whole >= maker.whole and mine >= maker.anyway):
            raise TooManyTables
        self._execute(f"INSERT INTO made_tables (address, at) VALUES (?, {NOW})", (maker.address,))
