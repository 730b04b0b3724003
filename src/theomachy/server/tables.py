"""A table: a live match, who sits at it, who looks on. Everything that changes it goes through its lock."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import msgspec

from theomachy.bots.levels import STAND_IN
from theomachy.kernel.errors import TheomachyError
from theomachy.server import access_rules
from theomachy.server.access_rules import Disclosure
from theomachy.server.adjournment import adjourn
from theomachy.server.agreement import VOID, open_pause
from theomachy.server.clock_model import may_be_replaced
from theomachy.server.course import Course
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
from theomachy.server.playing import Playing, seat_of
from theomachy.server.positions import case_of
from theomachy.server.record_rows import add_results
from theomachy.server.refused import Refused
from theomachy.server.seats import (
    OPEN,
    Called,
    Chair,
    Holder,
    Shown,
    Who,
    new_token,
    resolve,
    shown_hashes,
    token_hash,
    turn_of,
)
from theomachy.server.storage import Finish, StoredTable, TableRecord
from theomachy.server.table_info import coach_allowed, hints_allowed, ticking
from theomachy.server.teaching import Teacher

NOBODY_CALLED = Called((), (), 0.0, 0.0)


class Table(Playing):
    """A table with everything that people and bots may ask of it."""

    def __init__(
        self, record: TableRecord, course: Course, stored: StoredTable | None, house: House,
        changed: Callable[[], None], teacher: Teacher | None = None,
    ) -> None:  # fmt: skip
        super().__init__(record, course, stored, house, changed, teacher)
        self._reseats = Bucket(house.limits.reseats)
        #: the version at which each seat last asked for a hint that everybody was told of
        self._hinted: dict[int, int] = {}

    # --- who ----------------------------------------------------------------------------------------------------------

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
                watcher.seat = self._viewer(Shown((hello.token,), watcher.player))
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
                    for line in self._chat.said(watcher.lang, watcher.seat, self.token_at(watcher.seat), lines):
                        watcher.send(encode(ChatNews(line=line)))
            if came:
                self._tell_table(but=watcher)
                self._attendance.tell()
            if watcher.seat is not None:
                # A page that reconnects by itself shows that its person has come, not that they are back.
                await self._arrive(watcher.seat, returning=since is None)
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
            await self._arrive(seat_of(asker), returning=True)
        self._changed()

    async def _arrive(self, seat: int, returning: bool) -> None:
        """The person of a seat is here: start a clock that should run, and resume from a bot if they are back."""
        if self._clock(seat) is not None and not self.record.closed:
            await self._insist(lambda: self._store_arrival(seat, returning))

    async def _store_arrival(self, seat: int, returning: bool) -> None:
        tick, clock = self._ticking("return" if returning else "hello", seat), self._clock(seat)
        if tick is None or clock is None:
            return
        starts = seat in tick.asked and clock.began is None and not clock.away
        if starts or not clock.came or (returning and clock.away):
            turn = turn_of(self.chairs, self.course.match, self.patron)
            self.clocks = await self._storage.tick(self.id, self.record.version, self.record.seating, turn, tick)
            self._tell_clocks()

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
            self._check_step(step)
            return await self.house.workshop.in_pieces(self.envoy.replay_step(step, self._viewer(shown), lang), purse)

    async def story(self, shown: Shown, lang: str, purse: Purse) -> Story:
        """The match step by step, as somebody may know it."""
        async with self.sitting():
            seat = self._viewer(shown)
            kept = self.house.cache.story(self.id, seat, lang)
            told = await self.house.workshop.in_pieces(self.envoy.story(seat, lang, kept), purse)
            self.house.cache.keep(self.id, seat, lang, told)
            return self.envoy.story_message(told)

    async def position(self, step: int, shown: Shown, purse: Purse) -> tuple[dict[str, Any], bool]:
        """The moment after so many choices as a position, and whether it is whole. It is whole for those who may have
        everything (see `_disclose`) and hold every seat; another seat gets what it could believe."""
        async with self.sitting():
            write, whole = await self._position(step, shown, purse)
        return await self._written(write, purse), whole

    async def _position(self, step: int, shown: Shown, purse: Purse) -> tuple[Callable[[], dict[str, Any]], bool]:
        """The function that writes a position, and whether it is whole. Whoever gets a whole one is told of first."""
        self._check_step(step)
        seat = self._viewer(shown)
        may = self._disclosure(shown)
        if may == "hidden" and self.record.rated:
            # A board for analysis gives hints: no position leaves a rated match before its end.
            raise Refused("not-now", "rated-hints")
        # A single person among bots could consent alone, but does so by downloading a save, not by asking for this.
        whole = may == "public" or (may == "agreed" and len(self.holder(shown).seats) == len(self.chairs))
        write = await self.house.workshop.in_pieces(self.envoy.position(step, seat, whole), purse)
        if whole:
            await self._disclose(may)
        return write, whole

    async def _written(self, write: Callable[[], dict[str, Any]], purse: Purse) -> dict[str, Any]:
        """Write a position aside and without the lock: that takes tens of milliseconds and needs only copies."""
        try:
            return await self.house.workshop.aside(write, purse=purse)
        except TheomachyError as error:
            raise Refused("not-now", "no-position") from error

    async def bug(self, step: int, shown: Shown, purse: Purse) -> tuple[dict[str, Any], bool]:
        """What followed the choice that led to a step, as a case, and whether it is whole (see `position`)."""
        async with self.sitting():
            self._check_step(step)
            write, whole = await self._position(max(step - 1, 0), shown, purse)
            seat = self._viewer(shown)
            made = self.course.match.known_choice(step - 1, seat) if step else None
            facts = self.envoy.facts_at(step, seat)
            match = self.course.match
            chosen = {match.seat_name(match.history[step - 1][0]): made} if made else None
        document = await self._written(write, purse)
        return await self.house.workshop.aside(case_of, match.game, document, chosen, facts, purse=purse), whole

    def _check_step(self, step: int) -> None:
        if not 0 <= step <= self.envoy.steps:
            raise Refused("bad-request", "no-step", step=step, last=self.envoy.steps)

    def _viewer(self, shown: Shown) -> int | None:
        """The seat whose view these tokens open; None for a spectator."""
        return access_rules.viewer_seat(self.holder(shown), shown)

    # --- seats --------------------------------------------------------------------------------------------------------

    async def join(self, seat: int | None, name: str, player: str | None = None) -> tuple[int, str]:
        """Take an open seat: that one, or the first. It is the player's, where somebody is one."""
        async with self.sitting():
            taken = await self._insist(lambda: self._join(seat, name, player))
        self._changed()
        return taken

    async def _join(self, seat: int | None, name: str, player: str | None) -> tuple[int, str]:
        self._check_open()
        if seat is None:
            seat = next((chair.seat for chair in self.chairs if chair.who == "open"), None)
            if seat is None:
                raise Refused("seat-taken", "no-open-seat")
        access_rules.check_join(self.record, self._chair(seat).seat, player)
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
        access_rules.check_seat_control(holder, seat)
        self._check_open()
        if self.course.match.over:
            # The seats of a finished match are part of its result.
            raise Refused("not-now", "seat-over")
        chair = self._chair(seat)
        if (chair.who, chair.bot) == (who, bot):
            return
        if chair.resigned is not None:
            # The bot plays for whoever resigned, and the result is theirs.
            raise Refused("not-now", "seat-resigned")
        if self.record.lesson:
            raise Refused("not-now", "lesson-seat")
        if self.record.analysis:
            raise Refused("not-now", "analysis-seat")
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
        access_rules.check_seat_control(holder, seat)
        if chair.asked is not None:
            await self._put_question(seat, None)
            if seat in holder.seats:
                await self._announce("line-stays", side=chair.side)

    async def agree_to_coach(self, asker: Watcher, agree: bool) -> None:
        """The person of a seat agrees to a coach at this table, or no more."""
        async with self.sitting():
            await self._insist(lambda: self._agree_to_coach(seat_of(asker), agree))

    async def _agree_to_coach(self, seat: int, agree: bool) -> None:
        self._check_open()
        chair = self.chairs[seat]
        if self.record.rated or self.record.lesson:
            raise Refused("not-now", "no-coach")
        if chair.coach == agree:
            return
        self._take_reseat()
        await self._change_chair(msgspec.structs.replace(chair, coach=agree))
        if len(self.people) > 1:
            await self._announce("line-coach" if agree else "line-no-coach", side=chair.side)

    def tell_table(self) -> None:
        """Tell everybody what has changed about the table."""
        self._tell_table()

    def check_coach(self) -> None:
        """Refuse where a coach may not speak."""
        if not coach_allowed(self.record):
            raise Refused("not-now", "no-coach")

    def check_hints(self) -> None:
        """Refuse where people may not ask bots for hints."""
        if not hints_allowed(self.record):
            raise Refused("not-now", "rated-hints" if self.record.rated else "hints-off")

    async def announce_hint(self, seat: int) -> None:
        """Tell everybody that a seat asks for a hint, where several people play; once for each version."""
        if len(self.people) > 1 and not self.record.analysis and self._hinted.get(seat) != self.course.version:
            self._hinted[seat] = self.course.version
            await self._announce("line-hint", side=self.chairs[seat].side)

    async def _put_question(self, seat: int, asked: str | None) -> None:
        await self._change_chair(msgspec.structs.replace(self.chairs[seat], asked=asked))

    async def _change_chair(self, chair: Chair) -> None:
        """Something about a chair is another, but not whose it is."""
        self._unsure = True
        turn = turn_of(self.chairs, self.course.match, self.patron, self.stood_in)
        await self._storage.seat(self.id, self.record.seating, chair, turn)
        self._unsure = False
        self.record.seating += 1
        self.chairs[chair.seat] = chair
        self._tell_table()

    def _chair(self, seat: int) -> Chair:
        if not 0 <= seat < len(self.chairs):
            raise Refused("no-seat")
        return self.chairs[seat]

    async def _seat(self, chair: Chair) -> None:
        request = self._undo_request()
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
        if request is not None:
            # The page closes the request; the seat may ask again.
            await self._announce_undo(VOID, request.seat)

    # --- giving up and pausing ----------------------------------------------------------------------------------------

    async def resign(self, asker: Watcher) -> None:
        """The person of a seat gives up: a bot plays on for them, and whatever it reaches counts as last place."""
        async with self.sitting():
            await self._insist(lambda: self._resign(seat_of(asker)))
        self._changed()

    async def _resign(self, seat: int) -> None:
        self._check_playing()
        chair = self.chairs[seat]
        side = chair.side
        began = any(chooser == seat for chooser, _ in self.course.match.history)
        await self._seat(Chair(seat, side, "bot", bot=STAND_IN, player=chair.player, resigned=chair.name))
        await self._announce("line-resigned", chair.token, side=side)
        staying = [other for other in self.chairs if other.resigned is None]
        decided = len(staying) == 1 or not any(other.who == "person" for other in staying)
        # A match that the seat has not taken part in is no result.
        if decided and began and self._counts():
            # No other person is left: the match is decided, whether or not it is played on.
            winners = [other.seat for other in staying]
            finish = Finish([int(other.seat not in winners) for other in self.chairs], winners)
            await self._storage.write(add_results, self.id, finish, self.house.timing.now())
            if len(staying) == 1:
                await self._announce("line-resigned-wins", side=staying[0].side)

    async def check_rematch(self, shown: Shown) -> None:
        """Refuse a rematch, under the lock, that not everybody wants where clocks run or ratings count.

        Whoever asks has asked for good: the lines of the chat say so.
        """
        if self.record.pace.kind == "none" and not self.record.rated:
            return
        key = "line-rematch-asked"
        wanting = {int(line.fields["seat"]) for line in self._chat.lines if line.key == key}
        for seat in set(self.holder(shown).seats) - wanting:
            wanting.add(seat)
            chair = self.chairs[seat]
            await self._announce(key, chair.token, side=chair.side, seat=str(seat))
        if not set(self.people) <= wanting:
            raise Refused("not-now", "rematch-asked")

    async def adjourn(self, asker: Watcher, agree: bool) -> None:
        """Ask to adjourn the match (or to resume an adjourned one), agree with that, or refuse it. It happens when
        every person at the table has agreed."""
        async with self.sitting():
            await self._insist(lambda: self._adjourn(seat_of(asker), agree))
        self._changed()

    async def _adjourn(self, seat: int, agree: bool) -> None:
        self._check_playing()
        record, version = self.record, self.course.version
        request = open_pause(self._chat.lines, version, record.adjourned, self.chairs)
        if request is None:
            if not agree:
                raise Refused("stale")
            key = "line-resume-asked" if record.adjourned else "line-adjourn-asked"
        elif seat == request.seat or seat in request.agreed:
            raise Refused("stale")
        else:
            key = "line-adjourn-agreed" if agree else "line-adjourn-refused"
        chair = self.chairs[seat]
        await self._announce(key, chair.token, side=chair.side, seat=str(seat), version=str(version))
        request = open_pause(self._chat.lines, version, record.adjourned, self.chairs)
        if request is None or not set(self.people) <= request.agreed | {request.seat}:
            return
        deciders = [one for one in self.course.match.decision.seats if self.chairs[one].who == "person"]
        self._unsure = True
        self.clocks = await self._storage.write(
            adjourn, self.id, version, record.seating, not record.adjourned, record.pace, deciders,
            self.house.timing.now(),
        )  # fmt: skip
        self._unsure = False
        record.adjourned = not record.adjourned
        if not record.adjourned:
            # Servers that share the work of bots learn whether one must decide.
            await self._change_chair(self.chairs[seat])
        self._tell_clocks()
        self._tell_table()
        await self._announce("line-adjourned" if record.adjourned else "line-resumed")

    def _check_playing(self) -> None:
        """Refuse what makes sense only in a match that is going on."""
        self._check_open()
        if self.record.lesson or self.record.analysis:
            raise Refused("not-now", "no-match")
        if self.course.match.over:
            raise Refused("over")
        if self.waits:
            raise Refused("waiting")

    # --- saves --------------------------------------------------------------------------------------------------------

    async def save(self, shown: Shown, purse: Purse) -> str:
        """The match with every secret it holds, for those who may have it (see `access_rules.disclosure`)."""
        async with self.sitting():
            may = self._disclosure(shown)
            if may == "hidden":
                raise Refused("not-now", "save-later") if self.holder(shown) else Refused("wrong-token")
            await self._disclose(may)
            return await self.house.workshop.aside(self.course.match.save, purse=purse)

    def _disclosure(self, shown: Shown) -> Disclosure:
        over, holder = self.course.match.over, self.holder(shown)
        return access_rules.disclosure(self.record, over, holder, self._hashes(shown))

    async def _disclose(self, may: Disclosure) -> None:
        """Mark the match as disclosed, and tell everybody, before its secrets are given out while it runs. A board for
        analysis has one person, from whom nothing is hidden."""
        if may == "agreed" and not self.record.disclosed and not self.record.analysis:
            await self._storage.disclose(self.id)
            self.record.disclosed = True
            self._tell_table()
            await self._announce("line-disclosed")
