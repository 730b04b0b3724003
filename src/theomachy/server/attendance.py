"""Whose people are at a table: at this server, a moment ago, or at others that share it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Set

from theomachy.server.house import Watcher
from theomachy.server.storage import NotStored, Presence, Storage

log = logging.getLogger(__name__)

#: seconds until others are told again, if they could not be
AGAIN = 1.0


class Attendance:
    """Who is here is who watches, who is elsewhere is told from the storage."""

    def __init__(self, table: str, storage: Storage, absence: float, watchers: Set[Watcher]) -> None:
        self._table = table
        self._storage = storage
        self._absence = absence
        # Not the table itself: the two would hold each other, and be gone only when the collector comes.
        self._watchers = watchers
        #: when a seat was last looked through, by seat
        self._left: dict[int, float] = {}
        #: whose people are at other servers
        self.elsewhere = Presence()
        #: whose people others know to be here, and what tells them
        self._told: set[int] = set()
        self._telling: asyncio.Task[None] | None = None

    @property
    def online(self) -> set[int]:
        """The seats whose people are here, or at another server."""
        return self.here | self.elsewhere.here

    @property
    def here(self) -> set[int]:
        """The seats whose people look on at this server."""
        return {watcher.seat for watcher in self._watchers if watcher.seat is not None}

    def is_present(self, seat: int) -> bool:
        """Whether the person of a seat is here, or was a moment ago."""
        if seat in self.online:
            return True
        left = self._left.get(seat)
        if left is not None and time.monotonic() - left < self._absence:
            return True
        return self.elsewhere.left.get(seat, self._absence) < self._absence

    def note_left(self, seat: int) -> None:
        """Somebody has looked away just now."""
        self._left[seat] = time.monotonic()

    def forget(self, seat: int) -> None:
        """Somebody else has the seat from now."""
        self._left.pop(seat, None)

    def tell(self) -> None:
        """Somebody has come or gone: servers that share the table are told, in order."""
        if self._storage.shared and (self._telling is None or self._telling.done()):
            self._telling = asyncio.create_task(self._keep_told(), name=f"presence at table {self._table}")

    async def _keep_told(self) -> None:
        while (seats := self.here) != self._told:
            try:
                await self._storage.present(self._table, seats)
                self._told = seats
            except NotStored as error:
                log.warning("table %s: others don't know who is here: %s", self._table, error)
                await asyncio.sleep(AGAIN)
