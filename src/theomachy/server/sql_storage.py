"""A `Storage` over a `Database`: every call is a transaction, or a part of one that is kept or not by itself."""

from __future__ import annotations

import asyncio
import itertools
import logging
import secrets
from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, TypeVar

from theomachy.server.clock_model import Clock, ClockEvent, stood_in
from theomachy.server.clock_rows import ClockRows
from theomachy.server.database import Database, open_database
from theomachy.server.notice_rows import call, call_late, keep_secret
from theomachy.server.pace import UNHURRIED
from theomachy.server.push import NoPush, new_private_key
from theomachy.server.record_rows import add_results
from theomachy.server.rows import TableRows
from theomachy.server.seats import Called, Chair, Turn
from theomachy.server.sqlite_database import SqliteDatabase
from theomachy.server.storage import (
    Changes,
    ChatLine,
    Concerns,
    Event,
    Finish,
    Heard,
    Job,
    JobAnswer,
    Maker,
    NotStored,
    StoredTable,
    TableRecord,
    Use,
    Watched,
)
from theomachy.server.together import SharedRows
from theomachy.server.transactions import CommonCommits, ManyConnections, Transactions

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")
#: seconds between two looks whether an operator's command has changed something in a file
LOOK = 1.0
#: looks after which what was written is brought from the log of changes into the file
SWEEP = 4


class SqlStorage:
    """Tables in a database."""

    def __init__(self, name: str) -> None:
        self._name = name
        #: what this server is called among those that share the database
        self._process = secrets.token_hex(8)
        first = open_database(name, serving=True, sender=self._process)
        self.shared = first.shared
        self._databases: list[Database] = [first]
        for _ in range(first.connections - 1):
            self._databases.append(open_database(name, sender=self._process))
        self._transactions: Transactions = (
            CommonCommits(first) if isinstance(first, SqliteDatabase) else ManyConnections(self._databases)
        )

    async def create(
        self, record: TableRecord, events: list[Event], state: bytes, turn: Turn, maker: Maker,
        tick: ClockEvent | None = None, called: Called | None = None,
    ) -> list[Clock]:  # fmt: skip
        return await self._write(self._create, record, events, state, turn, maker, tick, called)

    async def append(
        self, table: str, seating: int, event: Event, state: bytes, over: bool, snapshot: bool,
        turn: Turn | None = None, deciding: int = 0, finish: Finish | None = None, tick: ClockEvent | None = None,
        called: Called | None = None,
    ) -> list[Clock]:  # fmt: skip
        if turn is None and finish is None and tick is None and called is None:
            append = _rows(TableRows.append)
            await self._transactions.alone(append, table, seating, event, state, over, snapshot, deciding)
            return []
        return await self._write(
            self._append, table, seating, event, state, over, snapshot, turn, deciding, finish, tick, called
        )

    async def seat(
        self, table: str, seating: int, chair: Chair, turn: Turn, tick: ClockEvent | None = None,
        called: Called | None = None,
    ) -> list[Clock]:  # fmt: skip
        return await self._write(self._seat, table, seating, chair, turn, tick, called)

    async def tick(self, table: str, version: int, seating: int, turn: Turn, tick: ClockEvent) -> list[Clock]:
        return await self._write(self._tick, table, version, seating, turn, tick)

    async def disclose(self, table: str) -> None:
        await self._write(_rows(TableRows.disclose), table)

    async def add_line(self, table: str, line: ChatLine) -> int:
        return await self._write(_rows(TableRows.add_line), table, line)

    async def load(self, table: str, lines: int) -> StoredTable | None:
        return await self._read(self._load, table, lines)

    async def changes(self, table: str, version: int, seating: int, line: int, lines: int) -> Changes | None:
        return await self._read(self._changes, table, version, seating, line, lines)

    async def listed(self, limit: int) -> list[TableRecord]:
        return await self._read(_rows(TableRows.listed), limit)

    async def read(self, work: Callable[Concatenate[Database, P], T], *values: P.args, **_: P.kwargs) -> T:
        return await self._read(work, *values)

    async def write(self, work: Callable[Concatenate[Database, P], T], *values: P.args, **_: P.kwargs) -> T:
        return await self._write(work, *values)

    async def check(self) -> None:
        await self._write(lambda database: database.touch())

    def push_key(self) -> str:
        """The key that proves to push services who this is, made at the first start; empty where push is not
        installed."""
        try:
            made = new_private_key()
        except NoPush as missing:
            log.warning("no push messages: they need more packages: pip install 'theomachy[calling]' (%s)", missing)
            return ""
        with self._databases[0].transaction():
            return keep_secret(self._databases[0], "push", made)

    # --- clocks -------------------------------------------------------------------------------------------------------

    async def watch_clocks(self, now: float, lived: float) -> Watched:
        return await self._write(lambda database: ClockRows(database).watch(now, lived))

    async def time_out(self, table: str, now: float) -> list[int]:
        return await self._write(self._time_out, table, now)

    async def stood_in(self) -> list[str]:
        return await self._read(lambda database: ClockRows(database).bots_due())

    # --- what servers know of each other ------------------------------------------------------------------------------

    async def beat(self) -> None:
        await self._write(self._shared_rows(SharedRows.beat))

    async def present(self, table: str, seats: set[int]) -> None:
        await self._write(self._shared_rows(SharedRows.present), table, seats)

    async def take_turn(self, seconds: float) -> tuple[str, str] | None:
        return await self._transactions.alone(self._shared_rows(SharedRows.take_turn), seconds)

    async def keep_turns(self, tables: list[str], seconds: float) -> list[str]:
        return await self._transactions.alone(self._shared_rows(SharedRows.keep_turns), tables, seconds)

    async def end_turn(self, table: str, version: int, pause: float) -> None:
        await self._write(self._shared_rows(SharedRows.end_turn), table, version, pause)

    async def post_job(self, job: Job, most: int) -> bool:
        return await self._write(self._shared_rows(SharedRows.post_job), job, most)

    async def take_job(self, kinds: list[str], seconds: float) -> Job | None:
        return await self._transactions.alone(self._shared_rows(SharedRows.take_job), kinds, seconds)

    async def keep_jobs(self, jobs: list[str], seconds: float) -> list[str]:
        return await self._transactions.alone(self._shared_rows(SharedRows.keep_jobs), jobs, seconds)

    async def end_job(self, job: str, answer: bytes, failed: str) -> None:
        await self._write(self._shared_rows(SharedRows.end_job), job, answer, failed)

    async def job_answer(self, job: str) -> JobAnswer | None:
        return await self._transactions.alone(self._shared_rows(SharedRows.job_answer), job)

    async def withdraw_job(self, job: str) -> None:
        await self._transactions.alone(self._shared_rows(SharedRows.withdraw_job), job)

    async def use(self, used: list[Use]) -> list[Use]:
        return await self._write(self._shared_rows(SharedRows.use), used)

    async def watch(self, heard: Heard, concerns: Concerns) -> None:
        if self.shared:
            from theomachy.server.listening import Listening

            listening = Listening(self._name, self._process, heard, concerns)
            try:
                await asyncio.Event().wait()
            finally:
                listening.stop()
        else:
            await self._look_after(heard)

    async def _look_after(self, heard: Heard) -> None:
        """A file tells nobody that it was changed, and has a log of changes that must not grow for ever."""
        for look in itertools.count(1):
            await asyncio.sleep(LOOK)
            try:
                if await self._read(SqliteDatabase.changed_elsewhere):
                    heard(None, None)
                first = self._databases[0]
                if look % SWEEP == 0 and isinstance(first, SqliteDatabase):
                    await asyncio.to_thread(first.sweep)
            except NotStored as error:
                log.warning("the database can't be looked at: %s", error)

    async def close(self) -> None:
        if self.shared:
            try:
                await self._write(self._shared_rows(SharedRows.leave))
            except NotStored as error:
                # The others notice after a while.
                log.warning("nobody is told that this server ends: %s", error)
        self._transactions.close()
        for database in self._databases:
            database.close()

    async def _read(self, work: Callable[..., T], *arguments: Any) -> T:
        return await self._transactions.call(True, work, *arguments)

    async def _write(self, work: Callable[..., T], *arguments: Any) -> T:
        return await self._transactions.call(False, work, *arguments)

    # --- in a thread, in a transaction --------------------------------------------------------------------------------

    def _create(
        self, database: Database, record: TableRecord, events: list[Event], state: bytes, turn: Turn, maker: Maker,
        tick: ClockEvent | None, called: Called | None,
    ) -> list[Clock]:  # fmt: skip
        if self.shared:
            SharedRows(database, self._process).admit(maker)
        TableRows(database).create(record, events, state)
        if turn.due:
            self._set_turn(database, record.table, record.version, turn)
        if called is not None:
            call(database, record.table, called)
        if tick is None:
            return []
        ClockRows(database).create(record.table, record.pace, len(record.chairs))
        return ClockRows(database).tick(record.table, tick)

    def _append(
        self, database: Database, table: str, seating: int, event: Event, state: bytes, over: bool, snapshot: bool,
        turn: Turn | None, deciding: int, finish: Finish | None, tick: ClockEvent | None,
        called: Called | None,
    ) -> list[Clock]:  # fmt: skip
        TableRows(database).append(table, seating, event, state, over, snapshot, deciding)
        if finish is not None:
            add_results(database, table, finish, event.at)
        if called is not None:
            call(database, table, called)
        clocks, turn = _ticked(database, table, turn, tick)
        if turn is not None:
            self._set_turn(database, table, event.version, turn)
        return clocks

    def _seat(
        self, database: Database, table: str, seating: int, chair: Chair, turn: Turn, tick: ClockEvent | None,
        called: Called | None,
    ) -> list[Clock]:  # fmt: skip
        version = TableRows(database).seat(table, seating, chair)
        if called is not None:
            call(database, table, called)
        clocks, due = _ticked(database, table, turn, tick)
        self._set_turn(database, table, version, due or turn)
        return clocks

    def _tick(
        self, database: Database, table: str, version: int, seating: int, turn: Turn, tick: ClockEvent
    ) -> list[Clock]:
        ClockRows(database).hold(table, version, seating)
        clocks, due = _ticked(database, table, turn, tick)
        self._set_turn(database, table, version, due or turn)
        database.tell(table)
        return clocks

    def _time_out(self, database: Database, table: str, now: float) -> list[int]:
        late, bots = ClockRows(database).time_out(table, now)
        call_late(database, table, late, now)
        if bots:
            (version,) = database.execute("SELECT version FROM tables WHERE id = ?", (table,)).fetchone()
            self._set_turn(database, table, version, Turn(True))
        return late

    def _load(self, database: Database, table: str, lines: int) -> StoredTable | None:
        found = TableRows(database).load(table, lines)
        if found is not None and found.record.pace != UNHURRIED:
            found.clocks = ClockRows(database).read(table)
        return found

    def _set_turn(self, database: Database, table: str, version: int, turn: Turn) -> None:
        if self.shared:
            SharedRows(database, self._process).set_turn(table, version, turn)

    def _changes(
        self, database: Database, table: str, version: int, seating: int, line: int, lines: int
    ) -> Changes | None:
        found = TableRows(database).changes(table, version, seating, line, lines)
        if found is None:
            return None
        found.clocks = ClockRows(database).read(table)
        if self.shared:
            found.elsewhere = SharedRows(database, self._process).elsewhere(table)
        return found

    def _shared_rows(self, method: Callable[..., T]) -> Callable[..., T]:
        def work(database: Database, *arguments: Any) -> T:
            return method(SharedRows(database, self._process), *arguments)

        return work


def _ticked(
    database: Database, table: str, turn: Turn | None, tick: ClockEvent | None
) -> tuple[list[Clock], Turn | None]:
    """The clocks of a table after something has happened at it; and whose turn it is, as a bot may stand in."""
    if tick is None:
        return [], turn
    clocks = ClockRows(database).tick(table, tick)
    if not stood_in(tick.pace, clocks).isdisjoint(tick.asked):
        turn = Turn(True, turn.patron if turn is not None else "")
    return clocks, turn


def _rows(method: Callable[..., T]) -> Callable[..., T]:
    def work(database: Database, *arguments: Any) -> T:
        return method(TableRows(database), *arguments)

    return work
