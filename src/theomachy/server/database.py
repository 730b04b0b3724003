"""A database as the storage sees it: one connection, SQL with `?` for values, transactions. SQLite or PostgreSQL."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

#: what the address of a PostgreSQL database begins with; anything else is an SQLite file
POSTGRES = ("postgresql://", "postgres://")


class Rows(Protocol):
    """What a statement gave."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...


class Database(Protocol):
    """One connection, used by one thread at a time."""

    #: whether several servers may use the database at once
    shared: bool
    #: connections that a server has to it
    connections: int

    def execute(self, sql: str, values: Sequence[object] = ()) -> Rows: ...

    def transaction(self, reading: bool = False, batched: bool = False) -> AbstractContextManager[None]:
        """What is done inside is kept whole or not at all; what is only read is of one moment. Whatever the database
        refuses is `NotStored`. In a batched one statements need not wait for the answer of those before; then
        `rowcount` says nothing."""
        ...

    def tell(self, table: str, event: str = "") -> None:
        """In a transaction: other servers hear that something about a table has changed, when it is kept; if it is but
        one event, also which."""
        ...

    def telling(self, table: str, event: str = "") -> tuple[str, tuple[str, ...]]:
        """The same as an expression of SQL, and its values."""
        ...

    def touch(self) -> None:
        """In a transaction: write something that changes nothing, to see whether anything can be written."""
        ...

    def alone(self) -> AbstractContextManager[None]:
        """For one statement, which is a transaction by itself."""
        ...

    def close(self) -> None: ...


def without_password(name: str) -> str:
    """The name of a database as it may be printed."""
    return re.sub(r"//([^/@:]*):[^/@]*@", r"//\1:…@", name)


def is_postgres(name: str) -> bool:
    return name.lower().startswith(POSTGRES)


def open_database(name: str, serving: bool = False, sender: str = "") -> Database:
    """The database of this name, brought up to date; others hear of its changes as those of `sender`. Refused with
    `TheomachyError` if it is not ours, or, when it is opened for serving, if it has a server and can't have two."""
    if is_postgres(name):
        from theomachy.server.postgres_database import PostgresDatabase

        return PostgresDatabase(name, sender)
    from theomachy.server.sqlite_database import SqliteDatabase

    return SqliteDatabase(name, serving)
