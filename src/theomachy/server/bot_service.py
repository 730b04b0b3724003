"""A process that serves no page and no socket: it plays the bots at the tables of servers that share a database."""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
from collections.abc import Callable

from theomachy.server.bots import BotPool
from theomachy.server.company import keep_company, keep_house
from theomachy.server.hall import Hall
from theomachy.server.house import House
from theomachy.server.limits import Limits, bottomless_purse
from theomachy.server.shared_work import SharedWork
from theomachy.server.sql_storage import SqlStorage
from theomachy.server.states import EncodedCache
from theomachy.server.workshop import Workshop


def run_bots(database: str, workers: int, pause: float, started: Callable[[], None]) -> None:
    """Play bots until Ctrl-C or SIGTERM."""
    storage = SqlStorage(database)
    asyncio.run(_play(storage, workers, pause, started))


async def _play(storage: SqlStorage, workers: int, pause: float, started: Callable[[], None]) -> None:
    limits = Limits()
    pool, workshop = BotPool(workers), Workshop()
    house = House(storage, workshop, EncodedCache(limits.cache), limits, bottomless_purse())
    shared = SharedWork(storage, pool, workers, serving=False)
    hall = Hall(house, pool, pause, shared.turns)
    work = (
        keep_house(hall),
        keep_company(storage),
        storage.watch(shared.heard_by(hall), shared.concerns(hall)),
        *shared.run(hall),
    )
    keepers = [asyncio.create_task(each) for each in work]
    end = asyncio.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(each, end.set)
    started()
    sys.stdout.flush()
    try:
        await end.wait()
    finally:
        for keeper in keepers:
            keeper.cancel()
        for keeper in keepers:
            with contextlib.suppress(asyncio.CancelledError):
                await keeper
        hall.close()
        workshop.close()
        await pool.close()
        await storage.close()
