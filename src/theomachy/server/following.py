"""A live table as far as it follows what is stored: its match, its chat and whoever looks on. Others may change what is
stored, another server or an operator: then it becomes that, and tells its watchers what they do not know yet."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import TypeVar

from theomachy.kernel.errors import TheomachyError
from theomachy.server.attendance import Attendance
from theomachy.server.chat import CHAT_LINES, ChatRoll, may_read
from theomachy.server.clock_model import Clock
from theomachy.server.course import Course
from theomachy.server.envoy import Envoy, state_message
from theomachy.server.house import House, Watcher
from theomachy.server.limits import Purse
from theomachy.server.messages import (
    ChatNews,
    ClockNews,
    Clocks,
    StateFrame,
    TableInfo,
    TableNews,
    encode,
    members,
)
from theomachy.server.notice_rows import see
from theomachy.server.refused import Refused
from theomachy.server.seats import Called, Chair, deciding
from theomachy.server.states import EncodedState
from theomachy.server.storage import Changes, ChatLine, Damaged, Event, NotStored, Outdated, StoredTable, TableRecord
from theomachy.server.table_info import called_now, clocks_info, table_info

log = logging.getLogger(__name__)

#: how often something is judged anew because another server was first
TRIES = 8

T = TypeVar("T")
#: a pair of eyes that is told of a choice: seat, language, the version held, and the `ref` of who asked for it
Eyes = tuple[int | None, str, int | None, int | None]
#: what they are told
Updates = dict[Eyes, bytes]


class Sitting:
    """Somebody has a table to themselves, and has heard of all that is known of it."""

    __slots__ = ("_table",)

    def __init__(self, table: Following) -> None:
        self._table = table

    async def __aenter__(self) -> None:
        await self._table.sit_down()

    async def __aexit__(self, *_: object) -> None:
        self._table.lock.release()


class Following:
    """What of a table is the same at every server. Reading and changing it happens under `lock`, so that what is sent
    fits its version."""

    def __init__(
        self, record: TableRecord, course: Course, stored: StoredTable | None, house: House, changed: Callable[[], None]
    ) -> None:
        self.record = record
        self.course = course
        self.envoy = Envoy(course, bool(record.lesson), record.analysis)
        self.house = house
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.used = time.monotonic()
        self._chat = ChatRoll(
            record.table, course.match.game, stored.chat if stored else [], stored.lines if stored else 0
        )
        #: of every seat, if the table has a pace
        self.clocks: list[Clock] = stored.clocks if stored else []
        self._storage = house.storage
        self._attendance = Attendance(record.table, house.storage, house.limits.absence, self.watchers)
        #: whether the match here may be another one than the stored
        self._lost = False
        #: whether more may be stored than is known here: somebody else has changed it, or a write was interrupted
        self._behind = False
        self._unsure = False
        #: what was heard of others, and not done here yet
        self._heard: list[Event] = []
        self._catching_up: asyncio.Task[None] | None = None
        #: whether it is stored no more
        self.gone = False
        #: the players who are known to have seen that it is their turn
        self._aware: set[str] = set()
        #: called when somebody else may have to decide
        self._changed = changed

    def sitting(self) -> Sitting:
        """The table to oneself: whoever reads or changes the match does so here."""
        return Sitting(self)

    async def sit_down(self) -> None:
        await self.lock.acquire()
        try:
            if self._heard or self._lost or self._behind or self._unsure or self.gone:
                await self._catch_up()
        except BaseException:
            self.lock.release()
            raise

    @property
    def id(self) -> str:
        return self.record.table

    @property
    def chairs(self) -> list[Chair]:
        return self.record.chairs

    def info(self) -> TableInfo:
        self.record.deciding = deciding(self.course.match)
        return table_info(self.record, self.course.match.game, self._attendance.online)

    def clocks_info(self) -> Clocks | None:
        """How much time everybody has left; None without clocks."""
        return clocks_info(self.record, self.clocks, self.house.timing.now())

    # --- telling those who look on ------------------------------------------------------------------------------------

    async def _state(self, seat: int | None, lang: str, purse: Purse, must: bool = False) -> EncodedState:
        """What a seat may know now; made once for all with the same eyes."""
        kept = self.house.cache.state(self.id, seat, lang)
        if kept is not None and kept.version == self.course.version:
            return kept
        made = await self.house.workshop.in_pieces(self.envoy.state(seat, lang, kept), purse, must)
        self.house.cache.keep(self.id, seat, lang, made)
        return made

    def _send_state(self, watcher: Watcher, state: EncodedState, ref: int | None = None) -> None:
        frame = StateFrame(
            self.info(), self._chat.said(watcher.lang, watcher.seat, self.token_at(watcher.seat)), self.clocks_info()
        )
        watcher.send(*state_message(state, members(frame), ref))
        self._has_seen(watcher)

    def _has_seen(self, watcher: Watcher) -> None:
        """It holds the newest view now."""
        if watcher.held is not None:
            watcher.held = self.course.version

    def _updates(self, asker: Watcher | None, ref: int | None) -> Updates:
        """What everybody is to be told of the last choice, by their eyes; equal ones get the same bytes."""
        made: Updates = {}
        for watcher in self.watchers:
            eyes = watcher.seat, watcher.lang, watcher.held, ref if watcher is asker else None
            if eyes not in made:
                made[eyes] = self._update(eyes)
        return made

    def _update(self, eyes: Eyes) -> bytes:
        seat, lang, held, ref = eyes
        return encode(self.envoy.update(seat, lang, ref, held))

    def _tell_choice(self, asker: Watcher | None = None, ref: int | None = None, made: Updates | None = None) -> None:
        """Send everybody what followed the last choice. The answer to who asked for it has its `ref`. What was made
        before it was stored is there by now; somebody may have turned to another language since."""
        made = {} if made is None else made
        for watcher in list(self.watchers):
            eyes = watcher.seat, watcher.lang, watcher.held, ref if watcher is asker else None
            update = made.get(eyes)
            if update is None:
                update = made[eyes] = self._update(eyes)
            watcher.send(update)
            self._has_seen(watcher)

    def _tell_table(self, but: Watcher | None = None) -> None:
        message = encode(TableNews(table=self.info()))
        for watcher in list(self.watchers):
            if watcher is not but:
                watcher.send(message)

    def _tell_clocks(self, to: Iterable[Watcher] | None = None) -> None:
        clocks = self.clocks_info()
        if clocks is not None:
            message = encode(ClockNews(clocks=clocks))
            for watcher in list(self.watchers) if to is None else to:
                watcher.send(message)

    def token_at(self, seat: int | None) -> bytes | None:
        """The hash of the token of the person at a seat."""
        return None if seat is None else self.chairs[seat].token

    def _tell_line(self, line: ChatLine) -> None:
        made: dict[str, bytes] = {}
        for watcher in list(self.watchers):
            if not may_read(line, watcher.seat):
                continue
            if watcher.lang not in made:
                made[watcher.lang] = encode(ChatNews(line=self._chat.line(line, watcher.lang)))
            watcher.send(made[watcher.lang])

    # --- whose turn it is -------------------------------------------------------------------------------------------

    def _called(self, chairs: Sequence[Chair]) -> Called | None:
        """The players who must decide now, and those of them who look on here; None at a table without players."""
        if all(chair.player is None for chair in chairs):
            return None
        away = [clock.seat for clock in self.clocks if clock.away]
        here = {chairs[one.seat].player for one in self.watchers if one.seat is not None and one.looking}
        return called_now(self.record, chairs, self.course.match, away, here, self.house.timing.now())

    async def _note_seen(self) -> None:
        """Who sees that it is their turn need not be told so."""
        called = self._called(self.chairs)
        if called is None:
            return
        self._aware &= set(called.players)
        news = [player for player in called.seen if player not in self._aware]
        if news:
            try:
                await self._storage.write(see, self.id, news)
                self._aware.update(news)
            except NotStored as error:
                log.warning("table %s: that somebody has seen it is not noted: %s", self.id, error)

    # --- others may be first ------------------------------------------------------------------------------------------

    async def _insist(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something; if another server has changed the table meanwhile, judge anew what that one has left."""
        for _ in range(TRIES):
            try:
                return await work()
            except Outdated:
                self._unsure = True
                await self._catch_up()
        raise Refused("stale")

    async def _know(self, version: int) -> None:
        """Somebody has seen this version: if it is news here, it was made elsewhere."""
        if version > self.course.version:
            self._unsure = True
            await self._catch_up()

    def doubt(self) -> None:
        """Whoever looks next looks into the storage first."""
        self._unsure = True

    @property
    def awaits_news(self) -> bool:
        """Whether it matters that somebody else has changed the table: not where nobody looks on, and it is known to be
        behind already. Asked in any thread: what was told before that was over is stored, and read then."""
        return bool(self.watchers) or not self._behind

    def stir(self, event: Event | None) -> None:
        """Somebody else has changed the table, by an event or otherwise: whoever looks on here is told; without eyes it
        is enough to know."""
        if event is not None and self.watchers:
            self._heard.append(event)
        else:
            self._behind = True
        if self.watchers and (self._catching_up is None or self._catching_up.done()):
            self._catching_up = asyncio.create_task(self._hear(), name=f"news of table {self.id}")

    async def _hear(self) -> None:
        while (self._behind or self._heard) and not self.gone:
            try:
                async with self.sitting():
                    pass
            except Refused as refused:
                log.warning("table %s: what changed elsewhere is not known: %s", self.id, refused.error)
                return
        await self._note_seen()
        self._changed()

    async def _catch_up(self) -> None:
        """Be what is stored, and tell everybody what they do not know yet."""
        heard, self._heard = self._heard, []
        for event in heard:
            self._follow(event)
        while self._lost or self._behind or self._unsure:
            lost, self._behind = self._lost, False
            try:
                changes = await self._changes(lost)
                if changes is None:
                    self.gone = True
                else:
                    await self._take_over(changes, lost)
            except BaseException as error:
                self._behind = True
                if isinstance(error, NotStored):
                    raise Refused("not-stored") from error
                if isinstance(error, Damaged | TheomachyError):
                    raise Refused("bad-save", detail=str(error)[:500]) from error
                raise
            self._lost = self._unsure = False
        if self.gone:
            raise Refused("no-table")

    def _follow(self, event: Event) -> None:
        """Do what was done elsewhere; if that is not simply the next choice, it is read from the storage."""
        record = self.record
        if event.version <= record.version:
            return
        simple = event.kind == "choose" and event.version == record.version + 1 and not self.clocks
        if self._lost or self._behind or self._unsure or not simple:
            self._behind = True
            return
        self._lost = True
        try:
            self.course.play(event.choice, event.seat)
        except Exception:
            log.exception("table %s: version %d of another server", self.id, event.version)
            return
        self._lost = False
        record.version, record.moved, record.over = event.version, event.at, self.course.match.over
        self._aware.clear()
        self._tell_choice()
        if record.over:
            self._tell_table()

    async def _changes(self, lost: bool) -> Changes | None:
        record, chat = self.record, self._chat
        version = -1 if lost else record.version
        changes = await self._storage.changes(self.id, version, record.seating, chat.following, CHAT_LINES)
        if changes is not None and not lost and any(event.kind == "undo" for event in changes.events):
            return await self._storage.changes(self.id, -1, record.seating, chat.following, CHAT_LINES)
        return changes

    async def _take_over(self, changes: Changes, lost: bool) -> None:
        record = self.record
        told, before = record.version, self.info()
        anew = lost or any(event.kind == "undo" for event in changes.events)
        # If this fails half-way, the match here is none of the stored ones.
        self._lost = True
        if anew:
            match = self.course.match
            self.course = await self.house.workshop.aside(
                Course.of_events, match.game, match.setup, match.seed, changes.events,
                purse=self.house.purse, must=True,
            )  # fmt: skip
            self.envoy = Envoy(self.course, bool(record.lesson), record.analysis)
        else:
            for event in changes.events:
                self.course.play(event.choice, event.seat)
        self._lost = False
        record.version, record.moved, record.over = changes.version, changes.moved, changes.over
        record.listed, record.disclosed, record.closed = changes.listed, changes.disclosed, changes.closed
        record.adjourned, record.rematch = changes.adjourned, changes.rematch
        self._attendance.elsewhere = changes.elsewhere
        clocks, self.clocks = self.clocks, changes.clocks
        self._aware.clear()
        deposed = self._take_seats(changes)
        step_by_step = not anew and len(changes.events) == 1
        if step_by_step:
            self._tell_choice()
        for watcher in list(self.watchers):
            if watcher in deposed or (record.version != told and not step_by_step):
                await self._bring_up(watcher, None if watcher in deposed else told)
        for line in changes.chat:
            if self._chat.add(line):
                self._tell_line(line)
        if self.clocks != clocks:
            self._tell_clocks()
        if self.info() != before:
            self._tell_table()

    def _take_seats(self, changes: Changes) -> set[Watcher]:
        """Who sits here now; those who look through a seat that is theirs no more look on as spectators."""
        deposed: set[Watcher] = set()
        if changes.chairs is None or changes.sat is None:
            return deposed
        for watcher in self.watchers:
            if watcher.seat is not None and changes.chairs[watcher.seat].token != self.chairs[watcher.seat].token:
                watcher.seat = None
                deposed.add(watcher)
        self.record.chairs, self.record.sat, self.record.seating = changes.chairs, changes.sat, changes.seating
        # Something in it may have been deleted.
        known = self._chat.following
        self._chat.begin_anew([line for line in changes.chat if line.number < known], known)
        return deposed

    async def _bring_up(self, watcher: Watcher, since: int | None) -> None:
        """Tell somebody what has happened since a version, or everything."""
        missed = None
        if since is not None:
            by_changes = watcher.held == since
            updates = self.envoy.updates(since, watcher.seat, watcher.lang, self.house.limits.catch_up, by_changes)
            missed = await self.house.workshop.in_pieces(updates, self.house.purse, must=True)
        if missed is None:
            self._send_state(watcher, await self._state(watcher.seat, watcher.lang, self.house.purse, must=True))
        for update in missed or ():
            watcher.send(update)
        self._has_seen(watcher)
