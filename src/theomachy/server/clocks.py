"""Watching the clocks: whoever serves tables looks for people whose time is up. Of several servers any may be first;
the row of a table says who was."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from theomachy.server.hall import Hall
from theomachy.server.refused import Refused
from theomachy.server.storage import NotStored, Storage
from theomachy.server.timing import Rota, Timing

log = logging.getLogger(__name__)

#: seconds between two looks of the servers of a machine; sooner if somebody's time is up sooner
LOOK: Final = 1.0
#: so little is not waited for
SHORTEST: Final = 0.02


class ClockWatch:
    """Looks at all clocks, again and again."""

    def __init__(self, storage: Storage, hall: Hall, timing: Timing, rota: Rota) -> None:
        self._storage = storage
        self._hall = hall
        self._timing = timing
        self._rota = rota
        #: when this process could last play, by the clock that stands while the machine sleeps
        self._awake: float | None = None

    async def begin(self) -> None:
        """Before anybody is served: clocks have stood until now if nobody else served."""
        await self.look()
        if self._storage.shared:
            return
        try:
            for table in await self._storage.stood_in():
                await self._stir(table)
        except NotStored as error:
            log.warning("bots that stand in for people are not known: %s", error)

    async def run(self) -> None:
        """Until cancelled."""
        await asyncio.sleep(self._rota.first(LOOK))
        every = self._rota.next(LOOK)
        while True:
            following = await self.look()
            wait = every if following is None else min(every, following - self._timing.now())
            await asyncio.sleep(self._timing.wait(max(SHORTEST, wait)))

    async def look(self) -> float | None:
        """See to everybody whose time is up; when that is so next."""
        now, awake = self._timing.now(), self._timing.awake()
        lived = 0.0 if self._awake is None else awake - self._awake
        try:
            found = await self._storage.watch_clocks(now, lived)
            self._awake = awake
            for table in found.rested:
                self._hall.heard(table, None)
            for table in found.due:
                if await self._storage.time_out(table, now):
                    await self._stir(table)
            return found.following
        except NotStored as error:
            # Nobody could have played either: clocks stand until this is over.
            self._awake = None
            log.warning("clocks can't be looked at: %s", error)
            return None

    async def _stir(self, table: str) -> None:
        try:
            await self._hall.time_is_up(table)
        except Refused as refused:
            log.error("table %s: somebody's time is up, and nothing follows: %s", table, refused.error)
