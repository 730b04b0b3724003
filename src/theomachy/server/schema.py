"""What the databases have in common since people are known beyond one table: each change of their tables is written
once, in SQLite's words. A new one goes to the end."""

from __future__ import annotations

import re
from typing import Final

#: each entry brings a database to its next version
COMMON: Final = (
    # People who are known beyond one table. Who must decide at older tables is not known until their next choice.
    """
    CREATE TABLE players (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, public INTEGER NOT NULL, created REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE player_keys (
        hash BLOB PRIMARY KEY, player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE, kind TEXT NOT NULL,
        label TEXT NOT NULL, created REAL NOT NULL, used REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX player_keys_by_player ON player_keys (player);
    CREATE TABLE passkeys (
        id BLOB PRIMARY KEY, player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE, key BLOB NOT NULL,
        count INTEGER NOT NULL, label TEXT NOT NULL, transports TEXT NOT NULL, created REAL NOT NULL, used REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX passkeys_by_player ON passkeys (player);
    CREATE TABLE challenges (
        hash BLOB PRIMARY KEY, kind TEXT NOT NULL, player TEXT, until REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE put_away (
        player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE, table_id TEXT NOT NULL,
        PRIMARY KEY (player, table_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE results (
        table_id TEXT NOT NULL, seat INTEGER NOT NULL, player TEXT, game TEXT NOT NULL, side TEXT NOT NULL,
        seats INTEGER NOT NULL, people INTEGER NOT NULL, place INTEGER NOT NULL, won INTEGER NOT NULL,
        rated INTEGER NOT NULL, at REAL NOT NULL, PRIMARY KEY (table_id, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX results_by_player ON results (player);
    CREATE TABLE ratings (
        player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE, game TEXT NOT NULL, mu REAL NOT NULL,
        sigma REAL NOT NULL, matches INTEGER NOT NULL, PRIMARY KEY (player, game)
    ) STRICT, WITHOUT ROWID;
    ALTER TABLE seats ADD COLUMN player TEXT;
    CREATE INDEX seats_by_player ON seats (player) WHERE player IS NOT NULL;
    ALTER TABLE tables ADD COLUMN host_player TEXT;
    CREATE INDEX tables_by_host ON tables (host_player) WHERE host_player IS NOT NULL;
    ALTER TABLE tables ADD COLUMN rated INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN deciding INTEGER NOT NULL DEFAULT 0;
    """,
    # How long people may think, what their clocks stand at, and when the server was last seen to run.
    """
    ALTER TABLE tables ADD COLUMN pace TEXT NOT NULL DEFAULT '';
    ALTER TABLE seats ADD COLUMN asked TEXT;
    CREATE TABLE clocks (
        table_id TEXT NOT NULL REFERENCES tables (id), seat INTEGER NOT NULL, used REAL NOT NULL,
        reserve REAL NOT NULL, began REAL, due REAL, out INTEGER NOT NULL, away INTEGER NOT NULL,
        came INTEGER NOT NULL, fresh INTEGER NOT NULL, owed INTEGER NOT NULL, PRIMARY KEY (table_id, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX clocks_by_due ON clocks (due) WHERE began IS NOT NULL;
    CREATE TABLE uptime (seen REAL NOT NULL) STRICT;
    INSERT INTO uptime VALUES (0);
    """,
    # Whose turn is where, how players are told of it, and what is on its way to them.
    """
    CREATE TABLE wishes (
        player TEXT PRIMARY KEY REFERENCES players (id) ON DELETE CASCADE, lang TEXT NOT NULL, zone TEXT NOT NULL,
        quiet_from INTEGER NOT NULL, quiet_to INTEGER NOT NULL, wanted INTEGER NOT NULL, origin TEXT NOT NULL,
        told REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE channels (
        id TEXT PRIMARY KEY, player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE, kind TEXT NOT NULL,
        target TEXT NOT NULL, label TEXT NOT NULL, created REAL NOT NULL, confirmed INTEGER NOT NULL,
        failures INTEGER NOT NULL, trouble TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX channels_by_player ON channels (player);
    CREATE TABLE calls (
        player TEXT NOT NULL REFERENCES players (id) ON DELETE CASCADE,
        table_id TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE, why TEXT NOT NULL, since REAL NOT NULL,
        due REAL NOT NULL, seen INTEGER NOT NULL, sent INTEGER NOT NULL, PRIMARY KEY (player, table_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX calls_by_table ON calls (table_id);
    CREATE INDEX calls_by_due ON calls (due) WHERE sent = 0 AND seen = 0;
    CREATE TABLE deliveries (
        id TEXT PRIMARY KEY, channel TEXT NOT NULL REFERENCES channels (id) ON DELETE CASCADE, message TEXT NOT NULL,
        due REAL NOT NULL, tries INTEGER NOT NULL, until REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX deliveries_by_due ON deliveries (due);
    CREATE TABLE notice_links (
        hash BLOB PRIMARY KEY, channel TEXT NOT NULL REFERENCES channels (id) ON DELETE CASCADE, what TEXT NOT NULL,
        until REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE letters (label TEXT NOT NULL, player TEXT NOT NULL, at REAL NOT NULL) STRICT;
    CREATE TABLE own_secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
    """,
    # The lesson that is taught at a table.
    "ALTER TABLE tables ADD COLUMN lesson TEXT NOT NULL DEFAULT '';",
    # What was found out about a match that is over; and which people agree to a coach.
    """
    CREATE TABLE analyses (
        table_id TEXT PRIMARY KEY REFERENCES tables (id), version INTEGER NOT NULL, finished INTEGER NOT NULL,
        until REAL NOT NULL, body BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;
    ALTER TABLE seats ADD COLUMN coach INTEGER NOT NULL DEFAULT 0;
    """,
    # Whether one person moves all sides at a table, and back again.
    "ALTER TABLE tables ADD COLUMN analysis INTEGER NOT NULL DEFAULT 0;",
    # Fair play: whether hints are allowed, adjourned tables, rematches, resigned seats, lines for some seats only.
    """
    ALTER TABLE tables ADD COLUMN hints TEXT NOT NULL DEFAULT '';
    ALTER TABLE tables ADD COLUMN adjourned INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE tables ADD COLUMN rematch TEXT NOT NULL DEFAULT '';
    ALTER TABLE seats ADD COLUMN resigned TEXT;
    ALTER TABLE chat ADD COLUMN readers TEXT NOT NULL DEFAULT '';
    """,
    # What the decisions have used that can be taken back: clocks of older versions know that of the last one at most.
    """
    ALTER TABLE clocks ADD COLUMN answered TEXT NOT NULL DEFAULT '[]';
    ALTER TABLE clocks ADD COLUMN taken_back TEXT NOT NULL DEFAULT '[]';
    ALTER TABLE clocks ADD COLUMN carried REAL NOT NULL DEFAULT 0;
    UPDATE clocks SET answered = '[' || used || ']', used = 0, out = 0 WHERE fresh = 1;
    ALTER TABLE clocks DROP COLUMN fresh;
    ALTER TABLE clocks DROP COLUMN owed;
    """,
    # The player who sat there, also after they left: what they said is exported and deleted with them.
    """
    ALTER TABLE sitters ADD COLUMN player TEXT;
    UPDATE sitters SET player = (
        SELECT player FROM seats WHERE seats.table_id = sitters.table_id AND seats.token = sitters.token);
    CREATE INDEX sitters_by_player ON sitters (player) WHERE player IS NOT NULL;
    """,
)


def for_postgres(migration: str) -> str:
    """The same change in PostgreSQL's words."""
    plain = re.sub(r" STRICT(, WITHOUT ROWID)?", "", migration)
    return plain.replace(" REAL", " DOUBLE PRECISION").replace(" BLOB", " BYTEA")
