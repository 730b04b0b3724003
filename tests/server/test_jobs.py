"""Work that servers share: jobs done by whoever is free, once, in fair order; and limits that hold for all together."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Collection, Coroutine
from typing import Any, cast

import msgspec
import pytest

from tests.server.postgres import Postgres
from tests.server.serving import FAST, SOON, Eyes, Serving
from theomachy.server import bot_players, turns
from theomachy.server import shift as shifts
from theomachy.server.app import Settings
from theomachy.server.bots import BotPool, Crowded, NoAnswer
from theomachy.server.gate import Gate
from theomachy.server.hall import Hall
from theomachy.server.jobs import Jobs
from theomachy.server.ledger import Ledger
from theomachy.server.limits import Allowance, Limits
from theomachy.server.refused import Refused
from theomachy.server.shared_work import SharedWork
from theomachy.server.shift import Shift
from theomachy.server.sql_storage import SqlStorage
from theomachy.server.storage import BOTS, JOBS, Job, JobAnswer, Storage, Use
from theomachy.server.tables import Table


def with_storages(postgres: Postgres, work: Callable[[SqlStorage, SqlStorage, list[str]], Awaitable[None]]) -> None:
    """Run something with two storages of one database, in which there are two tables."""
    database = postgres.database()
    running = Serving(Settings(database=database))
    tables = [running.client.new_table("Ann", "Ben").id for _ in range(2)]
    running.stop()

    async def run() -> None:
        one, other = SqlStorage(database), SqlStorage(database)
        try:
            await work(one, other, tables)
        finally:
            await one.close()
            await other.close()

    asyncio.run(run())


def test_jobs_are_taken_in_fair_order(postgres: Postgres) -> None:
    """Addresses take turns, and the tables of an address among themselves, whoever came with many first."""

    async def work(one: SqlStorage, other: SqlStorage, tables: list[str]) -> None:
        busy, quiet = tables
        for number, (patron, table) in enumerate(
            [("a", busy), ("a", busy), ("a", busy), ("a", quiet), ("b", busy), ("c", quiet)]
        ):
            assert await one.post_job(Job(str(number), "hint", table, patron, b"?"), 10)
        assert await other.take_job(["analysis"], 60.0) is None
        taken = [await (one, other)[turn % 2].take_job(["hint"], 60.0) for turn in range(6)]
        assert [job.id for job in taken if job is not None] == ["0", "4", "5", "3", "1", "2"]
        assert await one.take_job(["hint"], 60.0) is None

    with_storages(postgres, work)


def test_a_job_is_done_by_one(postgres: Postgres) -> None:
    async def work(one: SqlStorage, other: SqlStorage, tables: list[str]) -> None:
        for number in range(30):
            assert await one.post_job(Job(str(number), "hint", tables[0], str(number), b"?"), 1)

        async def take_all(storage: SqlStorage) -> list[str]:
            taken: list[str] = []
            misses = 0
            # What another one is just taking is passed over, so nothing may be had though there is more.
            while misses < 3:
                job = await storage.take_job(["hint"], 60.0)
                if job is None:
                    misses += 1
                else:
                    taken.append(job.id)
            return taken

        shares = await asyncio.gather(take_all(one), take_all(other), take_all(one), take_all(other))
        assert sorted(int(job) for share in shares for job in share) == list(range(30))
        assert set(await other.keep_jobs([str(number) for number in range(30)], 1.0)) == {*shares[1], *shares[3]}

    with_storages(postgres, work)


def test_a_server_that_dies_leaves_its_job_to_others(postgres: Postgres) -> None:
    async def work(one: SqlStorage, other: SqlStorage, tables: list[str]) -> None:
        assert await one.post_job(Job("x", "hint", tables[0], "a", b"?"), 1)
        assert await one.take_job(["hint"], 0.2) is not None
        assert await other.take_job(["hint"], 60.0) is None
        assert await one.job_answer("x") is None
        await asyncio.sleep(0.3)
        again = await other.take_job(["hint"], 60.0)
        assert again is not None
        assert again.id == "x"
        # It was only slow. Who is first is first, and the answer is had once.
        assert await one.keep_jobs(["x"], 60.0) == []
        await other.end_job("x", b"theirs", "")
        await one.end_job("x", b"mine", "")
        assert await one.job_answer("x") == JobAnswer(b"theirs")
        assert await one.job_answer("x") is None
        # What was done can't be taken any more, and does not count as waiting.
        assert await one.take_job(["hint"], 60.0) is None

    with_storages(postgres, work)


def test_so_many_jobs_of_an_address_wait_at_all_servers_together(postgres: Postgres) -> None:
    async def work(one: SqlStorage, other: SqlStorage, tables: list[str]) -> None:
        assert await one.post_job(Job("1", "hint", tables[0], "a", b"?"), 2)
        assert await other.post_job(Job("2", "hint", tables[1], "a", b"?"), 2)
        assert not await one.post_job(Job("3", "hint", tables[1], "a", b"?"), 2)
        assert await one.post_job(Job("4", "hint", tables[0], "b", b"?"), 2)
        await other.withdraw_job("2")
        assert await one.post_job(Job("3", "hint", tables[1], "a", b"?"), 2)

    with_storages(postgres, work)


def test_asking_and_doing(postgres: Postgres) -> None:
    """One server asks and has no workers, another one does what it is asked; what nobody wants any more is dropped."""

    async def work(one: SqlStorage, other: SqlStorage, tables: list[str]) -> None:
        begun, ended = asyncio.Event(), asyncio.Event()

        async def double(job: Job) -> bytes:
            if job.body == b"never":
                begun.set()
                try:
                    await asyncio.sleep(60)
                finally:
                    ended.set()
            if job.body == b"odd":
                raise ZeroDivisionError
            if job.body == b"silent":
                raise NoAnswer("not today")
            return job.body * 2

        asking, doing = Shift(), Shift()
        asker = Jobs(one, asking, {}, 0)
        doer = Jobs(other, doing, {"double": double}, 2)

        def ask(body: bytes) -> Coroutine[Any, Any, bytes]:
            return asker.ask("double", tables[0], "a", body, 3, 20.0)

        tasks = [asyncio.create_task(asking.run(asker)), asyncio.create_task(doing.run(doer))]
        try:
            assert await asyncio.gather(*(ask(body) for body in (b"a", b"b", b"c"))) == [b"aa", b"bb", b"cc"]
            for body, reason in ((b"odd", "ZeroDivisionError"), (b"silent", "not today")):
                with pytest.raises(NoAnswer, match=reason):
                    await ask(body)
            hopeless = [asyncio.create_task(ask(b"never")) for _ in range(3)]
            await begun.wait()
            with pytest.raises(Crowded):
                await ask(b"d")
            for task in hopeless:
                task.cancel()
            # Whoever did it hears within a lease that nobody waits, and is free again.
            async with asyncio.timeout(SOON):
                await ended.wait()
                assert await ask(b"e") == b"ee"
        finally:
            for keeper in tasks:
                keeper.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    with_storages(postgres, work)


def test_who_goes_while_asking_leaves_nothing_behind() -> None:
    """What is being written when somebody goes can't be stopped: it is withdrawn when it is written."""

    async def run() -> None:
        rows: set[str] = set()
        writing, go_on, written, withdrawn = (asyncio.Event() for _ in range(4))

        class Slow:
            async def post_job(self, job: Job, waiting: int) -> bool:
                async def write() -> None:
                    writing.set()
                    await go_on.wait()
                    rows.add(job.id)
                    written.set()

                # In a thread, so to speak: whoever is cancelled while waiting for it does not stop it.
                await asyncio.shield(asyncio.ensure_future(write()))
                return True

            async def withdraw_job(self, job: str) -> None:
                rows.discard(job)
                withdrawn.set()

        jobs = Jobs(cast(Storage, Slow()), Shift(), {}, 1)
        asking = asyncio.create_task(jobs.ask("hint", "t", "a", b"?", 1, 60.0))
        async with asyncio.timeout(SOON):
            await writing.wait()
            asking.cancel()
            with pytest.raises(asyncio.CancelledError):
                await asking
            # A withdrawal that does not wait would be over by now.
            for _ in range(10):
                await asyncio.sleep(0)
            go_on.set()
            await written.wait()
            await withdrawn.wait()
        assert not rows

    asyncio.run(run())


def test_a_shift_takes_no_more_than_it_can(monkeypatch: pytest.MonkeyPatch) -> None:
    """And what it may not go on with is stopped."""
    monkeypatch.setattr(shifts, "LEASE", 0.06)

    class Digging:
        most = 2

        def __init__(self) -> None:
            self.waiting = ["a", "b", "c"]
            self.stopped: list[str] = []

        async def take(self, seconds: float) -> tuple[str, Coroutine[Any, Any, None]] | None:
            return None if not self.waiting else ((name := self.waiting.pop(0)), self._dig(name))

        async def _dig(self, name: str) -> None:
            try:
                await asyncio.sleep(60)
            except asyncio.CancelledError:
                self.stopped.append(name)
                raise

        async def keep(self, names: list[str], seconds: float) -> Collection[str]:
            return [name for name in names if name != "a"]

    async def run() -> None:
        work = Digging()
        task = asyncio.create_task(Shift().run(work))
        async with asyncio.timeout(SOON):
            # The third begins when the first was stopped.
            while work.waiting:
                assert len(work.waiting) == 1 or not work.stopped
                await asyncio.sleep(0.01)
        assert work.stopped == ["a"]
        task.cancel()

    asyncio.run(run())


def test_hints_are_thought_of_where_there_are_workers(postgres: Postgres) -> None:
    """A server without workers asks; another one, at which nobody sits, thinks."""
    database = postgres.database()
    asking = Serving(Settings(database=database, bot_workers=0, limits=FAST))
    thinking = Serving(Settings(database=database, bot_workers=1, limits=FAST))
    try:
        table = asking.client.new_table("Ann", "Ben", setup={"first": 0}, hints=True)
        with table.sit(0) as ann:
            ann.expect("state")
            for bot in ("random", "greedy"):
                hint = ann.ask(type="hint", bot=bot)
                assert hint["type"] == "hint"
                assert hint["choice"] in ann.choices
            # Whoever goes leaves nothing behind.
            ann.say(type="hint", bot="search:2000ms")
        end = time.monotonic() + SOON
        name = database.split("/")[3].split("?")[0]
        while postgres.sql("SELECT COUNT(*) FROM jobs", name).strip() != "0":
            assert time.monotonic() < end
            time.sleep(0.05)
    finally:
        asking.stop()
        thinking.stop()


# --- limits of all servers together -----------------------------------------------------------------------------------


def test_what_was_used_is_known_to_all_and_forgotten_at_its_rate(postgres: Postgres) -> None:
    async def work(one: SqlStorage, other: SqlStorage, tables: list[str]) -> None:
        assert [use.amount for use in await one.use([Use("x", "b", 5.0, 0.0), Use("x", "a", 2.0, 0.0)])] == [2.0, 5.0]
        assert await other.use([Use("x", "a", 3.0, 0.0)]) == [Use("x", "a", 5.0, 0.0)]
        (fast,) = await one.use([Use("y", "a", 4.0, 1000.0)])
        assert fast.amount == 4.0
        await asyncio.sleep(0.05)
        assert (await other.use([Use("y", "a", 1.0, 1000.0)]))[0].amount == 1.0
        # Many at once, in any order, never wait for each other.
        many = [Use("z", str(number), 1.0, 0.0) for number in range(200)]
        orders = [many, many[::-1]]
        await asyncio.gather(*(storage.use(orders[turn % 2]) for turn in range(4) for storage in (one, other)))
        assert {use.amount for use in await one.use(many)} == {9.0}

    with_storages(postgres, work)


def test_gates_settle_what_was_used_elsewhere() -> None:
    limits = Limits(joins=Allowance(0.0, 10.0), address_work=Allowance(0.0, 10.0))
    here = Gate(limits, lambda: 0.0, Ledger())
    assert here.ledger is not None
    assert all(here.join("a") for _ in range(3))
    here.purse("a").pay(seconds=1.0)
    told = {(use.what, use.who): use.amount for use in here.ledger.tell()}
    assert told == {("joins", "a"): 3.0, ("work", "a"): 1.0}
    assert here.ledger.tell() == []
    # Another one is taken while the answer is on its way.
    assert here.join("a")
    here.settle([Use("joins", "a", 8.0, 0.0), Use("work", "a", 12.0, 0.0), Use("joins", "nobody", 9.0, 0.0)])
    assert [here.join("a") for _ in range(2)] == [True, False]
    assert here.purse("a").empty
    assert here.join("b")
    # What was refused is not used, and little is told later, with more.
    here.purse("b").pay(seconds=0.1)
    assert {(use.what, use.who): use.amount for use in here.ledger.tell()} == {("joins", "a"): 2.0, ("joins", "b"): 1.0}
    here.purse("b").pay(seconds=0.15)
    assert [(use.what, use.who, use.amount) for use in here.ledger.tell()] == [("work", "b", 0.25)]


def test_limits_hold_for_servers_together(postgres: Postgres) -> None:
    """What was used up at one server is used up at the other, a moment after somebody begins there."""
    database = postgres.database()
    few = msgspec.structs.replace(FAST, joins=Allowance(0.001, 12.0), address_chat=Allowance(0.001, 12.0))
    one, other = (Serving(Settings(database=database, limits=few)) for _ in range(2))
    try:
        table = one.client.new_table("Ann", "Ben")
        path = f"{table.path}/join"
        assert [one.client.post(path, {}).status_code for _ in range(13)] == [409] * 12 + [429]
        with table.sit(0) as here, other.client.sit(table.id, table.tokens[0]) as there:
            here.expect("state")
            there.expect("state")
            # A socket may say eight at once; the others of its address take the rest.
            with table.sit(1) as ben:
                ben.expect("state")
                for eyes in (here, here, here, here, here, here, ben, ben, ben, ben, ben, ben):
                    eyes.say(type="chat", text="well")
                ben.say(type="chat", text="too much")
                assert ben.expect("error")["error"] == "too-many"
            said = joined = 0
            end = time.monotonic() + SOON
            while other.client.post(path, {}).status_code != 429:
                joined += 1
                assert time.monotonic() < end
                time.sleep(0.4)
            while _may_say(there, f"here, too {said}"):
                said += 1
                time.sleep(0.4)
            # Each server counts by itself for a second or two.
            assert 1 <= joined < 12
            assert said < 12
    finally:
        one.stop()
        other.stop()


def _may_say(eyes: Eyes, text: str) -> bool:
    """Whether a line is heard that somebody says; or else it is refused."""
    eyes.say(type="chat", text=text)
    while (heard := eyes.expect("chat", "error"))["type"] == "chat":
        if heard["line"]["text"] == text:
            return True
    assert heard["error"] == "too-many"
    return False


@pytest.mark.parametrize("serving", [True, False])
def test_who_serves_people_leaves_work_to_those_who_tell_of_it(serving: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """For a moment: their people wait for it. A process that only works takes it at once."""
    monkeypatch.setattr(shifts, "COURTESY", 0.2)

    async def run() -> None:
        shared = SharedWork(cast("Storage", None), cast("BotPool", None), 1, serving)
        for shift, news in ((shared.turns, BOTS), (shared._doing, JOBS)):
            began = time.monotonic()
            heard = shared.heard_by(cast("Hall", None))
            heard(news, None)
            heard(news, None)
            assert shift._news.is_set() is not serving
            async with asyncio.timeout(SOON):
                await shift._news.wait()
            assert (time.monotonic() - began >= 0.2) is serving
            # What one has to do oneself waits for nobody.
            shift._news.clear()
            shift.wake()
            assert shift._news.is_set()

    asyncio.run(run())


def test_bots_that_were_given_up_are_played_again(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    """The storage can't keep a bot's choice for longer than it is tried at once: their turn is not over by that."""
    monkeypatch.setattr(bot_players, "STORAGE_PAUSE", 0.01)
    monkeypatch.setattr(turns, "PAUSE", 0.2)
    choose_for = Table.choose_for
    failures = [Refused("not-stored") for _ in range(2 * bot_players.STORAGE_TRIES)]

    async def fail_at_first(*asked: Any) -> None:
        if failures:
            raise failures.pop()
        await choose_for(*asked)

    monkeypatch.setattr(Table, "choose_for", fail_at_first)
    running = Serving(Settings(database=postgres.database(), bot_pause=0.0, limits=FAST))
    try:
        table = running.client.new_table("Ann", "bot:random", setup={"first": 1})
        with table.sit(0) as ann:
            ann.expect("state")
            assert ann.catch_up(1)["version"] == 1
        assert failures == []
    finally:
        running.stop()
