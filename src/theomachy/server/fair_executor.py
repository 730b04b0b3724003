"""Runs blocking work in threads, so that one client's slow jobs never hold up another client's quick ones.

- A client runs one job at a time; its other jobs wait behind it, whatever else is free.
- Clients take turns in the order of `FairLine`.
- `LANES` jobs are started at once, since the interpreter's lock lets one thread work at a time anyway. A job that takes
  longer than `SLOW` seconds no longer counts as one of them: the next job is started beside it.

All scheduling is done in the event loop's thread; only the work itself runs elsewhere.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, TypeVar

from theomachy.server.fair_line import FairLine

T = TypeVar("T")

#: quick jobs that run at once
LANES: Final = 2
#: seconds after which a job is slow
SLOW: Final = 0.05
#: jobs of clients that run at once, slow ones included, and how many of the server's own may run beside them
MOST: Final = 16
OWN: Final = 4
#: the client that the server's own work is done for
SERVER: Final = ""


class _Job:
    """A function to be called in a thread, and who waits for it."""

    __slots__ = ("arguments", "client", "done", "pay", "slow", "work")

    def __init__(
        self, client: str, work: Callable[..., Any], arguments: tuple[Any, ...], pay: Callable[[float], None]
    ) -> None:
        self.client = client
        self.work = work
        self.arguments = arguments
        self.pay = pay
        self.slow = False
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()


class FairExecutor:
    """Threads that are shared fairly by clients."""

    def __init__(self, lanes: int = LANES, slow: float = SLOW, most: int = MOST) -> None:
        self._lanes = lanes
        self._slow = slow
        self._most = most
        self._threads = ThreadPoolExecutor(max_workers=most + OWN, thread_name_prefix="job")
        self._running: set[_Job] = set()
        #: jobs that may be started: the server's own, and one of each client
        self._own: deque[_Job] = deque()
        self._line: FairLine[_Job] = FairLine()
        #: clients with a job that may be started or runs, and their other jobs
        self._behind: dict[str, deque[_Job]] = {}

    async def run(
        self, client: str, work: Callable[..., T], *arguments: Any, pay: Callable[[float], None] = lambda _: None
    ) -> T:
        """Call a function in a thread, behind what others have asked for before, and give what it gives. `pay` is told
        the seconds of CPU that it took, also if it failed, or nobody waits any more."""
        job = _Job(client, work, arguments, pay)
        if client == SERVER:
            self._own.append(job)
        elif client in self._behind:
            self._behind[client].append(job)
        else:
            self._behind[client] = deque()
            self._line.join(client, "", 1, job)
        self._start()
        result: T = await job.done
        return result

    def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _start(self) -> None:
        """Start as many jobs as there is room for."""
        while (job := self._next()) is not None:
            if job.done.cancelled():
                self._leave(job)
                continue
            loop = asyncio.get_running_loop()
            self._running.add(job)
            timer = loop.call_later(self._slow, self._outlasts, job)
            ended = loop.run_in_executor(self._threads, _timed, job.work, job.arguments)
            ended.add_done_callback(partial(self._end, job, timer))

    def _next(self) -> _Job | None:
        if sum(not job.slow for job in self._running) >= self._lanes:
            return None
        own = sum(job.client == SERVER for job in self._running)
        if self._own and own < OWN:
            return self._own.popleft()
        return self._line.next() if len(self._running) - own < self._most else None

    def _outlasts(self, job: _Job) -> None:
        job.slow = True
        self._start()

    def _end(self, job: _Job, timer: asyncio.TimerHandle, found: asyncio.Future[tuple[float, Any]]) -> None:
        timer.cancel()
        self._running.discard(job)
        self._leave(job)
        try:
            self._deliver(job, found)
        finally:
            self._start()

    def _deliver(self, job: _Job, found: asyncio.Future[tuple[float, Any]]) -> None:
        """Charge for a finished job, and hand its result to whoever waits for it."""
        if found.cancelled():
            job.done.cancel()
            return
        took, result = found.result()
        job.pay(took)
        if job.done.done():
            return
        if isinstance(result, StopIteration):
            # A future refuses to hold this one.
            result = RuntimeError(f"the job raised {result!r}")
        if isinstance(result, BaseException):
            job.done.set_exception(result)
        else:
            job.done.set_result(result)

    def _leave(self, job: _Job) -> None:
        """Let the next job of a client stand in the line."""
        waiting = self._behind.get(job.client)
        if waiting:
            self._line.join(job.client, "", 1, waiting.popleft())
        elif waiting is not None:
            del self._behind[job.client]


def _timed(work: Callable[..., Any], arguments: tuple[Any, ...]) -> tuple[float, Any]:
    """In the thread: the seconds it took, and what came of it. Failed work costs as much."""
    began = time.thread_time()
    try:
        result = work(*arguments)
    except BaseException as error:  # whatever it is, the next job must start
        result = error
    return time.thread_time() - began, result
