"""The storage alone: what a transaction keeps, and what it does not."""

from __future__ import annotations

import asyncio
import os
import resource
import sqlite3
import subprocess
import sys
import zlib
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.server.postgres import Postgres
from tests.server.serving import SOON
from theomachy.kernel.errors import TheomachyError
from theomachy.server.database import open_database
from theomachy.server.seats import Chair, Holder, Shown, Turn, new_token, resolve, shown_hashes, token_hash
from theomachy.server.sql_storage import SqlStorage
from theomachy.server.sqlite_database import MIGRATIONS, SqliteDatabase
from theomachy.server.storage import ChatLine, Event, Maker, NotStored, Outdated, Storage, TableRecord

NO_TURN = Turn(False)
ANYBODY = Maker("192.0.2.1", 1000, 1000, 1)


def record(table: str = "one", listed: bool = True, created: float = 1.0) -> TableRecord:
    chairs = [Chair(0, "ra", "person", "Ann", None, token_hash("secret")), Chair(1, "isis", "bot", bot="greedy")]
    return TableRecord(
        table=table, game="ankh", rules=1, title="T", setup={"gods": ["ra", "isis"]}, seed=2**62 - 1, listed=listed,
        created=created, moved=created, over=False, version=0, host=token_hash("host"), chairs=chairs,
        sat=[token_hash("secret")], seed_origin="drawn", salt=b"salt",
    )  # fmt: skip


def stored(database: str, work: Callable[[Storage], Awaitable[None]]) -> None:
    """Do something with the storage in a file, then close it."""

    async def run() -> None:
        storage = SqlStorage(database)
        try:
            await work(storage)
        finally:
            await storage.close()

    asyncio.run(run())


def test_what_is_stored_is_found_again(database: str) -> None:
    events = [Event(1, "choose", 0, "action move", 2.0), Event(2, "undo", 0, "", 3.0)]
    lines = [ChatLine(0, 0, "Ann", "hi", 1.0), ChatLine(1, None, "", "", 2.0, "line-opened", {"side": "ra"})]

    async def write(storage: Storage) -> None:
        await storage.create(record(), [], b"{}", NO_TURN, ANYBODY)
        for event in events:
            await storage.append("one", 0, event, b'{"a":1}', False, snapshot=event.version == 1)
        await storage.seat("one", 0, Chair(1, "isis", "person", "Ben", None, token_hash("other")), NO_TURN)
        await storage.seat("one", 1, Chair(1, "isis", "open"), NO_TURN)
        await storage.disclose("one")
        for line in lines:
            await storage.add_line("one", line)

    async def read(storage: Storage) -> None:
        found = await storage.load("one", 10)
        assert found is not None
        assert found.events == events
        assert (found.chat, found.lines) == (lines, 2)
        assert found.state == b'{"a":1}'
        assert found.record.seed == 2**62 - 1
        assert (found.record.version, found.record.moved) == (2, 3.0)
        assert [chair.who for chair in found.record.chairs] == ["person", "open"]
        assert found.record.chairs[0].token == token_hash("secret")
        assert sorted(found.record.sat) == sorted([token_hash("secret"), token_hash("other")])
        assert (found.record.seed_origin, found.record.salt) == ("drawn", b"salt")
        assert (found.record.opened, found.record.disclosed) == (False, True)
        assert (await storage.load("one", 1) or found).chat == lines[1:]
        assert await storage.load("two", 10) is None

    stored(database, write)
    stored(database, read)
    raw = open_database(database)
    snapshots = raw.execute("SELECT version, state FROM snapshots ORDER BY version").fetchall()
    assert [(version, zlib.decompress(state)) for version, state in snapshots] == [(0, b"{}"), (1, b'{"a":1}')]
    raw.close()


def test_a_file_keeps_a_log_of_changes(tmp_path: Path) -> None:
    database = SqliteDatabase(str(tmp_path / "a.sqlite"))
    assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert database.execute("PRAGMA synchronous").fetchone() == (2,)
    database.close()


def test_a_version_can_not_be_stored_twice(database: str) -> None:
    """Nor anything that came with it: a transaction is kept whole, or not at all."""

    async def work(storage: Storage) -> None:
        await storage.create(record(), [], b"{}", NO_TURN, ANYBODY)
        await storage.append("one", 0, Event(1, "choose", 0, "done", 2.0), b"first", False, snapshot=False)
        with pytest.raises(Outdated):
            await storage.append("one", 0, Event(1, "choose", 1, "done", 9.0), b"second", True, snapshot=True)
        with pytest.raises(NotStored):
            await storage.append("nowhere", 0, Event(1, "choose", 1, "done", 9.0), b"x", True, snapshot=True)
        with pytest.raises(NotStored):
            await storage.create(record(), [], b"{}", NO_TURN, ANYBODY)
        found = await storage.load("one", 10)
        assert found is not None
        assert (found.state, found.record.over, found.record.moved) == (b"first", False, 2.0)
        await storage.append("one", 0, Event(2, "choose", 1, "done", 3.0), b"third", True, snapshot=True)
        # Nor by who thinks that others sit there, nor can a seat be given to two.
        await storage.seat("one", 0, Chair(1, "isis", "open"), NO_TURN)
        with pytest.raises(Outdated):
            await storage.append("one", 0, Event(3, "choose", 1, "done", 4.0), b"x", True, snapshot=True)
        with pytest.raises(Outdated):
            await storage.seat("one", 0, Chair(1, "isis", "bot", bot="random"), NO_TURN)
        await storage.append("one", 1, Event(3, "choose", 1, "done", 4.0), b"x", True, snapshot=True)

    stored(database, work)


def test_what_has_changed_since(database: str) -> None:
    async def work(storage: Storage) -> None:
        await storage.create(record(), [], b"{}", NO_TURN, ANYBODY)
        await storage.append("one", 0, Event(1, "choose", 0, "done", 2.0), b"first", False, snapshot=False)
        assert await storage.add_line("one", ChatLine(7, 0, "Ann", "hi", 1.0)) == 0
        assert await storage.add_line("one", ChatLine(7, 0, "Ann", "ho", 1.0)) == 1
        found = await storage.changes("one", 0, 0, 1, 10)
        assert found is not None
        assert ([event.version for event in found.events], found.version) == ([1], 1)
        assert ([line.text for line in found.chat], found.lines) == (["ho"], 2)
        assert (found.chairs, found.seating) == (None, 0)
        await storage.seat("one", 0, Chair(1, "isis", "open"), NO_TURN)
        found = await storage.changes("one", 1, 0, 2, 10)
        assert found is not None
        assert (found.events, [line.text for line in found.chat]) == ([], ["hi", "ho"])
        assert [chair.who for chair in found.chairs or []] == ["person", "open"]
        assert await storage.changes("two", 0, 0, 0, 10) is None

    stored(database, work)


def test_of_two_processes_that_write_the_same_version_one_is_first(database: str) -> None:
    """1,000 versions, offered to both at once each time: one of them is told that it came too late, and nothing of what
    it wrote is kept."""

    async def begin(storage: Storage) -> None:
        await storage.create(record(), [], b"{}", NO_TURN, ANYBODY)

    stored(database, begin)
    rivals = [
        subprocess.Popen(
            [sys.executable, "-m", "tests.server.rival", database, "one", f"{seat}"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )
        for seat in range(2)
    ]  # fmt: skip
    winners: list[int] = []
    try:
        pipes = [(rival.stdin, rival.stdout) for rival in rivals]
        for told, said in pipes:
            assert told is not None
            assert said is not None
            assert said.readline() == "ready\n"
        for version in range(1, 1001):
            for told, _ in pipes:
                assert told is not None
                told.write(f"{version}\n")
                told.flush()
            answers = [said.readline() for _, said in pipes if said is not None]
            assert sorted(answers) == ["first\n", "late\n"], version
            winners.append(answers.index("first\n"))
    finally:
        for rival in rivals:
            rival.communicate(timeout=SOON)

    async def compare(storage: Storage) -> None:
        found = await storage.load("one", 10)
        assert found is not None
        assert [event.version for event in found.events] == list(range(1, 1001))
        assert [event.seat for event in found.events] == winners
        assert (found.record.version, found.state) == (1000, b"%d" % winners[-1])

    stored(database, compare)
    # Else it was no race.
    assert set(winners) == {0, 1}


def test_a_connection_beyond_the_first_thousand_files(postgres: Postgres) -> None:
    """A server with many sockets that has lost its connection gets one with a high number."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 2048), hard))
    files = [os.open(os.devnull, os.O_RDONLY) for _ in range(1100)]
    try:
        assert max(files) > 1024
        database = open_database(postgres.database())
        with database.transaction():
            database.touch()
        with database.alone():
            database.touch()
        database.close()
    finally:
        for file in files:
            os.close(file)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_listed_tables_newest_first(database: str) -> None:
    async def work(storage: Storage) -> None:
        for number in range(5):
            await storage.create(
                record(str(number), listed=number != 3, created=float(number)), [], b"{}", NO_TURN, ANYBODY
            )
        assert [found.table for found in await storage.listed(3)] == ["4", "2", "1"]

    stored(database, work)


def test_a_database_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(TheomachyError, match="newer version"):
        SqlStorage(str(path))


def test_tokens_are_hard_to_guess_and_easy_to_void() -> None:
    tokens = {new_token() for _ in range(1000)}
    assert len(tokens) == 1000
    assert all(len(token) == 22 for token in tokens)
    chairs = [Chair(0, "ra", "person", token=token_hash("a")), Chair(1, "isis", "open", token=token_hash("b"))]

    def holding(*tokens: str, player: str | None = None) -> Holder:
        host = token_hash("h")
        return resolve(chairs, host, shown_hashes(chairs, host, "maker", Shown(tokens, player)))

    assert holding("a").seats == {0}
    # A token of a seat that is open, or a bot's, opens nothing, whatever is stored.
    assert not holding("b", "", "\udc80")
    holder = holding("x", "h", "a")
    assert (holder.host, holder.seat) == (True, 0)
    # A player's own seats and table need no token; but nobody else's, nor what nobody has.
    chairs[0].player = "ann"
    assert holding("me:0", player="ann").seats == {0}
    assert not holding("me:0", "me", player="ann").host
    assert not holding("me:0")
    assert not holding("me:1", "me:00", "me:0:1", "me", player="ann")
    assert not holding("me:0", player="ben")
    assert not holding(player="ann")
    assert holding("me", player="maker").host
    assert holding("me:0", player="maker").seats == frozenset()
