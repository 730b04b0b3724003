"""Tables as rows: the SQL of the storage, the same for every `Database`. Each method is called inside a transaction."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from theomachy.server.database import Database
from theomachy.server.pace import UNHURRIED, Pace
from theomachy.server.seats import Chair
from theomachy.server.storage import (
    Changes,
    ChatLine,
    Damaged,
    Event,
    Outdated,
    StoredTable,
    TableRecord,
)

log = logging.getLogger(__name__)

S = TypeVar("S", bound=Struct)

TABLE_COLUMNS = (
    "id, game, rules, title, setup, seed, listed, created, moved, over, version, host, seed_origin, salt, opened,"
    " disclosed, seating, closed, host_player, rated, deciding, pace, lesson, analysis,"
    " hints, adjourned, rematch"
)
EVENT_COLUMNS = "version, kind, seat, choice, at"
PUT_EVENT = f"INSERT INTO events (table_id, {EVENT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?)"
#: a table moves on, if it is at the version before with the same people
MOVE = (
    "UPDATE tables SET version = ?, moved = ?, over = ?, state = ?, deciding = ?"
    " WHERE id = ? AND version = ? AND seating = ? RETURNING id"
)
#: the same with its event, and a snapshot, in the words of a database that changes several tables at once
MOVE_AND_PUT = (
    f"WITH moved AS ({MOVE}), made AS (INSERT INTO events (table_id, {EVENT_COLUMNS})"
    " SELECT id, ?::integer, ?::text, ?::integer, ?::text, ?::double precision FROM moved)"
)
AND_KEEP = ", kept AS (INSERT INTO snapshots (table_id, version, state) SELECT id, ?::integer, ?::bytea FROM moved)"
CHAIR_COLUMNS = "seat, side, who, name, bot, token, player, asked, coach, resigned"
LINE_COLUMNS = "number, seat, name, text, at, key, fields, token, readers"


class TableRows:
    """Reads and writes the rows of tables."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._execute = database.execute

    # --- writing ------------------------------------------------------------------------------------------------------

    def create(self, record: TableRecord, events: list[Event], state: bytes) -> None:
        self._execute(
            f"INSERT INTO tables ({TABLE_COLUMNS}, state) VALUES ({_places(28)})",
            (
                record.table, record.game, record.rules, record.title, msgspec.json.encode(record.setup).decode(),
                record.seed, int(record.listed), record.created, record.moved, int(record.over), record.version,
                record.host, record.seed_origin, record.salt, int(record.opened), int(record.disclosed), record.seating,
                int(record.closed), record.host_player, int(record.rated), record.deciding, write_pace(record.pace),
                record.lesson, int(record.analysis), record.hints, int(record.adjourned), record.rematch, state,
            ),
        )  # fmt: skip
        for chair in record.chairs:
            self.put_chair(record.table, chair)
        for event in events:
            self._put_event(record.table, event)
        self.put_snapshot(record.table, record.version, state)

    def append(
        self, table: str, seating: int, event: Event, state: bytes, over: bool, snapshot: bool, deciding: int = 0
    ) -> None:
        moved = event.version, event.at, int(over), state, deciding, table, event.version - 1, seating
        made = event.version, event.kind, event.seat, event.choice, event.at
        if self._database.shared:
            # One statement, so that it is sent and answered once.
            kept = (event.version, packed(state)) if snapshot else ()
            telling, told = self._database.telling(table, msgspec.json.encode(event).decode())
            sql = f"{MOVE_AND_PUT}{AND_KEEP if snapshot else ''} SELECT {telling} FROM moved"
            changed = self._execute(sql, (*moved, *made, *kept, *told)).fetchone() is not None
        else:
            changed = self._execute(MOVE, moved).fetchone() is not None
        if not changed:
            raise Outdated(f"table {table} is not at version {event.version - 1} with seating {seating}")
        if not self._database.shared:
            self._put_event(table, event)
            if snapshot:
                self.put_snapshot(table, event.version, state)

    def _put_event(self, table: str, event: Event) -> None:
        self._execute(PUT_EVENT, (table, event.version, event.kind, event.seat, event.choice, event.at))

    def put_snapshot(self, table: str, version: int, state: bytes) -> None:
        self._execute(
            "INSERT INTO snapshots (table_id, version, state) VALUES (?, ?, ?)", (table, version, packed(state))
        )

    def seat(self, table: str, seating: int, chair: Chair) -> int:
        """Gives the version that the table is at."""
        changed = self._execute(
            "UPDATE tables SET seating = seating + 1 WHERE id = ? AND seating = ? RETURNING version", (table, seating)
        )
        row = changed.fetchone()
        if row is None:
            raise Outdated(f"table {table} has another seating than {seating}")
        self.put_chair(table, chair)
        self._database.tell(table)
        return int(row[0])

    def put_chair(self, table: str, chair: Chair) -> None:
        self._execute(
            f"INSERT INTO seats (table_id, {CHAIR_COLUMNS}) VALUES ({_places(11)})"
            " ON CONFLICT (table_id, seat) DO UPDATE SET"
            " side = excluded.side, who = excluded.who, name = excluded.name, bot = excluded.bot,"
            " token = excluded.token, player = excluded.player, asked = excluded.asked,"
            " coach = excluded.coach, resigned = excluded.resigned",
            (
                table,
                chair.seat,
                chair.side,
                chair.who,
                chair.name,
                chair.bot,
                chair.token,
                chair.player,
                chair.asked,
                int(chair.coach),
                chair.resigned,
            ),
        )
        if chair.token is not None:
            self._execute(
                "INSERT INTO sitters (table_id, token, player) VALUES (?, ?, ?)"
                " ON CONFLICT (table_id, token) DO UPDATE SET player = excluded.player",
                (table, chair.token, chair.player),
            )

    def disclose(self, table: str) -> None:
        self._execute("UPDATE tables SET disclosed = 1 WHERE id = ?", (table,))
        self._database.tell(table)

    def add_line(self, table: str, line: ChatLine) -> int:
        counted = self._execute("UPDATE tables SET lines = lines + 1 WHERE id = ? RETURNING lines - 1", (table,))
        row = counted.fetchone()
        if row is None:
            raise Outdated(f"there is no table {table}")
        number = int(row[0])
        self._execute(
            f"INSERT INTO chat (table_id, {LINE_COLUMNS}) VALUES ({_places(10)})",
            (
                table, number, line.seat, line.name, line.text, line.at, line.key,
                msgspec.json.encode(line.fields).decode(), line.token, " ".join(map(str, line.readers)),
            ),
        )  # fmt: skip
        self._database.tell(table)
        return number

    # --- reading ------------------------------------------------------------------------------------------------------

    def load(self, table: str, lines: int) -> StoredTable | None:
        row = self._execute(f"SELECT {TABLE_COLUMNS}, lines, state FROM tables WHERE id = ?", (table,)).fetchone()
        if row is None:
            return None
        return StoredTable(
            self._record(row[:-2]), self._events(table, -1), row[-1], self._chat(table, 0, lines), row[-2]
        )

    def changes(self, table: str, version: int, seating: int, line: int, lines: int) -> Changes | None:
        row = self._execute(
            "SELECT version, moved, over, listed, disclosed, closed, seating, lines, adjourned, rematch"
            " FROM tables WHERE id = ?",
            (table,),
        ).fetchone()
        if row is None:
            return None
        now, moved, over, listed, disclosed, closed, seats, count, adjourned, rematch = row
        found = Changes(
            now, moved, bool(over), bool(listed), bool(disclosed), bool(closed), seats, count,
            self._events(table, version) if now != version else [], adjourned=bool(adjourned), rematch=rematch,
        )  # fmt: skip
        if seats != seating:
            found.chairs = self._chairs(table)
            found.sat = self._sat(table)
            found.chat = self._chat(table, 0, lines)
        elif count != line:
            found.chat = self._chat(table, line, lines)
        return found

    def listed(self, limit: int) -> list[TableRecord]:
        return self._records("WHERE listed = 1 ORDER BY created DESC LIMIT ?", limit)

    def of_player(self, player: str, limit: int, running: bool) -> list[TableRecord]:
        """The tables at which a player has a seat, or which they made: those moved last, newest first; or of these
        only the ones whose match is not over."""
        return self._records(
            "WHERE (host_player = ? OR id IN (SELECT table_id FROM seats WHERE player = ?))"
            f"{' AND over = 0' if running else ''} ORDER BY moved DESC LIMIT ?",
            player, player, limit,
        )  # fmt: skip

    def _records(self, which: str, *values: object) -> list[TableRecord]:
        """The tables asked for; damaged ones are left out."""
        rows = self._execute(f"SELECT {TABLE_COLUMNS} FROM tables {which}", values).fetchall()
        found: list[TableRecord] = []
        for row in rows:
            try:
                found.append(self._record(row))
            except Damaged as error:
                log.error("table %s: %s", row[0], error)
        return found

    def _record(self, row: tuple[Any, ...]) -> TableRecord:
        table, game, rules, title, setup, seed, listed, created, moved, over, version, host, *origin = row
        seed_origin, salt, opened, disclosed, seating, closed, host_player, rated, deciding, pace, *kind = origin
        lesson, analysis, hints, adjourned, rematch = kind
        return _checked(TableRecord(
            table=table, game=game, rules=rules, title=title, setup=_decoded(setup), seed=seed,
            listed=bool(listed), created=created, moved=moved, over=bool(over), version=version, host=host,
            chairs=self._chairs(table), sat=self._sat(table), seed_origin=seed_origin, salt=salt, opened=bool(opened),
            disclosed=bool(disclosed), seating=seating, closed=bool(closed), host_player=host_player,
            rated=bool(rated), deciding=deciding, pace=read_pace(pace),
            lesson=lesson, analysis=bool(analysis), hints=hints, adjourned=bool(adjourned), rematch=rematch,
        ))  # fmt: skip

    def _events(self, table: str, after: int) -> list[Event]:
        rows = self._execute(
            f"SELECT {EVENT_COLUMNS} FROM events WHERE table_id = ? AND version > ? ORDER BY version", (table, after)
        ).fetchall()
        return [_checked(Event(*row)) for row in rows]

    def _chairs(self, table: str) -> list[Chair]:
        rows = self._execute(f"SELECT {CHAIR_COLUMNS} FROM seats WHERE table_id = ? ORDER BY seat", (table,)).fetchall()
        return [_chair(row) for row in rows]

    def _sat(self, table: str) -> list[bytes]:
        rows = self._execute("SELECT token FROM sitters WHERE table_id = ? ORDER BY token", (table,)).fetchall()
        return [token for (token,) in rows]

    def _chat(self, table: str, first: int, most: int) -> list[ChatLine]:
        rows = self._execute(
            f"SELECT {LINE_COLUMNS} FROM chat WHERE table_id = ? AND number >= ? ORDER BY number DESC LIMIT ?",
            (table, first, most),
        ).fetchall()
        return _chat_lines(table, reversed(rows))


def packed(state: bytes) -> bytes:
    """A state as it is kept in a snapshot. There are many, and they are seldom read: packed they take a quarter of the
    room. What packs them looks back as far as most are long; to make ready for more takes longer than to pack them."""
    packer = zlib.compressobj(1, wbits=12, memLevel=5)
    return packer.compress(state) + packer.flush()


def _chair(row: tuple[Any, ...]) -> Chair:
    seat, side, who, name, bot, token, player, asked, coach, resigned = row
    return _checked(Chair(seat, side, who, name, bot, token, player, asked, bool(coach), resigned))


def _chat_lines(table: str, rows: Iterable[tuple[Any, ...]]) -> list[ChatLine]:
    lines: list[ChatLine] = []
    for row in rows:
        try:
            lines.append(_chat_line(row))
        except Damaged as error:
            log.error("table %s: line %s: %s", table, row[0], error)
    return lines


def _chat_line(row: tuple[Any, ...]) -> ChatLine:
    number, seat, name, text, at, key, fields, token, readers = row
    return _checked(ChatLine(number, seat, name, text, at, key, _decoded(fields), token, _seats(readers)))


def _seats(text: str) -> tuple[int, ...]:
    """Seat numbers as they are stored, separated by spaces."""
    try:
        return tuple(int(seat) for seat in text.split())
    except ValueError as error:
        raise Damaged(f"readers: {error}") from error


def read_pace(text: str) -> Pace:
    """A pace as it is stored."""
    if not text:
        return UNHURRIED
    try:
        return msgspec.json.decode(text, type=Pace)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Damaged(f"pace: {error}") from error


def write_pace(pace: Pace) -> str:
    return "" if pace == UNHURRIED else msgspec.json.encode(pace).decode()


def _places(count: int) -> str:
    return ", ".join("?" * count)


def _decoded(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise Damaged(str(error)) from error


def _checked(row: S) -> S:
    """What was read, if every field has its type."""
    try:
        return msgspec.convert(msgspec.to_builtins(row, builtin_types=(bytes,)), type(row), builtin_types=(bytes,))
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise Damaged(str(error)) from error
