"""What servers that share a database know of each other: who is alive, whose people are where, which bots must decide,
which jobs are to be done, and who has used how much of what is allowed. The SQL is PostgreSQL's; each method is called
inside a transaction. Times are the database's own, so that the clocks of several machines need not agree."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from theomachy.server.database import Database
from theomachy.server.gate import TooManyTables
from theomachy.server.seats import Turn
from theomachy.server.storage import BOTS, DONE, JOBS, Job, JobAnswer, Maker, Presence, Use

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
            self._execute("DELETE FROM jobs WHERE asker = ?", (process,))
        self._execute(f"DELETE FROM presence WHERE left_at < {NOW} - ?", (KEPT,))
        self._execute(f"DELETE FROM used WHERE at < {NOW} - ?", (KEPT,))

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
        self._execute("DELETE FROM jobs WHERE asker = ?", (self._process,))
        freed = self._execute(
            "UPDATE jobs SET process = NULL, until = 0 WHERE process = ? AND answer IS NULL RETURNING id",
            (self._process,),
        )
        if freed.fetchall():
            self._database.tell(JOBS)
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

    # --- jobs ---------------------------------------------------------------------------------------------------------

    def post_job(self, job: Job, most: int) -> bool:
        """Ask for a job; False if so many of its kind wait for its address already."""
        (waiting,) = self._execute(
            "SELECT COUNT(*) FROM jobs WHERE patron = ? AND kind = ? AND answer IS NULL", (job.patron, job.kind)
        ).fetchone()
        if waiting >= most:
            return False
        self._execute(
            "INSERT INTO jobs (id, kind, table_id, patron, asker, body, due)"
            f" SELECT ?, ?, id, ?, ?, ?, {NOW} FROM tables WHERE id = ?",
            (job.id, job.kind, job.patron, self._process, job.body, job.table),
        )
        self._database.tell(JOBS)
        return True

    def take_job(self, kinds: Sequence[str], seconds: float) -> Job | None:
        """A job that nobody does, or whose server has not been heard of in time; it is this server's for so many
        seconds. Addresses take turns, and the tables of an address among themselves."""
        row = self._execute(
            "WITH at_tables AS ("
            f"  SELECT id, patron, due, until > {NOW} AS taken, ROW_NUMBER() OVER ("
            f"    PARTITION BY patron, table_id ORDER BY until > {NOW} DESC, due) AS place"
            "  FROM jobs WHERE answer IS NULL AND kind = ANY(?)"
            "), ranked AS ("
            "  SELECT id, ROW_NUMBER() OVER (PARTITION BY patron ORDER BY taken DESC, place, due) AS place"
            "  FROM at_tables"
            f") UPDATE jobs SET process = ?, until = {NOW} + ? WHERE id = ("
            "  SELECT free.id FROM jobs AS free JOIN ranked ON ranked.id = free.id"
            f"  WHERE free.until < {NOW} AND free.answer IS NULL"
            "  ORDER BY ranked.place, free.due LIMIT 1 FOR UPDATE OF free SKIP LOCKED"
            ") RETURNING id, kind, table_id, patron, body",
            (list(kinds), self._process, seconds),
        ).fetchone()
        return None if row is None else Job(*row)

    def keep_jobs(self, jobs: Sequence[str], seconds: float) -> list[str]:
        """The jobs that are still this server's, for so many seconds more; those that were withdrawn are not."""
        rows = self._execute(
            f"UPDATE jobs SET until = {NOW} + ? WHERE process = ? AND answer IS NULL AND id = ANY(?) RETURNING id",
            (seconds, self._process, list(jobs)),
        ).fetchall()
        return [row[0] for row in rows]

    def end_job(self, job: str, answer: bytes, failed: str) -> None:
        """Who was first is first: another server may have taken it when this one was slow."""
        kept = self._execute(
            "UPDATE jobs SET answer = ?, failed = ? WHERE id = ? AND answer IS NULL RETURNING id", (answer, failed, job)
        )
        if kept.fetchone() is not None:
            self._database.tell(DONE + job)

    def job_answer(self, job: str) -> JobAnswer | None:
        row = self._execute(
            "DELETE FROM jobs WHERE id = ? AND answer IS NOT NULL RETURNING answer, failed", (job,)
        ).fetchone()
        return None if row is None else JobAnswer(*row)

    def withdraw_job(self, job: str) -> None:
        self._execute("DELETE FROM jobs WHERE id = ?", (job,))

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

    def use(self, used: Sequence[Use]) -> list[Use]:
        """Somebody has used more; gives how much that is with what others told. What was used is forgotten at its rate,
        as a bucket is filled again."""
        # In one order everywhere, so that two servers never wait for each other.
        ordered = sorted(used, key=lambda each: (each.what, each.who))
        rows = self._execute(
            "INSERT INTO used (what, who, level, rate, at)"
            f" SELECT what, who, level, rate, {NOW} FROM unnest("
            "   ?::text[], ?::text[], ?::double precision[], ?::double precision[]) AS new (what, who, level, rate)"
            " ON CONFLICT (what, who) DO UPDATE SET"
            " level = GREATEST(0, used.level - excluded.rate * (excluded.at - used.at)) + excluded.level,"
            " rate = excluded.rate, at = excluded.at RETURNING what, who, level, rate",
            (
                [each.what for each in ordered], [each.who for each in ordered],
                [each.amount for each in ordered], [each.rate for each in ordered],
            ),
        ).fetchall()  # fmt: skip
        return [Use(*row) for row in rows]
