"""Analyses as rows: one for each table, with who is at work on it. Each function is called inside a transaction."""

from __future__ import annotations

from msgspec import Struct

from theomachy.server.database import Database


class KeptAnalysis(Struct, frozen=True):
    """An analysis of the match at a version, as far as it has come; until when somebody is at work on it."""

    version: int
    finished: bool
    until: float
    body: bytes


def read_analysis(database: Database, table: str) -> KeptAnalysis | None:
    row = database.execute(
        "SELECT version, finished, until, body FROM analyses WHERE table_id = ?", (table,)
    ).fetchone()
    return None if row is None else KeptAnalysis(int(row[0]), bool(row[1]), float(row[2]), bytes(row[3]))


def take_analysis(database: Database, table: str, version: int, now: float, until: float) -> bool:
    """Whether whoever asks is the one to work on it from now: nobody else is, and it is not finished. What there is of
    an older version is void."""
    taken = database.execute(
        "INSERT INTO analyses (table_id, version, finished, until, body) SELECT id, ?, 0, ?, ? FROM tables"
        " WHERE id = ? AND over = 1 ON CONFLICT (table_id) DO UPDATE SET version = excluded.version, finished = 0,"
        " until = excluded.until, body = CASE WHEN analyses.version = excluded.version THEN analyses.body"
        " ELSE excluded.body END"
        " WHERE analyses.version <> excluded.version OR (analyses.finished = 0 AND analyses.until < ?)"
        " RETURNING table_id",
        (version, until, b"", table, now),
    )
    return taken.fetchone() is not None


def keep_analysis(database: Database, table: str, version: int, finished: bool, until: float, body: bytes) -> bool:
    """Keep what was found; False if the table is gone, or has another version."""
    kept = database.execute(
        "UPDATE analyses SET finished = ?, until = ?, body = ? WHERE table_id = ? AND version = ? RETURNING table_id",
        (int(finished), until, body, table, version),
    )
    return kept.fetchone() is not None
