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


#: a call, whose loop waits for it, and whether it is but a statement
Asked = tuple[asyncio.AbstractEventLoop, Call, bool]


class Desk:
    """A thread with a connection, and what it is given to do; None: it may end."""

    __slots__ = ("given", "thread")

    def __init__(self, work: Callable[[Desk, Database], None], database: Database) -> None:
        self.given: SimpleQueue[Asked | None] = SimpleQueue()
        self.thread = threading.Thread(target=work, args=(self, database), name="storage", daemon=True)
        self.thread.start()


class ManyConnections:
    """A transaction for each call, side by side on several connections, of which each has a thread. Of those that are
    free the one is asked that was last at work: it, and the database's process at the other end, have all at hand."""

    def __init__(self, databases: list[Database]) -> None:
        #: for which no thread is free
        self._waiting: deque[Asked] = deque()
        self._desks = [Desk(self._run, database) for database in databases]
        #: the last to be free is the last
        self._free = self._desks.copy()

    async def call(self, reading: bool, work: Callable[..., T], *arguments: Any) -> T:
        return await self._ask(reading, work, arguments, False)

    async def alone(self, work: Callable[..., T], *arguments: Any) -> T:
        return await self._ask(False, work, arguments, True)

    def _ask(self, reading: bool, work: Callable[..., T], arguments: tuple[Any, ...], alone: bool) -> asyncio.Future[T]:
        loop = asyncio.get_running_loop()
        waiter: asyncio.Future[T] = loop.create_future()
        asked = loop, Call(reading, work, arguments, waiter), alone
        if self._free:
            self._free.pop().given.put(asked)
        else:
            self._waiting.append(asked)
        return waiter

    def close(self) -> None:
        for desk in self._desks:
            desk.given.put(None)
        for desk in self._desks:
            desk.thread.join()

    def _answer(self, call: Call, free: Desk | None) -> None:
        call.answer()
        if free is None:
            return
        # Something may have been asked for after the thread has looked whether anything waits.
        if self._waiting:
            free.given.put(self._waiting.popleft())
        else:
            self._free.append(free)

    # --- in a thread --------------------------------------------------------------------------------------------------

    def _run(self, desk: Desk, database: Database) -> None:
        asked = desk.given.get()
        while asked is not None:
            self._do(database, asked)
            following = self._next()
            self._tell(asked, desk if following is None else None)
            asked = following or desk.given.get()
        # Asked for at the last moment, by who has not heard yet that this thread was free.
        while (asked := self._next()) is not None:
            self._do(database, asked)
            self._tell(asked, None)

    def _do(self, database: Database, asked: Asked) -> None:
        _, call, alone = asked
        try:
            with database.alone() if alone else database.transaction(call.reading, batched=True):
                call.result = call.work(database, *call.arguments)
        except BaseException as error:
            call.error = error

    def _tell(self, asked: Asked, free: Desk | None) -> None:
        loop, call, _ = asked
        # The loop may have ended meanwhile: then nobody waits.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(self._answer, call, free)

    def _next(self) -> Asked | None:
        try:
            return self._waiting.popleft()
        except IndexError:
            return None


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
