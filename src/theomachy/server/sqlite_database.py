"""An SQLite file as a `Database`: WAL, and every commit on the disk before it is acknowledged."""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path

from theomachy.kernel.errors import TheomachyError
from theomachy.server.schema import COMMON
from theomachy.server.storage import NotStored

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
    # Who said the older lines is known by seat and name alone.
    """
    ALTER TABLE tables ADD COLUMN seating INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN closed INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN lines INTEGER NOT NULL DEFAULT 0;
    UPDATE tables SET lines = (SELECT COALESCE(MAX(number) + 1, 0) FROM chat WHERE chat.table_id = tables.id);
    ALTER TABLE chat ADD COLUMN token BLOB;
    CREATE INDEX sitters_by_token ON sitters (token);
    """,
    *COMMON,
)
#: seconds to wait for another process that is writing, like an operator's command
PATIENCE = 5.0
#: pages of the log of changes from which on whoever writes brings them into the file, if nobody else has
LONG_LOG = 20_000
#: kilobytes of the file that are kept at hand: the last rows of a thousand tables, and the way to them
CACHE = 8_192
#: how often that is tried while others go on writing
SWEEPS = 5


class SqliteDatabase:
    """A file. `synchronous=FULL`: a commit is on the disk before the choice is acknowledged, so that neither a killed
    process nor a power failure takes back what a player was told. A server holds a lock beside the file as long as it
    runs: a second one is refused. Operators' commands need no lock."""

    shared = False
    connections = 1

    def __init__(self, path: str, serving: bool = False) -> None:
        self._lock = _lock(path) if serving else None
        self._path = path
        try:
            self.connection = _open(path)
            (self._data_version,) = self.connection.execute("PRAGMA data_version").fetchone()
            if serving:
                self.connection.execute(f"PRAGMA wal_autocheckpoint = {LONG_LOG}")
                self.connection.execute(f"PRAGMA cache_size = -{CACHE}")
            else:
                # What an operator deletes is really gone, not only free to be written over.
                self.connection.execute("PRAGMA secure_delete = ON")
        except BaseException:
            self._unlock()
            raise

    def execute(self, sql: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        return self.connection.execute(sql, values)

    @contextlib.contextmanager
    def transaction(self, reading: bool = False, batched: bool = False) -> Iterator[None]:
        connection = self.connection
        try:
            connection.execute("BEGIN" if reading else "BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                connection.execute("ROLLBACK")
                raise
            connection.execute("COMMIT")
        except sqlite3.Error as error:
            if connection.in_transaction:
                connection.rollback()
            raise NotStored(str(error)) from error

    @contextlib.contextmanager
    def part(self) -> Iterator[None]:
        """A part of a transaction: if it fails, what it did is undone and the rest goes on, unless all is lost."""
        connection = self.connection
        try:
            connection.execute("SAVEPOINT part")
            yield
            connection.execute("RELEASE part")
        except BaseException as error:
            if connection.in_transaction:
                connection.execute("ROLLBACK TO part")
                connection.execute("RELEASE part")
            if isinstance(error, sqlite3.Error):
                raise NotStored(str(error)) from error
            raise

    def tell(self, table: str, event: str = "") -> None:
        """There is no other server."""

    def telling(self, table: str, event: str = "") -> tuple[str, tuple[str, ...]]:
        return "NULL", ()

    def alone(self) -> contextlib.AbstractContextManager[None]:
        return self.transaction()

    def touch(self) -> None:
        (version,) = self.execute("PRAGMA user_version").fetchone()
        self.execute(f"PRAGMA user_version = {version}")

    def changed_elsewhere(self) -> bool:
        """Whether another process, like an operator's command, has written since the last look. A file tells nobody."""
        try:
            (number,) = self.connection.execute("PRAGMA data_version").fetchone()
        except sqlite3.Error as error:
            raise NotStored(str(error)) from error
        before, self._data_version = self._data_version, number
        return bool(before != number)

    def sweep(self) -> None:
        """Bring what was written from the log of changes into the file, on a connection of its own: to be called from
        time to time, in another thread, so that nobody who writes waits for it."""
        if self._path == ":memory:":
            return
        try:
            with contextlib.closing(sqlite3.connect(self._path, isolation_level=None, timeout=PATIENCE)) as sweeper:
                sweeper.execute("PRAGMA synchronous = FULL")
                for _ in range(SWEEPS):
                    _, written, moved = sweeper.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
                    if written == moved:
                        # The log begins anew with the next write.
                        return
        except sqlite3.Error as error:
            raise NotStored(str(error)) from error

    def close(self) -> None:
        if self._lock is None:
            with contextlib.suppress(sqlite3.Error):
                # Nor does it stay in the log of changes, unless somebody is just reading that.
                self.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self.connection.close()
        self._unlock()

    def _unlock(self) -> None:
        if self._lock is not None:
            self._lock.close()


def _lock(path: str) -> sqlite3.Connection:
    """A lock that ends with this process, however that ends: a transaction in a small database beside the file."""
    if path == ":memory:":
        return sqlite3.connect(path)
    beside = f"{path}-server"
    connection: sqlite3.Connection | None = None
    try:
        connection = sqlite3.connect(beside, isolation_level=None, timeout=1, check_same_thread=False)
        connection.execute("BEGIN EXCLUSIVE")
        return connection
    except sqlite3.Error as error:
        if connection is not None:
            connection.close()
        if "locked" in str(error):
            raise TheomachyError(f"--database: {path}: another server is using this file; name another one") from error
        raise TheomachyError(f"--database: {path}: can't be opened: {beside}: {error}") from error


def _open(path: str) -> sqlite3.Connection:
    """The database, brought up to date; refused if it is not ours."""
    try:
        connection = sqlite3.connect(path, isolation_level=None, timeout=PATIENCE, check_same_thread=False)
    except sqlite3.Error as error:
        raise TheomachyError(f"--database: {path}: can't be opened: {error}") from error
    try:
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
        raise TheomachyError(f"--database: {path}: can't be opened: {error}") from error
    except sqlite3.DatabaseError as error:
        connection.close()
        raise TheomachyError(f"--database: {path}: not a database of tables: {error}") from error
    except TheomachyError:
        connection.close()
        raise
    return connection


def back_up(path: str, target: str) -> None:
    """A copy of a file as it is now, made while a server may be using it."""
    if not Path(path).is_file():
        raise TheomachyError(f"--database: {path}: there is no such file")
    made = f"{target}.part"
    try:
        source = sqlite3.connect(f"file:{Path(path).absolute()}?mode=ro", uri=True)
        with contextlib.closing(source), contextlib.closing(sqlite3.connect(made)) as copy:
            source.backup(copy)
            (found,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
        if found != "ok":
            raise TheomachyError(f"{path}: the copy is damaged: {found}")
        # Only a whole copy has the name asked for.
        os.replace(made, target)
    except (sqlite3.Error, OSError) as error:
        raise TheomachyError(f"{target}: the copy can't be made: {error}") from error
    finally:
        Path(made).unlink(missing_ok=True)
