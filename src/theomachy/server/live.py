"""A socket at a table: reads what the page says, answers, and sends what happens."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from functools import partial

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from theomachy.bots.levels import ADVISER
from theomachy.kernel.bounded_parsing import MESSAGE, OverBudget, check_json
from theomachy.kernel.errors import IllegalChoice
from theomachy.server import access_rules
from theomachy.server.advice import Adviser
from theomachy.server.answers import error_answer
from theomachy.server.bots import Answer, Crowded, NoAnswer, Question, question
from theomachy.server.connections import ADMIT, CUT_OFF, RESTART, SEND_NOW, SEND_TEXT, CutOff, SendNow, SendText
from theomachy.server.gate import Gate, caller
from theomachy.server.guard import same_site
from theomachy.server.hall import Hall, plain_text
from theomachy.server.levels import at_most, is_level, simpler
from theomachy.server.limits import Bucket
from theomachy.server.messages import (
    Adjourn,
    AnswerUndo,
    AskUndo,
    Back,
    Chat,
    Choose,
    Coach,
    ErrorNews,
    Hello,
    Hint,
    Language,
    Look,
    PageMessage,
    Ping,
    Pong,
    Preview,
    RefusedNews,
    Resign,
    Undo,
    Weigh,
    Why,
    encode,
    page_messages,
)
from theomachy.server.outbox import Mailroom
from theomachy.server.players import Players
from theomachy.server.refused import Refused
from theomachy.server.request_costs import MESSAGES, Prepaid, route_price
from theomachy.server.storage import NotStored
from theomachy.server.tables import Table
from theomachy.server.words import say
from theomachy.server.workshop import TooMuchWork

log = logging.getLogger(__name__)

#: codes a socket is closed with: told off, no room, what it wants is not there
POLICY, LATER, GONE = 1008, 1013, 4404
#: with what a socket is closed that could not sit down; whatever else it was, there is no such table
CODES = {"wrong-token": POLICY, "too-many": LATER, "not-stored": LATER}
#: the bot that is the coach
COACH = "search:300ms"
#: who is asked for a hint without being named thinks so long, in milliseconds
HINT = 500


class Closed(Exception):
    """The socket is to be closed, after an error was said."""

    def __init__(self, error: str, code: int, **fields: object) -> None:
        super().__init__(error)
        self.error = error
        self.code = code
        self.fields = fields


class Session:
    """One socket, from its hello to its end. It is a `Watcher` of its table."""

    def __init__(
        self, socket: WebSocket, address: str, hall: Hall, adviser: Adviser, gate: Gate, room: Mailroom,
        player: str | None = None,
    ) -> None:  # fmt: skip
        self.lang = "en"
        self.held: int | None = None
        self.player = player
        self.looking = True
        self.purse = gate.socket_purse(address, seated=False)
        self._seat: int | None = None
        self._socket = socket
        self._address = address
        self._hall = hall
        self._adviser = adviser
        self._gate = gate
        self._limits = gate.limits
        self._cut_off: CutOff = socket.scope["extensions"][CUT_OFF]
        self._send_text: SendText = socket.scope["extensions"][SEND_TEXT]
        self._send_now: SendNow = socket.scope["extensions"][SEND_NOW]
        self._outbox = room.outbox(address, self._be_too_slow)
        self._messages = Bucket(self._limits.spectator_messages)
        self._chat = Bucket(self._limits.chat)
        #: bytes of all messages so far
        self._said = 0
        self._annoyed = 0
        self._told_off = 0.0
        self._hint: asyncio.Task[None] | None = None

    @property
    def seat(self) -> int | None:
        return self._seat

    @seat.setter
    def seat(self, seat: int | None) -> None:
        """Who has a seat may ask more than a spectator; and with other eyes the view held is of no use."""
        if seat != self._seat and self.held is not None:
            self.held = -1
        if (seat is None) != (self._seat is None):
            seated = seat is not None
            self.purse = self._gate.socket_purse(self._address, seated)
            self._messages = Bucket(self._limits.messages if seated else self._limits.spectator_messages)
            self._outbox.seated = seated
        self._seat = seat

    def send(self, *message: bytes) -> None:
        """Put a message on its way. A reader too slow for what happens is cut off; it can come back."""
        self._said += sum(map(len, message))
        if not (self._outbox.idle and self._send_now(message)):
            self._outbox.put(message)

    def _be_too_slow(self) -> None:
        self._cut_off(LATER)

    def sign_out(self) -> None:
        """The device is signed out: what it sees through a player's seat ends. It can come back with a seat's token."""
        self._cut_off(LATER)

    async def run(self, table_id: str) -> None:
        """Serve the socket until one side closes it."""
        sender = asyncio.create_task(self._send_all())
        table: Table | None = None
        code = 1000
        try:
            hello = await self._first()
            self.lang = hello.lang
            self.held = -1 if hello.changes else None
            if self.purse.empty:
                raise Closed("too-many", LATER)
            with Prepaid(self.purse, MESSAGES[Hello]):
                table = await self._hall.table(table_id, self.purse)
                table.patron = table.patron or self._address
                await table.watch(self, hello)
            self.purse.pay(size=self._said)
            while True:
                message = await self._next()
                if message is not None:
                    broke = self.purse.empty
                    with Prepaid(self.purse, MESSAGES[type(message)]):
                        await self._answer(table, message, broke)
        except Closed as closed:
            code = closed.code
            self._say_error(closed.error, fields=closed.fields)
        except Refused as refused:
            # Before it sat down: later ones are answered.
            code = CODES.get(refused.error, GONE)
            self._say_error(refused.error, fields=refused.fields)
        except TooMuchWork:
            code = LATER
            self._say_error("too-many")
        except NotStored as error:
            log.error("table %s: %s", table_id, error)
            code = LATER
            self._say_error("not-stored")
        except WebSocketDisconnect as disconnect:
            # The server ends: what was said before that has been answered, and is sent.
            if disconnect.code == RESTART:
                code = RESTART
        except Exception:
            log.exception("a socket at table %s", table_id)
            code = 1011
            self._say_error("internal")
        finally:
            if table is not None:
                table.leave(self)
            if self._hint is not None:
                self._hint.cancel()
                # What is called off remembers where that was, which is here: they would hold each other, and the table.
                self._hint = None
            self._outbox.close()
            # What was said last should arrive; but nobody waits long for a reader that does not read.
            await asyncio.wait([sender], timeout=self._limits.goodbye)
            sender.cancel()
            self._outbox.empty()
            self._cut_off(code)

    async def _send_all(self) -> None:
        """Send what lies in the outbox, in order, until there is nothing to come or nobody to read it."""
        with contextlib.suppress(OSError):
            while (message := await self._outbox.next()) is not None:
                await self._send_text(message)
                self._outbox.sent()

    # --- reading ------------------------------------------------------------------------------------------------------

    async def _first(self) -> Hello:
        try:
            async with asyncio.timeout(self._limits.hello):
                message = await self._next()
        except TimeoutError:
            raise Closed("bad-message", POLICY, detail="no hello") from None
        if not isinstance(message, Hello):
            raise Closed("bad-message", POLICY, detail="hello must come first")
        return message

    async def _next(self) -> PageMessage | None:
        """The next message; None for one that made no sense, which has been said."""
        received = await self._socket.receive()
        if received["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(received.get("code", 1000))
        if not self._messages.take():
            self._tell_off()
            return None
        text = received.get("text")
        if text is None:
            self._complain("binary")
            return None
        raw = text.encode("utf-8", "replace")
        if len(raw) > self._limits.message:
            self._say_error("too-large", fields={"limit": self._limits.message})
            return None
        try:
            check_json(raw, MESSAGE)
            message: PageMessage = page_messages.decode(raw)
        except (msgspec.MsgspecError, RecursionError, OverBudget) as error:
            self._complain(str(error)[:200])
            return None
        return message

    def _complain(self, detail: str, ref: int | None = None) -> None:
        self._say_error("bad-message", ref, {"detail": detail})

    def _tell_off(self) -> None:
        """Too many messages: say so once a second, and at last cut the socket off."""
        self._annoyed += 1
        now = time.monotonic()
        if now - self._told_off > 1:
            self._told_off = now
            self._say_error("too-many")
        if self._annoyed > self._limits.patience:
            self._gate.cut_off(self._address)
            raise Closed("too-many", POLICY)

    def _say_error(self, error: str, ref: int | None = None, fields: dict[str, object] | None = None) -> None:
        self._gate.tally.refused[error] += 1
        self.send(encode(ErrorNews(ref=ref, error=error, words=say(error, self.lang, **(fields or {})))))

    # --- answering ----------------------------------------------------------------------------------------------------

    async def _answer(self, table: Table, message: PageMessage, broke: bool) -> None:
        """Do what a message asks for; a socket that was in debt before it came may only choose and ping."""
        ref = message.ref
        said = self._said
        try:
            if broke and not isinstance(message, Ping | Choose):
                raise Refused("too-many")
            match message:
                case Ping():
                    self.send(encode(Pong(ref=ref)))
                case Choose():
                    began = time.perf_counter()
                    await table.choose(self, message.choice, message.version, ref)
                    self._gate.tally.chose(time.perf_counter() - began)
                case Back():
                    await table.return_to(self)
                case Look():
                    await table.look_on(self, message.looking)
                case Undo():
                    await table.undo(self, message.version, ref)
                case AskUndo():
                    # Whoever asks speaks to everybody.
                    if not self._may_speak():
                        raise Refused("too-many")
                    await table.ask_undo(self, message.version, ref)
                case AnswerUndo():
                    await table.answer_undo(self, message.version, message.agree, ref)
                case Why():
                    async with table.sitting():
                        with self.purse.paying():
                            self.send(encode(table.envoy.verdict(message.choice, self._own_seat(), self.lang, ref)))
                case Preview():
                    async with table.sitting():
                        with self.purse.paying():
                            self.send(encode(table.envoy.preview(message.choice, self._own_seat(), self.lang, ref)))
                case Hint():
                    await self._ask_for_hint(table, message)
                case Coach():
                    await table.agree_to_coach(self, message.agree)
                case Weigh():
                    await self._ask_coach(table, message)
                case Chat():
                    await self._say(table, message.text, message.to == "partners")
                case Resign():
                    await table.resign(self)
                case Adjourn():
                    if not self._may_speak():
                        raise Refused("too-many")
                    await table.adjourn(self, message.agree)
                case Language():
                    self.lang = message.lang
                    async with table.sitting():
                        await table.send_state(self, ref)
                case Hello():
                    self._complain("hello came already", ref)
        except IllegalChoice as error:
            self._gate.tally.refused["illegal"] += 1
            self.send(encode(table.envoy.refusal(error, self.lang, ref)))
        except Refused as refused:
            self._refuse(refused, ref)
        except TooMuchWork:
            self._refuse(Refused("too-many"), ref)
        except NotStored as error:
            log.error("table %s: %s", table.id, error)
            self._refuse(Refused("not-stored"), ref)
        finally:
            self.purse.pay(size=self._said - said)

    def _own_seat(self) -> int:
        return access_rules.acting_seat(self.seat)

    def _refuse(self, refused: Refused, ref: int | None) -> None:
        words = say(refused.key, self.lang, **refused.fields)
        self._gate.tally.refused[refused.error] += 1
        self.send(encode(RefusedNews(ref=ref, error=refused.error, words=words)))

    def _may_speak(self) -> bool:
        return self._chat.take() and self._gate.chat(self._address)

    async def _say(self, table: Table, text: str, to_partners: bool) -> None:
        line = plain_text(text)
        if not self._may_speak():
            self._say_error("too-many")
        elif line:
            await table.say(self.seat, line, to_partners)

    # --- hints --------------------------------------------------------------------------------------------------------

    async def _ask_for_hint(self, table: Table, message: Hint) -> None:
        """A bot thinks for a while: that must not keep the socket from being read. One hint at a time."""
        seat = self._own_seat()
        bot = message.bot or ADVISER
        if not is_level(bot):
            raise Refused("no-bot", bot=bot)
        if self._hint is not None and not self._hint.done():
            self._say_error("too-many", message.ref)
            return
        async with table.sitting():
            table.check_hints()
            match = table.course.match
            if seat not in match.decision.seats:
                raise IllegalChoice("not asked", "theomachy/turn")
            bot = at_most(match.game, bot, self._limits.hint_time if message.bot else HINT)
            taught = None if table.teacher is None else table.teacher.hint(match, self.lang)
            if taught is not None:
                self.send(encode(table.envoy.hint(taught, self.lang, message.ref)))
                return
            version = table.course.version
            await table.announce_hint(seat)
            with self.purse.paying():
                asked = question("explain", match, seat, bot, secrets.randbelow(1 << 60), self.lang)
        self._hint = asyncio.create_task(self._send_hint(table, version, asked, message.ref))

    async def _ask_coach(self, table: Table, message: Weigh) -> None:
        """What the coach thinks of a choice. Whoever waits for that, or for a hint, asks for no other meanwhile."""
        seat = self._own_seat()
        if self._hint is not None and not self._hint.done():
            self._say_error("too-many", message.ref)
            return
        async with table.sitting():
            table.check_coach()
            match = table.course.match
            if not table.course.is_current(message.version, seat):
                raise Refused("stale")
            rule = match.why_not(message.choice, seat)
            if rule is not None:
                raise IllegalChoice(match.explain(rule), rule)
            with self.purse.paying():
                seed = secrets.randbelow(1 << 60)
                asked = question("weigh", match, seat, COACH, seed, self.lang, message.choice)
        self._hint = asyncio.create_task(self._send_counsel(table, message.version, asked, message.ref))

    async def _send_counsel(self, table: Table, version: int, asked: Question, ref: int | None) -> None:
        try:
            said = await self._adviser.ask(asked, self._address, table.id)
            async with table.sitting():
                if self.seat != asked.seat or not table.course.is_current(version, asked.seat):
                    raise Refused("stale")
                table.check_coach()
                self.send(encode(table.envoy.weighed(asked.choice, said, self.lang, ref)))
        except Refused as refused:
            self._refuse(refused, ref)
        except Crowded:
            self._refuse(Refused("too-many"), ref)
        except NoAnswer:
            self._refuse(Refused("no-hint"), ref)
        except NotStored as error:
            log.error("table %s: a coach: %s", table.id, error)
            self._refuse(Refused("not-stored"), ref)
        except Exception:
            log.exception("table %s: a coach for seat %d", table.id, asked.seat)
            self._refuse(Refused("no-hint"), ref)

    async def _send_hint(self, table: Table, version: int, asked: Question, ref: int | None) -> None:
        try:
            answer = await self._explanation(table, asked)
            async with table.sitting():
                if self.seat != asked.seat or not table.course.is_current(version, asked.seat):
                    raise Refused("stale")
                # Somebody may have sat down meanwhile.
                table.check_hints()
                self.send(encode(table.envoy.hint(answer, self.lang, ref)))
        except Refused as refused:
            self._refuse(refused, ref)
        except Crowded:
            self._refuse(Refused("too-many"), ref)
        except NotStored as error:
            log.error("table %s: a hint: %s", table.id, error)
            self._refuse(Refused("not-stored"), ref)
        except Exception:
            log.exception("table %s: a hint for seat %d", table.id, asked.seat)
            self._refuse(Refused("no-hint"), ref)

    async def _explanation(self, table: Table, asked: Question) -> Answer:
        """What the bot says, or a simpler one if it does not answer."""
        while True:
            try:
                return await self._adviser.ask(asked, self._address, table.id)
            except NoAnswer:
                bot = simpler(asked.bot)
                if bot is None:
                    raise Refused("no-hint") from None
                asked.bot = bot


def _cut_off(gate: Gate, address: str) -> bytes:
    """Record that a socket sends too much; return what it is told."""
    gate.cut_off(address)
    return encode(ErrorNews(error="too-many", words=say("too-many", "en")))


async def serve_socket(
    socket: WebSocket, table_id: str, hall: Hall, adviser: Adviser, gate: Gate, room: Mailroom, players: Players
) -> None:
    """Let a socket in, if it comes from our page and there is room."""
    if not same_site(socket.headers):
        await socket.send_denial_response(error_answer(socket, Refused("wrong-token", "other-site")))
        return
    address = caller(socket)
    gate.purse(address).prepay(route_price("GET", socket.url.path))
    await socket.accept()
    socket.scope["extensions"][ADMIT](gate.frames(address), gate.purse(address), partial(_cut_off, gate, address))
    if not gate.enter(address):
        gate.tally.refused["full"] += 1
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await socket.send_text(encode(ErrorNews(error="full", words=say("full", "en"))).decode())
            await socket.close(LATER)
        return
    try:
        known = await players.device(socket)
        session = Session(socket, address, hall, adviser, gate, room, None if known is None else known.player.id)
        with players.watching(known, session.sign_out):
            # A task of its own: else each message would go through all the layers that the socket was opened through.
            await asyncio.create_task(session.run(table_id), name=f"a socket at table {table_id}")
    finally:
        gate.leave(address)
