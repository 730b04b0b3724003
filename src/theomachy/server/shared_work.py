"""What servers that share a database do for each other: turns of bots, and jobs."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from theomachy.server.advice import HINT, hint_by
from theomachy.server.analyses import PIECE, study_by
from theomachy.server.bots import BotPool
from theomachy.server.hall import Hall
from theomachy.server.jobs import Jobs
from theomachy.server.shift import LOOK, Shift
from theomachy.server.storage import BOTS, DONE, JOBS, Concerns, Event, Heard, Storage
from theomachy.server.timing import ALONE, Rota
from theomachy.server.turns import Turns


class SharedWork:
    """The part that one process has in it; one without workers asks, and does nothing. One that serves people leaves
    work for a moment to whoever has told of it, whose people it is for; one that only works takes it at once."""

    def __init__(self, storage: Storage, pool: BotPool, workers: int, serving: bool) -> None:
        self._storage = storage
        self._workers = workers
        self._serving = serving
        self.turns = Shift()
        self._doing = Shift()
        # As many as the pool thinks of at once: what waits, waits where others can take it.
        self.jobs = Jobs(storage, self._doing, {HINT: hint_by(pool), PIECE: study_by(pool)}, min(workers, 1))

    def run(self, hall: Hall, rota: Rota = ALONE) -> list[Coroutine[Any, Any, None]]:
        """To be run until the process ends."""
        every = rota.next(LOOK)
        return [
            self.turns.run(Turns(self._storage, self._workers, hall.play_bots), every),
            self._doing.run(self.jobs, every),
        ]

    def concerns(self, hall: Hall) -> Concerns:
        """Tables that are at hand, and work. What is told of the thousands of others need not wake anybody up, nor what
        is told again of those that nobody looks at here."""

        def concerns(table: str) -> bool:
            live = hall.live.get(table)
            return table.startswith((BOTS, JOBS, DONE)) if live is None else live.awaits_news

        return concerns

    def heard_by(self, hall: Hall) -> Heard:
        """Passes on what others tell: of work to whoever does it, of tables to the hall."""

        def heard(table: str | None, event: Event | None) -> None:
            if table is None:
                self.turns.wake()
                self._doing.wake()
                hall.heard(None, event)
            elif table in (BOTS, JOBS):
                shift = self.turns if table == BOTS else self._doing
                if self._serving:
                    shift.wake_later()
                else:
                    shift.wake()
            elif table.startswith(DONE):
                self.jobs.heard(table.removeprefix(DONE))
            else:
                hall.heard(table, event)

        return heard
