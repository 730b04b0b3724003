"""What a server does every so often: puts away what nobody uses, gives back what is free, and lets others know that it
is alive."""

from __future__ import annotations

import asyncio
import logging

from theomachy.server.cleaning import give_back
from theomachy.server.gate import Gate
from theomachy.server.hall import Hall
from theomachy.server.ledger import Ledger
from theomachy.server.players import Players
from theomachy.server.storage import NotStored, Storage

log = logging.getLogger(__name__)

#: seconds between two looks for idle tables
HOUSEKEEPING = 60.0
#: seconds between two looks whether devices are still signed in
DEVICES = 15.0
#: seconds between two signs of life
BEAT = 3.0
#: seconds between two moments at which it is told what was used
SHARE = 1.0


async def keep_house(hall: Hall) -> None:
    while True:
        await asyncio.sleep(HOUSEKEEPING)
        hall.put_away()
        await asyncio.to_thread(give_back)


async def share_limits(storage: Storage, gate: Gate, ledger: Ledger) -> None:
    """Let the servers that share the tables know what was used of what they allow together, and hear it of them."""
    while True:
        await asyncio.sleep(SHARE)
        used = ledger.tell()
        if not used:
            continue
        try:
            gate.settle(await storage.use(used))
        except NotStored as error:
            # Each server still counts by itself.
            log.warning("limits are not shared: %s", error)


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
