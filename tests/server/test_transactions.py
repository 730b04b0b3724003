"""Writes that wait at the same time are committed together, and yet each is kept or not by itself."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any, cast

import pytest

from theomachy.server.database import Database
from theomachy.server.sqlite_database import SqliteDatabase
from theomachy.server.storage import NotStored, Outdated
from theomachy.server.transactions import CommonCommits, ManyConnections


class Bench:
    """A file with one table of numbers, and a list of what was committed."""

    def __init__(self, path: Path) -> None:
        self.database = SqliteDatabase(str(path))
        self.database.execute("CREATE TABLE numbers (number INTEGER PRIMARY KEY)")
        self.said: list[str] = []
        self.line = CommonCommits(self.database)
        self.gate = threading.Event()

    @property
    def commits(self) -> int:
        return self.said.count("COMMIT")

    @property
    def numbers(self) -> list[int]:
        return [number for (number,) in self.database.execute("SELECT number FROM numbers ORDER BY number")]

    async def while_busy(self, *calls: Awaitable[Any]) -> list[Any]:
        """What comes of calls that all wait while the thread is at something else."""
        first = asyncio.create_task(self.line.call(True, lambda _: self.gate.wait(10)))
        waiting = [asyncio.ensure_future(call) for call in calls]
        await asyncio.sleep(0)
        self.database.connection.set_trace_callback(self.said.append)
        self.gate.set()
        assert await first
        return await asyncio.gather(*waiting, return_exceptions=True)

    def put(self, number: int) -> Awaitable[int]:
        return self.line.call(False, insert, number)


def insert(database: SqliteDatabase, number: int) -> int:
    database.execute("INSERT INTO numbers VALUES (?)", (number,))
    return number


def count(database: SqliteDatabase) -> int:
    return int(database.execute("SELECT count(*) FROM numbers").fetchone()[0])


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path / "numbers.sqlite")


def test_what_waits_is_committed_at_once(bench: Bench) -> None:
    assert asyncio.run(bench.while_busy(*map(bench.put, range(50)))) == list(range(50))
    # The one that kept the thread busy, and all the others.
    assert bench.commits == 2
    assert bench.numbers == list(range(50))


def test_no_transaction_is_without_end(bench: Bench) -> None:
    asyncio.run(bench.while_busy(*map(bench.put, range(100))))
    assert bench.commits == 3


@pytest.mark.parametrize(
    ("fails", "error"),
    [
        (lambda database: insert(database, 1), NotStored),
        (lambda _: _raise(Outdated("somebody was first")), Outdated),
        (lambda _: _raise(ZeroDivisionError()), ZeroDivisionError),
    ],
)
def test_one_that_fails_does_not_touch_the_others(
    bench: Bench, fails: Callable[[SqliteDatabase], None], error: type[Exception]
) -> None:
    def half(database: SqliteDatabase) -> None:
        insert(database, 77)
        fails(database)

    results = asyncio.run(bench.while_busy(bench.put(1), bench.line.call(False, half), bench.put(3)))
    assert (results[0], results[2]) == (1, 3)
    assert type(results[1]) is error
    assert bench.numbers == [1, 3]


def test_a_lost_transaction_is_lost_for_all(bench: Bench) -> None:
    """As on a full disk, where SQLite takes everything back: nobody is told that something was stored."""

    def lose(database: SqliteDatabase) -> None:
        database.execute("ROLLBACK")
        raise sqlite3.OperationalError("database or disk is full")

    results = asyncio.run(bench.while_busy(bench.put(1), bench.line.call(False, lose), bench.put(3)))
    assert [type(result) for result in results] == [NotStored] * 3
    assert bench.numbers == []
    # And it goes on.
    assert asyncio.run(bench.line.call(False, insert, 5)) == 5


def test_nothing_is_read_that_may_not_be_kept(bench: Bench) -> None:
    """A read has a transaction of its own, in its turn."""
    results = asyncio.run(bench.while_busy(bench.put(1), bench.line.call(True, count), bench.put(2)))
    assert results == [1, 1, 2]
    assert bench.commits == 4


def test_who_stops_waiting_does_not_stop_the_others(bench: Bench) -> None:
    async def run() -> list[Any]:
        called_off = asyncio.create_task(bench.line.call(False, insert, 9))
        calls = asyncio.create_task(bench.while_busy(bench.put(1), bench.put(2)))
        await asyncio.sleep(0)
        called_off.cancel()
        return await calls

    assert asyncio.run(run()) == [1, 2]
    # It may be stored all the same, as ever when somebody stops waiting.
    assert bench.numbers in ([1, 2, 9], [1, 2])


def test_the_log_of_changes_is_swept_while_others_write(tmp_path: Path) -> None:
    """Nobody who writes waits for that, the log does not grow, and it is not taken for somebody else's change."""
    path = tmp_path / "numbers.sqlite"
    database = SqliteDatabase(str(path), serving=True)
    database.execute("CREATE TABLE texts (text TEXT)")
    sizes: list[int] = []
    for _ in range(6):
        for _ in range(40):
            with database.transaction():
                database.execute("INSERT INTO texts VALUES (?)", ("x" * 3000,))
        sizes.append((tmp_path / "numbers.sqlite-wal").stat().st_size)
        sweeper = threading.Thread(target=database.sweep)
        sweeper.start()
        sweeper.join(10)
        assert not database.changed_elsewhere()
    assert max(sizes) < 1.5 * sizes[0]
    with sqlite3.connect(path) as other:
        assert other.execute("SELECT count(*) FROM texts").fetchone() == (240,)
        other.execute("INSERT INTO texts VALUES ('theirs')")
    assert database.changed_elsewhere()
    database.close()


def _raise(error: Exception) -> None:
    raise error


class Connection:
    """Does what it is told, in transactions that are none; several of them, each in a thread."""

    @contextlib.contextmanager
    def transaction(self, reading: bool = False, batched: bool = False) -> Iterator[None]:
        yield

    @contextlib.contextmanager
    def alone(self) -> Iterator[None]:
        yield


def test_whoever_was_last_at_work_is_asked_next() -> None:
    """One after the other needs one connection; more are for what is asked at once. Nothing waits while one is free."""
    connections = [Connection() for _ in range(3)]
    many = ManyConnections(cast("list[Database]", connections))
    gate = threading.Event()

    def who(database: Connection) -> int:
        return connections.index(database)

    def wait(database: Connection) -> int:
        assert gate.wait(20)
        return who(database)

    def fail(database: Connection) -> int:
        raise NotStored("no")

    async def play() -> None:
        one_by_one = [await many.call(False, who) for _ in range(20)]
        assert len(set(one_by_one)) == 1
        with pytest.raises(NotStored):
            await many.alone(fail)
        busy = [asyncio.ensure_future(many.call(True, wait)) for _ in range(2)]
        await asyncio.sleep(0)
        left = [await many.alone(who) for _ in range(20)]
        assert len(set(left)) == 1
        # More than there are connections: all are done, whoever is free first.
        waiting = [asyncio.ensure_future(many.call(False, wait)) for _ in range(30)]
        await asyncio.sleep(0)
        gate.set()
        assert {*await asyncio.gather(*busy)} == {0, 1, 2} - set(left)
        assert len(await asyncio.gather(*waiting)) == 30
        last = [asyncio.ensure_future(many.alone(who)) for _ in range(30)]
        await asyncio.sleep(0)
        await asyncio.to_thread(many.close)
        assert len(await asyncio.gather(*last)) == 30

    asyncio.run(play())
