"""A soak: people come, play, chat, ask, go and come back for a long time, and the server's memory is looked at all the
while. What grows with the matches that run now levels off; what grows with all that has ever happened does not."""

from __future__ import annotations

import asyncio
import json
import random
import time
from dataclasses import dataclass, replace
from typing import Any, Final

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from theomachy.kernel.errors import TheomachyError
from theomachy.lab.load.people import Person, SeatedTable, Tally, make_table
from theomachy.lab.load.plan import TablePlan, Wishes, plan_tables
from theomachy.lab.load.process import Family, open_files, usage_of
from theomachy.lab.load.run import Progress, figures_of

#: seconds between two looks at the server
LOOK: Final = 10.0
#: the share of the time that does not count: tables are filled, caches and pools grow to their size
WARM_UP: Final = 1 / 3
#: seconds that somebody stays before going away for a moment, at least and at most
STAY: Final = (60.0, 240.0)
#: what of the memory after the warm-up may be gained in the rest of the time
ALLOWED: Final = 0.1
#: how often somebody does something else before a choice
ASIDE: Final = 0.15


@dataclass(frozen=True, slots=True)
class Sample:
    """The server at one moment: seconds since the beginning, bytes of all its processes that are no workers, files and
    sockets open in them, and their CPU."""

    at: float
    memory: int
    files: int
    cpu: float
    choices: int


class Visitor(Person):
    """A person who now and then says something, or asks, before choosing."""

    async def _choose(self, socket: ClientConnection, choice: str, version: int) -> None:
        if self._rng.random() < ASIDE:
            asides: list[dict[str, Any]] = [
                {"type": "chat", "text": f"{version}?"},
                {"type": "hint", "bot": "greedy"},
                {"type": "preview", "choice": choice},
                {"type": "why", "choice": choice},
                {"type": "lang", "lang": self._rng.choice(("en", "de", "ru"))},
            ]
            try:
                await socket.send(json.dumps(self._rng.choice(asides)))
            except ConnectionClosed:
                return
        await super()._choose(socket, choice, version)


def run_soak(server: str, wishes: Wishes, pid: int, progress: Progress) -> dict[str, Any]:
    """The figures of a soak against a server whose process is `pid`."""
    return asyncio.run(_run(server, wishes, pid, progress))


async def _run(server: str, wishes: Wishes, pid: int, progress: Progress) -> dict[str, Any]:
    tally = Tally()
    tally.counting = True
    began = time.monotonic()
    samples: list[Sample] = []
    places = [asyncio.create_task(_keep_place(server, wishes, plan, tally)) for plan in plan_tables(wishes)]
    try:
        while (now := time.monotonic() - began) < wishes.seconds:
            samples.append(_look(pid, now, tally.choices))
            progress("seconds", int(now), int(wishes.seconds))
            for place in places:
                if place.done():
                    # A place ends only with an error.
                    place.result()
            await asyncio.sleep(min(LOOK, wishes.seconds / 20))
            # Who has waited how long is not what this is about, and must not fill our own memory.
            del tally.waited[:-10_000]
    finally:
        for place in places:
            place.cancel()
        await asyncio.gather(*places, return_exceptions=True)
    return {**figures_of(wishes, tally, 0), **growth(samples, wishes.seconds)}


async def _keep_place(server: str, wishes: Wishes, plan: TablePlan, tally: Tally) -> None:
    """A table, and when its match is over another one."""
    rng = random.Random(plan.seed)
    # Not all at once, as in life.
    await asyncio.sleep(rng.uniform(0, min(wishes.seconds / 10, wishes.tables / 10)))
    while True:
        table = await asyncio.to_thread(make_table, server, plan, rng.choice(("greedy", "random")))
        over = asyncio.Event()
        eyes: list[tuple[int | None, str]] = [
            *((seat, lang) for seat, lang in enumerate(plan.seats) if lang is not None),
            *((None, lang) for lang in plan.watching),
        ]
        async with asyncio.TaskGroup() as group:
            for seat, lang in eyes:
                group.create_task(_visit(server, table, seat, lang, wishes.pause, tally, over))
        plan = replace(plan, seed=rng.getrandbits(60))


async def _visit(
    server: str, table: SeatedTable, seat: int | None, lang: str, pause: float, tally: Tally, over: asyncio.Event
) -> None:
    """Somebody at a table until its match is over, with some absences."""
    rng = random.Random(f"{table.plan.seed} {seat}")
    while not over.is_set():
        try:
            async with asyncio.timeout(rng.uniform(*STAY)):
                visitor = Visitor(server, table, seat, lang, pause, tally)
                await visitor.live()
                if visitor.saw_the_end:
                    over.set()
        except TimeoutError:
            pass
        await asyncio.sleep(rng.uniform(0.5, 2))


def _look(pid: int, at: float, choices: int) -> Sample:
    processes = Family(pid).servers
    used = usage_of(processes)
    if used is None:
        raise TheomachyError("the server has ended, or the system does not tell what it uses")
    return Sample(at, used.memory, sum(map(open_files, processes)), used.cpu, choices)


def growth(samples: list[Sample], seconds: float) -> dict[str, Any]:
    """How memory and open files have changed after the warm-up: the slope of the straight line that fits best."""
    counted = [sample for sample in samples if sample.at >= WARM_UP * seconds]
    if len(counted) < 3:
        raise TheomachyError("too short for a soak: nothing can be said of growth")
    memory = slope([sample.at for sample in counted], [sample.memory for sample in counted])
    files = slope([sample.at for sample in counted], [float(sample.files) for sample in counted])
    span = counted[-1].at - counted[0].at
    middle = sum(sample.memory for sample in counted) / len(counted)
    gained = memory * span
    made = counted[-1].choices - counted[0].choices
    return {
        "memory_mb": round(middle / 1e6, 1),
        "memory_mb_gained": round(gained / 1e6, 2),
        "memory_mb_gained_per_hour": round(memory * 3600 / 1e6, 2),
        "memory_bytes_gained_per_choice": round(gained / max(1, made), 1),
        "files_gained_per_hour": round(files * 3600, 1),
        "server_cpu_ms_per_choice": round(1000 * (counted[-1].cpu - counted[0].cpu) / max(1, made), 3),
        "grows": gained > ALLOWED * middle,
        "memory_over_time": [[round(sample.at), round(sample.memory / 1e6, 1), sample.files] for sample in samples],
    }


def slope(times: list[float], values: list[float]) -> float:
    """The steepness of the straight line nearest to these points."""
    mean_time, mean_value = sum(times) / len(times), sum(values) / len(values)
    spread = sum((each - mean_time) ** 2 for each in times)
    together = sum((at - mean_time) * (value - mean_value) for at, value in zip(times, values, strict=True))
    return together / spread if spread else 0.0
