"""A load run: tables are made, everybody sits down, and then it is counted for so many seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from theomachy.lab.load.people import Person, SeatedTable, Tally, make_table
from theomachy.lab.load.plan import Wishes, plan_tables
from theomachy.lab.load.process import Family, Usage, usage_of

#: tables made, and sockets opened, at once
HANDS = 8
#: seconds within which everybody must sit
SEATING = 900.0

Progress = Callable[[str, int, int], None]


def run_load(server: str, wishes: Wishes, pid: int | None, progress: Progress) -> dict[str, Any]:
    """The figures of a run against a server; `pid`: its process, if it runs on this machine."""
    return asyncio.run(_run(server, wishes, pid, progress))


async def _run(server: str, wishes: Wishes, pid: int | None, progress: Progress) -> dict[str, Any]:
    account = Account(pid)
    tables = await _make_tables(server, wishes, progress)
    account.note("idle")
    tally = Tally()
    people = [
        Person(server, table, seat, lang, wishes.pause, tally)
        for table in tables
        for seat, lang in [
            *((seat, lang) for seat, lang in enumerate(table.plan.seats) if lang is not None),
            *((None, lang) for lang in table.plan.watching),
        ]
    ]
    lives = await _sit_down(people, progress)
    account.note("seated")
    tally.counting = True
    for second in range(int(wishes.seconds)):
        await asyncio.sleep(1)
        progress("playing", second + 1, int(wishes.seconds))
    await asyncio.sleep(wishes.seconds - int(wishes.seconds))
    tally.counting = False
    account.note("played")
    for life in lives:
        life.cancel()
    await asyncio.gather(*lives, return_exceptions=True)
    return {**figures_of(wishes, tally, len(people)), **account.figures(wishes.tables, tally.choices)}


class Account:
    """What the server's processes had used at each stage of a run; nothing where the system does not tell."""

    def __init__(self, pid: int | None) -> None:
        self._pid = pid
        self._stages: dict[str, Usage] = {}
        self._workers: dict[str, float] = {}
        self.note("empty")

    def note(self, stage: str) -> None:
        if self._pid is None:
            return
        family = Family(self._pid)
        used = usage_of(family.servers)
        if used is None:
            return
        self._stages[stage] = used
        workers = usage_of(family.workers)
        self._workers[stage] = 0.0 if workers is None else workers.cpu

    def figures(self, tables: int, choices: int) -> dict[str, Any]:
        stages = self._stages
        if len(stages) < 4:
            return {}
        empty = stages["empty"].memory
        cpu = stages["played"].cpu - stages["seated"].cpu
        return {
            "server_cpu_ms_per_choice": round(1000 * cpu / max(1, choices), 3),
            "workers_cpu_s": round(self._workers["played"] - self._workers["seated"], 2),
            "memory_mb": round(stages["played"].memory / 1e6, 1),
            "memory_kb_per_idle_table": round((stages["idle"].memory - empty) / 1e3 / tables, 1),
            "memory_kb_per_live_table": round((stages["seated"].memory - empty) / 1e3 / tables, 1),
        }


async def _make_tables(server: str, wishes: Wishes, progress: Progress) -> list[SeatedTable]:
    plans = plan_tables(wishes)
    made: list[SeatedTable] = []
    hands = asyncio.Semaphore(HANDS)

    async def make(number: int) -> SeatedTable:
        async with hands:
            table = await asyncio.to_thread(make_table, server, plans[number], wishes.bot)
        made.append(table)
        progress("tables", len(made), len(plans))
        return table

    return list(await asyncio.gather(*(make(number) for number in range(len(plans)))))


async def _sit_down(people: list[Person], progress: Progress) -> list[asyncio.Task[None]]:
    """Everybody opens a socket, a few at a time, and has seen the table."""
    lives: list[asyncio.Task[None]] = []
    async with asyncio.timeout(SEATING):
        for start in range(0, len(people), HANDS):
            group = people[start : start + HANDS]
            lives += [asyncio.create_task(person.live()) for person in group]
            for person in group:
                await person.seated.wait()
            progress("people", start + len(group), len(people))
    return lives


def percentile(values: list[float], share: float) -> float:
    """The value that so great a share does not exceed; 0 where there is none."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def figures_of(wishes: Wishes, tally: Tally, people: int) -> dict[str, Any]:
    """What so many people have seen."""
    return {
        "tables": wishes.tables,
        "people": people,
        "seconds": wishes.seconds,
        "pause": wishes.pause,
        "choices": tally.choices,
        "choices_per_second": round(tally.choices / wishes.seconds, 1),
        "p50_ms": round(1000 * percentile(tally.waited, 0.5), 2),
        "p95_ms": round(1000 * percentile(tally.waited, 0.95), 2),
        "p99_ms": round(1000 * percentile(tally.waited, 0.99), 2),
        "worst_ms": round(1000 * max(tally.waited, default=0.0), 2),
        "updates": tally.updates,
        "update_bytes": round(tally.bytes / max(1, tally.updates)),
        "over": tally.over,
        "errors": dict(sorted(tally.errors.items())),
    }
