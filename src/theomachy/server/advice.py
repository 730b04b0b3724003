"""Hints: a bot's advice to a person, thought of here, or by whoever is free where servers share the work."""

from __future__ import annotations

from typing import Final, Protocol

import msgspec

from theomachy.server.bots import Answer, BotPool, NoAnswer, Question
from theomachy.server.jobs import Do, Jobs
from theomachy.server.storage import Job

#: the kind of job that a hint is
HINT: Final = "hint"
#: seconds that somebody waits for a hint, with all that are before it
PATIENCE: Final = 60.0


class Adviser(Protocol):
    """Whoever is asked for hints: a pool of workers, or all servers together."""

    async def ask(self, asked: Question, address: str = "", table: str = "") -> Answer:
        """What a bot says, for a table and on the account of an address; raises `NoAnswer` and `Crowded`."""
        ...


class SharedAdvice:
    """Hints as jobs; so many of one address may wait, wherever its people are."""

    def __init__(self, jobs: Jobs, most: int) -> None:
        self._jobs = jobs
        self._most = most

    async def ask(self, asked: Question, address: str = "", table: str = "") -> Answer:
        body = msgspec.json.encode(asked)
        said = await self._jobs.ask(HINT, table, address, body, self._most, PATIENCE)
        try:
            return msgspec.json.decode(said, type=Answer)
        except msgspec.MsgspecError as error:
            raise NoAnswer(str(error)) from error


def hint_by(pool: BotPool) -> Do:
    """Does hints that somebody asked for, here or elsewhere."""

    async def do(job: Job) -> bytes:
        try:
            asked = msgspec.json.decode(job.body, type=Question)
        except msgspec.MsgspecError as error:
            raise NoAnswer(str(error)) from error
        return msgspec.json.encode(await pool.ask(asked, job.patron, job.table))

    return do
