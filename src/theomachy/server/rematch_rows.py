"""The rows that link a finished table to its rematch. Called inside a transaction."""

from __future__ import annotations

from theomachy.server.database import Database
from theomachy.server.storage import Outdated


def link_rematch(database: Database, table: str, rematch: str) -> str:
    """Link a table to its rematch and return the rematch; if it is linked already, return the existing one."""
    changed = database.execute(
        "UPDATE tables SET rematch = ? WHERE id = ? AND rematch = '' RETURNING rematch", (rematch, table)
    )
    if changed.fetchone() is not None:
        database.tell(table)
        return rematch
    row = database.execute("SELECT rematch FROM tables WHERE id = ?", (table,)).fetchone()
    if row is None:
        raise Outdated(f"there is no table {table}")
    return str(row[0])


def unlink_rematch(database: Database, table: str, rematch: str) -> None:
    """Remove the link to a rematch that could not be stored."""
    database.execute("UPDATE tables SET rematch = '' WHERE id = ? AND rematch = ?", (table, rematch))
    database.tell(table)
