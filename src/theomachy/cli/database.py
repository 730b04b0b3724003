"""`theomachy database`: looking after what a server keeps."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich import box
from rich.table import Table

from theomachy.cli.options import Json
from theomachy.cli.storage_errors import storage_refusals
from theomachy.cli.terminal import open_console, print_json
from theomachy.kernel.errors import TheomachyError

if TYPE_CHECKING:
    from theomachy.server.database import Database
    from theomachy.server.operating import PlayerLine, TableLine

#: tables that are over are kept at least so many days, and players
GRACE = 7.0
PLAYER_GRACE = 90.0

database = typer.Typer(
    name="database",
    help="Look after what a server keeps. It may be running meanwhile.",
    no_args_is_help=True,
    rich_markup_mode=None,
)
Where = Annotated[
    str,
    typer.Option(
        "--database", envvar="THEOMACHY_DATABASE", metavar="FILE", help="The file of the server, or postgresql://…"
    ),
]
TableId = Annotated[str, typer.Argument(metavar="TABLE", help="As it is in the table's link.")]
HERE = "matches.sqlite"
#: columns that a list may have at most
WIDEST = 1_000


@contextmanager
def _opened(name: str) -> Iterator[Database]:
    """A database that is there already; a typing error makes no new one."""
    try:
        from theomachy.server.database import is_postgres, open_database
    except ImportError as error:
        raise TheomachyError(f"database needs more packages: pip install 'theomachy[server]' ({error})") from error
    if not is_postgres(name) and not Path(name).is_file():
        raise TheomachyError(f"--database: {name}: there is no such file")
    with storage_refusals(name):
        found = open_database(name)
        try:
            yield found
        finally:
            found.close()


@database.command()
def check(name: Where = HERE) -> None:
    """Read every table and play it again from its first choice; exit status 1 if one can't be gone on with."""
    from theomachy.server.operating import all_tables, faults

    with _opened(name) as found:
        count = len(all_tables(found))
        bad = list(faults(found))
    for table, reason, _ in bad:
        typer.echo(f"{table}: {reason}")
    other = sum(other_rules for _, _, other_rules in bad)
    more = f", {other} of another version of the rules" if other else ""
    typer.echo(f"{count} tables, {len(bad) - other} damaged{more}.")
    if bad:
        raise typer.Exit(1)


@database.command()
def backup(
    target: Annotated[Path, typer.Argument(metavar="FILE", help="Where the copy goes; replaced if it is there.")],
    name: Where = HERE,
) -> None:
    """Copy everything into an SQLite file, as it is at one moment, and check the copy."""
    from theomachy.server.database import is_postgres, open_database
    from theomachy.server.operating import copy
    from theomachy.server.sqlite_database import back_up

    if target.is_dir() or not target.absolute().parent.is_dir():
        raise TheomachyError(f"{target}: name a file in a folder that is there")
    if not is_postgres(name):
        if target.exists() and Path(name).exists() and target.samefile(name):
            raise TheomachyError(f"{target}: this is the database itself")
        back_up(name, str(target))
    else:
        part = target.with_name(f"{target.name}.part")
        part.unlink(missing_ok=True)
        try:
            with _opened(name) as found, storage_refusals(str(part)):
                made = open_database(str(part))
                try:
                    copy(found, made)
                finally:
                    made.close()
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    typer.echo(f"{target}: {target.stat().st_size:,} bytes.")


@database.command(name="copy")
def copy_tables(
    source: Annotated[str, typer.Argument(metavar="FROM", help="A file, or postgresql://…")],
    target: Annotated[str, typer.Argument(metavar="TO", help="A file, or postgresql://…, without tables yet.")],
) -> None:
    """Copy all tables from one database to another, like from SQLite to PostgreSQL. No server may use either."""
    from theomachy.server.database import open_database
    from theomachy.server.operating import copy

    with _opened(source) as found, storage_refusals(target):
        # For serving: a file that a server uses is refused.
        made = open_database(target, serving=True)
        try:
            count = copy(found, made)
        finally:
            made.close()
    typer.echo(f"{count} tables copied.")


@database.command()
def prune(
    older: Annotated[
        float,
        typer.Option("--older", metavar="DAYS", min=GRACE, help="Tables that are over, and untouched for so long."),
    ],
    unfinished: Annotated[
        float | None,
        typer.Option("--unfinished", metavar="DAYS", min=GRACE, help="Also those not over, untouched for so long."),
    ] = None,
    players: Annotated[
        float | None,
        typer.Option(
            "--players", metavar="DAYS", min=PLAYER_GRACE, help="Also players without a table, not seen for so long."
        ),
    ] = None,
    really: Annotated[bool, typer.Option("--really", help="Delete them; without this they are only listed.")] = False,
    name: Where = HERE,
) -> None:
    """Delete old tables for good, and players whom nobody uses."""
    from theomachy.server.operating import delete, delete_players, old_tables, unused_players

    with _opened(name) as found:
        old = old_tables(found, older, unfinished)
        if really:
            typer.echo(f"{delete(found, old)} tables deleted.")
        going = set() if really else {line.table for line in old}
        unused = [] if players is None else unused_players(found, players, going)
        if really:
            if players is not None:
                typer.echo(f"{delete_players(found, unused)} players deleted.")
            return
    _print(old)
    _print_players(unused)
    more = "" if players is None else f" and {len(unused)} players"
    typer.echo(f"{len(old)} tables{more} would be deleted; with --really they are.")


@database.command()
def tables(
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=1, help="At most so many.")] = 50,
    as_json: Json = False,
    name: Where = HERE,
) -> None:
    """List the tables at which something happened last, also those that are not listed publicly."""
    from theomachy.server import operating

    with _opened(name) as found:
        lines = operating.tables(found, limit)
    if as_json:
        import msgspec

        print_json({"tables": msgspec.to_builtins(lines)})
    else:
        _print(lines)


@database.command()
def close(
    table: TableId,
    undo: Annotated[bool, typer.Option("--undo", help="Let it go on.")] = False,
    name: Where = HERE,
) -> None:
    """End a table: it can still be looked at, and says that it is closed."""
    from theomachy.server import operating

    with _opened(name) as found:
        operating.close(found, table, not undo)
    typer.echo(f"{table} {'goes on' if undo else 'is closed'}.")


@database.command()
def hide(
    table: TableId,
    undo: Annotated[bool, typer.Option("--undo", help="List it again.")] = False,
    name: Where = HERE,
) -> None:
    """Take a table off the public list. Whoever has its link still comes in."""
    from theomachy.server import operating

    with _opened(name) as found:
        operating.hide(found, table, not undo)
    typer.echo(f"{table} is {'listed' if undo else 'hidden'}.")


@database.command()
def forget(
    name: Where = HERE,
    player: Annotated[
        str, typer.Option("--player", metavar="NAME", help="A player by the name at the end of their page's address.")
    ] = "",
) -> None:
    """Delete the name and the chat lines of a person who asks for it. Type their link, or the token in it (what is
    behind #seat= or #recover=): it proves that it is theirs, and shows which table, or which player, it is. Of a player
    everything is deleted. Choices stay."""
    from theomachy.server import operating

    token = "" if player else re.split("[#=]", sys.stdin.readline().strip())[-1]
    if not token and not player:
        raise TheomachyError("no token was typed")
    with _opened(name) as found:
        gone = operating.forget_player(found, player) if player else operating.forget(found, token)
    if gone is None:
        raise TheomachyError(
            f"there is no player '{player}'" if player else "nobody with this token has sat at a table here"
        )
    typer.echo(f"Deleted: {gone.names} names and {gone.lines} lines of the chat, at {len(gone.tables)} tables.")


def _print(lines: list[TableLine]) -> None:
    if not lines:
        return
    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("table", "game", "title", "made", "last choice", "choices", "people", "bots", ""):
        # An id is copied into the next command, so it stays on one line.
        shown.add_column(column, overflow="fold", no_wrap=column != "title", min_width=len(column))
    for line in lines:
        marks = [
            mark for mark, holds in (("over", line.over), ("listed", line.listed), ("closed", line.closed)) if holds
        ]
        shown.add_row(
            line.table, line.game, line.title, _date(line.created), _date(line.moved), str(line.version),
            str(line.people), str(line.bots), " ".join(marks),
        )  # fmt: skip
    _print_whole(shown)


def _print_players(lines: list[PlayerLine]) -> None:
    if not lines:
        return
    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("player", "name", "made", "last seen"):
        shown.add_column(column, overflow="fold", no_wrap=column != "name", min_width=len(column))
    for line in lines:
        shown.add_row(line.player, line.name, _date(line.created), _date(line.seen))
    _print_whole(shown)


def _print_whole(shown: Table) -> None:
    """Print a table as wide as it needs to be, even beyond the terminal."""
    console = open_console()
    unlimited = console.options.update(max_width=WIDEST)
    # What is measured leaves the lines between columns out.
    least = console.measure(shown, options=unlimited).minimum + 3 * len(shown.columns)
    console.width = max(console.width, least)
    console.print(shown)


def _date(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M")
