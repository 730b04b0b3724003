"""`theomachy bots`: think for the bots of servers that share a database."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from theomachy.cli.storage_errors import storage_refusals
from theomachy.kernel.errors import TheomachyError


def bots(
    database: Annotated[
        str,
        typer.Option(
            "--database",
            envvar="THEOMACHY_DATABASE",
            metavar="URL",
            help="That of the servers, postgresql://…",
            show_default=False,
        ),
    ],
    workers: Annotated[int, typer.Option("--bot-workers", metavar="N", min=1, help="Processes that think.")] = max(
        1, os.cpu_count() or 1
    ),
    bot_pause: Annotated[
        float, typer.Option("--bot-pause", metavar="SECONDS", min=0, help="Before each choice that people see.")
    ] = 0.6,
) -> None:
    """Think for the bots at all tables of servers that share a PostgreSQL database, here or on another machine.

    Start as many as you like. The servers themselves need not think then: theomachy serve --bot-workers 0.
    """
    try:
        from theomachy.server.bot_service import run_bots
        from theomachy.server.database import is_postgres
        from theomachy.server.logs import write_logs
    except ImportError as error:
        raise TheomachyError(f"bots needs more packages: pip install 'theomachy[postgres]' ({error})") from error
    if not is_postgres(database):
        raise TheomachyError("--database: a file belongs to one server, which thinks itself; name postgresql://…")
    write_logs(as_json=False)
    with storage_refusals(database):
        run_bots(database, workers, bot_pause, lambda: typer.echo("Thinking for the bots; Ctrl-C ends it."))
