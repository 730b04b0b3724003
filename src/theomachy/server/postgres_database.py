"""A PostgreSQL database as a `Database`: any number of servers may use it, and hear of each other's changes."""

from __future__ import annotations

import contextlib
import select
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec

from theomachy.kernel.errors import TheomachyError
from theomachy.server.database import without_password
from theomachy.server.schema import COMMON, for_postgres
from theomachy.server.storage import Concerns, Event, NotStored, Unkeepable

try:
    import psycopg
except ImportError as missing:
    raise TheomachyError(
        f"--database: PostgreSQL needs more packages: pip install 'theomachy[postgres]' ({missing})"
    ) from missing

#: each entry brings a database from the version that is its index to the next one
MIGRATIONS: Final = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, rules INTEGER NOT NULL, title TEXT NOT NULL, setup TEXT NOT NULL,
        seed BIGINT NOT NULL, listed INTEGER NOT NULL, created DOUBLE PRECISION NOT NULL,
        moved DOUBLE PRECISION NOT NULL, over INTEGER NOT NULL, version INTEGER NOT NULL, host BYTEA NOT NULL,
        state BYTEA NOT NULL, seed_origin TEXT NOT NULL, salt BYTEA NOT NULL, opened INTEGER NOT NULL,
        disclosed INTEGER NOT NULL, seating INTEGER NOT NULL DEFAULT 0, closed INTEGER NOT NULL DEFAULT 0,
        lines INTEGER NOT NULL DEFAULT 0
    );
    CREATE INDEX listed_tables ON tables (created DESC) WHERE listed = 1;
    CREATE TABLE seats (
        table_id TEXT NOT NULL REFERENCES tables (id), seat INTEGER NOT NULL, side TEXT NOT NULL, who TEXT NOT NULL,
        name TEXT NOT NULL, bot TEXT, token BYTEA, PRIMARY KEY (table_id, seat)
    );
    CREATE TABLE sitters (
        table_id TEXT NOT NULL REFERENCES tables (id), token BYTEA NOT NULL, PRIMARY KEY (table_id, token)
    );
    CREATE INDEX sitters_by_token ON sitters (token);
    CREATE TABLE events (
        table_id TEXT NOT NULL REFERENCES tables (id), version INTEGER NOT NULL, kind TEXT NOT NULL,
        seat INTEGER NOT NULL, choice TEXT NOT NULL, at DOUBLE PRECISION NOT NULL, PRIMARY KEY (table_id, version)
    );
    CREATE TABLE snapshots (
        table_id TEXT NOT NULL REFERENCES tables (id), version INTEGER NOT NULL, state BYTEA NOT NULL,
        PRIMARY KEY (table_id, version)
    );
    CREATE TABLE chat (
        table_id TEXT NOT NULL REFERENCES tables (id), number INTEGER NOT NULL, seat INTEGER, name TEXT NOT NULL,
        text TEXT NOT NULL, at DOUBLE PRECISION NOT NULL, key TEXT NOT NULL, fields TEXT NOT NULL, token BYTEA,
        PRIMARY KEY (table_id, number)
    );
    """,
    # What servers know of each other; nothing of it is missed when it is lost.
    """
    CREATE TABLE processes (id TEXT PRIMARY KEY, seen DOUBLE PRECISION NOT NULL);
    CREATE TABLE presence (
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, seat INTEGER NOT NULL, process TEXT NOT NULL,
        left_at DOUBLE PRECISION, PRIMARY KEY (table_id, seat, process)
    );
    CREATE INDEX presence_by_process ON presence (process);
    CREATE TABLE bot_turns (
        table_id TEXT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE, version INTEGER NOT NULL,
        patron TEXT NOT NULL, due DOUBLE PRECISION NOT NULL, process TEXT, until DOUBLE PRECISION NOT NULL DEFAULT 0
    );
    CREATE TABLE made_tables (address TEXT NOT NULL, at DOUBLE PRECISION NOT NULL);
    CREATE INDEX made_tables_by_time ON made_tables (at);
    """,
    """
    CREATE TABLE jobs (
        id TEXT PRIMARY KEY, kind TEXT NOT NULL, table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
        patron TEXT NOT NULL, asker TEXT NOT NULL, body BYTEA NOT NULL, due DOUBLE PRECISION NOT NULL,
        process TEXT, until DOUBLE PRECISION NOT NULL DEFAULT 0, answer BYTEA, failed TEXT NOT NULL DEFAULT ''
    );
    CREATE TABLE used (
        what TEXT NOT NULL, who TEXT NOT NULL, level DOUBLE PRECISION NOT NULL, rate DOUBLE PRECISION NOT NULL,
        at DOUBLE PRECISION NOT NULL, PRIMARY KEY (what, who)
    );
    CREATE INDEX used_by_time ON used (at);
    """,
    *map(for_postgres, COMMON),
)
#: on what channel servers tell each other of changed tables
CHANNEL: Final = "theomachy"
#: letters of what can be told with it; of a longer event, which no game has, it is only told that it is there
LONGEST: Final = 1500
#: a number of our own: two programs that bring a database up to date at once take turns
MIGRATING: Final = 0x7E0_4AC4
#: what a connection is opened with, unless the address says otherwise: seconds
PATIENCE: Final[dict[str, str | int]] = {
    "connect_timeout": 5, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3,
    "application_name": "theomachy",
}  # fmt: skip
#: nothing here takes long: what does is stuck, and ends; so does a transaction whose program hangs
SESSION: Final = (
    "SET statement_timeout = '30s'; SET lock_timeout = '10s'; SET idle_in_transaction_session_timeout = '60s'"
)


#: everything that is read is of one moment
BEGIN_READING: Final = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"


@lru_cache(maxsize=256)
def _sql(sql: str) -> str:
    return sql.replace("?", "%s")


def connect(url: str) -> psycopg.Connection[tuple[Any, ...]]:
    """A connection in which each statement counts at once, unless a transaction is begun. Raises `psycopg.Error`."""
    given = psycopg.conninfo.conninfo_to_dict(url)
    patience = {key: value for key, value in PATIENCE.items() if key not in given}
    connection = psycopg.connect(psycopg.conninfo.make_conninfo(url, **patience), autocommit=True)
    connection.execute(SESSION)
    return connection


class PostgresDatabase:
    """A connection that is made anew when it was lost."""

    shared = True
    #: a transaction takes a few round trips: while one waits, others go on
    connections = 4

    def __init__(self, url: str, sender: str = "") -> None:
        self._url = url
        #: whom what is told comes from
        self._sender = sender
        self._connection: psycopg.Connection[tuple[Any, ...]] | None = None
        try:
            self._connection = connect(url)
            _bring_up_to_date(self._connection)
        except (psycopg.Error, UnicodeError, ValueError) as error:
            self.close()
            if isinstance(error, TheomachyError):
                raise TheomachyError(f"--database: {without_password(url)}: {error}") from error
            raise TheomachyError(without_password(f"--database: {url}: can't be used: {error}")) from error

    def execute(self, sql: str, values: Sequence[object] = ()) -> psycopg.Cursor[tuple[Any, ...]]:
        if self._connection is None:
            raise NotStored("the connection is lost")
        return self._connection.execute(_sql(sql), values)

    @contextlib.contextmanager
    def transaction(self, reading: bool = False, batched: bool = False) -> Iterator[None]:
        try:
            connection = self._ready()
            try:
                with connection.pipeline() if batched else contextlib.nullcontext():
                    connection.execute(BEGIN_READING if reading else "BEGIN")
                    yield
                    connection.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(psycopg.Error):
                    connection.execute("ROLLBACK")
                raise
        except psycopg.DataError as error:
            raise Unkeepable(str(error)) from error
        except psycopg.Error as error:
            raise NotStored(str(error)) from error

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        try:
            self._ready()
            yield
        except psycopg.DataError as error:
            raise Unkeepable(str(error)) from error
        except psycopg.Error as error:
            raise NotStored(str(error)) from error

    def _ready(self) -> psycopg.Connection[tuple[Any, ...]]:
        """The connection. Nothing is done yet, so one that was lost meanwhile is simply made anew."""
        connection = self._connection
        if connection is not None and not connection.closed:
            # Nobody has asked anything, so something to be read is most likely its end.
            if not _has_news(connection.fileno(), 0.0):
                return connection
            with contextlib.suppress(psycopg.Error):
                connection.execute("SELECT 1")
                return connection
        self.close()
        self._connection = connect(self._url)
        return self._connection

    def tell(self, table: str, event: str = "") -> None:
        expression, values = self.telling(table, event)
        self.execute(f"SELECT {expression}", values)

    def telling(self, table: str, event: str = "") -> tuple[str, tuple[str, ...]]:
        return "pg_notify(?, ?)", (CHANNEL, f"{table} {self._sender} {event[:LONGEST]}")

    def touch(self) -> None:
        self.execute("UPDATE theomachy_schema SET version = version")

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()
        self._connection = None


def _bring_up_to_date(connection: psycopg.Connection[tuple[Any, ...]]) -> None:
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
        found = connection.execute("SELECT to_regclass('theomachy_schema') IS NOT NULL").fetchone()
        version = 0
        if found is not None and found[0]:
            row = connection.execute("SELECT version FROM theomachy_schema").fetchone()
            version = row[0] if row is not None else 0
        else:
            connection.execute("CREATE TABLE theomachy_schema (version INTEGER NOT NULL)")
            connection.execute("INSERT INTO theomachy_schema VALUES (0)")
        if version > len(MIGRATIONS):
            raise TheomachyError("written by a newer version of this program")
        for migration in MIGRATIONS[version:]:
            connection.execute(migration)
        if version < len(MIGRATIONS):
            connection.execute("UPDATE theomachy_schema SET version = %s", (len(MIGRATIONS),))


class Listener:
    """A connection that only listens to others."""

    def __init__(self, url: str, sender: str) -> None:
        self._sender = sender
        try:
            self._connection = connect(url)
            self._connection.execute(f"LISTEN {CHANNEL}")
        except psycopg.Error as error:
            raise NotStored(str(error)) from error

    def wait(self, seconds: float, concerns: Concerns) -> list[tuple[str, Event | None]]:
        """What other processes have told within so many seconds, or as soon as something comes, and concerns this one:
        changed tables, and the event if it is but one."""
        told: list[list[str]] = []
        line = self._connection.pgconn
        try:
            # Below what psycopg offers for this, which takes longer than all the rest: most of it concerns others.
            if _has_news(line.socket, seconds):
                line.consume_input()
            while (news := line.notifies()) is not None:
                told.append(news.extra.decode().split(" ", 2))
        except psycopg.Error as error:
            raise NotStored(str(error)) from error
        return [(table, _event(event)) for table, sender, event in told if sender != self._sender and concerns(table)]

    def close(self) -> None:
        self._connection.close()


def _has_news(file: int, seconds: float) -> bool:
    """Whether there is something to be read from a connection, now or within so many seconds."""
    if hasattr(select, "poll"):
        # `select` knows no files beyond the first thousand, and a server has more.
        waiting = select.poll()
        waiting.register(file, select.POLLIN)
        return bool(waiting.poll(1000 * seconds))
    return bool(select.select([file], [], [], seconds)[0])


def _event(text: str) -> Event | None:
    """The event that was told; None if it was none, or is no whole one: then it is read."""
    try:
        return msgspec.json.decode(text, type=Event) if text else None
    except msgspec.MsgspecError:
        return None
