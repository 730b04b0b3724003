"""A table: a live match, who sits at it, who looks on. Everything that changes it goes through its lock."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Literal, Protocol, TypeVar

import msgspec
from msgspec import Struct

from theomachy.kernel.errors import IllegalChoice, TheomachyError
from theomachy.server.chat import CHAT_LINES, ChatRoll
from theomachy.server.course import Course
from theomachy.server.envoy import Envoy, state_message
from theomachy.server.limits import Bucket, Limits, Purse
from theomachy.server.messages import (
    ChatNews,
    FromServer,
    Hello,
    ReplayStep,
    StateFrame,
    Story,
    TableInfo,
    TableNews,
    encode,
    members,
)
from theomachy.server.refused import Refused
from theomachy.server.seats import (
    Chair,
    Holder,
    Shown,
    Turn,
    Who,
    deciding,
    have_all,
    new_token,
    resolve,
    shown_hashes,
    token_hash,
    turn_of,
)
from theomachy.server.states import EncodedCache, EncodedState
from theomachy.server.storage import (
    Changes,
    ChatLine,
    Damaged,
    Event,
    Finish,
    NotStored,
    Outdated,
    Presence,
    Storage,
    StoredTable,
    TableRecord,
)
from theomachy.server.table_info import table_info
from theomachy.server.workshop import Workshop

log = logging.getLogger(__name__)

#: how often something is judged anew because another server was first
TRIES = 8

T = TypeVar("T")


class Watcher(Protocol):
    """A pair of eyes at a table: a seat's, or with None a spectator's."""

    seat: int | None
    lang: str
    #: the player they are known as
    player: str | None
    #: pays for what it asks
    purse: Purse

    def send(self, *message: bytes) -> None:
        """Put a message, or the parts of one, on its way; never waits."""
        ...


class House(Struct):
    """What all tables share."""

    storage: Storage
    workshop: Workshop
    cache: EncodedCache
    limits: Limits
    #: pays for what nobody asked for
    purse: Purse


class Table:
    """A live table. Reading and changing the match happens under `lock`, so that what is sent fits its version."""

    def __init__(
        self, record: TableRecord, course: Course, stored: StoredTable | None, house: House, changed: Callable[[], None]
    ) -> None:
        self.record = record
        self.course = course
        self.envoy = Envoy(course)
        self.house = house
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.used = time.monotonic()
        #: the address that its bots' thinking is counted for: who first looked at the table since it is live
        self.patron = ""
        self._chat = ChatRoll(
            record.table, course.match.game, stored.chat if stored else [], stored.lines if stored else 0
        )
        self._storage = house.storage
        self._reseats = Bucket(house.limits.reseats)
        #: when a seat was last looked through, by seat
        self._left: dict[int, float] = {}
        #: whose people are at other servers
        self._elsewhere = Presence()
        #: whose people others know to be here, and what tells them
        self._present: set[int] = set()
        self._telling: asyncio.Task[None] | None = None
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
        #: called when somebody else may have to decide
        self._changed = changed

    @contextlib.asynccontextmanager
    async def sitting(self) -> AsyncIterator[None]:
        """The table to oneself: whoever reads or changes the match does so here."""
        async with self.lock:
            await self._catch_up()
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

    def holder(self, shown: Shown) -> Holder:
        """What somebody who shows this is entitled to here."""
        return resolve(self.chairs, self.record.host, self._hashes(shown))

    def _hashes(self, shown: Shown) -> list[bytes]:
        return shown_hashes(self.chairs, self.record.host, self.record.host_player, shown)

    async def look(self) -> TableInfo:
        """What everybody may know about it, as it is stored."""
        async with self.sitting():
            return self.info()

    def info(self) -> TableInfo:
        online = self._seats_here() | self._elsewhere.here
        self.record.deciding = deciding(self.course.match)
        return table_info(self.record, self.course.match.game, online)

    # --- eyes ---------------------------------------------------------------------------------------------------------

    async def watch(self, watcher: Watcher, hello: Hello) -> None:
        """Somebody looks on from now, through the eyes of the seat whose token was shown: gets what was missed since a
        version, or everything. A token that opens nothing is refused."""
        since, lines = hello.since, hello.lines
        async with self.sitting():
            self.used = time.monotonic()
            if hello.token is not None:
                holder = self.holder(Shown((hello.token,), watcher.player))
                if not holder:
                    raise Refused("wrong-token")
                watcher.seat = holder.seat
            updates = None
            if since is not None:
                missed = self.envoy.updates(since, watcher.seat, watcher.lang, self.house.limits.catch_up)
                updates = await self.house.workshop.in_pieces(missed, watcher.purse)
                if updates is not None and sum(map(len, updates)) > self.house.limits.catch_up_bytes:
                    updates = None
            state = await self._state(watcher.seat, watcher.lang, watcher.purse) if updates is None else None
            came = watcher.seat is not None and all(other.seat != watcher.seat for other in self.watchers)
            self.watchers.add(watcher)
            if state is not None:
                self._send_state(watcher, state)
            else:
                for update in updates or ():
                    watcher.send(update)
                watcher.send(encode(TableNews(table=self.info())))
                if lines is not None:
                    for line in self._chat.said(watcher.lang, lines):
                        watcher.send(encode(ChatNews(line=line)))
            if came:
                self._tell_table(but=watcher)
                self._tell_presence()
        self._changed()

    def leave(self, watcher: Watcher) -> None:
        if watcher not in self.watchers:
            return
        self.watchers.discard(watcher)
        self.used = time.monotonic()
        if watcher.seat is not None:
            self._left[watcher.seat] = self.used
        if watcher.seat is not None and all(other.seat != watcher.seat for other in self.watchers):
            self._tell_table()
            self._tell_presence()

    async def send_state(self, watcher: Watcher, ref: int | None = None) -> None:
        """Everything, to somebody who asks for it; at a table one has to oneself."""
        self._send_state(watcher, await self._state(watcher.seat, watcher.lang, watcher.purse), ref)

    async def _state(self, seat: int | None, lang: str, purse: Purse, must: bool = False) -> EncodedState:
        """What a seat may know now; made once for all with the same eyes."""
        kept = self.house.cache.state(self.id, seat, lang)
        if kept is not None and kept.version == self.course.version:
            return kept
        made = await self.house.workshop.in_pieces(self.envoy.state(seat, lang, kept), purse, must)
        self.house.cache.keep(self.id, seat, lang, made)
        return made

    def _send_state(self, watcher: Watcher, state: EncodedState, ref: int | None = None) -> None:
        watcher.send(*state_message(state, members(StateFrame(self.info(), self._chat.said(watcher.lang))), ref))

    async def replay_step(self, step: int, shown: Shown, lang: str, purse: Purse) -> ReplayStep:
        """What somebody could know after so many choices."""
        async with self.sitting():
            if not 0 <= step <= self.envoy.steps:
                raise Refused("bad-request", "no-step", step=step, last=self.envoy.steps)
            return await self.house.workshop.in_pieces(self.envoy.replay_step(step, self._eyes(shown), lang), purse)

    async def story(self, shown: Shown, lang: str, purse: Purse) -> Story:
        """The match step by step, as somebody may know it."""
        async with self.sitting():
            seat = self._eyes(shown)
            kept = self.house.cache.story(self.id, seat, lang)
            told = await self.house.workshop.in_pieces(self.envoy.story(seat, lang, kept), purse)
            self.house.cache.keep(self.id, seat, lang, told)
            return self.envoy.story_message(told)

    def _eyes(self, shown: Shown) -> int | None:
        """Whose eyes these tokens are; one that opens nothing is refused, not taken for a spectator's."""
        holder = self.holder(shown)
        if shown and not holder:
            raise Refused("wrong-token")
        return holder.seat

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
            await self._know(version)
            await self._insist(lambda: self._choose(_seat_of(asker), choice, version, asker, ref))
        self._changed()

    async def choose_for(self, seat: int, bot: str, choice: str, version: int) -> None:
        """Make the choice of a bot, if it still has the seat."""

        async def try_it() -> None:
            if self.chairs[seat].bot != bot:
                raise Refused("not-yours")
            await self._choose(seat, choice, version, None, None)

        async with self.sitting():
            await self._insist(try_it)
        self._changed()

    async def _choose(self, seat: int, choice: str, version: int, asker: Watcher | None, ref: int | None) -> None:
        self._check_open()
        if self.waits and not self.course.match.over:
            raise Refused("waiting")
        if not self.course.is_current(version, seat):
            raise Refused("stale")
        purse = self.house.purse if asker is None else asker.purse
        with purse.paying():
            self._play(choice, seat)
        number = self.course.match.history[-1][1]
        if not await self._store("choose", seat, self.course.match.game.table.text(number)):
            await self._answer_late(asker, ref)
            return
        with purse.paying():
            self._tell(self.envoy.update, but=asker)
            if asker is not None and asker in self.watchers:
                asker.send(encode(self.envoy.update(asker.seat, asker.lang, ref)))
        if self.course.match.over:
            self._tell_table()

    async def undo(self, asker: Watcher, version: int, ref: int | None = None) -> None:
        """Take back the last choice of a person's seat; everybody gets everything anew."""
        async with self.sitting():
            await self._know(version)
            await self._insist(lambda: self._undo(_seat_of(asker), version, asker, ref))
        self._changed()

    async def _undo(self, seat: int, version: int, asker: Watcher, ref: int | None) -> None:
        self._check_open()
        if self.course.match.over:
            # Everything was told then: whoever went back would know what is hidden.
            raise Refused("over")
        if self.waits:
            raise Refused("waiting")
        if not self.course.is_current(version, seat):
            raise Refused("stale")
        if not self.course.match.can_undo(seat):
            raise Refused("no-undo")
        # If this is interrupted, the match here may be another one than the stored.
        self._lost = True
        await self.house.workshop.aside(self.course.undo, seat, purse=asker.purse, must=True)
        if not await self._store("undo", seat, ""):
            await self._answer_late(asker, ref)
            return
        # What everybody is sent then is paid for by who took something back.
        for watcher in list(self.watchers):
            state = await self._state(watcher.seat, watcher.lang, asker.purse, must=True)
            asker.purse.pay(size=state.size)
            self._send_state(watcher, state, ref if watcher is asker else None)

    async def _answer_late(self, asker: Watcher | None, ref: int | None) -> None:
        """What was asked for is done, and told already; but its answer was not given yet."""
        if asker is not None and asker in self.watchers:
            self._send_state(asker, await self._state(asker.seat, asker.lang, self.house.purse, must=True), ref)

    def _check_open(self) -> None:
        if self.record.closed:
            raise Refused("closed")

    def _play(self, choice: object, seat: int) -> None:
        try:
            self.course.play(choice, seat)
        except IllegalChoice:
            raise
        except Exception:
            # The engine failed in the middle of a choice: the match here can't be trusted any more.
            self._lost = True
            raise

    async def _store(self, kind: Literal["choose", "undo"], seat: int, choice: str) -> bool:
        """Store the event that has just changed the match; if that fails, the match is what it was before. Whether
        everybody is still to be told."""
        course, record = self.course, self.record
        match = course.match
        event = Event(course.version, kind, seat, choice, time.time())
        handed_over = match.decision.seats != (seat,)
        # Until it is known to be stored: if this is interrupted, the storage says what is true.
        self._lost = True
        try:
            await self._storage.append(
                self.id, record.seating, event, encoded_state(course), match.over, handed_over, self._turn(),
                deciding(match), self._finish(),
            )  # fmt: skip
        except Outdated:
            raise
        except NotStored as error:
            log.error("table %s: version %d is not stored: %s", self.id, course.version, error)
            await self._catch_up()
            if record.moved == event.at:
                # It was, and only the answer of the storage was lost; everybody knows by now.
                return False
            raise Refused("not-stored") from error
        self._lost = False
        record.version = course.version
        record.moved = event.at
        record.over = match.over
        self.used = time.monotonic()
        return True

    def _turn(self) -> Turn | None:
        """Whether a bot must decide now, at a table that has bots."""
        if all(chair.who != "bot" for chair in self.chairs):
            return None
        return turn_of(self.chairs, self.course.match, self.patron)

    def _finish(self) -> Finish | None:
        """How the match has ended, if it has. One that goes on from a save is in nobody's record."""
        match = self.course.match
        outcome = match.outcome
        if outcome is None or self.record.opened:
            return None
        return Finish(match.game.study().ranks(match), list(outcome.winners))

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
        if self._lost or self._behind or self._unsure or event.kind != "choose" or event.version != record.version + 1:
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
        self._tell(self.envoy.update)
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
            self.envoy = Envoy(self.course)
        else:
            for event in changes.events:
                self.course.play(event.choice, event.seat)
        self._lost = False
        record.version, record.moved, record.over = changes.version, changes.moved, changes.over
        record.listed, record.disclosed, record.closed = changes.listed, changes.disclosed, changes.closed
        self._elsewhere = changes.elsewhere
        deposed = self._take_seats(changes)
        step_by_step = not anew and len(changes.events) == 1
        if step_by_step:
            self._tell(self.envoy.update)
        for watcher in list(self.watchers):
            if watcher in deposed or (record.version != told and not step_by_step):
                await self._bring_up(watcher, None if watcher in deposed else told)
        for line in changes.chat:
            if self._chat.add(line):
                self._tell_line(line)
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
            updates = self.envoy.updates(since, watcher.seat, watcher.lang, self.house.limits.catch_up)
            missed = await self.house.workshop.in_pieces(updates, self.house.purse, must=True)
        if missed is None:
            self._send_state(watcher, await self._state(watcher.seat, watcher.lang, self.house.purse, must=True))
        for update in missed or ():
            watcher.send(update)

    # --- seats --------------------------------------------------------------------------------------------------------

    async def join(self, seat: int | None, name: str, player: str | None = None) -> tuple[int, str]:
        """Take an open seat: that one, or the first. It is the player's, where somebody is one."""
        async with self.sitting():
            taken = await self._insist(lambda: self._join(seat, name, player))
        self._changed()
        return taken

    async def _join(self, seat: int | None, name: str, player: str | None) -> tuple[int, str]:
        self._check_open()
        if self.record.rated and (player is None or any(chair.player == player for chair in self.chairs)):
            raise Refused("not-now", "rated-join")
        if seat is None:
            seat = next((chair.seat for chair in self.chairs if chair.who == "open"), None)
            if seat is None:
                raise Refused("seat-taken", "no-open-seat")
        if self._chair(seat).who != "open":
            raise Refused("seat-taken")
        token = new_token()
        side = self.chairs[seat].side
        await self._seat(Chair(seat, side, "person", name=name, token=token_hash(token), player=player))
        await self._announce("line-joined", token_hash(token), name=name or "?", side=side)
        return seat, token

    async def reseat(self, shown: Shown, seat: int, who: Who, bot: str | None) -> None:
        """Give a seat to a bot, or open it; needs the seat's token, or the host's while its person is away. The old
        token is void: who looked through it looks on as a spectator."""
        async with self.sitting():
            await self._insist(lambda: self._reseat(shown, seat, who, bot))
        self._changed()

    async def _reseat(self, shown: Shown, seat: int, who: Who, bot: str | None) -> None:
        holder = self.holder(shown)
        if not holder.host and seat not in holder.seats:
            raise Refused("wrong-token")
        self._check_open()
        chair = self._chair(seat)
        if chair.who == "person" and seat not in holder.seats and self.is_present(seat):
            raise Refused("not-now", "person-present")
        if (chair.who, chair.bot) == (who, bot):
            return
        if self.record.rated and (who == "bot" or self.record.version > 0):
            raise Refused("not-now", "rated-seat")
        if not self._reseats.take():
            raise Refused("too-many")
        side = chair.side
        await self._seat(Chair(seat, side, who, bot=bot))
        await self._announce("line-opened" if who == "open" else "line-bot", side=side, bot=bot or "")

    def is_present(self, seat: int) -> bool:
        """Whether the person of a seat is here, or was a moment ago."""
        if seat in self._seats_here() or seat in self._elsewhere.here:
            return True
        left, absence = self._left.get(seat), self.house.limits.absence
        if left is not None and time.monotonic() - left < absence:
            return True
        return self._elsewhere.left.get(seat, absence) < absence

    def _seats_here(self) -> set[int]:
        """The seats whose people look on at this server."""
        return {watcher.seat for watcher in self.watchers if watcher.seat is not None}

    def _tell_presence(self) -> None:
        """Somebody has come or gone: servers that share the table are told, in order."""
        if self._storage.shared and (self._telling is None or self._telling.done()):
            self._telling = asyncio.create_task(self._keep_presence(), name=f"presence at table {self.id}")

    async def _keep_presence(self) -> None:
        while (seats := self._seats_here()) != self._present:
            try:
                await self._storage.present(self.id, seats)
                self._present = seats
            except NotStored as error:
                log.warning("table %s: others don't know who is here: %s", self.id, error)
                await asyncio.sleep(1.0)

    def _chair(self, seat: int) -> Chair:
        if not 0 <= seat < len(self.chairs):
            raise Refused("no-seat")
        return self.chairs[seat]

    async def _seat(self, chair: Chair) -> None:
        self._unsure = True
        chairs = [chair if other.seat == chair.seat else other for other in self.chairs]
        turn = turn_of(chairs, self.course.match, self.patron)
        await self._storage.seat(self.id, self.record.seating, chair, turn)
        self._unsure = False
        self.record.seating += 1
        self.chairs[chair.seat] = chair
        self._left.pop(chair.seat, None)
        if chair.token is not None:
            self.record.sat.append(chair.token)
        self.used = time.monotonic()
        for watcher in list(self.watchers):
            if watcher.seat == chair.seat:
                watcher.seat = None
                state = await self._state(None, watcher.lang, watcher.purse, must=True)
                self._send_state(watcher, state)
        self._tell_table()
        self._tell_presence()

    # --- saves --------------------------------------------------------------------------------------------------------

    async def save(self, shown: Shown, purse: Purse) -> str:
        """The match with every secret it holds: when it is over, or if everybody who has ever sat here consents by
        showing a token. While a seat is open somebody is still to come who could not have consented."""
        async with self.sitting():
            if not self.course.match.over:
                if not self.holder(shown):
                    raise Refused("wrong-token")
                if self.waits or not have_all(self.record.sat, self._hashes(shown)):
                    raise Refused("not-now", "save-later")
                if not self.record.disclosed:
                    await self._storage.disclose(self.id)
                    self.record.disclosed = True
                    self._tell_table()
                    await self._announce("line-disclosed")
            return await self.house.workshop.aside(self.course.match.save, purse=purse)

    # --- chat ---------------------------------------------------------------------------------------------------------

    async def say(self, seat: int | None, text: str) -> None:
        """A line of somebody at the table."""
        async with self.sitting():
            await self._insist(lambda: self._say(seat, text))

    async def _say(self, seat: int | None, text: str) -> None:
        self._check_open()
        chair = None if seat is None else self.chairs[seat]
        name, token = ("", None) if chair is None else (chair.name, chair.token)
        await self._add_line(ChatLine(0, seat, name, text, time.time(), token=token))

    async def announce(self, key: str, **fields: str) -> None:
        """A line of the table itself, in everybody's language."""
        async with self.sitting():
            await self._announce(key, **fields)

    async def _announce(self, key: str, about: bytes | None = None, /, **fields: str) -> None:
        """A line of the table itself, which may be about somebody with a token of this hash."""
        try:
            await self._add_line(ChatLine(0, None, "", "", time.time(), key, fields, about))
        except NotStored as error:
            # What it tells has happened all the same.
            log.error("table %s: a line is not stored: %s", self.id, error)

    async def _add_line(self, line: ChatLine) -> None:
        self._unsure = True
        line.number = await self._storage.add_line(self.id, line)
        if line.number == self._chat.following:
            self._unsure = False
            self._chat.add(line)
            self._tell_line(line)
        else:
            # Others have said something before it, elsewhere.
            await self._catch_up()

    def _tell_line(self, line: ChatLine) -> None:
        self._tell(lambda _, lang: ChatNews(line=self._chat.line(line, lang)))


def _seat_of(watcher: Watcher) -> int:
    """The seat whose eyes these are; spectators are refused."""
    if watcher.seat is None:
        raise Refused("not-yours", "spectator")
    return watcher.seat


def encoded_state(course: Course) -> bytes:
    """The state of a match as it is stored."""
    return msgspec.json.encode(course.match.game.encode(course.match.state))
