"""Turns of bots as work that servers share: the bots of a table are played by one of them at a time."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine
from typing import Any, Final

from theomachy.server.storage import NotStored, Storage

log = logging.getLogger(__name__)

#: seconds until a table at which something went wrong is tried again
PAUSE: Final = 3.0
#: tables for each worker whose bots are played at once: most of them are in the pause between two choices
TABLES: Final = 8

#: plays the bots of a table, for an address, until none must decide; gives the version at which that is so, or -1
Play = Callable[[str, str], Awaitable[int]]


class Turns:
    """The tables whose bots must decide."""

    def __init__(self, storage: Storage, workers: int, play: Play) -> None:
        self._storage = storage
        self.most = workers * TABLES
        self._play = play

    async def take(self, seconds: float) -> tuple[str, Coroutine[Any, Any, None]] | None:
        turn = await self._storage.take_turn(seconds)
        return None if turn is None else (turn[0], self._do(*turn))

    async def keep(self, names: list[str], seconds: float) -> Collection[str]:
        await self._storage.keep_turns(names, seconds)
        # Bots that somebody else has got meanwhile are played on: what comes too late is refused.
        return names

    async def _do(self, table: str, patron: str) -> None:
        version, pause = -1, PAUSE
        try:
            version = await self._play(table, patron)
            pause = 0.0 if version >= 0 else PAUSE
        except Exception:
            log.exception("table %s: its bots", table)
        try:
            await self._storage.end_turn(table, version, pause)
        except NotStored as error:
            # It ends by itself.
            log.warning("table %s: its bots are not given back: %s", table, error)
