"""A table: a live match, who sits at it, who looks on. Everything that changes it goes through its lock."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Literal

import msgspec

from theomachy.kernel.errors import IllegalChoice
from theomachy.server.agreement import open_request
from theomachy.server.course import Course
from theomachy.server.following import Following
from theomachy.server.house import House, Watcher
from theomachy.server.limits import Bucket, Purse
from theomachy.server.messages import (
    ChatNews,
    Hello,
    ReplayStep,
    Story,
    TableInfo,
    TableNews,
    encode,
)
from theomachy.server.pace import Clock, Happening, Ticking, may_be_replaced, stood_in
from theomachy.server.refused import Refused
from theomachy.server.seats import (
    OPEN,
    Called,
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
from theomachy.server.storage import (
    ChatLine,
    Event,
    Finish,
    NotStored,
    Outdated,
    StoredTable,
    TableRecord,
)
from theomachy.server.table_info import ticking
from theomachy.server.teaching import Teacher

log = logging.getLogger(__name__)

NOBODY_CALLED = Called((), (), 0.0, 0.0)


class Table(Following):
    """A table with everything that people and bots may ask of it."""

    def __init__(
        self, record: TableRecord, course: Course, stored: StoredTable | None, house: House,
        changed: Callable[[], None], teacher: Teacher | None = None,
    ) -> None:  # fmt: skip
        super().__init__(record, course, stored, house, changed)
        #: the address that its bots' thinking is counted for: who first looked at the table since it is live
        self.patron = ""
        #: who teaches here, if somebody learns
        self.teacher = teacher
        self._reseats = Bucket(house.limits.reseats)

    # --- who ----------------------------------------------------------------------------------------------------------

    @property
    def waits(self) -> bool:
        """Whether a seat is open; nobody decides then."""
        return any(chair.who == "open" for chair in self.chairs)

    @property
    def people(self) -> list[int]:
        return [chair.seat for chair in self.chairs if chair.who == "person"]

    @property
    def stood_in(self) -> frozenset[int]:
        """The seats of people for whom a bot decides now, because their time is up."""
        return stood_in(self.record.pace, self.clocks)

    def bot_of(self, seat: int) -> str | None:
        """The bot that decides for a seat now, if one does."""
        return self.record.pace.bot if seat in self.stood_in else self.chairs[seat].bot

    def holder(self, shown: Shown) -> Holder:
        """What somebody who shows this is entitled to here."""
        return resolve(self.chairs, self.record.host, self._hashes(shown))

    def _hashes(self, shown: Shown) -> list[bytes]:
        return shown_hashes(self.chairs, self.record.host, self.record.host_player, shown)

    async def look(self) -> TableInfo:
        """What everybody may know about it, as it is stored."""
        async with self.sitting():
            return self.info()

    # --- eyes ---------------------------------------------------------------------------------------------------------

    async def watch(self, watcher: Watcher, hello: Hello) -> None:
        """Somebody looks on from now, through the eyes of the seat whose token was shown: gets what was missed since a
        version, or everything. A token that opens nothing is refused."""
        since, lines = hello.since, hello.lines
        watcher.looking = hello.looking
        async with self.sitting():
            self.used = time.monotonic()
            if hello.token is not None:
                holder = self.holder(Shown((hello.token,), watcher.player))
                if not holder:
                    raise Refused("wrong-token")
                watcher.seat = holder.seat
            updates = None
            if since is not None:
                most = self.house.limits.catch_up
                missed = self.envoy.updates(since, watcher.seat, watcher.lang, most, hello.changes)
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
                self._has_seen(watcher)
                watcher.send(encode(TableNews(table=self.info())))
                self._tell_clocks([watcher])
                if lines is not None:
                    for line in self._chat.said(watcher.lang, lines):
                        watcher.send(encode(ChatNews(line=line)))
            if came:
                self._tell_table(but=watcher)
                self._attendance.tell()
            if watcher.seat is not None and since is None:
                # A page that was here before comes back by itself when the network does; who opens one comes.
                await self._come(watcher.seat)
            await self._note_seen()
        self._changed()

    async def look_on(self, watcher: Watcher, looking: bool) -> None:
        """Somebody's page is to be seen from now, or no more."""
        watcher.looking = looking
        if looking:
            async with self.sitting():
                await self._note_seen()

    async def return_to(self, asker: Watcher) -> None:
        """The person of a seat for whom a bot stands in plays on."""
        async with self.sitting():
            await self._come(_seat_of(asker))
        self._changed()

    async def _come(self, seat: int) -> None:
        clock = self._clock(seat)
        if clock is not None and (clock.away or not clock.came) and not self.record.closed:
            await self._insist(lambda: self._note_coming(seat))

    async def _note_coming(self, seat: int) -> None:
        tick = self._ticking("come", seat)
        if tick is not None:
            turn = turn_of(self.chairs, self.course.match, self.patron)
            self.clocks = await self._storage.tick(self.id, self.record.version, self.record.seating, turn, tick)
            self._tell_clocks()

    def _clock(self, seat: int) -> Clock | None:
        return next((clock for clock in self.clocks if clock.seat == seat), None)

    def _ticking(self, what: Happening, seat: int) -> Ticking | None:
        return ticking(self.record, self.chairs, self.course.match, what, seat, self.house.timing.now())

    def leave(self, watcher: Watcher) -> None:
        if watcher not in self.watchers:
            return
        self.watchers.discard(watcher)
        if not self.watchers:
            self.envoy.look_away()
        self.used = time.monotonic()
        if watcher.seat is not None:
            self._attendance.note_left(watcher.seat)
        if watcher.seat is not None and all(other.seat != watcher.seat for other in self.watchers):
            self._tell_table()
            self._attendance.tell()

    async def send_state(self, watcher: Watcher, ref: int | None = None) -> None:
        """Everything, to somebody who asks for it; at a table one has to oneself."""
        self._send_state(watcher, await self._state(watcher.seat, watcher.lang, watcher.purse), ref)

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
            if self.bot_of(seat) != bot:
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
            if self.teacher is not None and asker is not None:
                self.teacher.check(self.course.match, choice, seat, asker.lang)
            self._play(choice, seat)
        number = self.course.match.history[-1][1]
        if not await self._store("choose", seat, self.course.match.game.table.text(number)):
            await self._answer_late(asker, ref)
            return
        with purse.paying():
            self._tell_choice(asker, ref)
        self._tell_clocks()
        if self.course.match.over:
            self._tell_table()

    async def undo(self, asker: Watcher, version: int, ref: int | None = None) -> None:
        """Take back the last choice of a person's seat; everybody gets everything anew."""
        async with self.sitting():
            await self._know(version)
            await self._insist(lambda: self._undo(_seat_of(asker), version, asker, ref))
        self._changed()

    async def _undo(self, seat: int, version: int, asker: Watcher, ref: int | None) -> None:
        self._check_going_back()
        if not self.course.is_current(version, seat):
            raise Refused("stale")
        if self.teacher is not None and any(who == seat for who, _ in self.course.match.history):
            # A lesson goes back to where it was: what the others did since is taken back, too.
            await self._go_back(self.course.rewind, seat, str(self.course.last_choice(seat)), asker, ref)
            return
        if not self.course.match.can_undo(seat):
            raise Refused("no-undo")
        await self._go_back(self.course.undo, seat, "", asker, ref)

    async def ask_undo(self, asker: Watcher, version: int, ref: int | None = None) -> None:
        """Ask the other people whether a seat's last choice may be taken back, whatever has happened since."""
        async with self.sitting():
            await self._know(version)
            await self._insist(lambda: self._ask_undo(_seat_of(asker), version, asker, ref))
        self._changed()

    async def _ask_undo(self, seat: int, version: int, asker: Watcher, ref: int | None) -> None:
        self._check_going_back()
        if version != self.course.version or open_request(self._chat.lines, version) is not None:
            raise Refused("stale")
        if all(who != seat for who, _ in self.course.match.history):
            raise Refused("no-undo")
        await self._announce_undo("line-undo-asked", seat)
        await self._undo_if_agreed(asker, ref)

    async def answer_undo(self, asker: Watcher, version: int, agree: bool, ref: int | None = None) -> None:
        """Agree with what another seat has asked for, or refuse it."""
        async with self.sitting():
            await self._know(version)
            await self._insist(lambda: self._answer_undo(_seat_of(asker), version, agree, asker, ref))
        self._changed()

    async def _answer_undo(self, seat: int, version: int, agree: bool, asker: Watcher, ref: int | None) -> None:
        self._check_going_back()
        request = open_request(self._chat.lines, self.course.version)
        if version != self.course.version or request is None or seat == request.seat or seat in request.agreed:
            raise Refused("stale")
        await self._announce_undo("line-undo-agreed" if agree else "line-undo-refused", seat)
        if agree:
            await self._undo_if_agreed(asker, ref)

    async def _announce_undo(self, key: str, seat: int) -> None:
        await self._announce(key, side=self.chairs[seat].side, seat=str(seat), version=str(self.course.version))

    async def _undo_if_agreed(self, asker: Watcher, ref: int | None) -> None:
        """Go back if every person has agreed; bots always do."""
        request = open_request(self._chat.lines, self.course.version)
        if request is None:
            return
        people = {chair.seat for chair in self.chairs if chair.who == "person"} - {request.seat}
        if people <= request.agreed:
            kept = self.course.last_choice(request.seat)
            await self._go_back(self.course.rewind, request.seat, str(kept), asker, ref)

    def _check_going_back(self) -> None:
        self._check_open()
        if self.course.match.over:
            # Everything was told then: whoever went back would know what is hidden.
            raise Refused("over")
        if self.waits:
            raise Refused("waiting")

    async def _go_back(
        self, back: Callable[[int], None], seat: int, kept: str, asker: Watcher, ref: int | None
    ) -> None:
        # If this is interrupted, the match here may be another one than the stored.
        self._lost = True
        await self.house.workshop.aside(back, seat, purse=asker.purse, must=True)
        if not await self._store("undo", seat, kept):
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
        event = Event(course.version, kind, seat, choice, self.house.timing.now())
        handed_over = match.decision.seats != (seat,)
        called = self._called(self.chairs)
        # Until it is known to be stored: if this is interrupted, the storage says what is true.
        self._lost = True
        try:
            self.clocks = await self._storage.append(
                self.id, record.seating, event, encoded_state(course), match.over, handed_over, self._turn(),
                deciding(match), self._finish(), self._ticking(kind, seat), called,
            )  # fmt: skip
        except Outdated:
            raise
        except NotStored as error:
            log.error("table %s: version %d is not stored: %s", self.id, course.version, error)
            await self._catch_up()
            if (record.version, record.moved) == (event.version, event.at):
                # It was, and only the answer of the storage was lost; everybody knows by now.
                return False
            raise Refused("not-stored") from error
        self._lost = False
        record.version = course.version
        record.moved = event.at
        record.over = match.over
        if called is not None:
            self._aware = (self._aware & set(called.players)) | set(called.seen)
        self.used = time.monotonic()
        return True

    def _turn(self) -> Turn | None:
        """Whether a bot must decide now, at a table that has bots."""
        if all(chair.who != "bot" for chair in self.chairs):
            return None
        return turn_of(self.chairs, self.course.match, self.patron)

    def _finish(self) -> Finish | None:
        """How the match has ended, if it has. One that goes on from a save, or is a lesson, is in nobody's
        record."""
        match = self.course.match
        outcome = match.outcome
        if outcome is None or self.record.opened or self.record.lesson:
            return None
        return Finish(match.game.study().ranks(match), list(outcome.winners))

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
        if (chair.who, chair.bot) == (who, bot):
            return
        if self.record.lesson:
            raise Refused("not-now", "lesson-seat")
        if self.record.rated and (who == "bot" or self.record.version > 0):
            raise Refused("not-now", "rated-seat")
        if chair.who == "person" and seat not in holder.seats:
            present = self._attendance.is_present(seat)
            if not may_be_replaced(self.record.pace, self._clock(seat), present):
                await self._ask(chair, OPEN if bot is None else bot)
                raise Refused("not-now", "person-asked")
        self._take_reseat()
        side = chair.side
        await self._seat(Chair(seat, side, who, bot=bot))
        await self._announce("line-opened" if who == "open" else "line-bot", side=side, bot=bot or "")

    async def _ask(self, chair: Chair, asked: str) -> None:
        """The person of a seat is asked to give it away."""
        if chair.asked != asked:
            self._take_reseat()
            await self._put_question(chair.seat, asked)

    def _take_reseat(self) -> None:
        if not self._reseats.take():
            raise Refused("too-many")

    async def stay(self, shown: Shown, seat: int) -> None:
        """The person of a seat keeps it, whatever they were asked for; or the host asks no more."""
        async with self.sitting():
            await self._insist(lambda: self._stay(shown, seat))

    async def _stay(self, shown: Shown, seat: int) -> None:
        holder, chair = self.holder(shown), self._chair(seat)
        if not holder.host and seat not in holder.seats:
            raise Refused("wrong-token")
        if chair.asked is not None:
            await self._put_question(seat, None)
            if seat in holder.seats:
                await self._announce("line-stays", side=chair.side)

    async def _put_question(self, seat: int, asked: str | None) -> None:
        chair = msgspec.structs.replace(self.chairs[seat], asked=asked)
        self._unsure = True
        turn = turn_of(self.chairs, self.course.match, self.patron, self.stood_in)
        await self._storage.seat(self.id, self.record.seating, chair, turn)
        self._unsure = False
        self.record.seating += 1
        self.chairs[seat] = chair
        self._tell_table()

    def _chair(self, seat: int) -> Chair:
        if not 0 <= seat < len(self.chairs):
            raise Refused("no-seat")
        return self.chairs[seat]

    async def _seat(self, chair: Chair) -> None:
        self._unsure = True
        chairs = [chair if other.seat == chair.seat else other for other in self.chairs]
        turn = turn_of(chairs, self.course.match, self.patron, self.stood_in)
        tick = ticking(self.record, chairs, self.course.match, "sit", chair.seat, self.house.timing.now())
        # Whoever was the last player here is called no more.
        called = self._called(chairs) or (None if self._called(self.chairs) is None else NOBODY_CALLED)
        self.clocks = await self._storage.seat(self.id, self.record.seating, chair, turn, tick, called)
        self._unsure = False
        self.record.seating += 1
        self.chairs[chair.seat] = chair
        self._attendance.forget(chair.seat)
        if chair.token is not None:
            self.record.sat.append(chair.token)
        self.used = time.monotonic()
        for watcher in list(self.watchers):
            if watcher.seat == chair.seat:
                watcher.seat = None
                state = await self._state(None, watcher.lang, watcher.purse, must=True)
                self._send_state(watcher, state)
        self._tell_clocks()
        self._tell_table()
        self._attendance.tell()

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


def _seat_of(watcher: Watcher) -> int:
    """The seat whose eyes these are; spectators are refused."""
    if watcher.seat is None:
        raise Refused("not-yours", "spectator")
    return watcher.seat


def encoded_state(course: Course) -> bytes:
    """The state of a match as it is stored."""
    return msgspec.json.encode(course.match.game.encode(course.match.state))
