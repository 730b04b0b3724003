"""Calls to a database as transactions, in threads: one for each connection, or one for a file that has but one."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any, Final, Protocol, TypeVar

from theomachy.server.database import Database
from theomachy.server.sqlite_database import SqliteDatabase

T = TypeVar("T")

#: writes of one transaction at most
MOST: Final = 64


class Transactions(Protocol):
    """Does work in transactions of a database, each of them whole or not at all."""

    async def call(self, reading: bool, work: Callable[..., T], *arguments: Any) -> T:
        """What the work gives, called with a database and its arguments in a thread, when it is kept."""
        ...

    async def alone(self, work: Callable[..., T], *arguments: Any) -> T:
        """The same for work that writes and is one statement."""
        ...

    def close(self) -> None:
        """When everything that was asked for is done."""
        ...


class Call:
    """Work to be done in a transaction, or by a statement that is one, who waits for it, and what came of it."""

    __slots__ = ("arguments", "error", "reading", "result", "waiter", "work")

    def __init__(
        self, reading: bool, work: Callable[..., Any], arguments: tuple[Any, ...], waiter: asyncio.Future[Any]
    ) -> None:
        self.reading = reading
        self.work = work
        self.arguments = arguments
        self.waiter = waiter
        self.result: Any = None
        self.error: BaseException | None = None

    def answer(self) -> None:
        """Tell who waits what came of it."""
        # Who waited may have been called off.
        if self.waiter.done():
            return
        if self.error is None:
            self.waiter.set_result(self.result)
        else:
            self.waiter.set_exception(self.error)


class ManyConnections:
    """A transaction for each call, side by side on several connections, of which each has a thread."""

    def __init__(self, databases: list[Database]) -> None:
        #: calls in their order, with whose loop waits, and whether they are but a statement; None: a thread may end
        self._calls: SimpleQueue[tuple[asyncio.AbstractEventLoop, Call, bool] | None] = SimpleQueue()
        self._threads = [
            threading.Thread(target=self._run, args=(database,), name="storage", daemon=True) for database in databases
        ]
        for thread in self._threads:
            thread.start()

    async def call(self, reading: bool, work: Callable[..., T], *arguments: Any) -> T:
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[T] = loop.create_future()
        self._calls.put((loop, Call(reading, work, arguments, waiter), False))
        return await waiter

    async def alone(self, work: Callable[..., T], *arguments: Any) -> T:
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[T] = loop.create_future()
        self._calls.put((loop, Call(False, work, arguments, waiter), True))
        return await waiter

    def close(self) -> None:
        for _ in self._threads:
            self._calls.put(None)
        for thread in self._threads:
            thread.join()

    # --- in a thread --------------------------------------------------------------------------------------------------

    def _run(self, database: Database) -> None:
        while (asked := self._calls.get()) is not None:
            loop, call, alone = asked
            try:
                with database.alone() if alone else database.transaction(call.reading, batched=True):
                    call.result = call.work(database, *call.arguments)
            except BaseException as error:
                call.error = error
            # The loop may have ended meanwhile: then nobody waits.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(call.answer)


class CommonCommits:
    """Calls in the order in which they came. Writes that wait at the same time are one transaction, so that the disk is
    waited for once; one that fails does not touch the others."""

    def __init__(self, database: SqliteDatabase) -> None:
        self._database = database
        #: told to the thread: whose calls wait; None: there are no more to come
        self._news: SimpleQueue[asyncio.AbstractEventLoop | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="storage", daemon=True)
        self._thread.start()
        self._waiting: deque[Call] = deque()
        #: whether the thread is at work; known to the event loop alone
        self._busy = False

    async def call(self, reading: bool, work: Callable[..., T], *arguments: Any) -> T:
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[T] = loop.create_future()
        self._waiting.append(Call(reading, work, arguments, waiter))
        self._wake(loop)
        return await waiter

    async def alone(self, work: Callable[..., T], *arguments: Any) -> T:
        return await self.call(False, work, *arguments)

    def close(self) -> None:
        self._news.put(None)
        self._thread.join()

    def _wake(self, loop: asyncio.AbstractEventLoop) -> None:
        if not self._busy and self._waiting:
            self._busy = True
            self._news.put(loop)

    def _answer(self, loop: asyncio.AbstractEventLoop, group: list[Call], ended: bool) -> None:
        for call in group:
            call.answer()
        if ended:
            self._busy = False
            self._wake(loop)

    # --- in the thread ------------------------------------------------------------------------------------------------

    def _run(self) -> None:
        while (loop := self._news.get()) is not None:
            self._work_off(loop)

    def _work_off(self, loop: asyncio.AbstractEventLoop) -> None:
        ended = False
        while not ended:
            group = self._next_group()
            try:
                self._do(group)
            except BaseException as error:
                # The transaction is lost, with everything in it.
                for call in group:
                    call.error = error
            ended = not self._waiting
            # The loop may have ended meanwhile: then nobody waits.
            with contextlib.suppress(RuntimeError):
                loop.call_soon_threadsafe(self._answer, loop, group, ended)

    def _next_group(self) -> list[Call]:
        """The next call, with the writes that follow it if it is one. What is read must not be what may not be kept."""
        group = [self._waiting.popleft()]
        while not group[0].reading and self._waiting and not self._waiting[0].reading and len(group) < MOST:
            group.append(self._waiting.popleft())
        return group

    def _do(self, group: list[Call]) -> None:
        with self._database.transaction(group[0].reading):
            if len(group) == 1:
                group[0].result = group[0].work(self._database, *group[0].arguments)
                return
            for call in group:
                try:
                    with self._database.part():
                        call.result = call.work(self._database, *call.arguments)
                except Exception as error:
                    if not self._database.connection.in_transaction:
                        raise
                    call.error = error
