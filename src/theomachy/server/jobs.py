"""Jobs that servers share: somebody asks for something that takes long, and whoever is free does it, here or on another
machine. A job has a kind; what is asked and answered are bytes that only those who know the kind read. Where there is
one server it does its work itself, without any of this."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping
from typing import Any, Final

from theomachy.server.bots import Crowded, NoAnswer
from theomachy.server.shift import Shift
from theomachy.server.storage import Job, JobAnswer, NotStored, Storage

log = logging.getLogger(__name__)

#: seconds after which is looked for an answer of which nothing was heard
LOOK: Final = 2.0
#: bytes of a job's name
NAME_BYTES: Final = 9

#: does a job; raises `NoAnswer`
Do = Callable[[Job], Awaitable[bytes]]


class Jobs:
    """Asks for jobs, and is the `Work` of a shift that does those of some kinds: so many at once."""

    def __init__(self, storage: Storage, shift: Shift, kinds: Mapping[str, Do], most: int) -> None:
        self._storage = storage
        self._shift = shift
        self._kinds = kinds
        self.most = most
        #: what was asked for here; set when there is news of it
        self._asked: dict[str, asyncio.Event] = {}
        self._withdrawing: set[asyncio.Task[None]] = set()

    # --- asking -------------------------------------------------------------------------------------------------------

    async def ask(self, kind: str, table: str, patron: str, body: bytes, waiting: int, seconds: float) -> bytes:
        """The answer to a job for a table, on the account of an address, of which so many may wait at once. Raises
        `Crowded` if they do, `NoAnswer` if there is none in time, and `NotStored`."""
        job = Job(secrets.token_urlsafe(NAME_BYTES), kind, table, patron, body)
        news = self._asked[job.id] = asyncio.Event()
        answered = False
        posting = asyncio.ensure_future(self._storage.post_job(job, waiting))
        try:
            if not await asyncio.shield(posting):
                answered = True
                raise Crowded
            self._shift.wake()
            async with asyncio.timeout(seconds):
                while (found := await self._look(job.id, news)) is None:
                    pass
            answered = True
            if found.failed:
                raise NoAnswer(found.failed)
            return found.answer
        except TimeoutError:
            raise NoAnswer(f"nobody has done it within {seconds:.0f} s") from None
        finally:
            del self._asked[job.id]
            if not answered:
                # Whoever asked may have gone just now, and does not wait for this either.
                task = asyncio.create_task(self._withdraw(job.id, posting))
                self._withdrawing.add(task)
                task.add_done_callback(self._withdrawing.discard)

    async def _look(self, job: str, news: asyncio.Event) -> JobAnswer | None:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LOOK):
                await news.wait()
        news.clear()
        return await self._storage.job_answer(job)

    def heard(self, job: str) -> None:
        """Somebody has done a job."""
        if job in self._asked:
            self._asked[job].set()

    async def _withdraw(self, job: str, posting: asyncio.Future[bool]) -> None:
        """When it is posted: what is being written can't be stopped, and is not there to be withdrawn yet."""
        try:
            await posting
            await self._storage.withdraw_job(job)
        except NotStored as error:
            log.warning("a job is not withdrawn: %s", error)

    # --- doing --------------------------------------------------------------------------------------------------------

    async def take(self, seconds: float) -> tuple[str, Coroutine[Any, Any, None]] | None:
        job = await self._storage.take_job(list(self._kinds), seconds)
        return None if job is None else (job.id, self._do(job))

    async def keep(self, names: list[str], seconds: float) -> Collection[str]:
        return await self._storage.keep_jobs(names, seconds)

    async def _do(self, job: Job) -> None:
        answer, failed = b"", ""
        try:
            answer = await self._kinds[job.kind](job)
        except NoAnswer as error:
            failed = str(error) or "no answer"
        except Exception as error:
            log.exception("a job for table %s", job.table)
            failed = type(error).__name__
        try:
            await self._storage.end_job(job.id, answer, failed)
        except NotStored as error:
            # Somebody takes it again.
            log.warning("the answer to a job is not kept: %s", error)
        self.heard(job.id)
