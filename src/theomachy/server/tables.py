"""A table: a live match, who sits at it, who looks on. Everything that changes it goes through its lock."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Literal, Protocol

import msgspec

from theomachy.kernel.errors import IllegalChoice, NoUndo
from theomachy.kernel.wording import side_words
from theomachy.server.course import Course
from theomachy.server.envoy import Envoy, public_setup
from theomachy.server.levels import bot_name
from theomachy.server.messages import ChatNews, FromServer, Hello, Line, Place, TableInfo, TableNews, encode
from theomachy.server.seats import Chair, Holder, new_token, resolve, token_hash
from theomachy.server.storage import ChatLine, Event, NotStored, Storage, TableRecord
from theomachy.server.words import say

log = logging.getLogger(__name__)

#: lines of the chat that a table keeps at hand
CHAT_LINES = 200


class Refused(Exception):
    """Something asked of a table was not done. `error` is the code of the protocol, `key` the sentence."""

    def __init__(self, error: str, key: str | None = None, **fields: object) -> None:
        super().__init__(error)
        self.error = error
        self.key = key or error
        self.fields = fields


class Watcher(Protocol):
    """A pair of eyes at a table: a seat's, or with None a spectator's."""

    seat: int | None
    lang: str

    def send(self, message: bytes) -> None:
        """Put a message on its way; never waits."""
        ...


class Table:
    """A live table. Reading and changing the match happens under `lock`, so that what is sent fits its version."""

    def __init__(
        self, record: TableRecord, course: Course, chat: list[ChatLine], storage: Storage, changed: Callable[[], None]
    ) -> None:
        self.record = record
        self.course = course
        self.envoy = Envoy(course)
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.used = time.monotonic()
        self._chat = chat
        self._lines = chat[-1].number + 1 if chat else 0
        self._storage = storage
        #: whether what is here may differ from what is stored
        self._lost = False
        #: called when somebody else may have to decide
        self._changed = changed

    @contextlib.asynccontextmanager
    async def sitting(self) -> AsyncIterator[None]:
        """The table to oneself: whoever reads or changes the match does so here."""
        async with self.lock:
            await self._recover()
            yield

    # --- who ----------------------------------------------------------------------------------------------------------

    @property
    def id(self) -> str:
        return self.record.table

    @property
    def chairs(self) -> list[Chair]:
        return self.record.chairs

    @property
    def waits(self) -> bool:
        """Whether a seat is open; nobody decides then."""
        return any(chair.who == "open" for chair in self.chairs)

    @property
    def people(self) -> list[int]:
        return [chair.seat for chair in self.chairs if chair.who == "person"]

    def holder(self, tokens: Sequence[str]) -> Holder:
        """What these tokens entitle to here."""
        return resolve(self.chairs, self.record.host, tokens)

    def info(self) -> TableInfo:
        online = {watcher.seat for watcher in self.watchers}
        return table_info(self.record, self.course.match.game, online)

    # --- eyes ---------------------------------------------------------------------------------------------------------

    async def watch(self, watcher: Watcher, hello: Hello, catch_up: int) -> None:
        """Somebody looks on from now, through the eyes of the seat whose token was shown: gets what was missed since a
        version, or everything. A token that opens nothing is refused."""
        since, lines = hello.since, hello.lines
        async with self.sitting():
            self.used = time.monotonic()
            if hello.token is not None:
                holder = self.holder([hello.token])
                if not holder:
                    raise Refused("wrong-token")
                watcher.seat = holder.seat
            updates = None
            if since is not None:
                updates = await asyncio.to_thread(self.envoy.updates, since, watcher.seat, watcher.lang, catch_up)
            came = watcher.seat is not None and all(other.seat != watcher.seat for other in self.watchers)
            self.watchers.add(watcher)
            if updates is None:
                self.send_state(watcher)
            else:
                for update in updates:
                    watcher.send(encode(update))
                watcher.send(encode(TableNews(table=self.info())))
                for line in self._chat:
                    if lines is not None and line.number >= lines:
                        watcher.send(encode(ChatNews(line=self._line(line, watcher.lang))))
            if came:
                self._tell_table(but=watcher)
        self._changed()

    def leave(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        self.used = time.monotonic()
        if watcher.seat is not None and all(other.seat != watcher.seat for other in self.watchers):
            self._tell_table()

    def send_state(self, watcher: Watcher, ref: int | None = None) -> None:
        chat = [self._line(line, watcher.lang) for line in self._chat]
        watcher.send(encode(self.envoy.state(watcher.seat, watcher.lang, self.info(), chat, ref)))

    def _tell(self, make: Callable[[int | None, str], FromServer], but: Watcher | None = None) -> None:
        """Send everybody what is made for their seat and language; equal eyes get the same bytes."""
        made: dict[tuple[int | None, str], bytes] = {}
        for watcher in list(self.watchers):
            if watcher is but:
                continue
            key = watcher.seat, watcher.lang
            if key not in made:
                made[key] = encode(make(*key))
            watcher.send(made[key])

    def _tell_table(self, but: Watcher | None = None) -> None:
        message = encode(TableNews(table=self.info()))
        for watcher in list(self.watchers):
            if watcher is not but:
                watcher.send(message)

    # --- playing ------------------------------------------------------------------------------------------------------

    async def choose(self, asker: Watcher, choice: str, version: int, ref: int | None = None) -> None:
        """Make a choice for the seat of a person; stored before anybody hears of it. Refuses with `Refused` or
        `IllegalChoice`."""
        async with self.sitting():
            await self._choose(_seat_of(asker), choice, version, asker, ref)
        self._changed()

    async def choose_for(self, seat: int, bot: str, choice: str, version: int) -> None:
        """Make the choice of a bot, if it still has the seat."""
        async with self.sitting():
            if self.chairs[seat].bot != bot:
                raise Refused("not-yours")
            await self._choose(seat, choice, version, None, None)
        self._changed()

    async def _choose(self, seat: int, choice: str, version: int, asker: Watcher | None, ref: int | None) -> None:
        if self.waits and not self.course.match.over:
            raise Refused("waiting")
        if not self.course.is_current(version, seat):
            raise Refused("stale")
        self._play(choice, seat)
        number = self.course.match.history[-1][1]
        await self._store("choose", seat, self.course.match.game.table.text(number))
        self._tell(self.envoy.update, but=asker)
        if asker is not None and asker in self.watchers:
            asker.send(encode(self.envoy.update(asker.seat, asker.lang, ref)))
        if self.course.match.over:
            self._tell_table()

    async def undo(self, asker: Watcher, version: int, ref: int | None = None) -> None:
        """Take back the last choice of a person's seat; everybody gets everything anew."""
        async with self.sitting():
            seat = _seat_of(asker)
            if not self.course.is_current(version, seat):
                raise Refused("stale")
            try:
                await asyncio.to_thread(self.course.undo, seat)
            except NoUndo:
                raise Refused("no-undo") from None
            await self._store("undo", seat, "")
            for watcher in list(self.watchers):
                self.send_state(watcher, ref if watcher is asker else None)
        self._changed()

    def _play(self, choice: object, seat: int) -> None:
        try:
            self.course.play(choice, seat)
        except IllegalChoice:
            raise
        except Exception:
            # The engine failed in the middle of a choice: the match here can't be trusted any more.
            self._lost = True
            raise

    async def _store(self, kind: Literal["choose", "undo"], seat: int, choice: str) -> None:
        """Store the event that has just changed the match; if that fails, the match is what it was before."""
        course, record = self.course, self.record
        match = course.match
        event = Event(course.version, kind, seat, choice, time.time())
        handed_over = match.decision.seats != (seat,)
        # Until it is known to be stored: if this is interrupted, the storage says what is true.
        self._lost = True
        try:
            await self._storage.append(self.id, event, encoded_state(course), match.over, handed_over)
        except NotStored as error:
            log.error("table %s: version %d is not stored: %s", self.id, course.version, error)
            await self._recover()
            raise Refused("not-stored") from error
        self._lost = False
        record.version = course.version
        record.moved = event.at
        record.over = match.over
        self.used = time.monotonic()

    async def _recover(self) -> None:
        """After something has failed half-way: make the table again from what is stored."""
        if not self._lost:
            return
        try:
            stored = await self._storage.load(self.id, CHAT_LINES)
        except NotStored as error:
            raise Refused("not-stored") from error
        if stored is None:
            raise Refused("not-stored")
        match = self.course.match
        self.record = stored.record
        self.course = Course.of_events(match.game, match.setup, match.seed, stored.events)
        self.envoy = Envoy(self.course)
        self._lost = False

    # --- seats --------------------------------------------------------------------------------------------------------

    async def join(self, seat: int | None, name: str) -> tuple[int, str]:
        """Take an open seat: that one, or the first."""
        async with self.sitting():
            if seat is None:
                seat = next((chair.seat for chair in self.chairs if chair.who == "open"), None)
                if seat is None:
                    raise Refused("seat-taken", "no-open-seat")
            if self._chair(seat).who != "open":
                raise Refused("seat-taken")
            token = new_token()
            side = self.chairs[seat].side
            await self._seat(Chair(seat, side, "person", name=name, token=token_hash(token)))
            await self._announce("line-joined", name=name or "?", side=side)
        self._changed()
        return seat, token

    async def reseat(self, tokens: Sequence[str], seat: int, who: str, bot: str | None) -> None:
        """Give a seat to a bot, or open it; needs the seat's token or the host's. The old token is void: who looked
        through it looks on as a spectator."""
        async with self.sitting():
            holder = self.holder(tokens)
            if not holder.host and seat not in holder.seats:
                raise Refused("wrong-token")
            side = self._chair(seat).side
            await self._seat(Chair(seat, side, who, bot=bot))
            await self._announce("line-opened" if who == "open" else "line-bot", side=side, bot=bot or "")
        self._changed()

    def _chair(self, seat: int) -> Chair:
        if not 0 <= seat < len(self.chairs):
            raise Refused("no-seat")
        return self.chairs[seat]

    async def _seat(self, chair: Chair) -> None:
        self._lost = True
        await self._storage.seat(self.id, chair)
        self._lost = False
        self.chairs[chair.seat] = chair
        self.used = time.monotonic()
        for watcher in list(self.watchers):
            if watcher.seat == chair.seat:
                watcher.seat = None
                self.send_state(watcher)
        self._tell_table()

    # --- chat ---------------------------------------------------------------------------------------------------------

    async def say(self, seat: int | None, text: str) -> None:
        """A line of somebody at the table."""
        async with self.sitting():
            name = "" if seat is None else self.chairs[seat].name
            await self._add_line(ChatLine(self._lines, seat, name, text, time.time()))

    async def announce(self, key: str, **fields: str) -> None:
        """A line of the table itself, in everybody's language."""
        async with self.sitting():
            await self._announce(key, **fields)

    async def _announce(self, key: str, **fields: str) -> None:
        try:
            await self._add_line(ChatLine(self._lines, None, "", "", time.time(), key, fields))
        except NotStored as error:
            # What it tells has happened all the same.
            log.error("table %s: a line is not stored: %s", self.id, error)

    async def _add_line(self, line: ChatLine) -> None:
        await self._storage.add_line(self.id, line)
        self._lines += 1
        self._chat.append(line)
        del self._chat[:-CHAT_LINES]
        self._tell(lambda _, lang: ChatNews(line=self._line(line, lang)))

    def _line(self, line: ChatLine, lang: str) -> Line:
        if line.key:
            fields = dict(line.fields)
            if "side" in fields:
                fields["side"] = side_words(self.course.match.game, fields["side"], lang)
            for field in ("bot", "other"):
                if fields.get(field):
                    fields[field] = bot_name(fields[field], lang)
            return Line(line.number, None, say("table", lang), say(line.key, lang, **fields), line.at)
        name = line.name if line.seat is not None else say("guest", lang)
        return Line(line.number, line.seat, name, line.text, line.at)


def _seat_of(watcher: Watcher) -> int:
    """The seat whose eyes these are; spectators are refused."""
    if watcher.seat is None:
        raise Refused("not-yours", "spectator")
    return watcher.seat


def table_info(record: TableRecord, game: Any, online: set[int | None]) -> TableInfo:
    """What everybody may know about a table."""
    waits = any(chair.who == "open" for chair in record.chairs)
    return TableInfo(
        table=record.table,
        game=record.game,
        title=record.title,
        setup=public_setup(game, record.setup, [chair.side for chair in record.chairs]),
        seats=[
            Place(chair.seat, chair.side, chair.who, chair.name, chair.bot, chair.seat in online)
            for chair in record.chairs
        ],
        phase="over" if record.over else "waiting" if waits else "playing",
        version=record.version,
        listed=record.listed,
        created=record.created,
        moved=record.moved,
    )


def encoded_state(course: Course) -> bytes:
    """The state of a match as it is stored."""
    return msgspec.json.encode(course.match.game.encode(course.match.state))
