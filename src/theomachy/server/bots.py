"""Bot workers: processes that think for bots, so that the event loop never waits for one.

A worker is given an encoded planner's copy of a match: what the bot's seat may know, everything else dealt anew. It
could not cheat if it wanted to. A worker that dies or does not answer in time is replaced.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct

import theomachy
from theomachy.bots.levels import bot_behind
from theomachy.kernel.match import Match
from theomachy.server.engine import compiled_folder, worker_environment
from theomachy.server.fair_line import FairLine
from theomachy.server.levels import thinking_time
from theomachy.server.studies import Excerpt, Findings

log = logging.getLogger(__name__)

A = TypeVar("A", bound=Struct)

#: seconds a bot may take beyond its own thinking time
GRACE = 30.0
#: an answer is one line, at most so long
LONGEST_ANSWER = 1 << 20


class Question(Struct, tag="question"):
    """What a worker is asked: a choice for a seat, a hint with its reasons, or what it thinks of a choice."""

    task: Literal["choose", "explain", "weigh"]
    game: str
    #: an encoded planner's copy
    state: dict[str, Any]
    seat: int
    bot: str
    seed: int
    lang: str = "en"
    #: the one to be weighed
    choice: str = ""


class Answer(Struct):
    """What a worker answers; with `error` it could not."""

    choice: str = ""
    chance: float = -1.0
    words: str = ""
    others: list[tuple[str, float]] = []
    #: of a hint: the steps of the turn in words, and what they lead to
    plan: list[str] = []
    aim: str = ""
    #: what others could do then
    threat: str = ""
    #: of a choice that was weighed: whether it is much worse than the `choice` of this answer, with which the chance is
    #: `best`
    worse: bool = False
    best: float = -1.0
    error: str = ""


class NoAnswer(Exception):
    """A worker died, was too slow, or failed."""


class Crowded(Exception):
    """An address waits for too many hints already."""


def question(
    task: Literal["choose", "explain", "weigh"], match: Match, seat: int, bot: str, seed: int, lang: str,
    choice: str = "",
) -> Question:  # fmt: skip
    """The question for a bot at a seat, with all that it may know and nothing else."""
    state = match.game.portable(match.planner_copy(seat, seed).state)
    return Question(task, match.game.name, state, seat, bot, seed, lang, choice)


class Worker:
    """One process, started when it is first needed."""

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        #: the compiled engine it thinks with; empty: what the server runs on
        self._engine = ""
        self._process: asyncio.subprocess.Process | None = None

    async def ask(self, asked: Question | Excerpt, seconds: float, answer: type[A]) -> A:
        """The answer; `NoAnswer` if there is none in time. The process is killed then."""
        try:
            async with asyncio.timeout(seconds):
                line = await self._exchange(msgspec.json.encode(asked) + b"\n")
            return msgspec.json.decode(line, type=answer)
        except TimeoutError:
            raise NoAnswer(f"no answer within {seconds:.0f} s") from None
        except (OSError, ValueError) as error:
            raise NoAnswer(str(error)) from error

    async def _exchange(self, line: bytes) -> bytes:
        answered = False
        try:
            engine = compiled_folder()
            if engine != self._engine:
                # The engine was compiled meanwhile: a new process thinks with it.
                self.stop()
                self._engine = engine
            if self._process is None or self._process.returncode is not None:
                # -P: modules are not looked for in the folder where the server happens to be started.
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable, "-P", "-m", "theomachy.server.bot_worker", str(self._niceness),
                    stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LONGEST_ANSWER,
                    env=worker_environment(engine),
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


class Desk:
    """Some workers, and the line before them. Who has had least of their time is next: by address, then by table. Of an
    address so many questions may wait, or be thought about."""

    def __init__(self, workers: int, niceness: int, most: int) -> None:
        self._most = most
        self._workers = [Worker(niceness) for _ in range(workers)]
        self._free = list(self._workers)
        self._line: FairLine[asyncio.Future[Worker]] = FairLine()

    @property
    def waiting(self) -> int:
        return max(0, self._line.total - len(self._workers) + len(self._free))

    async def ask(
        self, asked: Question | Excerpt, seconds: float, address: str, table: str, cost: int, answer: type[A]
    ) -> A:
        if self._line.count(address) >= self._most:
            raise Crowded
        with self._line.counted(address):
            worker = await self._worker(address, table, cost)
            try:
                return await worker.ask(asked, seconds, answer)
            finally:
                self._give_back(worker)

    async def _worker(self, address: str, table: str, cost: int) -> Worker:
        turn: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._line.join(address, table, cost, turn)
        self._serve()
        try:
            return await turn
        except asyncio.CancelledError:
            # Whoever asked has gone; a worker that was just given to them is for the next one.
            if turn.done() and not turn.cancelled():
                self._give_back(turn.result())
            raise

    def _give_back(self, worker: Worker) -> None:
        self._free.append(worker)
        self._serve()

    def _serve(self) -> None:
        """Give free workers to those whose turn it is."""
        while self._free and (turn := self._line.next()) is not None:
            if not turn.done():
                turn.set_result(self._free.pop())

    async def close(self) -> None:
        for worker in self._workers:
            await worker.end()


class BotPool:
    """Workers that think for the bots at the tables, one for hints, and one that looks at finished matches: no bot ever
    waits for somebody's hint, and no hint for an analysis."""

    def __init__(self, workers: int, grace: float = GRACE, hints_per_address: int = 4) -> None:
        # A table asks for one turn at a time, so there are never more of those than tables.
        self._turns = Desk(workers, niceness=5, most=sys.maxsize)
        self._hints = Desk(1, niceness=10, most=hints_per_address)
        # A table has one analysis, which asks for one piece at a time; how many there are is limited where they begin.
        self._studies = Desk(1, niceness=10, most=sys.maxsize)
        self._grace = grace

    async def ask(self, asked: Question, address: str = "", table: str = "") -> Answer:
        """A bot's answer, for a table and on the account of an address; raises `NoAnswer`, and `Crowded` for a hint."""
        desk = self._turns if asked.task == "choose" else self._hints
        try:
            time = thinking_time(bot_behind(theomachy.game(asked.game), asked.bot)) or 0
            answer = await desk.ask(asked, self._grace + time / 1000, address, table, 1 + time, Answer)
        except NoAnswer as error:
            log.warning("bot %s at seat %d: %s", asked.bot, asked.seat, error)
            raise
        if answer.error:
            log.warning("bot %s at seat %d: %s", asked.bot, asked.seat, answer.error)
            raise NoAnswer(answer.error)
        return answer

    async def study(self, asked: Excerpt, address: str = "", table: str = "") -> Findings:
        """What is found in an excerpt of a finished match; raises `NoAnswer`."""
        cost = 1 + round(1000 * asked.seconds)
        found = await self._studies.ask(asked, self._grace + asked.seconds, address, table, cost, Findings)
        if found.error:
            log.warning("table %s: %s steps of its analysis: %s", table, asked.task, found.error)
            raise NoAnswer(found.error)
        return found

    def waiting(self) -> dict[str, int]:
        """How many questions wait for a worker, by desk."""
        return {"turns": self._turns.waiting, "hints": self._hints.waiting, "studies": self._studies.waiting}

    async def close(self) -> None:
        """End all workers, and wait until they have ended."""
        await self._turns.close()
        await self._hints.close()
        await self._studies.close()
