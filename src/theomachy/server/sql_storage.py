"""A `Storage` over a `Database`: every call is one transaction, in a thread that has a connection to itself."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue
from typing import Any, TypeVar

from theomachy.server.database import Database, open_database
from theomachy.server.rows import TableRows
from theomachy.server.seats import Chair
from theomachy.server.sqlite_database import SqliteDatabase
from theomachy.server.storage import Changes, ChatLine, Event, Heard, NotStored, StoredTable, TableRecord

log = logging.getLogger(__name__)

T = TypeVar("T")
#: seconds between two looks whether an operator's command has changed something in a file
LOOK = 1.0


class SqlStorage:
    """Tables in a database, with as many threads as it has connections."""

    def __init__(self, name: str) -> None:
        self._name = name
        first = open_database(name, serving=True)
        self.shared = first.shared
        self._databases: list[Database] = [first]
        self._free: SimpleQueue[Database] = SimpleQueue()
        for _ in range(first.connections - 1):
            self._databases.append(open_database(name))
        for database in self._databases:
            self._free.put(database)
        self._threads = ThreadPoolExecutor(len(self._databases), thread_name_prefix="storage")

    async def create(self, record: TableRecord, events: list[Event], state: bytes) -> None:
        await self._write(TableRows.create, record, events, state)

    async def append(self, table: str, seating: int, event: Event, state: bytes, over: bool, snapshot: bool) -> None:
        await self._write(TableRows.append, table, seating, event, state, over, snapshot)

    async def seat(self, table: str, seating: int, chair: Chair) -> None:
        await self._write(TableRows.seat, table, seating, chair)

    async def disclose(self, table: str) -> None:
        await self._write(TableRows.disclose, table)

    async def add_line(self, table: str, line: ChatLine) -> int:
        return await self._write(TableRows.add_line, table, line)

    async def load(self, table: str, lines: int) -> StoredTable | None:
        return await self._read(TableRows.load, table, lines)

    async def changes(self, table: str, version: int, seating: int, line: int, lines: int) -> Changes | None:
        return await self._read(TableRows.changes, table, version, seating, line, lines)

    async def listed(self, limit: int) -> list[TableRecord]:
        return await self._read(TableRows.listed, limit)

    async def check(self) -> None:
        await self._write(TableRows.check)

    async def watch(self, heard: Heard) -> None:
        first = self._databases[0]
        if not isinstance(first, SqliteDatabase):
            from theomachy.server.listening import Listening

            listening = Listening(self._name, heard)
            try:
                await asyncio.Event().wait()
            finally:
                listening.stop()
        else:
            while True:
                await asyncio.sleep(LOOK)
                try:
                    changed = await asyncio.get_running_loop().run_in_executor(self._threads, first.changed_elsewhere)
                except NotStored as error:
                    log.warning("the database can't be looked at: %s", error)
                    changed = False
                if changed:
                    heard(None)

    async def close(self) -> None:
        self._threads.shutdown()
        for database in self._databases:
            database.close()

    async def _read(self, work: Callable[..., T], *arguments: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._transaction, True, work, arguments)

    async def _write(self, work: Callable[..., T], *arguments: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, self._transaction, False, work, arguments
        )

    def _transaction(self, reading: bool, work: Callable[..., T], arguments: tuple[Any, ...]) -> T:
        """In a thread. There is a connection for each."""
        database = self._free.get()
        try:
            with database.transaction(reading):
                return work(TableRows(database), *arguments)
        finally:
            self._free.put(database)
