"""Players as rows: who they are, how they come in, which seats are theirs. The same SQL for every database; each
function is called inside a transaction. Of secrets there are hashes alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct

from theomachy.server.database import Database
from theomachy.server.notice_rows import channels_of, wishes_of
from theomachy.server.notices import Wishes
from theomachy.server.record_rows import GameRecord, Played, played_by, record_of
from theomachy.server.rows import TableRows
from theomachy.server.storage import TableRecord

#: a browser that is signed in, or a link that signs one in
KeyKind = Literal["device", "recovery"]
#: what a challenge is for
Ceremony = Literal["register", "sign-in"]
#: a device that has not been seen for so many seconds is forgotten: browsers keep a cookie for no longer
DEVICE_LIFE = 400 * 86_400.0
#: seconds between two notes that a device was seen
SEEN_EVERY = 3600.0


class Player(Struct):
    """Somebody who is known beyond one table."""

    id: str
    name: str
    #: whether others may see the record
    public: bool
    created: float


class Key(Struct):
    """A device that is signed in, or a recovery link. `mark` names it to its owner, and proves nothing."""

    mark: str
    label: str
    created: float
    used: float


class Passkey(Struct):
    """What is kept of a passkey."""

    id: bytes
    player: str
    key: bytes
    count: int
    label: str
    transports: str
    created: float
    used: float


class MyTable(Struct):
    """A table of a player's, and whether they have put it away."""

    record: TableRecord
    away: bool


# --- who somebody is --------------------------------------------------------------------------------------------------


def add_player(database: Database, player: Player, device: bytes, label: str) -> None:
    database.execute(
        "INSERT INTO players (id, name, public, created) VALUES (?, ?, ?, ?)",
        (player.id, player.name, int(player.public), player.created),
    )
    add_key(database, player.id, "device", device, label, player.created)


def player_named(database: Database, player: str) -> Player | None:
    row = database.execute("SELECT id, name, public, created FROM players WHERE id = ?", (player,)).fetchone()
    return None if row is None else Player(row[0], row[1], bool(row[2]), row[3])


def player_of_key(database: Database, kind: KeyKind, key: bytes, now: float) -> tuple[Player, float] | None:
    """Whose key it is, and when it was last seen."""
    row = database.execute(
        "SELECT id, name, public, players.created, used FROM player_keys JOIN players ON id = player"
        " WHERE hash = ? AND kind = ? AND (kind <> 'device' OR used > ?)",
        (key, kind, now - DEVICE_LIFE),
    ).fetchone()
    return None if row is None else (Player(row[0], row[1], bool(row[2]), row[3]), row[4])


def change_player(database: Database, player: str, name: str | None, public: bool | None) -> None:
    if name is not None:
        database.execute("UPDATE players SET name = ? WHERE id = ?", (name, player))
    if public is not None:
        database.execute("UPDATE players SET public = ? WHERE id = ?", (int(public), player))


# --- devices and recovery links ---------------------------------------------------------------------------------------


def add_key(database: Database, player: str, kind: KeyKind, key: bytes, label: str, now: float, most: int = 50) -> None:
    """One more way in; of too many the one not used for longest is void."""
    database.execute(
        "INSERT INTO player_keys (hash, player, kind, label, created, used) VALUES (?, ?, ?, ?, ?, ?)",
        (key, player, kind, label, now, now),
    )
    database.execute(
        "DELETE FROM player_keys WHERE player = ? AND kind = ? AND hash NOT IN ("
        "  SELECT hash FROM player_keys WHERE player = ? AND kind = ? ORDER BY used DESC, created DESC LIMIT ?)",
        (player, kind, player, kind, most),
    )


def see_key(database: Database, key: bytes, now: float) -> None:
    database.execute("UPDATE player_keys SET used = ? WHERE hash = ?", (now, key))


def keys_of(database: Database, player: str, kind: KeyKind) -> list[tuple[bytes, Key]]:
    rows = database.execute(
        "SELECT hash, label, created, used FROM player_keys WHERE player = ? AND kind = ? ORDER BY used DESC, created",
        (player, kind),
    ).fetchall()
    return [(bytes(key), Key(mark_of(bytes(key)), label, created, used)) for key, label, created, used in rows]


def mark_of(key: bytes) -> str:
    """What a key is called where its owner sees a list of them."""
    return key.hex()[:16]


def drop_keys(database: Database, player: str, kind: KeyKind, keys: Sequence[bytes] | None = None) -> None:
    """Void some keys of a player, or all of a kind."""
    if keys is None:
        database.execute("DELETE FROM player_keys WHERE player = ? AND kind = ?", (player, kind))
    for key in keys or ():
        database.execute("DELETE FROM player_keys WHERE player = ? AND kind = ? AND hash = ?", (player, kind, key))


def devices_alive(database: Database, keys: Sequence[bytes]) -> list[bytes]:
    """Those of some devices that are still signed in."""
    alive: list[bytes] = []
    for key in keys:
        if database.execute("SELECT 1 FROM player_keys WHERE hash = ? AND kind = 'device'", (key,)).fetchone():
            alive.append(key)
    return alive


# --- passkeys ---------------------------------------------------------------------------------------------------------

PASSKEY = "id, player, key, count, label, transports, created, used"


def add_passkey(database: Database, passkey: Passkey) -> bool:
    """Whether it is new: one that somebody has already is nobody else's."""
    row = database.execute(
        f"INSERT INTO passkeys ({PASSKEY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id",
        (
            passkey.id, passkey.player, passkey.key, passkey.count, passkey.label, passkey.transports, passkey.created,
            passkey.used,
        ),
    ).fetchone()  # fmt: skip
    return row is not None


def passkey(database: Database, id: bytes) -> Passkey | None:
    row = database.execute(f"SELECT {PASSKEY} FROM passkeys WHERE id = ?", (id,)).fetchone()
    return None if row is None else Passkey(*row)


def passkeys_of(database: Database, player: str) -> list[Passkey]:
    rows = database.execute(f"SELECT {PASSKEY} FROM passkeys WHERE player = ? ORDER BY created, id", (player,))
    return [Passkey(*row) for row in rows.fetchall()]


def use_passkey(database: Database, id: bytes, count: int, now: float) -> None:
    database.execute("UPDATE passkeys SET count = ?, used = ? WHERE id = ?", (count, now, id))


def drop_passkey(database: Database, player: str, id: bytes) -> None:
    database.execute("DELETE FROM passkeys WHERE player = ? AND id = ?", (player, id))


def add_challenge(
    database: Database, challenge: bytes, ceremony: Ceremony, player: str | None, now: float, life: float
) -> None:
    """A challenge that somebody must sign, once, before long; those whose time is over are forgotten."""
    database.execute("DELETE FROM challenges WHERE until < ?", (now,))
    database.execute(
        "INSERT INTO challenges (hash, kind, player, until) VALUES (?, ?, ?, ?)",
        (challenge, ceremony, player, now + life),
    )


def take_challenge(database: Database, challenge: bytes, ceremony: Ceremony, player: str | None, now: float) -> bool:
    """Whether it was given out for this, to this player, and not long ago; whatever comes of it, it is used up."""
    row = database.execute(
        "DELETE FROM challenges WHERE hash = ? RETURNING kind, player, until", (challenge,)
    ).fetchone()
    return row is not None and row[0] == ceremony and row[1] == player and row[2] >= now


# --- seats ------------------------------------------------------------------------------------------------------------


def tables_of(database: Database, player: str, limit: int, running: bool = False) -> list[MyTable]:
    away = {row[0] for row in database.execute("SELECT table_id FROM put_away WHERE player = ?", (player,)).fetchall()}
    return [MyTable(record, record.table in away) for record in TableRows(database).of_player(player, limit, running)]


def put_away(database: Database, player: str, table: str, away: bool) -> None:
    if away:
        database.execute(
            "INSERT INTO put_away (player, table_id) SELECT ?, id FROM tables WHERE id = ? ON CONFLICT DO NOTHING",
            (player, table),
        )
    else:
        database.execute("DELETE FROM put_away WHERE player = ? AND table_id = ?", (player, table))


def add_seats(database: Database, player: str, seats: Sequence[tuple[str, bytes]]) -> list[tuple[str, int]]:
    """Give a player the seats whose token they have, by its hash; returns those that were not theirs before.

    A seat that belongs to a player stays theirs, with its result: a token alone does not take it over. The exception
    is a seat that the maker of the table still holds for a guest. At a rated table nothing changes hands.
    """
    added: list[tuple[str, int]] = []
    for table, token in seats:
        rows = database.execute(
            "UPDATE seats SET player = ? WHERE table_id = ? AND token = ? AND who = 'person'"
            " AND (player IS NULL OR player <> ?)"
            " AND EXISTS (SELECT 1 FROM tables WHERE id = seats.table_id AND rated = 0"
            "  AND (seats.player IS NULL OR seats.player = host_player)) RETURNING seat",
            (player, table, token, player),
        ).fetchall()
        for (seat,) in rows:
            database.execute(
                "UPDATE results SET player = ? WHERE table_id = ? AND seat = ?"
                " AND (player IS NULL OR player = (SELECT host_player FROM tables WHERE id = results.table_id))",
                (player, table, seat),
            )
            database.execute("UPDATE sitters SET player = ? WHERE table_id = ? AND token = ?", (player, table, token))
            added.append((table, seat))
        if rows:
            _seating_changed(database, table)
    return added


def _seating_changed(database: Database, table: str) -> None:
    """Servers that have the table at hand read anew who sits there."""
    database.execute("UPDATE tables SET seating = seating + 1 WHERE id = ?", (table,))
    database.tell(table)


def is_loose(database: Database, player: str) -> bool:
    """Whether a player can come in by one device alone: whoever loses that has lost the player."""
    ways = database.execute(
        "SELECT (SELECT COUNT(*) FROM passkeys WHERE player = ?) + (SELECT COUNT(*) FROM player_keys WHERE player = ?)",
        (player, player),
    ).fetchone()[0]
    return int(ways) <= 1


def hand_over(database: Database, player: str, to: str) -> list[str]:
    """Everything of a player is another one's, and the first is no more, ratings included. Gives the tables that have
    changed. Nobody has two seats at a rated table: the second one stays behind."""
    rows = database.execute(
        "SELECT table_id, seat FROM seats WHERE player = ? AND NOT EXISTS ("
        "  SELECT 1 FROM tables JOIN seats AS other ON other.table_id = tables.id"
        "  WHERE tables.id = seats.table_id AND rated = 1 AND other.player = ?)",
        (player, to),
    ).fetchall()
    for table, seat in rows:
        database.execute("UPDATE seats SET player = ? WHERE table_id = ? AND seat = ?", (to, table, seat))
        database.execute("UPDATE results SET player = ? WHERE table_id = ? AND seat = ?", (to, table, seat))
    database.execute("UPDATE sitters SET player = ? WHERE player = ?", (to, player))
    database.execute("UPDATE tables SET host_player = ? WHERE host_player = ?", (to, player))
    database.execute(
        "INSERT INTO put_away (player, table_id) SELECT ?, table_id FROM put_away WHERE player = ?"
        " ON CONFLICT DO NOTHING",
        (to, player),
    )
    changed = sorted({table for table, _ in rows} | set(_leave_all(database, player)))
    for table in changed:
        _seating_changed(database, table)
    return changed


def _leave_all(database: Database, player: str) -> list[str]:
    """A player is no more; their seats are held by token alone."""
    rows = database.execute("UPDATE seats SET player = NULL WHERE player = ? RETURNING table_id", (player,)).fetchall()
    database.execute("UPDATE sitters SET player = NULL WHERE player = ?", (player,))
    database.execute("UPDATE results SET player = NULL WHERE player = ?", (player,))
    database.execute("UPDATE tables SET host_player = NULL WHERE host_player = ?", (player,))
    database.execute("DELETE FROM players WHERE id = ?", (player,))
    return [row[0] for row in rows]


# --- a person's data --------------------------------------------------------------------------------------------------


class Forgotten(Struct):
    """What was deleted of a person."""

    tables: list[str]
    names: int
    lines: int


def forget_sitter(database: Database, sitter: bytes) -> Forgotten:
    """Delete the name and everything said in chats of whoever had the token of this hash."""
    names = lines = 0
    tables = [row[0] for row in database.execute("SELECT table_id FROM sitters WHERE token = ?", (sitter,)).fetchall()]
    for table in tables:
        # Lines from before it was kept who said them are known by the seat and the name.
        chairs = database.execute(
            "SELECT seat, name FROM seats WHERE table_id = ? AND token = ?", (table, sitter)
        ).fetchall()
        for seat, name in chairs:
            lines += len(
                database.execute(
                    "DELETE FROM chat WHERE table_id = ? AND token IS NULL AND seat = ? AND name = ? RETURNING number",
                    (table, seat, name),
                ).fetchall()
            )
        lines += len(
            database.execute(
                "DELETE FROM chat WHERE table_id = ? AND token = ? RETURNING number", (table, sitter)
            ).fetchall()
        )
        names += len(
            database.execute(
                "UPDATE seats SET name = '' WHERE table_id = ? AND token = ? AND name <> '' RETURNING seat",
                (table, sitter),
            ).fetchall()
        )
        _seating_changed(database, table)
    return Forgotten(tables, names, lines)


def delete_player(database: Database, player: str) -> Forgotten:
    """Delete a player, their name at every table and everything they said there, also at seats they have left; their
    choices stay, and carry no name."""
    gone = Forgotten([], 0, 0)
    tokens = database.execute("SELECT DISTINCT token FROM sitters WHERE player = ?", (player,)).fetchall()
    for (token,) in tokens:
        one = forget_sitter(database, bytes(token))
        gone.tables += one.tables
        gone.names += one.names
        gone.lines += one.lines
    # Empty, not NULL: whoever has resigned has resigned.
    resigned = database.execute(
        "UPDATE seats SET resigned = '' WHERE player = ? AND resigned <> '' RETURNING table_id", (player,)
    ).fetchall()
    for (table,) in resigned:
        gone.names += 1
        _seating_changed(database, table)
    gone.tables += [table for table in _leave_all(database, player) if table not in gone.tables]
    return gone


class SaidLine(Struct):
    """A line of a chat, with the name it was said under."""

    table: str
    name: str
    text: str
    at: float


class FormerSeat(Struct):
    """A table at which a player had a seat that is not theirs any more, and the name that was announced there."""

    table: str
    title: str
    game: str
    name: str
    created: float
    moved: float
    over: bool


class HeldSeat(Struct):
    table: str
    title: str
    game: str
    seat: int
    side: str
    name: str
    created: float
    moved: float
    over: bool
    host: bool


class Export(Struct):
    """Everything kept of a player, for themselves. Secrets are not in it: there are but hashes of them."""

    player: Player
    devices: list[Key]
    recovery: list[Key]
    passkeys: list[dict[str, Any]]
    seats: list[HeldSeat]
    left: list[FormerSeat]
    made: list[str]
    away: list[str]
    record: list[GameRecord]
    matches: list[Played]
    said: list[SaidLine]
    #: how they want to be told that it is their turn, and where: kind, name and target of each way
    wishes: Wishes
    channels: list[dict[str, Any]]


def export(database: Database, player: str) -> Export | None:
    found = player_named(database, player)
    if found is None:
        return None
    seats = database.execute(
        "SELECT tables.id, title, game, seat, side, name, created, moved, over, host_player FROM seats"
        " JOIN tables ON tables.id = table_id WHERE player = ? ORDER BY created, tables.id, seat",
        (player,),
    ).fetchall()
    made = database.execute("SELECT id FROM tables WHERE host_player = ? ORDER BY created, id", (player,)).fetchall()
    away = database.execute("SELECT table_id FROM put_away WHERE player = ? ORDER BY table_id", (player,)).fetchall()
    said = database.execute(
        "SELECT chat.table_id, name, text, at FROM chat JOIN sitters ON sitters.table_id = chat.table_id"
        " AND sitters.token = chat.token WHERE player = ? AND key = '' ORDER BY at, chat.table_id, number",
        (player,),
    ).fetchall()
    return Export(
        found,
        [key for _, key in keys_of(database, player, "device")],
        [key for _, key in keys_of(database, player, "recovery")],
        [
            {"label": kept.label, "created": kept.created, "used": kept.used}
            for kept in passkeys_of(database, player)
        ],
        [
            HeldSeat(table, title, game, seat, side, name, created, moved, bool(over), host == player)
            for table, title, game, seat, side, name, created, moved, over, host in seats
        ],
        _former_seats(database, player),
        [row[0] for row in made],
        [row[0] for row in away],
        record_of(database, player),
        played_by(database, player, 1 << 31),
        [SaidLine(*row) for row in said],
        wishes_of(database, player)[0],
        [
            {"kind": way.kind, "label": way.label, "target": way.target, "created": way.created}
            for way in channels_of(database, player)
        ],
    )  # fmt: skip


def _former_seats(database: Database, player: str) -> list[FormerSeat]:
    rows = database.execute(
        "SELECT tables.id, title, game, created, moved, over,"
        " (SELECT fields FROM chat WHERE chat.table_id = sitters.table_id AND chat.token = sitters.token"
        "  AND key = 'line-joined' ORDER BY number LIMIT 1)"
        " FROM sitters JOIN tables ON tables.id = table_id WHERE player = ? AND NOT EXISTS ("
        "  SELECT 1 FROM seats WHERE seats.table_id = sitters.table_id AND seats.token = sitters.token)"
        " ORDER BY created, tables.id, sitters.token",
        (player,),
    ).fetchall()
    return [
        FormerSeat(table, title, game, _announced_name(fields), created, moved, bool(over))
        for table, title, game, created, moved, over, fields in rows
    ]


def _announced_name(fields: str | None) -> str:
    """The name in the line that announced somebody; empty where there was none."""
    return "" if fields is None else str(msgspec.json.decode(fields).get("name", ""))
