"""Analyses of matches that are over: begun by whoever asks first, worked on piece by piece, kept with the match.

Whoever works on one has a lease, and keeps what was found after every piece: when a process ends, another goes on from
there as soon as somebody asks.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from typing import Any, Final, Literal, Protocol

import msgspec
from fastapi import FastAPI, Request
from msgspec import Struct
from starlette.responses import Response

from theomachy.analysis.analysis import DOUBTFUL, calibration_json, find_swings, pick_costly
from theomachy.analysis.calibration import calibration_of
from theomachy.analysis.looking import look_of
from theomachy.bots.reasons import bot_words
from theomachy.kernel.match import Match
from theomachy.server import access_rules
from theomachy.server.analysis_rows import KeptAnalysis, keep_analysis, read_analysis, take_analysis
from theomachy.server.answers import asked_language, json_answer
from theomachy.server.bots import BotPool, NoAnswer
from theomachy.server.engine import thinks_compiled
from theomachy.server.gate import Gate, caller
from theomachy.server.hall import Hall
from theomachy.server.house import House
from theomachy.server.jobs import Do, Jobs
from theomachy.server.limits import Purse
from theomachy.server.networks import wider_networks
from theomachy.server.refused import Refused
from theomachy.server.storage import Job, NotStored
from theomachy.server.studies import Excerpt, Findings, match_text
from theomachy.server.tables import Table

log = logging.getLogger(__name__)

#: the kind of job that a piece of an analysis is
PIECE: Final = "analysis"
#: seconds a worker looks before it answers with what it has; the first time less
FIRST_PIECE: Final = 0.5
NEXT_PIECE: Final = 1.5
#: at first sight every so manyth choice is looked at, then those between
STRIDES: Final = (16, 4, 1)
#: seconds that a piece may wait for a worker
PATIENCE: Final = 120.0
#: seconds for which an analysis is somebody's after a piece
LEASE: Final = 150.0
#: a piece that fails so often is given up
TRIES: Final = 3
#: who looks, where the engine is compiled and where it is not
BOT: Final = "search:200"
SLOW_BOT: Final = "search:24"


#: one slot in so many is kept for networks that have no analysis running
RESERVED: Final = 4


class Body(Struct):
    """What is kept of an analysis."""

    bot: str
    sides: list[str]
    winners: list[int]
    steps: int
    #: each seat's chances at first sight, in the order of `skim_order`
    glances: list[list[float]] = []
    looks: list[dict[str, Any]] = []
    #: steps that were looked at carefully, and those still to be
    weighed: list[int] = []
    doubtful: list[int] | None = None
    costly: list[dict[str, Any]] = []


class AnalysisNews(Struct):
    """An analysis as the page gets it, in one language."""

    phase: Literal["none", "running", "paused", "done"]
    done: int = 0
    total: int = 0
    bot: str = ""
    sides: list[str] = []
    #: each seat's chance before every choice and at the end; those from `thought` on are first sights
    chances: list[list[float]] = []
    thought: int = 0
    moments: list[dict[str, Any]] = []
    costly: list[dict[str, Any]] = []
    calibration: dict[str, Any] | None = None


class Analyst(Protocol):
    """Whoever looks at excerpts: a pool of workers, or all servers together."""

    async def study(self, asked: Excerpt, address: str = "", table: str = "") -> Findings:
        """What was found; raises `NoAnswer`."""
        ...


class SharedStudy:
    """Excerpts as jobs."""

    def __init__(self, jobs: Jobs, most: int) -> None:
        self._jobs = jobs
        self._most = most

    async def study(self, asked: Excerpt, address: str = "", table: str = "") -> Findings:
        body = msgspec.json.encode(asked)
        said = await self._jobs.ask(PIECE, table, address, body, self._most, PATIENCE)
        try:
            return msgspec.json.decode(said, type=Findings)
        except msgspec.MsgspecError as error:
            raise NoAnswer(str(error)) from error


def study_by(pool: BotPool) -> Do:
    """Does pieces of analyses that somebody asked for, here or elsewhere."""

    async def do(job: Job) -> bytes:
        try:
            asked = msgspec.json.decode(job.body, type=Excerpt)
        except msgspec.MsgspecError as error:
            raise NoAnswer(str(error)) from error
        return msgspec.json.encode(await pool.study(asked, job.patron, job.table))

    return do


class Analyses:
    """All analyses that this process works on."""

    def __init__(self, house: House, analyst: Analyst) -> None:
        self._house = house
        self._analyst = analyst
        self._running: dict[str, asyncio.Task[None]] = {}
        self._addresses: Counter[str] = Counter()

    async def look(self, table: Table, purse: Purse, lang: str) -> AnalysisNews:
        """What there is of the analysis of a table's match."""
        if purse.empty:
            raise Refused("too-many")
        async with table.sitting():
            match, version = table.course.match, table.course.version
        kept = await self._house.storage.read(read_analysis, table.id)
        return await self._news(table.id, match, version, kept, purse, lang)

    async def begin(self, table: Table, address: str, purse: Purse, lang: str) -> AnalysisNews:
        """Begin an analysis, or go on with one that nobody works on; what there is of it."""
        async with table.sitting():
            match, version = table.course.match, table.course.version
        limits = self._house.limits
        if not access_rules.may_be_analysed(match.over):
            raise Refused("not-now", "analysis-later")
        if len(match.history) > limits.analysis_choices:
            raise Refused("too-large", "analysis-long", limit=limits.analysis_choices)
        kept = await self._house.storage.read(read_analysis, table.id)
        idle = kept is None or kept.version != version or (not kept.finished and kept.until < self._house.timing.now())
        if idle and table.id not in self._running:
            if not self._has_room(address) or purse.empty:
                raise Refused("too-many")
            now = self._house.timing.now()
            if await self._house.storage.write(take_analysis, table.id, version, now, now + LEASE):
                text = await self._house.workshop.aside(match_text, match, purse=purse)
                kept = await self._house.storage.read(read_analysis, table.id)
                self._start(table.id, version, address, text, _body(match, kept))
        return await self._news(table.id, match, version, kept, purse, lang)

    def _has_room(self, address: str) -> bool:
        """Whether an analysis may begin for an address.

        The networks around it have twice and four times its allowance, and the last quarter of all slots is for
        networks that have none running.
        """
        limits = self._house.limits
        counted = _counted_as(address)
        if any(self._addresses[name] >= limits.analyses_per_address * factor for name, factor in counted):
            return False
        newcomer = not any(self._addresses[name] for name, _ in counted)
        reserved = 0 if newcomer else limits.analyses // RESERVED
        return len(self._running) < limits.analyses - reserved

    def _start(self, table: str, version: int, address: str, text: str, body: Body) -> None:
        names = [name for name, _ in _counted_as(address)]
        self._addresses.update(names)
        task = asyncio.create_task(self._run(table, version, address, text, body))
        self._running[table] = task

        def ended(_: asyncio.Task[None]) -> None:
            self._running.pop(table, None)
            for name in names:
                self._addresses[name] -= 1
                if not self._addresses[name]:
                    del self._addresses[name]

        task.add_done_callback(ended)

    async def _run(self, table: str, version: int, address: str, text: str, body: Body) -> None:
        try:
            while (asked := next_piece(body, text)) is not None:
                add(body, asked, await self._ask(asked, address, table))
                if not await self._keep(table, version, body, finished=False):
                    return
            await self._keep(table, version, body, finished=True)
        except NoAnswer as error:
            log.warning("table %s: its analysis is given up: %s", table, error)
            # Whoever asks again lets it go on at once.
            await self._release(table, version, body)
        except NotStored as error:
            log.warning("table %s: its analysis is not kept: %s", table, error)
        except asyncio.CancelledError:
            raise
        except Exception:
            log.exception("table %s: its analysis", table)

    async def _ask(self, asked: Excerpt, address: str, table: str) -> Findings:
        for _ in range(TRIES - 1):
            try:
                return await self._analyst.study(asked, address, table)
            except NoAnswer as error:
                log.info("table %s: a piece of its analysis: %s", table, error)
        return await self._analyst.study(asked, address, table)

    async def _keep(self, table: str, version: int, body: Body, finished: bool) -> bool:
        until = self._house.timing.now() + LEASE
        raw = msgspec.json.encode(body)
        return await self._house.storage.write(keep_analysis, table, version, finished, until, raw)

    async def _release(self, table: str, version: int, body: Body) -> None:
        try:
            raw = msgspec.json.encode(body)
            await self._house.storage.write(keep_analysis, table, version, False, 0.0, raw)
        except NotStored as error:
            log.warning("table %s: its analysis is not kept: %s", table, error)

    async def _news(
        self, table: str, match: Match, version: int, kept: KeptAnalysis | None, purse: Purse, lang: str
    ) -> AnalysisNews:
        if not access_rules.may_be_analysed(match.over) or kept is None or kept.version != version:
            return AnalysisNews("running" if table in self._running else "none")
        working = table in self._running or kept.until >= self._house.timing.now()
        phase: Literal["running", "paused", "done"] = "done" if kept.finished else "running" if working else "paused"
        return await self._house.workshop.aside(_read_news, kept, phase, match, lang, purse=purse)

    async def close(self) -> None:
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _counted_as(address: str) -> list[tuple[str, int]]:
    """The networks an analysis counts for, with the factor of their allowance."""
    return [(address, 1), *((each.name, 2 * number) for number, each in enumerate(wider_networks(address), 1))]


# --- one piece after another ------------------------------------------------------------------------------------------


def _body(match: Match, kept: KeptAnalysis | None) -> Body:
    """What there is already, if it can be read; else nothing yet."""
    if kept is not None and kept.body:
        try:
            return msgspec.json.decode(kept.body, type=Body)
        except msgspec.MsgspecError as error:
            log.warning("an analysis is begun anew: %s", error)
    outcome = match.outcome
    begin = Match(match.game, match.setup, match.seed, False)
    return Body(
        BOT if thinks_compiled() else SLOW_BOT,
        [begin.seat_name(seat) for seat in range(begin.seats)],
        [] if outcome is None else list(outcome.winners),
        len(match.history),
    )


def skim_order(steps: int) -> list[int]:
    """Coarse first: the whole match is there at once, and gets finer."""
    found: dict[int, None] = {}
    for stride in STRIDES:
        found |= dict.fromkeys(range(0, steps, stride))
    return list(found)


def first_sights(body: Body) -> list[list[float]]:
    """Chances before every choice, as far as they were looked at: between two of them those of the one before."""
    seen = dict(zip(skim_order(body.steps), body.glances, strict=False))
    line: list[list[float]] = []
    for step in range(body.steps if seen else 0):
        line.append(seen[step] if step in seen else line[-1])
    return line


def next_piece(body: Body, text: str) -> Excerpt | None:
    """What is to be looked at next; None: nothing, it is whole."""
    if len(body.glances) < body.steps:
        seconds = NEXT_PIECE if body.glances else FIRST_PIECE
        return Excerpt("skim", text, body.bot, skim_order(body.steps)[len(body.glances) :], seconds)
    if len(body.looks) < body.steps:
        return Excerpt("look", text, body.bot, list(range(len(body.looks), body.steps)), NEXT_PIECE)
    if body.doubtful is None:
        body.doubtful = sorted(look.step for look in pick_costly(map(look_of, body.looks), DOUBTFUL))
    left = [step for step in body.doubtful if step not in body.weighed]
    if left:
        return Excerpt("weigh", text, body.bot, left, NEXT_PIECE)
    if not body.costly and pick_costly(map(look_of, body.looks), 1):
        return Excerpt("tell", text, body.bot, [], NEXT_PIECE, body.looks)
    return None


def add(body: Body, asked: Excerpt, found: Findings) -> None:
    """Add what was found to what there is."""
    if not (found.skimmed or found.looks or found.costly):
        raise NoAnswer("nothing was found")
    body.glances += found.skimmed
    body.costly += found.costly
    if asked.task == "look":
        body.looks += found.looks
    elif asked.task == "weigh":
        for look in found.looks:
            body.looks[look["step"]] = look
            body.weighed.append(look["step"])


def _read_news(
    kept: KeptAnalysis, phase: Literal["running", "paused", "done"], match: Match, lang: str
) -> AnalysisNews:
    return news_of(_body(match, kept), phase, match, lang)


def news_of(body: Body, phase: Literal["running", "paused", "done"], match: Match, lang: str) -> AnalysisNews:
    """An analysis as it is shown in a language, however far it has come."""
    looks = [look_of(look) for look in body.looks]
    line = [list(look.before) for look in looks] + first_sights(body)[len(looks) :]
    if len(line) == body.steps and body.steps:
        line.append([1.0 if seat in body.winners else 0.0 for seat in range(len(body.sides))])
    whole = len(looks) == body.steps
    weighing = len(body.doubtful or ()) if body.doubtful is not None else DOUBTFUL * len(body.sides)
    swings = find_swings(looks, body.winners) if whole else []
    known = calibration_of(match.game, match.seats)
    return AnalysisNews(
        phase,
        len(looks) + len(body.weighed) + (phase == "done"),
        body.steps + weighing + 1,
        _bot_words(body.bot, lang),
        body.sides,
        [[round(chance, 4) for chance in moment] for moment in line],
        len(looks),
        [{"step": each.step, "seat": each.seat, "before": each.before, "after": each.after} for each in swings],
        [{**each, "words": each["words"][lang]} for each in body.costly],
        calibration_json(known),
    )


def _bot_words(bot: str, lang: str) -> str:
    """Who looked, and how many tries each choice got."""
    name, _, tries = bot.partition(":")
    return f"{bot_words(name, lang)} ({tries})"


def add_analyses(app: FastAPI, hall: Hall, gate: Gate, analyses: Analyses) -> None:
    """The routes."""

    @app.get("/api/tables/{table}/analysis")
    async def look(request: Request, table: str) -> Response:
        purse = gate.purse(caller(request))
        return json_answer(await analyses.look(await hall.table(table, purse), purse, asked_language(request)))

    @app.post("/api/tables/{table}/analysis")
    async def begin(request: Request, table: str) -> Response:
        purse = gate.purse(caller(request))
        found = await hall.table(table, purse)
        return json_answer(await analyses.begin(found, caller(request), purse, asked_language(request)))
