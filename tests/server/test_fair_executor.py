"""Work in threads: whose job is started when. Jobs end when the test says so; nothing is measured in seconds."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from theomachy.server.fair_executor import LANES, MOST, SERVER, FairExecutor


class Jobs:
    """Jobs that run until they are let go, and the order in which they were started and ended."""

    def __init__(self) -> None:
        self.started: list[str] = []
        self.ended: list[str] = []
        self._gates: dict[str, threading.Event] = {}

    def gate(self, name: str) -> threading.Event:
        return self._gates.setdefault(name, threading.Event())

    def slow(self, name: str) -> str:
        self.started.append(name)
        assert self.gate(name).wait(30)
        self.ended.append(name)
        return name

    def quick(self, name: str) -> str:
        self.started.append(name)
        self.ended.append(name)
        return name


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not holds():
            await asyncio.sleep(0.002)


def run(test: Callable[[FairExecutor, Jobs], Coroutine[Any, Any, None]], **options: Any) -> None:
    async def running() -> None:
        executor, jobs = FairExecutor(**options), Jobs()
        try:
            await test(executor, jobs)
        finally:
            for gate in list(jobs._gates.values()):
                gate.set()
            executor.close()

    asyncio.run(running())


def test_slow_jobs_of_one_client_do_not_delay_another_client() -> None:
    """Six slow ones come first; the quick job of another client is done while the first of them still runs."""

    async def test(executor: FairExecutor, jobs: Jobs) -> None:
        slow = [asyncio.create_task(executor.run("a", jobs.slow, f"a{number}")) for number in range(6)]
        await until(lambda: bool(jobs.started))
        assert await executor.run("b", jobs.quick, "b") == "b"
        assert jobs.started == ["a0", "b"]
        assert jobs.ended == ["b"]
        # One client's jobs are done one after the other, in order.
        for number in range(6):
            jobs.gate(f"a{number}").set()
        assert await asyncio.gather(*slow) == [f"a{number}" for number in range(6)]
        assert jobs.ended == ["b", *(f"a{number}" for number in range(6))]

    run(test)


def test_slow_jobs_of_many_clients_do_not_delay_one_more() -> None:
    """More of them than there are lanes: slow ones step aside."""

    async def test(executor: FairExecutor, jobs: Jobs) -> None:
        many = [f"c{number}" for number in range(LANES + 3)]
        slow = [asyncio.create_task(executor.run(name, jobs.slow, name)) for name in many]
        await until(lambda: len(jobs.started) == len(many))
        assert await executor.run("b", jobs.quick, "b") == "b"
        assert jobs.ended == ["b"]
        for name in many:
            jobs.gate(name).set()
        await asyncio.gather(*slow)

    run(test, slow=0.01)


def test_quick_jobs_run_in_few_lanes_and_clients_take_turns() -> None:
    """With one lane that nobody outlasts, the order is the order of turns: client by client, not first come."""

    async def test(executor: FairExecutor, jobs: Jobs) -> None:
        first = asyncio.create_task(executor.run("a", jobs.slow, "a0"))
        await until(lambda: bool(jobs.started))
        rest = [asyncio.create_task(executor.run("a", jobs.quick, f"a{number}")) for number in range(1, 4)]
        rest += [asyncio.create_task(executor.run("b", jobs.quick, f"b{number}")) for number in range(2)]
        rest += [asyncio.create_task(executor.run("c", jobs.quick, "c0"))]
        await asyncio.sleep(0)
        jobs.gate("a0").set()
        await asyncio.gather(first, *rest)
        assert jobs.started == ["a0", "b0", "c0", "a1", "b1", "a2", "a3"]

    run(test, lanes=1, slow=1_000.0)


def test_there_are_never_more_threads_than_allowed_but_the_server_has_its_own() -> None:
    async def test(executor: FairExecutor, jobs: Jobs) -> None:
        names = [f"c{number}" for number in range(MOST + 5)]
        slow = [asyncio.create_task(executor.run(name, jobs.slow, name)) for name in names]
        await until(lambda: len(jobs.started) == MOST)
        assert await executor.run(SERVER, jobs.quick, "own") == "own"
        assert jobs.started == [*names[:MOST], "own"]
        for name in names:
            jobs.gate(name).set()
        await asyncio.gather(*slow)
        assert sorted(jobs.ended) == sorted([*names, "own"])

    run(test, slow=0.0)


def test_work_is_paid_for_also_if_it_fails_or_nobody_waits() -> None:
    async def test(executor: FairExecutor, jobs: Jobs) -> None:
        paid: list[float] = []
        with pytest.raises(ZeroDivisionError):
            await executor.run("a", divmod, 1, 0, pay=paid.append)
        assert len(paid) == 1
        left = asyncio.create_task(executor.run("a", jobs.slow, "left", pay=paid.append))
        behind = asyncio.create_task(executor.run("a", jobs.slow, "never", pay=paid.append))
        await until(lambda: jobs.started == ["left"])
        left.cancel()
        behind.cancel()
        jobs.gate("left").set()
        await until(lambda: len(paid) == 2)
        # The client's next job finds its way, and the one nobody waited for was never begun.
        assert await executor.run("a", jobs.quick, "next", pay=paid.append) == "next"
        assert jobs.started == ["left", "next"]

    run(test)


@pytest.mark.parametrize("kind", [GeneratorExit, StopIteration, ValueError])
def test_a_job_that_fails_in_any_way_lets_the_next_one_start(kind: type[BaseException]) -> None:
    def fail() -> None:
        raise kind

    async def test(executor: FairExecutor, jobs: Jobs) -> None:
        failing = asyncio.ensure_future(executor.run("ann", fail))
        waiting = asyncio.ensure_future(executor.run("ben", jobs.quick, "ben"))
        await until(failing.done)
        assert isinstance(failing.exception(), (kind, RuntimeError))
        async with asyncio.timeout(30):
            assert await waiting == "ben"

    run(test, lanes=1)
