"""Calls, channels and deliveries as rows. The same SQL for every database; each function is called inside a
transaction. A call is somebody's turn at a table, from its beginning to its end: there is one of each, so nobody is
told of a turn twice. A delivery is a message on its way through one channel."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from theomachy.server.database import Database
from theomachy.server.notices import GAP, GRACE, Message, Waiting, Wishes, after_quiet
from theomachy.server.seats import Called, token_hash

#: Web Push, e-mail, a webhook
ChannelKind = Literal["push", "mail", "hook"]
#: deliveries given up one after the other after which a channel rests until its owner looks at it
PATIENCE: Final = 3
#: channels of a player
CHANNELS: Final = 20
#: seconds within which an address must be confirmed
CONFIRM: Final = 86_400.0


class Channel(Struct):
    """A way to reach a player. `target` holds what the kind needs, as JSON: it can hold secrets."""

    id: str
    player: str
    kind: ChannelKind
    target: str
    #: what its owner sees of it
    label: str
    created: float
    confirmed: bool
    failures: int = 0
    #: why the last message was given up
    trouble: str = ""

    @property
    def rests(self) -> bool:
        return self.failures >= PATIENCE


class Taken(Struct):
    """A delivery that is this process's for a while."""

    id: str
    channel: Channel
    message: Message
    tries: int
    #: tables that wait for the player in all
    count: int
    #: where the player's page is, as their browser said
    origin: str


CHANNEL_COLUMNS: Final = "id, player, kind, target, label, created, confirmed, failures, trouble"

# --- turns ------------------------------------------------------------------------------------------------------------


def call(database: Database, table: str, called: Called) -> None:
    """Somebody must decide at a table, or does no more. A turn that goes on is the same turn."""
    marks = ", ".join("?" * len(called.players))
    if called.players:
        database.execute(f"DELETE FROM calls WHERE table_id = ? AND player NOT IN ({marks})", (table, *called.players))
    else:
        database.execute("DELETE FROM calls WHERE table_id = ?", (table,))
    for player in called.players:
        database.execute(
            "INSERT INTO calls (player, table_id, why, since, due, seen, sent)"
            " SELECT id, ?, 'turn', ?, ?, ?, 0 FROM players WHERE id = ?"
            " AND EXISTS (SELECT 1 FROM channels WHERE channels.player = players.id)"
            " ON CONFLICT (player, table_id) DO NOTHING",
            (table, called.now, called.now + called.grace, int(player in called.seen), player),
        )


def see(database: Database, table: str, players: Sequence[str]) -> None:
    """These players look at the table: they know."""
    for player in players:
        database.execute("UPDATE calls SET seen = 1 WHERE table_id = ? AND player = ?", (table, player))


def call_late(database: Database, table: str, seats: Sequence[int], now: float) -> None:
    """The time of these seats is up: their players are told, whatever they were told before."""
    for seat in seats:
        database.execute(
            "INSERT INTO calls (player, table_id, why, since, due, seen, sent)"
            " SELECT player, table_id, 'late', ?, ?, 0, 0 FROM seats WHERE table_id = ? AND seat = ? AND who = 'person'"
            " AND player IS NOT NULL AND EXISTS (SELECT 1 FROM channels WHERE channels.player = seats.player)"
            " ON CONFLICT (player, table_id) DO UPDATE SET why = 'late', since = excluded.since, due = excluded.due,"
            " seen = 0, sent = 0",
            (now, now, table, seat),
        )


def gather(database: Database, now: float) -> int:
    """Make messages of the calls that are due: one for each player, however many tables wait. How many were made."""
    players = database.execute(
        "SELECT DISTINCT player FROM calls WHERE sent = 0 AND seen = 0 AND due <= ? ORDER BY player LIMIT 50", (now,)
    ).fetchall()
    return sum(_gather(database, player, now) for (player,) in players)


def _gather(database: Database, player: str, now: float) -> bool:
    wishes, _, told = wishes_of(database, player)
    when = max(after_quiet(wishes, now), told + GAP)
    if when > now:
        database.execute(
            "UPDATE calls SET due = ? WHERE player = ? AND sent = 0 AND seen = 0 AND due < ?", (when, player, when)
        )
        return False
    # What is about to be due comes along. If somebody else was first, nothing is left.
    rows = database.execute(
        "UPDATE calls SET sent = 1 WHERE player = ? AND sent = 0 AND seen = 0 AND due <= ?"
        " RETURNING table_id, why, since",
        (player, now + GRACE),
    ).fetchall()
    ways = [channel for channel in channels_of(database, player) if channel.confirmed and not channel.rests]
    if not rows or not ways or not wishes.on:
        return False
    waiting = [
        Waiting(table, *_named(database, table), why, since)
        for table, why, since in sorted(rows, key=lambda row: (row[2], row[0]))
    ]
    for channel in ways:
        add_delivery(database, channel.id, Message(waiting, wishes.lang), now)
    database.execute("UPDATE wishes SET told = ? WHERE player = ?", (now, player))
    return True


def _named(database: Database, table: str) -> tuple[str, str]:
    row = database.execute("SELECT title, game FROM tables WHERE id = ?", (table,)).fetchone()
    return ("", "") if row is None else (row[0], row[1])


# --- deliveries -------------------------------------------------------------------------------------------------------


def add_delivery(database: Database, channel: str, message: Message, now: float) -> None:
    database.execute(
        "INSERT INTO deliveries (id, channel, message, due, tries, until) VALUES (?, ?, ?, ?, 0, 0)",
        (secrets.token_hex(8), channel, msgspec.json.encode(message).decode(), now),
    )


def take(database: Database, now: float, seconds: float) -> Taken | None:
    """A delivery that is due and nobody else's, for so many seconds. One of which nothing is true any more is dropped,
    and what is no more so is left out."""
    lock = " FOR UPDATE SKIP LOCKED" if database.shared else ""
    while True:
        row = database.execute(
            "UPDATE deliveries SET until = ?, tries = tries + 1 WHERE id = ("
            f"  SELECT id FROM deliveries WHERE due <= ? AND until < ? ORDER BY due, id LIMIT 1{lock}"
            ") RETURNING id, channel, message, tries",
            (now + seconds, now, now),
        ).fetchone()
        if row is None:
            return None
        delivery, channel_id, text, tries = row
        channel = channel_named(database, channel_id)
        message = msgspec.json.decode(text, type=Message)
        if channel is not None:
            calls = database.execute(
                "SELECT table_id, since FROM calls WHERE player = ? AND seen = 0", (channel.player,)
            ).fetchall()
            standing = {(table, since) for table, since in calls}
            waiting = [one for one in message.waiting if (one.table, one.since) in standing]
            if waiting or message.trial:
                (count,) = database.execute("SELECT COUNT(*) FROM calls WHERE player = ?", (channel.player,)).fetchone()
                kept = msgspec.structs.replace(message, waiting=waiting)
                return Taken(delivery, channel, kept, tries, int(count), wishes_of(database, channel.player)[1])
        drop(database, delivery)


def drop(database: Database, delivery: str) -> None:
    database.execute("DELETE FROM deliveries WHERE id = ?", (delivery,))


def done(database: Database, delivery: str, channel: str) -> None:
    """It has come."""
    drop(database, delivery)
    database.execute("UPDATE channels SET failures = 0, trouble = '' WHERE id = ?", (channel,))


def try_again(database: Database, delivery: str, due: float) -> None:
    database.execute("UPDATE deliveries SET due = ?, until = 0 WHERE id = ?", (due, delivery))


def give_up(database: Database, delivery: str, channel: str, trouble: str) -> None:
    drop(database, delivery)
    database.execute("UPDATE channels SET failures = failures + 1, trouble = ? WHERE id = ?", (trouble, channel))


def next_due(database: Database) -> float | None:
    """When something is to be done next."""
    row = database.execute(
        "SELECT MIN(due) FROM (SELECT due FROM calls WHERE sent = 0 AND seen = 0"
        " UNION ALL SELECT CASE WHEN until > due THEN until ELSE due END FROM deliveries) AS coming"
    ).fetchone()
    return None if row is None else row[0]


# --- channels ---------------------------------------------------------------------------------------------------------


def channels_of(database: Database, player: str) -> list[Channel]:
    rows = database.execute(
        f"SELECT {CHANNEL_COLUMNS} FROM channels WHERE player = ? ORDER BY created, id", (player,)
    ).fetchall()
    return [_channel(row) for row in rows]


def channel_named(database: Database, channel: str) -> Channel | None:
    row = database.execute(f"SELECT {CHANNEL_COLUMNS} FROM channels WHERE id = ?", (channel,)).fetchone()
    return None if row is None else _channel(row)


def _channel(row: tuple[Any, ...]) -> Channel:
    id_, player, kind, target, label, created, confirmed, failures, trouble = row
    return Channel(id_, player, kind, target, label, created, bool(confirmed), failures, trouble)


def add_channel(database: Database, channel: Channel, same: str = "") -> bool:
    """One more way to reach a player; one of the same kind with this target or label is replaced. False: too many."""
    database.execute(
        "DELETE FROM channels WHERE player = ? AND kind = ? AND (target = ? OR label = ?)",
        (channel.player, channel.kind, channel.target, same or channel.label),
    )
    if len(channels_of(database, channel.player)) >= CHANNELS:
        return False
    database.execute(
        f"INSERT INTO channels ({CHANNEL_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            channel.id, channel.player, channel.kind, channel.target, channel.label, channel.created,
            int(channel.confirmed), channel.failures, channel.trouble,
        ),
    )  # fmt: skip
    return True


def remove_channel(database: Database, channel: str, player: str | None = None) -> None:
    """End a way to reach somebody; with a player only if it is theirs."""
    if player is None:
        database.execute("DELETE FROM channels WHERE id = ?", (channel,))
    else:
        database.execute("DELETE FROM channels WHERE id = ? AND player = ?", (channel, player))


def wake_channel(database: Database, channel: str) -> None:
    """Its owner looks at it: it is tried again."""
    database.execute("UPDATE channels SET failures = 0, trouble = '' WHERE id = ?", (channel,))


# --- links in messages ------------------------------------------------------------------------------------------------


def add_link(database: Database, token: str, channel: str, what: Literal["confirm", "stop"], until: float) -> None:
    database.execute(
        "INSERT INTO notice_links (hash, channel, what, until) VALUES (?, ?, ?, ?)",
        (token_hash(token), channel, what, until),
    )


def follow_link(database: Database, token: str, what: Literal["confirm", "stop"], now: float) -> bool:
    """Whoever has the link of a message confirms the address it came to, or ends it. Whether the link was one."""
    row = database.execute(
        "SELECT channel FROM notice_links WHERE hash = ? AND what = ? AND until >= ?", (token_hash(token), what, now)
    ).fetchone()
    if row is None:
        return False
    if what == "confirm":
        database.execute("UPDATE channels SET confirmed = 1 WHERE id = ?", (row[0],))
    else:
        remove_channel(database, row[0])
    return True


def clear_up(database: Database, now: float) -> None:
    """Forget links whose time is over, and addresses that nobody has confirmed."""
    database.execute("DELETE FROM notice_links WHERE until < ?", (now,))
    database.execute("DELETE FROM channels WHERE confirmed = 0 AND created < ?", (now - CONFIRM,))


def asked_to_confirm(database: Database, label: str, player: str, since: float) -> tuple[int, int, int]:
    """How many letters asking to confirm were lately sent to a mailbox, for a player, and in all."""
    row = database.execute(
        "SELECT COUNT(CASE WHEN label = ? THEN 1 END), COUNT(CASE WHEN player = ? THEN 1 END), COUNT(*) FROM letters"
        " WHERE at > ?",
        (label, player, since),
    ).fetchone()
    return int(row[0]), int(row[1]), int(row[2])


def note_letter(database: Database, label: str, player: str, now: float) -> None:
    database.execute("DELETE FROM letters WHERE at < ?", (now - CONFIRM,))
    database.execute("INSERT INTO letters (label, player, at) VALUES (?, ?, ?)", (label, player, now))


# --- wishes -----------------------------------------------------------------------------------------------------------


def wishes_of(database: Database, player: str) -> tuple[Wishes, str, float]:
    """How a player wants to be told, where their page is, and when they were last told something."""
    row = database.execute(
        "SELECT lang, zone, quiet_from, quiet_to, wanted, origin, told FROM wishes WHERE player = ?", (player,)
    ).fetchone()
    if row is None:
        return Wishes(), "", -GAP
    lang, zone, quiet_from, quiet_to, wanted, origin, told = row
    return Wishes(lang, zone, quiet_from, quiet_to, bool(wanted)), origin, told


def set_wishes(database: Database, player: str, wishes: Wishes, origin: str) -> None:
    database.execute(
        "INSERT INTO wishes (player, lang, zone, quiet_from, quiet_to, wanted, origin, told)"
        " SELECT id, ?, ?, ?, ?, ?, ?, 0 FROM players WHERE id = ?"
        " ON CONFLICT (player) DO UPDATE SET lang = excluded.lang, zone = excluded.zone,"
        " quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, wanted = excluded.wanted,"
        " origin = excluded.origin",
        (wishes.lang, wishes.zone, wishes.quiet_from, wishes.quiet_to, int(wishes.on), origin, player),
    )


# --- what the server itself keeps -------------------------------------------------------------------------------------


def keep_secret(database: Database, name: str, value: str) -> str:
    """A secret of the server's own: the one that is kept, or this one, which is from now on."""
    database.execute("INSERT INTO own_secrets (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING", (name, value))
    return str(database.execute("SELECT value FROM own_secrets WHERE name = ?", (name,)).fetchone()[0])
