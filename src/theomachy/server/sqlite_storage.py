"""Tables in an SQLite file: WAL, one connection in one thread, one transaction per call."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import zlib
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from theomachy.kernel.errors import TheomachyError
from theomachy.server.seats import Chair
from theomachy.server.storage import ChatLine, Damaged, Event, NotStored, StoredTable, TableRecord

log = logging.getLogger(__name__)

T = TypeVar("T")
S = TypeVar("S", bound=Struct)

#: each entry brings a database from the version that is its index to the next one
MIGRATIONS = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, rules INTEGER NOT NULL, title TEXT NOT NULL, setup TEXT NOT NULL,
        seed INTEGER NOT NULL, listed INTEGER NOT NULL, created REAL NOT NULL, moved REAL NOT NULL,
        over INTEGER NOT NULL, version INTEGER NOT NULL, host BLOB NOT NULL, state BLOB NOT NULL
    ) STRICT;
    CREATE INDEX listed_tables ON tables (created DESC) WHERE listed;
    CREATE TABLE seats (
        table_id TEXT NOT NULL REFERENCES tables (id), seat INTEGER NOT NULL, side TEXT NOT NULL, who TEXT NOT NULL,
        name TEXT NOT NULL, bot TEXT, token BLOB, PRIMARY KEY (table_id, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE events (
        table_id TEXT NOT NULL REFERENCES tables (id), version INTEGER NOT NULL, kind TEXT NOT NULL,
        seat INTEGER NOT NULL, choice TEXT NOT NULL, at REAL NOT NULL, PRIMARY KEY (table_id, version)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE snapshots (
        table_id TEXT NOT NULL REFERENCES tables (id), version INTEGER NOT NULL, state BLOB NOT NULL,
        PRIMARY KEY (table_id, version)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE chat (
        table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL, seat INTEGER, name TEXT NOT NULL,
        text TEXT NOT NULL, at REAL NOT NULL, key TEXT NOT NULL, fields TEXT NOT NULL,
        PRIMARY KEY (table_id, number)
    ) STRICT, WITHOUT ROWID;
    """,
    # Who sat at older tables before their seats changed hands is not known: nobody has the token of 32 random bytes, so
    # their saves can be had when they are over.
    """
    ALTER TABLE tables ADD COLUMN seed_origin TEXT NOT NULL DEFAULT 'unknown';
    ALTER TABLE tables ADD COLUMN salt BLOB NOT NULL DEFAULT x'';
    ALTER TABLE tables ADD COLUMN opened INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN disclosed INTEGER NOT NULL DEFAULT 0;
    CREATE TABLE sitters (
        table_id TEXT NOT NULL REFERENCES tables (id), token BLOB NOT NULL, PRIMARY KEY (table_id, token)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO sitters SELECT table_id, token FROM seats WHERE token IS NOT NULL;
    INSERT INTO sitters SELECT DISTINCT table_id, randomblob(32) FROM chat WHERE key IN ('line-opened', 'line-bot');
    """,
)
TABLE_COLUMNS = (
    "id, game, rules, title, setup, seed, listed, created, moved, over, version, host, seed_origin, salt, opened,"
    " disclosed"
)


class SqliteStorage:
    """A `Storage` in one file.

    `synchronous=FULL`: a commit is on the disk before the choice is acknowledged, so that neither a killed process nor
    a power failure takes back what a player was told. `locking_mode=EXCLUSIVE`: two servers on one file would give out
    the same version twice; the second one is refused when it starts.
    """

    def __init__(self, path: str | Path) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="storage")
        try:
            self._connection = self._thread.submit(_open, str(path)).result()
        except BaseException:
            self._thread.shutdown()
            raise

    async def create(self, record: TableRecord, events: list[Event], state: bytes) -> None:
        await self._run(self._create, record, events, state)

    async def append(self, table: str, event: Event, state: bytes, over: bool, snapshot: bool) -> None:
        await self._run(self._append, table, event, state, over, snapshot)

    async def seat(self, table: str, chair: Chair) -> None:
        await self._run(self._seat, table, chair)

    async def disclose(self, table: str) -> None:
        await self._run(self._disclose, table)

    async def add_line(self, table: str, line: ChatLine) -> None:
        await self._run(self._add_line, table, line)

    async def load(self, table: str, lines: int) -> StoredTable | None:
        return await self._run(self._load, table, lines)

    async def listed(self, limit: int) -> list[TableRecord]:
        return await self._run(self._listed, limit)

    async def close(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._connection.close)
        self._thread.shutdown()

    async def _run(self, work: Callable[..., T], *arguments: Any) -> T:
        """Do the work in the storage's thread, as one transaction."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, self._transaction, work, arguments)

    def _transaction(self, work: Callable[..., T], arguments: tuple[Any, ...]) -> T:
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            try:
                result = work(*arguments)
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.rollback()
            raise NotStored(str(error)) from error
        return result

    # --- in the storage's thread --------------------------------------------------------------------------------------

    def _create(self, record: TableRecord, events: list[Event], state: bytes) -> None:
        self._connection.execute(
            f"INSERT INTO tables ({TABLE_COLUMNS}, state) VALUES ({', '.join('?' * 17)})",
            (
                record.table, record.game, record.rules, record.title, msgspec.json.encode(record.setup).decode(),
                record.seed, record.listed, record.created, record.moved, record.over, record.version, record.host,
                record.seed_origin, record.salt, record.opened, record.disclosed, state,
            ),
        )  # fmt: skip
        for chair in record.chairs:
            self._seat(record.table, chair)
        self._connection.executemany(
            "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", [_event_row(record.table, event) for event in events]
        )
        self._snapshot(record.table, record.version, state)

    def _append(self, table: str, event: Event, state: bytes, over: bool, snapshot: bool) -> None:
        self._connection.execute("INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", _event_row(table, event))
        self._connection.execute(
            "UPDATE tables SET version = ?, moved = ?, over = ?, state = ? WHERE id = ?",
            (event.version, event.at, over, state, table),
        )
        if snapshot:
            self._snapshot(table, event.version, state)

    def _snapshot(self, table: str, version: int, state: bytes) -> None:
        # There are many, and they are seldom read: packed they take a quarter of the room.
        packed = zlib.compress(state, 1)
        self._connection.execute("INSERT INTO snapshots VALUES (?, ?, ?)", (table, version, packed))

    def _seat(self, table: str, chair: Chair) -> None:
        self._connection.execute(
            "INSERT OR REPLACE INTO seats VALUES (?, ?, ?, ?, ?, ?, ?)",
            (table, chair.seat, chair.side, chair.who, chair.name, chair.bot, chair.token),
        )
        if chair.token is not None:
            self._connection.execute("INSERT OR IGNORE INTO sitters VALUES (?, ?)", (table, chair.token))

    def _disclose(self, table: str) -> None:
        self._connection.execute("UPDATE tables SET disclosed = 1 WHERE id = ?", (table,))

    def _add_line(self, table: str, line: ChatLine) -> None:
        fields = msgspec.json.encode(line.fields).decode()
        self._connection.execute(
            "INSERT INTO chat VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (table, line.number, line.seat, line.name, line.text, line.at, line.key, fields),
        )

    def _load(self, table: str, lines: int) -> StoredTable | None:
        row = self._connection.execute(f"SELECT {TABLE_COLUMNS}, state FROM tables WHERE id = ?", (table,)).fetchone()
        if row is None:
            return None
        events = self._connection.execute(
            "SELECT version, kind, seat, choice, at FROM events WHERE table_id = ? ORDER BY version", (table,)
        )
        chat = self._connection.execute(
            "SELECT number, seat, name, text, at, key, fields FROM chat WHERE table_id = ?"
            " ORDER BY number DESC LIMIT ?",
            (table, lines),
        ).fetchall()
        return StoredTable(
            self._record(row[:-1]),
            [_checked(Event(*event)) for event in events],
            row[-1],
            _chat_lines(table, reversed(chat)),
            chat[0][0] + 1 if chat else 0,
        )

    def _listed(self, limit: int) -> list[TableRecord]:
        rows = self._connection.execute(
            f"SELECT {TABLE_COLUMNS} FROM tables WHERE listed ORDER BY created DESC LIMIT ?", (limit,)
        ).fetchall()
        found: list[TableRecord] = []
        for row in rows:
            try:
                found.append(self._record(row))
            except Damaged as error:
                log.error("table %s: %s", row[0], error)
        return found

    def _record(self, row: tuple[Any, ...]) -> TableRecord:
        table, game, rules, title, setup, seed, listed, created, moved, over, version, host, *origin = row
        seed_origin, salt, opened, disclosed = origin
        chairs = self._connection.execute(
            "SELECT seat, side, who, name, bot, token FROM seats WHERE table_id = ? ORDER BY seat", (table,)
        )
        sat = self._connection.execute("SELECT token FROM sitters WHERE table_id = ? ORDER BY token", (table,))
        return _checked(TableRecord(
            table=table, game=game, rules=rules, title=title, setup=_decoded(setup), seed=seed,
            listed=bool(listed), created=created, moved=moved, over=bool(over), version=version, host=host,
            chairs=[Chair(*chair) for chair in chairs], sat=[token for (token,) in sat], seed_origin=seed_origin,
            salt=salt, opened=bool(opened), disclosed=bool(disclosed),
        ))  # fmt: skip


def _chat_lines(table: str, rows: Iterable[tuple[Any, ...]]) -> list[ChatLine]:
    lines: list[ChatLine] = []
    for row in rows:
        try:
            lines.append(_chat_line(row))
        except Damaged as error:
            log.error("table %s: line %s: %s", table, row[0], error)
    return lines


def _chat_line(row: tuple[Any, ...]) -> ChatLine:
    number, seat, name, text, at, key, fields = row
    return _checked(ChatLine(number, seat, name, text, at, key, _decoded(fields)))


def _decoded(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Damaged(str(error)) from error


def _checked(row: S) -> S:
    """What was read, if every field has its type."""
    try:
        return msgspec.convert(msgspec.to_builtins(row, builtin_types=(bytes,)), type(row), builtin_types=(bytes,))
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Damaged(str(error)) from error


def _event_row(table: str, event: Event) -> tuple[str, int, str, int, str, float]:
    return table, event.version, event.kind, event.seat, event.choice, event.at


def _open(path: str) -> sqlite3.Connection:
    """The database, brought up to date; refused if it is not ours or another server has it."""
    try:
        connection = sqlite3.connect(path, isolation_level=None, timeout=1)
    except sqlite3.Error as error:
        raise TheomachyError(f"--database: {path}: can't be opened: {error}") from error
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("BEGIN EXCLUSIVE")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > len(MIGRATIONS):
            raise TheomachyError(f"--database: {path}: written by a newer version of this program")
        # executescript would commit first: the lock taken here must hold until the last statement.
        for statement in "".join(MIGRATIONS[version:]).split(";"):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
        connection.execute("COMMIT")
    except sqlite3.OperationalError as error:
        connection.close()
        if "locked" in str(error):
            raise TheomachyError(f"--database: {path}: another server is using this file; name another one") from error
        raise TheomachyError(f"--database: {path}: can't be opened: {error}") from error
    except sqlite3.DatabaseError as error:
        connection.close()
        raise TheomachyError(f"--database: {path}: not a database of tables: {error}") from error
    except TheomachyError:
        connection.close()
        raise
    return connection
