"""Playing bots where servers share the tables: whoever is free takes the bots of a table, for a while at a time. If a
server dies, another one takes what it had when that time is over."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from theomachy.server.storage import NotStored, Storage

log = logging.getLogger(__name__)

#: seconds for which the bots of a table are taken; it is said three times in it that they are still played
LEASE: Final = 6.0
#: seconds after which is looked again, if nobody has told that a bot must decide
LOOK: Final = 1.0
#: seconds until a table at which something went wrong is tried again
PAUSE: Final = 3.0
#: tables for each worker whose bots are played at once: most of them are in the pause between two choices
TABLES: Final = 8

#: plays the bots of a table, for an address, until none must decide; gives the version at which that is so
Play = Callable[[str, str], Awaitable[int]]


class Shift:
    """The tables whose bots this server plays."""

    def __init__(self, storage: Storage, workers: int) -> None:
        self._storage = storage
        self._most = workers * TABLES
        self._played: dict[str, asyncio.Task[None]] = {}
        self._news = asyncio.Event()

    def wake(self) -> None:
        """Somewhere a bot must decide."""
        self._news.set()

    async def run(self, play: Play) -> None:
        """Until cancelled: take what is to be played."""
        keeper = asyncio.create_task(self._keep())
        try:
            while True:
                self._news.clear()
                await self._take(play)
                try:
                    async with asyncio.timeout(LOOK):
                        await self._news.wait()
                except TimeoutError:
                    continue
        finally:
            keeper.cancel()
            for task in self._played.values():
                task.cancel()

    async def _take(self, play: Play) -> None:
        try:
            while len(self._played) < self._most and (turn := await self._storage.take_turn(LEASE)) is not None:
                table, patron = turn
                if table not in self._played:
                    self._played[table] = asyncio.create_task(self._play(table, patron, play), name=f"bots of {table}")
        except NotStored as error:
            log.warning("no bots can be taken: %s", error)

    async def _play(self, table: str, patron: str, play: Play) -> None:
        version, pause = -1, PAUSE
        try:
            version, pause = await play(table, patron), 0.0
        except Exception:
            log.exception("table %s: its bots", table)
        finally:
            del self._played[table]
        try:
            await self._storage.end_turn(table, version, pause)
        except NotStored as error:
            # It ends by itself.
            log.warning("table %s: its bots are not given back: %s", table, error)
        self.wake()

    async def _keep(self) -> None:
        while True:
            await asyncio.sleep(LEASE / 3)
            try:
                if self._played:
                    # Bots that somebody else has got meanwhile are played on: what comes too late is refused.
                    await self._storage.keep_turns(list(self._played), LEASE)
            except NotStored as error:
                log.warning("bots may be taken by others: %s", error)
