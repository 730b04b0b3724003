"""Bot workers: processes that think for bots, so that the event loop never waits for one.

A worker is given an encoded planner's copy of a match: what the bot's seat may know, everything else dealt anew. It
could not cheat if it wanted to. A worker that dies or does not answer in time is replaced.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from typing import Any, Literal

import msgspec
from msgspec import Struct

from theomachy.kernel.match import Match
from theomachy.server.levels import thinking_time

log = logging.getLogger(__name__)

#: seconds a bot may take beyond its own thinking time
GRACE = 30.0
#: an answer is one line, at most so long
LONGEST_ANSWER = 1 << 20


class Question(Struct):
    """What a worker is asked: a choice for a seat, or a hint with its reasons."""

    task: Literal["choose", "explain"]
    game: str
    #: an encoded planner's copy
    state: dict[str, Any]
    seat: int
    bot: str
    seed: int
    lang: str = "en"


class Answer(Struct):
    """What a worker answers; with `error` it could not."""

    choice: str = ""
    chance: float = -1.0
    words: str = ""
    others: list[tuple[str, float]] = []
    error: str = ""


class NoAnswer(Exception):
    """A worker died, was too slow, or failed."""


def question(task: Literal["choose", "explain"], match: Match, seat: int, bot: str, seed: int, lang: str) -> Question:
    """The question for a bot at a seat, with all that it may know and nothing else."""
    state = match.game.portable(match.planner_copy(seat, seed).state)
    return Question(task, match.game.name, state, seat, bot, seed, lang)


class Worker:
    """One process, started when it is first needed."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, asked: Question, seconds: float) -> Answer:
        """The answer; `NoAnswer` if there is none in time. The process is killed then."""
        try:
            async with asyncio.timeout(seconds):
                line = await self._exchange(msgspec.json.encode(asked) + b"\n")
            return msgspec.json.decode(line, type=Answer)
        except TimeoutError:
            raise NoAnswer(f"no answer within {seconds:.0f} s") from None
        except (OSError, ValueError) as error:
            raise NoAnswer(str(error)) from error

    async def _exchange(self, line: bytes) -> bytes:
        answered = False
        try:
            if self._process is None or self._process.returncode is not None:
                # -P: modules are not looked for in the folder where the server happens to be started.
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable, "-P", "-m", "theomachy.server.bot_worker",
                    stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LONGEST_ANSWER,
                )  # fmt: skip
            process = self._process
            if process.stdin is None or process.stdout is None:
                raise NoAnswer("the worker has no pipes")
            process.stdin.write(line)
            await process.stdin.drain()
            answer = await process.stdout.readline()
            if not answer.endswith(b"\n"):
                raise NoAnswer("the worker died")
            answered = True
            return answer
        finally:
            # Also when whoever asked has gone: the next one must not read this answer.
            if not answered:
                self.stop()

    def stop(self) -> None:
        """End the process, whatever it does."""
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        self._process = None

    async def end(self) -> None:
        process = self._process
        self.stop()
        if process is not None:
            await process.wait()


class BotPool:
    """A few workers; questions wait for a free one."""

    def __init__(self, workers: int, grace: float = GRACE) -> None:
        self._workers = [Worker() for _ in range(workers)]
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        self._grace = grace
        for worker in self._workers:
            self._free.put_nowait(worker)

    async def ask(self, asked: Question) -> Answer:
        """A bot's answer; raises `NoAnswer`."""
        worker = await self._free.get()
        try:
            answer = await worker.ask(asked, self._grace + (thinking_time(asked.bot) or 0) / 1000)
        except NoAnswer as error:
            log.warning("bot %s at seat %d: %s", asked.bot, asked.seat, error)
            raise
        finally:
            self._free.put_nowait(worker)
        if answer.error:
            log.warning("bot %s at seat %d: %s", asked.bot, asked.seat, answer.error)
            raise NoAnswer(answer.error)
        return answer

    async def close(self) -> None:
        """End all workers, and wait until they have ended."""
        for worker in self._workers:
            await worker.end()
