"""A table as far as its match is played: choices made and taken back, each stored before anybody hears of it, and what
is said meanwhile."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Collection, Sequence
from typing import Literal

import msgspec

from theomachy.bots.levels import STAND_IN
from theomachy.kernel.errors import IllegalChoice
from theomachy.kernel.positions import POSITION
from theomachy.server import access_rules
from theomachy.server.agreement import Request, has_asked, open_request
from theomachy.server.clock_model import Clock, ClockEvent, EventKind, may_undo, stood_in
from theomachy.server.course import Course
from theomachy.server.following import Following
from theomachy.server.house import House, Watcher
from theomachy.server.levels import may_stand_in
from theomachy.server.refused import Refused
from theomachy.server.seats import Turn, deciding, turn_of
from theomachy.server.storage import ChatLine, Event, Finish, NotStored, Outdated, StoredTable, TableRecord
from theomachy.server.table_info import ticking
from theomachy.server.teaching import Teacher

log = logging.getLogger(__name__)


class Playing(Following):
    """What people and bots do with the match of a table; what changes it goes through its lock."""

    def __init__(
        self, record: TableRecord, course: Course, stored: StoredTable | None, house: House,
        changed: Callable[[], None], teacher: Teacher | None = None,
    ) -> None:  # fmt: skip
        super().__init__(record, course, stored, house, changed)
        #: the address that its bots' thinking is counted for: who first looked at the table since it is live
        self.patron = ""
        #: who teaches here, if somebody learns
        self.teacher = teacher

    # --- who decides --------------------------------------------------------------------------------------------------

    @property
    def waits(self) -> bool:
        """Whether a seat is open; nobody decides then."""
        return any(chair.who == "open" for chair in self.chairs)

    @property
    def has_bots(self) -> bool:
        return any(chair.who == "bot" for chair in self.chairs)

    @property
    def people(self) -> list[int]:
        return [chair.seat for chair in self.chairs if chair.who == "person"]

    @property
    def stood_in(self) -> frozenset[int]:
        """The seats of people for whom a bot decides now, because their time is up."""
        return stood_in(self.record.pace, self.clocks).intersection(self.people)

    def bot_of(self, seat: int) -> str | None:
        """The bot that decides for a seat now, if one does."""
        if seat not in self.stood_in:
            return self.chairs[seat].bot
        bot = self.record.pace.bot
        # Tables made by an older version may name a stronger one.
        return bot if may_stand_in(bot, self.record.rated) else STAND_IN

    def _clock(self, seat: int) -> Clock | None:
        return next((clock for clock in self.clocks if clock.seat == seat), None)

    def _ticking(self, what: EventKind, seat: int, taken_back: Sequence[int] = ()) -> ClockEvent | None:
        now = self.house.timing.now()
        return ticking(self.record, self.chairs, self.course.match, what, seat, now, taken_back)

    # --- playing ------------------------------------------------------------------------------------------------------

    async def choose(self, asker: Watcher, choice: str, version: int, ref: int | None = None) -> None:
        """Make a choice for the seat of a person; stored before anybody hears of it. Refuses with `Refused` or
        `IllegalChoice`."""
        async with self.sitting():
            await self._know(version)
            await self._insist(lambda: self._choose(seat_of(asker), choice, version, asker, ref))
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
        if self.record.adjourned:
            raise Refused("not-now", "adjourned")
        if not self.course.is_current(version, seat):
            raise Refused("stale")
        if asker is not None and seat in self.stood_in:
            raise Refused("not-now", "time-is-up")
        purse = self.house.purse if asker is None else asker.purse
        with purse.paying():
            if self.teacher is not None and asker is not None:
                self.teacher.check(self.course.match, choice, seat, asker.lang)
            self._play(choice, seat)
            # Until it is stored, the match here is another one than the stored.
            self._lost = True
            # While everything is at hand; nobody hears of it before it is stored.
            made = self._updates(asker, ref)
        number = self.course.match.history[-1][1]
        stored = self.course.match.game.table.text(number)
        if not await self._store("choose", seat, stored, "stand_in" if asker is None else "choose"):
            await self._answer_late(asker, ref)
            return
        with purse.paying():
            self._tell_choice(asker, ref, made)
        self._tell_clocks()
        if self.course.match.over:
            self._tell_table()

    async def undo(self, asker: Watcher, version: int, ref: int | None = None) -> None:
        """Take back the last choice of a person's seat; everybody gets everything anew."""
        async with self.sitting():
            await self._know(version)
            await self._insist(lambda: self._undo(seat_of(asker), version, asker, ref))
        self._changed()

    async def _undo(self, seat: int, version: int, asker: Watcher, ref: int | None) -> None:
        self._check_going_back()
        if not self.course.is_current(version, seat):
            raise Refused("stale")
        if self.record.analysis and self.course.match.history:
            last, _ = self.course.match.history[-1]
            await self._go_back(self.course.rewind, last, str(self.course.last_choice(last)), asker, ref)
            return
        if self.teacher is not None and any(who == seat for who, _ in self.course.match.history):
            # A lesson goes back to where it was: what the others did since is taken back, too.
            await self._go_back(self.course.rewind, seat, str(self.course.last_choice(seat)), asker, ref)
            return
        if not self.course.match.can_undo(seat) or not may_undo(self.record.pace, self._clock(seat)):
            raise Refused("no-undo")
        await self._go_back(self.course.undo, seat, "", asker, ref)

    async def ask_undo(self, asker: Watcher, version: int, ref: int | None = None) -> None:
        """Ask the other people whether a seat's last choice may be taken back, whatever has happened since."""
        async with self.sitting():
            await self._know(version)
            await self._insist(lambda: self._ask_undo(seat_of(asker), version, asker, ref))
        self._changed()

    async def _ask_undo(self, seat: int, version: int, asker: Watcher, ref: int | None) -> None:
        self._check_going_back()
        if version != self.course.version or self._undo_request() is not None:
            raise Refused("stale")
        if has_asked(self._chat.lines, version, seat):
            raise Refused("not-now", "undo-asked")
        if all(who != seat for who, _ in self.course.match.history):
            raise Refused("no-undo")
        await self._announce_undo("line-undo-asked", seat)
        await self._undo_if_agreed(asker, ref)

    async def answer_undo(self, asker: Watcher, version: int, agree: bool, ref: int | None = None) -> None:
        """Agree with what another seat has asked for, or refuse it."""
        async with self.sitting():
            await self._know(version)
            await self._insist(lambda: self._answer_undo(seat_of(asker), version, agree, asker, ref))
        self._changed()

    async def _answer_undo(self, seat: int, version: int, agree: bool, asker: Watcher, ref: int | None) -> None:
        self._check_going_back()
        request = self._undo_request()
        if version != self.course.version or request is None or seat == request.seat or seat in request.agreed:
            raise Refused("stale")
        await self._announce_undo("line-undo-agreed" if agree else "line-undo-refused", seat)
        if agree:
            await self._undo_if_agreed(asker, ref)

    async def _announce_undo(self, key: str, seat: int) -> None:
        chair, version = self.chairs[seat], str(self.course.version)
        await self._announce(key, chair.token, side=chair.side, seat=str(seat), version=version)

    def _undo_request(self) -> Request | None:
        """The open request to take something back, as the people who sit here now see it."""
        return open_request(self._chat.lines, self.course.version, self.chairs)

    async def _undo_if_agreed(self, asker: Watcher, ref: int | None) -> None:
        """Go back if every person has agreed; bots always do."""
        request = self._undo_request()
        if request is None:
            return
        people = {chair.seat for chair in self.chairs if chair.who == "person"} - {request.seat}
        if people <= request.agreed:
            kept = self.course.last_choice(request.seat)
            await self._go_back(self.course.rewind, request.seat, str(kept), asker, ref)

    def _check_going_back(self) -> None:
        self._check_open()
        if self.course.match.over and not self.record.analysis:
            # Everything was told then: whoever went back would know what is hidden.
            raise Refused("over")
        if self.waits:
            raise Refused("waiting")
        if self.record.adjourned:
            raise Refused("not-now", "adjourned")

    async def _go_back(
        self, back: Callable[[int], None], seat: int, kept: str, asker: Watcher, ref: int | None
    ) -> None:
        taken_back = [who for who, _ in self.course.match.history[int(kept) :]] if kept else [seat]
        # If this is interrupted, the match here may be another one than the stored.
        self._lost = True
        await self.house.workshop.aside(back, seat, purse=asker.purse, must=True)
        if not await self._store("undo", seat, kept, "undo", taken_back):
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

    async def _store(
        self, kind: Literal["choose", "undo"], seat: int, choice: str, what: EventKind, taken_back: Sequence[int] = ()
    ) -> bool:
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
                deciding(match), self._finish(), self._ticking(what, seat, taken_back), called,
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
        if not self.has_bots:
            return None
        return turn_of(self.chairs, self.course.match, self.patron)

    def _finish(self) -> Finish | None:
        """How the match has ended, if it has. One that goes on from a save or a position, or is a lesson or an
        analysis, is in nobody's record."""
        match = self.course.match
        outcome = match.outcome
        if outcome is None or not self._counts():
            return None
        resigned = {chair.seat for chair in self.chairs if chair.resigned is not None}
        return after_resigning(Finish(match.game.study().ranks(match), list(outcome.winners)), resigned)

    def _counts(self) -> bool:
        """Whether the match is in the record of its players."""
        record = self.record
        return not (record.opened or record.lesson or record.analysis or POSITION in record.setup)

    # --- chat ---------------------------------------------------------------------------------------------------------

    async def say(self, seat: int | None, text: str, to_partners: bool = False) -> None:
        """A line of somebody at the table: for everybody, or only for the seats that share a side with theirs."""
        async with self.sitting():
            await self._insist(lambda: self._say(seat, text, to_partners))

    async def _say(self, seat: int | None, text: str, to_partners: bool) -> None:
        self._check_open()
        chair = None if seat is None else self.chairs[seat]
        name, token = ("", None) if chair is None else (chair.name, chair.token)
        readers = self._partners(seat) if to_partners else ()
        await self._add_line(ChatLine(0, seat, name, text, time.time(), token=token, readers=readers))

    def _partners(self, seat: int | None) -> tuple[int, ...]:
        """The seats that share a side with a seat, itself among them; refuses a seat that shares it with nobody."""
        if seat is None:
            raise Refused("not-yours", "spectator")
        match = self.course.match
        found = tuple(match.game.confidants(match.state, seat))
        if len(found) < 2:
            raise Refused("not-now", "no-partner")
        return found

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


def seat_of(watcher: Watcher) -> int:
    """The seat that a watcher acts for; spectators are refused."""
    return access_rules.acting_seat(watcher.seat)


def encoded_state(course: Course) -> bytes:
    """The state of a match as it is stored."""
    return msgspec.json.encode(course.match.game.encode(course.match.state))


def after_resigning(finish: Finish, resigned: Collection[int]) -> Finish:
    """A result in which seats whose people have resigned come last, however the bots played on for them."""
    if not resigned:
        return finish
    staying = sorted({place for seat, place in enumerate(finish.places) if seat not in resigned})
    rank = {
        place: sum(finish.places[seat] < place for seat in range(len(finish.places)) if seat not in resigned)
        for place in staying
    }
    last = len(finish.places) - len(resigned)
    places = [last if seat in resigned else rank[place] for seat, place in enumerate(finish.places)]
    winners = [seat for seat in finish.winners if seat not in resigned]
    return Finish(places, winners or [seat for seat, place in enumerate(places) if place == 0 and seat not in resigned])
