"""The application: its routes over HTTP, and what it is made of."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, WebSocket
from fastapi.exceptions import RequestValidationError
from msgspec import Struct
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response

import theomachy
from theomachy.kernel.errors import BadSetup, TheomachyError
from theomachy.server.advice import SharedAdvice
from theomachy.server.analyses import Analyses, SharedStudy, add_analyses
from theomachy.server.answers import asked_language, error_answer, json_answer, json_text
from theomachy.server.asking import read_body
from theomachy.server.book import add_book
from theomachy.server.bots import BotPool
from theomachy.server.clocks import ClockWatch
from theomachy.server.company import keep_company, keep_devices, keep_house, share_limits
from theomachy.server.deliveries import Deliveries, Ways
from theomachy.server.gate import Gate, TooManyTables, caller
from theomachy.server.guard import Guard
from theomachy.server.hall import Hall, plain_text
from theomachy.server.house import House
from theomachy.server.ledger import Ledger
from theomachy.server.levels import is_level, levels
from theomachy.server.limits import Limits, Purse, bottomless_purse
from theomachy.server.live import serve_socket
from theomachy.server.mail import Post, available, read_post
from theomachy.server.me import add_me
from theomachy.server.measures import Figures, expose
from theomachy.server.messages import Join, NewTable, OpenTable, Reseat, SeatToken
from theomachy.server.notice_routes import add_notices
from theomachy.server.offers import game_info, game_words
from theomachy.server.outbox import Mailroom
from theomachy.server.page import PAGE, index, page_file
from theomachy.server.players import Players
from theomachy.server.position_routes import add_positions
from theomachy.server.refused import Refused
from theomachy.server.shared_work import SharedWork
from theomachy.server.sql_storage import SqlStorage
from theomachy.server.states import EncodedCache
from theomachy.server.storage import NotStored, Storage, Unkeepable
from theomachy.server.tally import Tally
from theomachy.server.teaching import add_lessons
from theomachy.server.timing import ALONE, SYSTEM_TIMING, Rota, Timing
from theomachy.server.words import say
from theomachy.server.workshop import TooMuchWork, Workshop

log = logging.getLogger(__name__)

#: how hard answers are packed: beyond this it takes twice the time for some bytes less
PACKING = 5
#: seconds within which the storage must answer, and for which that is not asked again: it writes
HEALTHY = 5.0
CHECKED = 1.0


class Settings(Struct, frozen=True, kw_only=True):
    """How a server is run."""

    database: str
    bot_workers: int = 1
    #: seconds between two choices of bots while people look on
    bot_pause: float = 0.6
    limits: Limits = Limits()
    #: where the figures of `/metrics` are told, like 127.0.0.1:9100; nowhere if empty
    metrics: str = ""
    #: the folder with the built page
    page: str = str(PAGE)
    #: where the page is for everybody, like https://play.example.org
    address: str = ""
    #: who takes letters, like smtp+starttls://user:password@mail.example.org:587; nobody if empty
    smtp: str = ""
    #: the address that letters come from
    mail_from: str = ""
    #: its turns among the servers of this machine
    rota: Rota = ALONE
    #: for tests: messages may go to this machine, too
    trusting: bool = False


def create_app(settings: Settings, timing: Timing = SYSTEM_TIMING, handed_over: Counter[str] | None = None) -> FastAPI:
    """The server as an ASGI application. Opens the database; serves until it is shut down. Where there are others on
    this machine, what they hand over is counted."""
    post = read_mail(settings)
    storage = SqlStorage(settings.database)
    pool = BotPool(max(1, settings.bot_workers), hints_per_address=settings.limits.hints_per_address)
    limits = settings.limits
    ledger = Ledger() if storage.shared else None
    gate = Gate(limits, ledger=ledger)
    workshop = Workshop()
    house = House(storage, workshop, EncodedCache(limits.cache), limits, bottomless_purse(), timing)
    shared = SharedWork(storage, pool, settings.bot_workers, serving=True) if storage.shared else None
    hall = Hall(house, pool, settings.bot_pause, None if shared is None else shared.turns)
    adviser = pool if shared is None else SharedAdvice(shared.jobs, limits.hints_per_address)
    analyst = pool if shared is None else SharedStudy(shared.jobs, limits.analyses_per_address)
    analyses = Analyses(house, analyst)
    clocks = ClockWatch(storage, hall, timing, settings.rota)
    room = Mailroom(limits)
    ways = Ways(push_key=storage.push_key(), post=post, address=settings.address, trusting=settings.trusting)
    deliveries = Deliveries(storage, timing, ways, settings.rota)
    players = Players(storage, lambda table: hall.heard(table, None), timing.now)

    exposed = expose(settings.metrics, Figures(hall, gate, room, pool, handed_over)) if settings.metrics else None

    @contextlib.asynccontextmanager
    async def life(_: FastAPI) -> AsyncIterator[None]:
        await clocks.begin()
        work = [
            keep_house(hall),
            keep_devices(players),
            storage.watch(hall.heard, hall.live.__contains__)
            if shared is None
            else storage.watch(shared.heard_by(hall), shared.concerns(hall)),
            clocks.run(),
            deliveries.run(),
        ]
        if shared is not None and ledger is not None:
            work += [keep_company(storage), share_limits(storage, gate, ledger), *shared.run(hall, settings.rota)]
        keepers = [asyncio.create_task(each) for each in work]
        try:
            yield
        finally:
            for keeper in keepers:
                keeper.cancel()
            if exposed is not None:
                exposed.close()
            hall.close()
            await analyses.close()
            workshop.close()
            await pool.close()
            await storage.close()

    app = FastAPI(title="Theomachy", docs_url=None, redoc_url=None, openapi_url=None, lifespan=life)
    app.state.hall = hall
    app.state.clocks = clocks
    app.state.deliveries = deliveries
    app.state.mailroom = room
    app.state.players = players
    app.state.exposed = exposed
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=PACKING)
    app.add_middleware(Guard, gate=gate)
    _answer_errors(app, gate.tally)
    _add_health(app, storage)
    _add_tables(app, hall, gate, players)
    add_me(app, hall, gate, players)
    add_notices(app, gate, players, deliveries)
    _add_games(app)
    add_positions(app, hall, gate, players)
    add_lessons(app, house)
    add_book(app, hall, gate, players)
    add_analyses(app, hall, gate, analyses)

    @app.websocket("/api/tables/{table}/live")
    async def live(socket: WebSocket, table: str) -> None:
        await serve_socket(socket, table, hall, adviser, gate, room, players)

    _add_page(app, Path(settings.page))
    return app


def read_mail(settings: Settings) -> Post | None:
    """Who takes letters; None if nobody does. What is wrong with it is said at once."""
    if not settings.smtp:
        return None
    if not settings.address:
        raise TheomachyError("--smtp: letters hold links; name --address, where the page is for everybody")
    if not available():
        log.warning("no letters: they need more packages: pip install 'theomachy[calling]'")
        return None
    return read_post(settings.smtp, settings.mail_from)


# --- answering --------------------------------------------------------------------------------------------------------


def _answer_errors(app: FastAPI, tally: Tally) -> None:
    @app.exception_handler(Refused)
    async def refuse(request: Request, refused: Refused) -> Response:
        tally.refused[refused.error] += 1
        return error_answer(request, refused)

    @app.exception_handler(Unkeepable)
    async def not_kept(request: Request, error: Unkeepable) -> Response:
        tally.refused["bad-request"] += 1
        return error_answer(request, Refused("bad-request", detail=str(error)[:200]))

    @app.exception_handler(NotStored)
    async def not_stored(request: Request, error: NotStored) -> Response:
        log.error("not stored: %s", error)
        tally.refused["not-stored"] += 1
        return error_answer(request, Refused("not-stored", "not-kept"))

    @app.exception_handler(TooMuchWork)
    async def too_much(request: Request, error: TooMuchWork) -> Response:
        tally.refused["too-many"] += 1
        return error_answer(request, Refused("too-many"))

    @app.exception_handler(TooManyTables)
    async def too_many_tables(request: Request, error: TooManyTables) -> Response:
        tally.refused["too-many-tables"] += 1
        return error_answer(request, Refused("too-many", "too-many-tables"))

    @app.exception_handler(RequestValidationError)
    async def not_valid(request: Request, error: RequestValidationError) -> Response:
        places = ", ".join(".".join(map(str, problem["loc"])) for problem in error.errors())
        return error_answer(request, Refused("bad-request", detail=places[:200]))

    @app.exception_handler(HTTPException)
    async def http_error(request: Request, error: HTTPException) -> Response:
        words = say("no-page", asked_language(request)) if error.status_code == 404 else str(error.detail)
        return json_answer({"error": "bad-request", "words": words}, error.status_code)


# --- routes -----------------------------------------------------------------------------------------------------------


def _add_health(app: FastAPI, storage: Storage) -> None:
    checked, well = -math.inf, True

    @app.get("/health")
    async def health() -> Response:
        """Whether choices could be made now: what a supervisor or a proxy asks."""
        nonlocal checked, well
        if time.monotonic() - checked > CHECKED:
            # Whoever comes meanwhile is told what was found last.
            checked = time.monotonic()
            try:
                async with asyncio.timeout(HEALTHY):
                    await storage.check()
                well = True
            except (NotStored, TimeoutError) as error:
                log.error("not healthy: %r", error)
                well = False
        return json_answer({"status": "ok"}) if well else json_answer({"status": "not-stored"}, 503)


def _add_games(app: FastAPI) -> None:
    def game_of(name: str) -> Any:
        try:
            return theomachy.game(name)
        except BadSetup:
            raise Refused("bad-request", "no-game", game=name[:40]) from None

    @app.get("/api/games")
    async def games(request: Request) -> Response:
        return json_answer({"games": [game_info(game, asked_language(request)) for game in theomachy.GAMES.values()]})

    @app.get("/api/games/{game}/words")
    async def words(request: Request, game: str) -> Response:
        return json_answer(game_words(game_of(game), asked_language(request)))

    @app.get("/api/games/{game}/board")
    async def board(game: str) -> Response:
        return json_answer(game_of(game).board_info())

    @app.get("/api/bots")
    async def bots(request: Request) -> Response:
        return json_answer({"bots": levels(asked_language(request))})


def _add_tables(app: FastAPI, hall: Hall, gate: Gate, players: Players) -> None:
    limits = gate.limits

    async def player(request: Request) -> str | None:
        device = await players.device(request)
        return None if device is None else device.player.id

    def purse(request: Request) -> Purse:
        return gate.purse(caller(request))

    @app.get("/api/tables")
    async def listed() -> Response:
        return json_answer({"tables": await hall.listed()})

    @app.post("/api/tables")
    async def create(request: Request) -> Response:
        wanted = await read_body(request, NewTable, limits.body, limits.body_time)
        maker = await player(request)
        with gate.making(caller(request)):
            return json_answer(await hall.create(wanted, purse(request), caller(request), maker), 201)

    @app.post("/api/tables/open")
    async def open_save(request: Request) -> Response:
        wanted = await read_body(request, OpenTable, limits.save_body, limits.save_body_time)
        maker = await player(request)
        with gate.making(caller(request)):
            return json_answer(await hall.open(wanted, purse(request), caller(request), maker), 201)

    @app.get("/api/tables/{table}")
    async def info(request: Request, table: str) -> Response:
        return json_answer(await (await hall.table(table, purse(request))).look())

    @app.post("/api/tables/{table}/join")
    async def join(request: Request, table: str) -> Response:
        wanted = await read_body(request, Join, limits.body, limits.body_time)
        if not gate.join(caller(request)):
            raise Refused("too-many")
        found = await hall.table(table, purse(request))
        return json_answer(SeatToken(*await found.join(wanted.seat, plain_text(wanted.name), await player(request))))

    @app.post("/api/tables/{table}/seats/{seat}")
    async def reseat(request: Request, table: str, seat: int) -> Response:
        wanted = await read_body(request, Reseat, limits.body, limits.body_time)
        found = await hall.table(table, purse(request))
        shown = await players.shown(request, *([wanted.token] if wanted.token else []))
        if wanted.who == "bot" and not is_level(wanted.bot or ""):
            raise Refused("bad-request", "no-bot", bot=wanted.bot or "")
        if wanted.who == "stay":
            await found.stay(shown, seat)
        else:
            await found.reseat(shown, seat, wanted.who, wanted.bot if wanted.who == "bot" else None)
        return json_answer(found.info())

    @app.post("/api/tables/{table}/rematch")
    async def rematch(request: Request, table: str) -> Response:
        found = await hall.table(table, purse(request))
        shown = await players.shown(request)
        # A rematch that exists already does not count as a table made.
        with contextlib.nullcontext() if found.record.rematch else gate.making(caller(request)):
            return json_answer({"table": await hall.rematch(found, shown, purse(request), caller(request))})

    @app.get("/api/tables/{table}/save")
    async def save(request: Request, table: str) -> Response:
        found = await hall.table(table, purse(request))
        text = await found.save(await players.shown(request), purse(request))
        name = f"{found.record.game}-{found.id}.json"
        return json_text(text.encode(), headers={"content-disposition": f'attachment; filename="{name}"'})

    @app.get("/api/tables/{table}/replay")
    async def replay(request: Request, table: str, step: int) -> Response:
        found = await hall.table(table, purse(request))
        lang = asked_language(request)
        return json_answer(await found.replay_step(step, await players.shown(request), lang, purse(request)))

    @app.get("/api/tables/{table}/story")
    async def story(request: Request, table: str) -> Response:
        found = await hall.table(table, purse(request))
        shown = await players.shown(request)
        return json_answer(await found.story(shown, asked_language(request), purse(request)))


def _add_page(app: FastAPI, folder: Path) -> None:
    """Comes last: whatever is not of the API is the page's."""

    def page_route(path: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
        # Monitors and link previews ask for the head alone.
        return app.api_route(path, methods=["GET", "HEAD"])

    @page_route("/")
    @page_route("/me")
    @page_route("/record")
    @page_route("/position")
    @page_route("/learn/{path:path}")
    @page_route("/rules/{path:path}")
    @page_route("/p/{path:path}")
    @page_route("/t/{path:path}")
    async def page(request: Request) -> Response:
        return index(folder, asked_language(request))

    @page_route("/{path:path}")
    async def file(path: str) -> Response:
        found = None if path.startswith("api/") else page_file(folder, path)
        if found is None:
            raise HTTPException(404)
        return found
