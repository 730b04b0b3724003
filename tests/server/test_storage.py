"""The storage alone: what a transaction keeps, and what it does not."""

from __future__ import annotations

import asyncio
import sqlite3
import zlib
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from theomachy.kernel.errors import TheomachyError
from theomachy.server.seats import Chair, new_token, resolve, token_hash
from theomachy.server.sqlite_storage import MIGRATIONS, SqliteStorage
from theomachy.server.storage import ChatLine, Event, NotStored, Storage, TableRecord


def record(table: str = "one", listed: bool = True, created: float = 1.0) -> TableRecord:
    chairs = [Chair(0, "ra", "person", "Ann", None, token_hash("secret")), Chair(1, "isis", "bot", bot="greedy")]
    return TableRecord(
        table=table, game="ankh", rules=1, title="T", setup={"gods": ["ra", "isis"]}, seed=2**62 - 1, listed=listed,
        created=created, moved=created, over=False, version=0, host=token_hash("host"), chairs=chairs,
        sat=[token_hash("secret")], seed_origin="drawn", salt=b"salt",
    )  # fmt: skip


def stored(path: Path, work: Callable[[Storage], Awaitable[None]]) -> None:
    """Do something with the storage in a file, then close it."""

    async def run() -> None:
        storage = SqliteStorage(path)
        try:
            await work(storage)
        finally:
            await storage.close()

    asyncio.run(run())


def test_what_is_stored_is_found_again(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    events = [Event(1, "choose", 0, "action move", 2.0), Event(2, "undo", 0, "", 3.0)]
    lines = [ChatLine(0, 0, "Ann", "hi", 1.0), ChatLine(1, None, "", "", 2.0, "line-opened", {"side": "ra"})]

    async def write(storage: Storage) -> None:
        await storage.create(record(), [], b"{}")
        for event in events:
            await storage.append("one", event, b'{"a":1}', False, snapshot=event.version == 1)
        await storage.seat("one", Chair(1, "isis", "person", "Ben", None, token_hash("other")))
        await storage.seat("one", Chair(1, "isis", "open"))
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

    stored(path, write)
    stored(path, read)
    with sqlite3.connect(path) as connection:
        snapshots = connection.execute("SELECT version, state FROM snapshots ORDER BY version").fetchall()
        assert [(version, zlib.decompress(state)) for version, state in snapshots] == [(0, b"{}"), (1, b'{"a":1}')]
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_a_version_can_not_be_stored_twice(tmp_path: Path) -> None:
    """Nor anything that came with it: a transaction is kept whole, or not at all."""

    async def work(storage: Storage) -> None:
        await storage.create(record(), [], b"{}")
        await storage.append("one", Event(1, "choose", 0, "done", 2.0), b"first", False, snapshot=False)
        with pytest.raises(NotStored):
            await storage.append("one", Event(1, "choose", 1, "done", 9.0), b"second", True, snapshot=True)
        with pytest.raises(NotStored):
            await storage.append("nowhere", Event(1, "choose", 1, "done", 9.0), b"x", True, snapshot=True)
        with pytest.raises(NotStored):
            await storage.create(record(), [], b"{}")
        found = await storage.load("one", 10)
        assert found is not None
        assert (found.state, found.record.over, found.record.moved) == (b"first", False, 2.0)
        await storage.append("one", Event(2, "choose", 1, "done", 3.0), b"third", True, snapshot=True)

    stored(tmp_path / "a.sqlite", work)


def test_listed_tables_newest_first(tmp_path: Path) -> None:
    async def work(storage: Storage) -> None:
        for number in range(5):
            await storage.create(record(str(number), listed=number != 3, created=float(number)), [], b"{}")
        assert [found.table for found in await storage.listed(3)] == ["4", "2", "1"]

    stored(tmp_path / "a.sqlite", work)


def test_a_database_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    with pytest.raises(TheomachyError, match="newer version"):
        SqliteStorage(path)


def test_tokens_are_hard_to_guess_and_easy_to_void() -> None:
    tokens = {new_token() for _ in range(1000)}
    assert len(tokens) == 1000
    assert all(len(token) == 22 for token in tokens)
    chairs = [Chair(0, "ra", "person", token=token_hash("a")), Chair(1, "isis", "open", token=token_hash("b"))]
    assert resolve(chairs, token_hash("h"), ["a"]).seats == {0}
    # A token of a seat that is open, or a bot's, opens nothing, whatever is stored.
    assert not resolve(chairs, token_hash("h"), ["b", "", "\udc80"])
    holder = resolve(chairs, token_hash("h"), ["x", "h", "a"])
    assert (holder.host, holder.seat) == (True, 0)
