"""What a server does every so often: puts away what nobody uses, and lets others know that it is alive."""

from __future__ import annotations

import asyncio
import logging

from theomachy.server.hall import Hall
from theomachy.server.players import Players
from theomachy.server.storage import NotStored, Storage

log = logging.getLogger(__name__)

#: seconds between two looks for idle tables
HOUSEKEEPING = 60.0
#: seconds between two looks whether devices are still signed in
DEVICES = 15.0
#: seconds between two signs of life
BEAT = 3.0


async def keep_house(hall: Hall) -> None:
    while True:
        await asyncio.sleep(HOUSEKEEPING)
        hall.put_away()


async def keep_devices(players: Players) -> None:
    """A device may have been signed out at another server, or by an operator's command."""
    while True:
        await asyncio.sleep(DEVICES)
        await players.look()


async def keep_company(storage: Storage) -> None:
    """Let the servers that share the tables know that this one is alive."""
    while True:
        try:
            await storage.beat()
        except NotStored as error:
            log.warning("others don't hear from this server: %s", error)
        await asyncio.sleep(BEAT)
