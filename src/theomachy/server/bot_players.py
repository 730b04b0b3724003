"""Bots at a table: whenever a bot's seat must decide, a worker is asked."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time

from theomachy.kernel.errors import IllegalChoice
from theomachy.server.bots import Answer, BotPool, NoAnswer, question
from theomachy.server.levels import simpler
from theomachy.server.refused import Refused
from theomachy.server.seats import next_bot
from theomachy.server.shift import Shift
from theomachy.server.tables import Table
from theomachy.server.teaching import PARTNER

log = logging.getLogger(__name__)

#: a bot is asked so many times before a simpler one is
ATTEMPTS = 2
#: after an answer that could not be stored, seconds until the next try; and how many of those
STORAGE_PAUSE = 1.0
STORAGE_TRIES = 5


class BotPlayers:
    """Plays the bots of one table, one choice at a time, as long as there is somebody to play for."""

    def __init__(self, table: Table, pool: BotPool, pause: float, shift: Shift | None) -> None:
        self._table = table
        self._shift = shift
        self._pool = pool
        self._pause = pause
        self._task: asyncio.Task[None] | None = None

    @property
    def busy(self) -> bool:
        return self._task is not None and not self._task.done()

    def wake(self) -> None:
        """Something has changed: look whether a bot must decide. Where servers share the tables, they also share the
        bots of those that have people."""
        if self._shift is not None and self._table.people:
            if self._next() is not None:
                self._shift.wake()
        elif not self.busy and self._next() is not None:
            self._task = asyncio.create_task(self._run(), name=f"bots of table {self._table.id}")

    async def play(self) -> bool:
        """Play until no bot must decide; the turn is this server's. False if it was given up before."""
        self._task = asyncio.current_task()
        await self._run()
        return self._next() is None

    def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _next(self) -> int | None:
        """The seat of a bot that must decide. A table without people plays only while somebody watches."""
        table = self._table
        if table.record.closed or table.record.adjourned or table.gone or not (table.people or table.watchers):
            return None
        if table.teacher is not None:
            return table.teacher.next_seat(table.course.match)
        if not table.clocks and not table.has_bots:
            return None
        return next_bot(table.chairs, table.course.match, table.stood_in)

    async def _run(self) -> None:
        failures = 0
        while (seat := self._next()) is not None and failures < STORAGE_TRIES:
            try:
                await self._decide(seat)
                failures = 0
            except Refused as refused:
                if refused.error == "not-stored":
                    failures += 1
                    await asyncio.sleep(STORAGE_PAUSE)
            except Exception:
                log.exception("table %s: the bot at seat %d", self._table.id, seat)
                return

    async def _decide(self, seat: int) -> None:
        table = self._table
        began = time.monotonic()
        bot = table.bot_of(seat) or ""
        async with table.sitting():
            version = table.course.version
        choice, answered = await self._ask(seat, bot, version)
        if table.watchers:
            # So that people can follow. What the bot took to think counts.
            await asyncio.sleep(max(0.0, self._pause - (time.monotonic() - began)))
        try:
            await table.choose_for(seat, bot, choice, version)
        except IllegalChoice:
            # The match moved on while it was thinking; the loop asks again.
            return
        if answered != bot and table.teacher is None:
            await table.announce("line-bot-failed", bot=bot, other=answered, side=table.chairs[seat].side)

    async def _ask(self, seat: int, bot: str, version: int) -> tuple[str, str]:
        """A choice, and the bot that made it: the one asked, or a simpler one if that does not answer."""
        teacher = self._table.teacher
        if teacher is not None:
            scripted = teacher.scripted(self._table.course.match, seat)
            if scripted is not None:
                return scripted, bot
            bot = PARTNER
        asked: str | None = bot
        while asked is not None:
            for _ in range(ATTEMPTS):
                match = self._table.course.match
                if not self._table.course.is_current(version, seat) or seat not in match.decision.seats:
                    raise Refused("stale")
                try:
                    answer: Answer = await self._pool.ask(
                        question("choose", match, seat, asked, secrets.randbelow(1 << 60), "en"),
                        self._table.patron,
                        self._table.id,
                    )
                except NoAnswer:
                    continue
                if answer.choice in match.choices_of(seat):
                    return answer.choice, asked
            asked = simpler(asked)
        # No worker can be had at all: any choice is better than a table that stands still.
        return str(secrets.choice(list(self._table.course.match.choices_of(seat)))), "random"
