"""A process that offers versions of a table to a database: `python -m tests.server.rival DATABASE TABLE SEAT`. It reads
a version a line, tries to store a choice of its seat as that, and says whether it was first."""

from __future__ import annotations

import sys

from theomachy.server.database import open_database
from theomachy.server.rows import TableRows
from theomachy.server.storage import Event, Outdated


def main() -> None:
    name, table, seat = sys.argv[1], sys.argv[2], int(sys.argv[3])
    database = open_database(name)
    rows = TableRows(database)
    print("ready", flush=True)
    for line in sys.stdin:
        event = Event(int(line), "choose", seat, "done", 2.0)
        try:
            with database.transaction(batched=True):
                rows.append(table, 0, event, b"%d" % seat, False, snapshot=True)
            print("first", flush=True)
        except Outdated:
            print("late", flush=True)
    database.close()


if __name__ == "__main__":
    main()
