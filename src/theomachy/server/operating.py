"""What whoever runs a server does with its database: look after it, clear it up, close and hide tables, and delete what
it keeps of a person. A server may be running meanwhile, and hears of it."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from theomachy.kernel.errors import TheomachyError
from theomachy.server.chat import CHAT_LINES
from theomachy.server.clock_rows import CLOCK_COLUMNS, ClockRows
from theomachy.server.database import Database
from theomachy.server.hall import course_of
from theomachy.server.notice_rows import CHANNEL_COLUMNS
from theomachy.server.player_rows import Forgotten, delete_player, forget_sitter, player_named, player_of_key
from theomachy.server.rows import TableRows
from theomachy.server.seats import token_hash
from theomachy.server.storage import Damaged, OtherRules

#: what belongs to a table, in an order in which it can be deleted; the last one is the table itself
PARTS = ("analyses", "snapshots", "events", "chat", "seats", "sitters", "clocks")
DAY = 86_400.0


class TableLine(Struct):
    """A table as an operator sees it in a list."""

    table: str
    game: str
    title: str
    created: float
    moved: float
    version: int
    over: bool
    listed: bool
    closed: bool
    people: int
    bots: int


def tables(database: Database, limit: int) -> list[TableLine]:
    """The tables that something happened at last, newest first."""
    with database.transaction(reading=True):
        rows = database.execute(
            "SELECT id, game, title, created, moved, version, over, listed, closed,"
            " (SELECT COUNT(*) FROM seats WHERE table_id = id AND who = 'person'),"
            " (SELECT COUNT(*) FROM seats WHERE table_id = id AND who = 'bot')"
            " FROM tables ORDER BY moved DESC LIMIT ?",
            (limit,),
        ).fetchall()
    return [
        TableLine(table, game, title, created, moved, version, bool(over), bool(listed), bool(closed), people, bots)
        for table, game, title, created, moved, version, over, listed, closed, people, bots in rows
    ]


def all_tables(database: Database) -> list[str]:
    with database.transaction(reading=True):
        return [row[0] for row in database.execute("SELECT id FROM tables ORDER BY created, id").fetchall()]


def faults(database: Database) -> Iterator[tuple[str, str, bool]]:
    """Every table is read and played again from its first choice; those that can't be gone on with, why, and whether
    only because they were played by another version of the rules."""
    for table in all_tables(database):
        try:
            with database.transaction(reading=True):
                stored = TableRows(database).load(table, CHAT_LINES)
            if stored is not None:
                course_of(stored)
        except OtherRules as error:
            yield table, str(error), True
        except (Damaged, TheomachyError) as error:
            yield table, str(error), False


def close(database: Database, table: str, closed: bool) -> None:
    """End a table: it can be looked at, and not gone on with. Or let it go on."""
    with database.transaction():
        if closed:
            ClockRows(database).stop(table, time.time())
        # Who has not heard of it has another seating, so nothing they still write is taken.
        _change(database, table, "closed = ?, seating = seating + 1", int(closed))


def hide(database: Database, table: str, hidden: bool) -> None:
    """List a table no more, or again. Whoever has its link still comes in."""
    with database.transaction():
        _change(database, table, "listed = ?", int(not hidden))


def _change(database: Database, table: str, change: str, value: int) -> None:
    """Change the row of a table; inside a transaction."""
    if database.execute(f"UPDATE tables SET {change} WHERE id = ?", (value, table)).rowcount != 1:
        raise TheomachyError(f"there is no table '{table}'")
    database.tell(table)


def old_tables(database: Database, days: float, unfinished: float | None) -> list[TableLine]:
    """Tables at which nothing has happened for so many days: those that are over or closed, and with `unfinished` also
    the others when nothing has happened for that many days."""
    now = time.time()
    left = now - (unfinished * DAY if unfinished is not None else now)
    with database.transaction(reading=True):
        rows = database.execute(
            "SELECT id FROM tables WHERE (moved < ? AND (over = 1 OR closed = 1)) OR moved < ?",
            (now - days * DAY, left),
        ).fetchall()
    old = {row[0] for row in rows}
    return [line for line in tables(database, 1 << 31) if line.table in old]


def delete(database: Database, lines: Sequence[TableLine]) -> int:
    """Delete tables for good, each in a transaction of its own; one that has been played at meanwhile stays. How many
    were deleted."""
    count = 0
    for line in lines:
        with database.transaction():
            # Held until the end of the transaction: nobody can play meanwhile.
            same = database.execute(
                "UPDATE tables SET seating = seating + 1 WHERE id = ? AND version = ? AND moved = ?",
                (line.table, line.version, line.moved),
            )
            if same.rowcount != 1:
                continue
            for part in PARTS:
                database.execute(f"DELETE FROM {part} WHERE table_id = ?", (line.table,))
            database.execute("DELETE FROM put_away WHERE table_id = ?", (line.table,))
            database.execute("DELETE FROM tables WHERE id = ?", (line.table,))
            database.tell(line.table)
            count += 1
    return count


class PlayerLine(Struct):
    """A player as an operator sees them in a list."""

    player: str
    name: str
    created: float
    #: when one of their devices, links or passkeys was last used
    seen: float


def unused_players(database: Database, days: float, going: Collection[str] = ()) -> list[PlayerLine]:
    """Players who were not seen for so many days and have no table, neither a seat nor as its host; tables that are
    going do not count."""
    seen_before = time.time() - days * DAY
    with database.transaction(reading=True):
        return [line for line in _players(database) if line.seen < seen_before and _is_free(database, line, going)]


def _players(database: Database, which: str = "", *values: object) -> list[PlayerLine]:
    rows = database.execute(
        "SELECT id, name, created,"
        " (SELECT MAX(used) FROM player_keys WHERE player = players.id),"
        " (SELECT MAX(used) FROM passkeys WHERE player = players.id)"
        f" FROM players {which} ORDER BY created, id",
        values,
    ).fetchall()
    return [
        PlayerLine(player, name, created, max(created, *map(_or_never, used))) for player, name, created, *used in rows
    ]


def _or_never(at: float | None) -> float:
    return 0.0 if at is None else at


def _is_free(database: Database, line: PlayerLine, going: Collection[str]) -> bool:
    rows = database.execute(
        "SELECT table_id FROM seats WHERE player = ? UNION SELECT id FROM tables WHERE host_player = ?",
        (line.player, line.player),
    ).fetchall()
    return all(table in going for (table,) in rows)


def delete_players(database: Database, lines: Sequence[PlayerLine]) -> int:
    """Delete players for good, each in a transaction of its own; who was seen meanwhile, or has a table, stays. How
    many were deleted."""
    count = 0
    for line in lines:
        with database.transaction():
            if line in _players(database, "WHERE id = ?", line.player) and _is_free(database, line, ()):
                delete_player(database, line.player)
                count += 1
    return count


def forget(database: Database, token: str) -> Forgotten | None:
    """Delete the name and everything said in chats of whoever had this token: it proves who asks. If it is of a
    recovery link, that is done at all tables of the player, who is deleted. The choices stay: they belong to the
    others' match, too, and carry no name. None: the token is nobody's."""
    key = token_hash(token)
    with database.transaction():
        found = player_of_key(database, "recovery", key, time.time())
        if found is not None:
            return delete_player(database, found[0].id)
        gone = forget_sitter(database, key)
        return gone if gone.tables else None


def forget_player(database: Database, player: str) -> Forgotten | None:
    """Delete a player by the name of their page; whoever runs the server has made sure who asks."""
    with database.transaction():
        return None if player_named(database, player) is None else delete_player(database, player)


#: everything that is copied from one database to another, with its columns
COPIED = {
    "tables": "id, game, rules, title, setup, seed, listed, created, moved, over, version, host, state, seed_origin,"
    " salt, opened, disclosed, seating, closed, lines, host_player, rated, deciding, pace, lesson, analysis,"
    " hints, adjourned, rematch",
    "seats": "table_id, seat, side, who, name, bot, token, player, asked, coach, resigned",
    "sitters": "table_id, token, player",
    "clocks": f"table_id, {CLOCK_COLUMNS}",
    "events": "table_id, version, kind, seat, choice, at",
    "snapshots": "table_id, version, state",
    "analyses": "table_id, version, finished, until, body",
    "chat": "table_id, number, seat, name, text, at, key, fields, token, readers",
}

#: what is copied as a whole: players, what they have come to, what is on its way to them, and when a server last ran
COPIED_WHOLE = {
    "players": "id, name, public, created",
    "player_keys": "hash, player, kind, label, created, used",
    "passkeys": "id, player, key, count, label, transports, created, used",
    "put_away": "player, table_id",
    "results": "table_id, seat, player, game, side, seats, people, place, won, rated, at",
    "ratings": "player, game, mu, sigma, matches",
    "wishes": "player, lang, zone, quiet_from, quiet_to, wanted, origin, told",
    "channels": CHANNEL_COLUMNS,
    "calls": "player, table_id, why, since, due, seen, sent",
    "deliveries": "id, channel, message, due, tries, until",
    "notice_links": "hash, channel, what, until",
    # How many letters an address was sent: a copy must not lift the limit.
    "letters": "label, player, at",
    "challenges": "hash, kind, player, until",
    # Without it running clocks would be taken for having stood since 1970, and have their time back.
    "uptime": "seen",
    # Browsers have subscribed to messages that are signed with this.
    "own_secrets": "name, value",
}


def copy(source: Database, target: Database) -> int:
    """Copy all tables and players to a database that has none, whole or not at all; how many tables."""
    with target.transaction(), source.transaction(reading=True):
        for name in ("tables", "players"):
            if target.execute(f"SELECT COUNT(*) FROM {name}").fetchone()[0]:
                raise TheomachyError(f"there are {name} already where they are to be copied to; name an empty database")
        ids = [row[0] for row in source.execute("SELECT id FROM tables ORDER BY id").fetchall()]
        for table in ids:
            for name, columns in COPIED.items():
                key = "id" if name == "tables" else "table_id"
                _copy_rows(source, target, name, columns, f"WHERE {key} = ?", table)
        # A new database has rows of its own in these.
        for name in ("own_secrets", "uptime"):
            target.execute(f"DELETE FROM {name}")
        for name, columns in COPIED_WHOLE.items():
            _copy_rows(source, target, name, columns, "")
    return len(ids)


def _copy_rows(source: Database, target: Database, name: str, columns: str, which: str, *values: object) -> None:
    places = ", ".join("?" * len(columns.split(",")))
    for row in source.execute(f"SELECT {columns} FROM {name} {which}", values).fetchall():
        target.execute(f"INSERT INTO {name} ({columns}) VALUES ({places})", tuple(row))
