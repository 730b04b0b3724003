"""Work that servers share: whoever is free takes some, for a while at a time, and says again and again that it is still
at it. If a server dies, another one takes what it had when that time is over."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Coroutine
from typing import Any, Final, Protocol

from theomachy.server.storage import NotStored

log = logging.getLogger(__name__)

#: seconds for which something is taken; it is said three times in it that it is still being done
LEASE: Final = 3.0
#: seconds after which a server of a machine looks again, if nobody has told that there is something to do
LOOK: Final = 1.0
#: seconds for which work is left to whoever has told of it: the people it is for are there
COURTESY: Final = 0.1


class Work(Protocol):
    """A kind of work: turns of bots, or jobs."""

    #: how much of it may be done at once
    most: int

    async def take(self, seconds: float) -> tuple[str, Coroutine[Any, Any, None]] | None:
        """Something that nobody does, for so many seconds: its name, and the doing. None if there is nothing. Raises
        `NotStored`."""
        ...

    async def keep(self, names: list[str], seconds: float) -> Collection[str]:
        """For so many seconds more. Gives what is to be gone on with; raises `NotStored`."""
        ...


class Shift:
    """What of one kind of work this server does."""

    def __init__(self) -> None:
        self._done: dict[str, asyncio.Task[None]] = {}
        self._news = asyncio.Event()
        self._later: asyncio.TimerHandle | None = None

    def wake(self) -> None:
        """There is something to do."""
        self._news.set()

    def wake_later(self) -> None:
        """There is something to do, if those who have told of it don't."""
        if self._later is None:
            self._later = asyncio.get_running_loop().call_later(COURTESY, self._wake_now)

    def _wake_now(self) -> None:
        self._later = None
        self.wake()

    async def run(self, work: Work, every: float = LOOK) -> None:
        """Until cancelled: take what is to be done, and look for it every so many seconds."""
        keeper = asyncio.create_task(self._keep(work))
        try:
            while True:
                self._news.clear()
                await self._take(work)
                try:
                    async with asyncio.timeout(every):
                        await self._news.wait()
                except TimeoutError:
                    continue
        finally:
            keeper.cancel()
            for task in self._done.values():
                task.cancel()

    async def _take(self, work: Work) -> None:
        try:
            while len(self._done) < work.most and (taken := await work.take(LEASE)) is not None:
                name, doing = taken
                if name in self._done:
                    # What was done for too long without a word; it is this server's again.
                    doing.close()
                    continue
                task = asyncio.create_task(doing, name=f"doing {name}")
                self._done[name] = task
                task.add_done_callback(lambda _, name=name: self._end(name))  # type: ignore[misc]
        except NotStored as error:
            log.warning("nothing can be taken: %s", error)

    def _end(self, name: str) -> None:
        del self._done[name]
        self.wake()

    async def _keep(self, work: Work) -> None:
        while True:
            await asyncio.sleep(LEASE / 3)
            if not self._done:
                continue
            names = list(self._done)
            try:
                kept = await work.keep(names, LEASE)
            except NotStored as error:
                log.warning("others may take what is done here: %s", error)
                continue
            for name in names:
                if name not in kept and name in self._done:
                    self._done[name].cancel()
