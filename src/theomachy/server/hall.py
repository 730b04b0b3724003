"""The hall: all tables, made, opened from saves, brought in from storage when asked for, and put away when idle."""

from __future__ import annotations

import asyncio
import logging
import math
import secrets
import time
from typing import Any

import msgspec

import theomachy
from theomachy.kernel.bounded_parsing import REQUEST, SAVE, BadInput, check_json, check_plain, load_toml
from theomachy.kernel.errors import BadContent, TheomachyError
from theomachy.kernel.match import SEEDS, Match, read_save
from theomachy.kernel.positions import POSITION
from theomachy.server import access_rules
from theomachy.server.bot_players import BotPlayers
from theomachy.server.bots import BotPool
from theomachy.server.chat import CHAT_LINES
from theomachy.server.course import Course, events_of
from theomachy.server.fairness import SeedOrigin, new_salt, special_settings
from theomachy.server.house import House
from theomachy.server.levels import is_level, may_stand_in
from theomachy.server.limits import Purse
from theomachy.server.messages import (
    BotSitter,
    FileText,
    NewTable,
    OpenTable,
    PersonSitter,
    Seated,
    SeatToken,
    TableInfo,
)
from theomachy.server.pace import UNHURRIED, fault
from theomachy.server.playing import encoded_state
from theomachy.server.positions import refuse_fields, wanted_position
from theomachy.server.refused import Refused
from theomachy.server.rematch_rows import link_rematch, unlink_rematch
from theomachy.server.seats import Chair, Shown, deciding, is_name, new_name, new_token, token_hash, turn_of
from theomachy.server.shift import Shift
from theomachy.server.storage import Damaged, Event, Maker, OtherRules, StoredTable, TableRecord
from theomachy.server.table_info import called_now, table_info, ticking
from theomachy.server.tables import Table
from theomachy.server.teaching import LESSON, Teacher, known_lesson, wanted_lesson

log = logging.getLogger(__name__)

TABLE_BYTES = 9
#: tables that nobody has looked at for so many seconds are put away; sooner if nobody has to come back to play on
IDLE = 600.0
IDLE_OVER = 60.0
#: how many tables are listed
LISTED = 100
#: seconds that the list is not read again: many may look at it, but whoever chooses waits for the same storage
LIST_FRESH = 1.0


class _Coming:
    """A table that is brought in, and how many wait for it: a table has one life."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.waiting = 0


class Hall:
    """All tables by id."""

    def __init__(self, house: House, pool: BotPool, bot_pause: float, turns: Shift | None = None) -> None:
        self.house = house
        self._storage = house.storage
        self._pool = pool
        self._bot_pause = bot_pause
        #: where servers share the tables, and their bots
        self._turns = turns
        self._limits = house.limits
        #: the tables in memory
        self.live: dict[str, Table] = {}
        self._bots: dict[str, BotPlayers] = {}
        #: tables that are just brought in
        self._coming: dict[str, _Coming] = {}
        #: what was last read of the tables that are listed, and when
        self._listed: list[TableRecord] = []
        self._listed_at = -math.inf

    # --- tables -------------------------------------------------------------------------------------------------------

    async def table(self, table: str, asker: Purse) -> Table:
        """A table, from storage if it is not live, which the asker pays for; refuses an unknown one."""
        live = self.live.get(table)
        if live is None and not is_name(table):
            raise Refused("no-table")
        if live is None or live.gone:
            live = await self._load(table, asker)
        elif self._storage.shared:
            # What another server has changed a moment ago may not have been heard of yet.
            live.doubt()
        live.used = time.monotonic()
        return live

    async def _load(self, table: str, asker: Purse) -> Table:
        """Bring a table in. When a server has ended everybody comes at once: the first one's work is enough for all."""
        coming = self._coming.setdefault(table, _Coming())
        coming.waiting += 1
        try:
            async with coming.lock:
                live = self.live.get(table)
                return await self._bring_in(table, asker) if live is None or live.gone else live
        finally:
            coming.waiting -= 1
            if not coming.waiting:
                del self._coming[table]

    async def _bring_in(self, table: str, asker: Purse) -> Table:
        if asker.empty:
            raise Refused("too-many")
        try:
            stored = await self._storage.load(table, CHAT_LINES)
            if stored is None:
                raise Refused("no-table")
            must = asker is self.house.purse
            course = await self.house.workshop.aside(course_of, stored, purse=asker, must=must)
            teacher = await self._teacher(stored.record)
        except (Damaged, TheomachyError) as error:
            log.error("table %s can't be brought in: %s", table, error)
            raise Refused("bad-save", detail=str(error)[:500]) from error
        entered = self._enter(stored.record, course, stored, teacher)
        if self._storage.shared:
            # What was changed while it was played again was told to nobody here.
            entered.doubt()
        return entered

    async def _teacher(self, record: TableRecord) -> Teacher | None:
        """Who teaches at a table. A lesson that is no more, or another one than was begun, is over."""
        if not record.lesson:
            return None
        lesson = await self.house.workshop.aside(
            known_lesson, record.game, record.lesson, purse=self.house.purse, must=True
        )
        return Teacher(lesson)

    def _enter(
        self, record: TableRecord, course: Course, stored: StoredTable | None = None, teacher: Teacher | None = None
    ) -> Table:
        table = Table(record, course, stored, self.house, lambda: self._wake(record.table), teacher)
        self.live[record.table] = table
        self._bots[record.table] = BotPlayers(table, self._pool, self._bot_pause, self._turns)
        self._wake(record.table)
        return table

    def _wake(self, table: str) -> None:
        bots = self._bots.get(table)
        if bots is not None:
            bots.wake()

    async def listed(self) -> list[TableInfo]:
        """The tables that are listed publicly, newest first."""
        now = time.monotonic()
        if now - self._listed_at > LIST_FRESH:
            self._listed, self._listed_at = await self._storage.listed(LISTED), now
        return [info for record in self._listed if (info := self.info_of(record)) is not None]

    def info_of(self, record: TableRecord) -> TableInfo | None:
        """What everybody may know about a table that lies in storage; None if its game is not here."""
        live = self.live.get(record.table)
        # A live table that nobody looks at here may be played at another server.
        if live is not None and (live.watchers or not self._storage.shared):
            return live.info()
        if record.game not in theomachy.GAMES:
            return None
        return table_info(record, theomachy.game(record.game), set())

    def heard(self, table: str | None, event: Event | None) -> None:
        """Somebody else has changed a table, by an event or otherwise; with None any of them may have changed."""
        if table is None:
            self._listed_at = -math.inf
        changed = self.live.values() if table is None else filter(None, [self.live.get(table)])
        for live in list(changed):
            live.stir(event)

    async def time_is_up(self, table: str) -> None:
        """The time of somebody is up: everybody there is told, and a bot may have to decide."""
        if self._storage.shared:
            # Whoever is free takes the bots; those at other servers have heard of it.
            self.heard(table, None)
            if self._turns is not None:
                self._turns.wake()
            return
        live = await self.table(table, self.house.purse)
        live.doubt()
        async with live.sitting():
            pass
        self._wake(table)

    async def play_bots(self, table: str, patron: str) -> int:
        """Play the bots of a table until none must decide, for somebody's address; gives the version at which that is
        so, and -1 if it is not, since nothing could be stored for a while."""
        live = await self.table(table, self.house.purse)
        live.patron = live.patron or patron
        async with live.sitting():
            pass
        return live.record.version if await self._bots[table].play() else -1

    def put_away(self, idle: float = IDLE, idle_over: float = IDLE_OVER) -> None:
        """Forget the tables nobody uses, and what was made of them; they lie in storage."""
        now = time.monotonic()
        gone: set[str] = set()
        for table in list(self.live.values()):
            patience = min(idle, idle_over) if table.record.over else idle
            if table.watchers or table.lock.locked() or self._bots[table.id].busy or now - table.used < patience:
                continue
            del self.live[table.id]
            del self._bots[table.id]
            gone.add(table.id)
        if gone:
            self.house.cache.forget(gone)

    def close(self) -> None:
        for bots in self._bots.values():
            bots.stop()

    # --- new ones -----------------------------------------------------------------------------------------------------

    async def create(self, wanted: NewTable, asker: Purse, address: str, player: str | None = None) -> Seated:
        """A new table; its tokens are told here and never again. What a player makes is theirs, and so are the seats of
        the persons named there, until somebody else takes them by their link."""
        if wanted.lesson:
            return await self._teach(wanted, asker, address, player)
        if wanted.position:
            return await self._play_on(wanted, asker, address, player)
        _check_sitters(wanted)
        if wanted.analysis:
            raise Refused("bad-setup", "analysis-table")
        if wanted.rated:
            _check_rated(wanted, player)
        match = await self.house.workshop.aside(_new_match, wanted, purse=asker)
        origin: SeedOrigin = "drawn" if wanted.seed is None else "chosen"
        return await self._add(Course(match), wanted, [], origin, address, player, rated=wanted.rated)

    async def _play_on(self, wanted: NewTable, asker: Purse, address: str, player: str | None) -> Seated:
        """A table that begins at a position; the dice are new. It is in nobody's record, as is what goes on from a
        save: whoever made it has chosen everything."""
        _check_sitters(wanted)
        if wanted.rated or wanted.setup or wanted.files:
            raise Refused("bad-setup", "position-table")
        people = all(isinstance(sitter, PersonSitter) for sitter in wanted.seats)
        if wanted.analysis and (not people or wanted.listed or wanted.pace != UNHURRIED):
            raise Refused("bad-setup", "analysis-table")
        match = await self.house.workshop.aside(wanted_position, wanted.position, wanted.seed, purse=asker)
        if match.game.name != wanted.game:
            raise Refused("bad-setup", detail=f"a position of {match.game.name}, not of {plain_text(wanted.game)}")
        course = await self.house.workshop.aside(Course.of_match, match, purse=asker)
        origin: SeedOrigin = "drawn" if wanted.seed is None else "chosen"
        events = events_of(match, time.time())
        return await self._add(course, wanted, events, origin, address, player)

    async def _teach(self, wanted: NewTable, asker: Purse, address: str, player: str | None) -> Seated:
        """A table for a lesson: whoever makes it learns there, and the script plays the others."""
        if len(wanted.seats) != 1 or not isinstance(wanted.seats[0], PersonSitter):
            raise Refused("bad-setup", "lesson-table")
        if wanted.setup or wanted.files or wanted.listed or wanted.rated or wanted.pace != UNHURRIED:
            raise Refused("bad-setup", "lesson-table")
        if wanted.seed is not None:
            raise Refused("bad-setup", "lesson-table")
        lesson = await self.house.workshop.aside(
            wanted_lesson, wanted.game, wanted.lesson, purse=self.house.purse, must=True
        )
        match = await self.house.workshop.aside(lesson.begin, purse=asker)
        learner = wanted.seats[0]
        seats = [learner if seat == lesson.learner else BotSitter(LESSON) for seat in range(match.seats)]
        wanted = msgspec.structs.replace(wanted, seats=seats, lesson=lesson.name)
        return await self._add(Course(match), wanted, [], "chosen", address, player, teacher=Teacher(lesson))

    async def open(self, wanted: OpenTable, asker: Purse, address: str, player: str | None = None) -> Seated:
        """A table for a saved match."""
        _check_sitters(wanted)
        if len(wanted.save.encode("utf-8", "replace")) > self._limits.save:
            raise Refused("too-large", limit=self._limits.save)
        course = await self.house.workshop.aside(_open_save, wanted.save, self._limits.save_choices, purse=asker)
        events = events_of(course.match, time.time())
        # Whoever has the save can read the seed in it.
        return await self._add(course, wanted, events, "chosen", address, player, opened=True)

    async def rematch(self, table: Table, shown: Shown, asker: Purse, address: str) -> str:
        """The table of the rematch: the same people, who keep their tokens, and the same settings. The first person to
        ask creates it; the others get the same one."""
        async with table.sitting():
            record = table.record
            access_rules.check_holder(table.holder(shown))
            if record.rematch:
                return record.rematch
            ordinary = not (record.opened or record.lesson or record.analysis or POSITION in record.setup)
            if not record.over or record.closed or not ordinary:
                raise Refused("not-now", "no-rematch")
            await table.check_rematch(shown)
            before = msgspec.structs.replace(record)
            chairs = [msgspec.structs.replace(chair, asked=None, coach=False) for chair in record.chairs]
        match = await self.house.workshop.aside(_again, table.course.match, purse=asker)
        course = Course(match)
        chairs = [
            Chair(chair.seat, match.seat_name(chair.seat), "open") if chair.resigned is not None
            else msgspec.structs.replace(chair, side=match.seat_name(chair.seat))
            for chair in chairs
        ]  # fmt: skip
        now = self.house.timing.now()
        record = TableRecord(
            table=new_name(TABLE_BYTES), game=before.game, rules=match.game.rules_version, title=before.title,
            setup=match.setup, seed=match.seed, listed=before.listed, created=now, moved=now, over=False,
            version=course.version, host=before.host, chairs=chairs,
            sat=[chair.token for chair in chairs if chair.token is not None], seed_origin="drawn", salt=new_salt(),
            host_player=before.host_player, rated=before.rated, deciding=deciding(match), pace=before.pace,
            hints=before.hints,
        )  # fmt: skip
        # Linked first: of several who ask at once, one makes a table.
        linked = await self._storage.write(link_rematch, table.id, record.table)
        if linked == record.table:
            try:
                await self._store_new(record, course, [], address)
            except BaseException:
                await self._storage.write(unlink_rematch, table.id, record.table)
                raise
        async with table.sitting():
            table.record.rematch = linked
            table.tell_table()
        if linked == record.table:
            await table.announce("line-rematch")
        return linked

    async def _add(
        self, course: Course, wanted: NewTable | OpenTable, events: list[Event], seed_origin: SeedOrigin, address: str,
        player: str | None, opened: bool = False, rated: bool = False, teacher: Teacher | None = None,
    ) -> Seated:  # fmt: skip
        match, sitters = course.match, wanted.seats
        if match.seats != len(sitters):
            raise Refused("bad-setup", detail=f"{len(sitters)} seats for {match.seats} players")
        host = new_token()
        tokens: list[SeatToken] = []
        chairs: list[Chair] = []
        for seat, sitter in enumerate(sitters):
            side = match.seat_name(seat)
            if isinstance(sitter, PersonSitter):
                token = new_token()
                tokens.append(SeatToken(seat, token))
                name = plain_text(sitter.name)
                chairs.append(Chair(seat, side, "person", name=name, token=token_hash(token), player=player))
            elif isinstance(sitter, BotSitter):
                chairs.append(Chair(seat, side, "bot", bot=sitter.bot))
            else:
                chairs.append(Chair(seat, side, "open"))
        now = self.house.timing.now()
        record = TableRecord(
            table=new_name(TABLE_BYTES), game=match.game.name, rules=match.game.rules_version,
            title=plain_text(wanted.title), setup=match.setup, seed=match.seed, listed=wanted.listed, created=now,
            moved=now, over=match.over, version=course.version, host=token_hash(host), chairs=chairs,
            sat=[chair.token for chair in chairs if chair.token is not None], seed_origin=seed_origin,
            salt=new_salt(), opened=opened, host_player=player, rated=rated, deciding=deciding(match),
            pace=wanted.pace, lesson=wanted.lesson if isinstance(wanted, NewTable) else "",
            analysis=isinstance(wanted, NewTable) and wanted.analysis,
            hints="" if wanted.hints is None else "on" if wanted.hints else "off",
        )  # fmt: skip
        await self._store_new(record, course, events, address, teacher)
        return Seated(record.table, host, tokens)

    async def _store_new(
        self, record: TableRecord, course: Course, events: list[Event], address: str, teacher: Teacher | None = None
    ) -> None:
        """Store a new table and bring it to life."""
        limits, chairs, match, now = self._limits, record.chairs, course.match, record.created
        maker = Maker(address, limits.tables_per_address, limits.tables, limits.tables_anyway)
        tick = ticking(record, chairs, match, "begin", -1, now)
        turn = turn_of(chairs, match, address)
        called = called_now(record, chairs, match, (), (), now)
        clocks = await self._storage.create(record, events, encoded_state(course), turn, maker, tick, called)
        self._listed_at = -math.inf
        self._enter(record, course, teacher=teacher).clocks = clocks


def plain_text(text: str) -> str:
    """A name or title on one line, without what does not print."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def _check_sitters(wanted: NewTable | OpenTable) -> None:
    """Whether there are such bots, and such a pace."""
    bots = [sitter.bot for sitter in wanted.seats if isinstance(sitter, BotSitter)]
    for bot in [*bots, wanted.pace.bot]:
        if not is_level(bot):
            raise Refused("bad-setup", "no-bot", bot=bot)
    wrong = fault(wanted.pace)
    if wrong is not None:
        raise Refused("bad-setup", detail=f"pace: {wrong}")


def _check_rated(wanted: NewTable, player: str | None) -> None:
    """What counts for ratings is among people, each a player of their own, and nobody knows more than others."""
    if player is None:
        raise Refused("bad-setup", "rated-join")
    people = sum(isinstance(sitter, PersonSitter) for sitter in wanted.seats)
    bots = any(isinstance(sitter, BotSitter) for sitter in wanted.seats)
    if wanted.hints:
        raise Refused("bad-setup", "rated-hints")
    if people > 1 or bots or wanted.seed is not None or wanted.files or special_settings(wanted.setup):
        raise Refused("bad-setup", "rated-table")
    if not may_stand_in(wanted.pace.bot, rated=True):
        raise Refused("bad-setup", "rated-stand-in")


def _new_match(wanted: NewTable) -> Match:
    """The match for a new table. What came from outside may be anything, so whatever goes wrong is a bad setup."""
    try:
        game = theomachy.game(wanted.game)
        check_plain(wanted.setup, REQUEST)
        setup = dict(wanted.setup)
        for key in game.file_settings:
            if isinstance(setup.get(key), str):
                raise TheomachyError(f"'{key}' names a file, which a server does not read")
        for key, file in wanted.files.items():
            if key not in game.file_settings:
                raise TheomachyError(f"'{key}' takes no file; these do: {', '.join(game.file_settings) or 'none'}")
            setup[key] = _read_toml(file)
        sides = setup.get(game.seats_setting)
        if sides is None:
            setup.setdefault("players", len(wanted.seats))
        elif isinstance(sides, list):
            setup[game.seats_setting] = ["random" if side is None else side for side in sides]
        setup = {key: value for key, value in setup.items() if value is not None}
        refuse_fields(setup)
        return Match(game, setup, secrets.randbelow(SEEDS) if wanted.seed is None else wanted.seed)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError, ArithmeticError) as error:
        detail = str(error)
        for key, file in wanted.files.items():
            # The game knows a table by the setting it came for; people know the file.
            if detail.startswith((f"{key}:", f"{key},")):
                detail = plain_text(file.name) + detail.removeprefix(key)
        raise Refused("bad-setup", detail=detail[:500]) from error


def _again(match: Match) -> Match:
    """The same match with new dice."""
    return Match(match.game, match.setup, secrets.randbelow(SEEDS))


def _read_toml(file: FileText) -> dict[str, Any]:
    try:
        return load_toml(file.text)
    except BadInput as error:
        raise BadContent(f"{plain_text(file.name)}: {error}") from error


def _open_save(text: str, longest: int) -> Course:
    """The match of a save, checked choice by choice."""
    try:
        check_json(text.encode("utf-8", "replace"), SAVE)
        # Stricter than the engine's reader: what can't be written again, like half a letter, is refused here.
        msgspec.json.decode(text)
        data = read_save(text, "save")
        if len(data["history"]) > longest:
            raise TheomachyError(f"more than {longest} choices")
        refuse_fields(data["setup"])
        return Course.of_match(theomachy.load(text))
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError, ArithmeticError) as error:
        raise Refused("bad-save", detail=str(error)[:500]) from error


def course_of(stored: StoredTable) -> Course:
    """The course of a stored table: its events played again, and compared with the state they led to. Rows can be
    damaged in any way, so whatever goes wrong is `Damaged`."""
    try:
        return _replayed(stored)
    except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError, OverflowError) as error:
        raise Damaged(f"{type(error).__name__}: {error}") from error


def _replayed(stored: StoredTable) -> Course:
    record = stored.record
    game: Any = theomachy.game(record.game)
    if record.rules != game.rules_version:
        raise OtherRules(f"version {record.rules} of the rules; this program has {game.rules_version}")
    course = Course.of_events(game, record.setup, record.seed, stored.events)
    if [chair.seat for chair in record.chairs] != list(range(course.match.seats)):
        raise TheomachyError(f"chairs for other seats than the match has, which are {course.match.seats}")
    if msgspec.json.decode(stored.state) != msgspec.json.decode(encoded_state(course)):
        raise TheomachyError("the stored state differs from what its choices give")
    return course
