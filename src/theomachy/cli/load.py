"""`theomachy load`: what a server bears."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer
from rich import box
from rich.console import Console
from rich.table import Table

import theomachy
from theomachy.cli.options import Json, Seed
from theomachy.cli.terminal import open_console, print_json
from theomachy.kernel.errors import TheomachyError

#: figures in the order of the table, with their units
FIGURES = (
    ("tables", "tables", ""),
    ("people", "people and spectators", ""),
    ("choices", "choices made", ""),
    ("choices_per_second", "choices per second", "/s"),
    ("p50_ms", "choice to update, half within", "ms"),
    ("p95_ms", "95 of 100 within", "ms"),
    ("p99_ms", "99 of 100 within", "ms"),
    ("worst_ms", "the slowest", "ms"),
    ("update_bytes", "an update, on average", "bytes"),
    ("server_cpu_ms_per_choice", "CPU of the server per choice", "ms"),
    ("workers_cpu_s", "CPU of its bots", "s"),
    ("memory_mb", "memory at the end", "MB"),
    ("memory_kb_per_idle_table", "memory per idle table", "kB"),
    ("memory_kb_per_live_table", "memory per table with people", "kB"),
    ("memory_mb_gained", "memory gained after the warm-up", "MB"),
    ("memory_mb_gained_per_hour", "the same per hour", "MB"),
    ("memory_bytes_gained_per_choice", "the same per choice", "bytes"),
    ("files_gained_per_hour", "open files gained per hour", ""),
    ("over", "matches that ended", ""),
)


def load(
    tables: Annotated[int, typer.Option("--tables", metavar="N", min=1, help="How many tables.")] = 100,
    pause: Annotated[
        float, typer.Option("--pause", metavar="SECONDS", min=0, help="How long people think, on average.")
    ] = 8.0,
    seconds: Annotated[float, typer.Option("--seconds", metavar="N", min=1, help="How long it is counted.")] = 60.0,
    server: Annotated[
        str | None,
        typer.Option("--server", metavar="ADDRESS", help="A running server; by default one is started for the run."),
    ] = None,
    pid: Annotated[
        int | None, typer.Option("--pid", metavar="N", help="With --server: its process here, to count what it uses.")
    ] = None,
    games: Annotated[
        str | None, typer.Option("--games", metavar="NAME,NAME,…", help="Games to play, in turn; by default all.")
    ] = None,
    bots: Annotated[
        float, typer.Option("--bots", metavar="SHARE", min=0, max=1, help="The share of tables with a bot.")
    ] = 0.1,
    spectators: Annotated[
        float, typer.Option("--spectators", metavar="SHARE", min=0, max=1, help="The share of tables with a spectator.")
    ] = 0.1,
    serve: Annotated[
        list[str] | None,
        typer.Option("--serve", metavar="OPTION", help="An option for the server that is started; may be repeated."),
    ] = None,
    soak: Annotated[
        bool,
        typer.Option("--soak", help="Come and go for all the time, and look whether the server's memory grows."),
    ] = False,
    seed: Seed = 0,
    as_json: Json = False,
) -> None:
    """Let many people play at once and measure how soon everybody sees a choice.

    With --soak people come, play, chat, go and come back, and matches that end are followed by others; the exit status
    is 1 if the server has gained more than a tenth of its memory after the first third of the time. Give it an hour.

    Half of the machine is the people's: figures of a server on another machine are better. Try it against servers of
    your own only.
    """
    try:
        from theomachy.lab.load.plan import Wishes
        from theomachy.lab.load.process import OwnServer
        from theomachy.lab.load.run import run_load
        from theomachy.lab.load.soak import run_soak
    except ImportError as error:
        raise TheomachyError(f"load needs more packages: pip install 'theomachy[server]' ({error})") from error
    names = tuple(name.strip().lower() for name in games.split(",")) if games else tuple(theomachy.GAMES)
    for name in names:
        theomachy.game(name)
    wishes = Wishes(tables, pause, seconds, names, seed, bots, spectators)
    if soak and server is not None and pid is None:
        raise TheomachyError("--soak: name the server's process with --pid, or let one be started")
    if server is not None and soak and pid is not None:
        figures = run_soak(server.rstrip("/"), wishes, pid, _progress)
    elif server is not None:
        figures = run_load(server.rstrip("/"), wishes, pid, _progress)
    else:
        # Everybody comes from this machine here, so what is meant for strangers must not stop them.
        people = (30 if soak else 3) * tables + 100
        roomy = [f"--limit={name}={people}" for name in ("sockets", "connections", "tables", "tables_per_address")]
        with OwnServer([*roomy, *(serve or [])]) as own:
            figures = (run_soak if soak else run_load)(own.address, wishes, own.pid, _progress)
    sys.stderr.write("\r\x1b[K" if sys.stderr.isatty() else "")
    if as_json:
        print_json(figures)
    else:
        _print(open_console(), figures)
    if figures.get("grows"):
        sys.stderr.write("the server's memory grows\n")
        raise typer.Exit(1)


def _progress(stage: str, done: int, whole: int) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\x1b[K{stage}: {done} of {whole}")
        sys.stderr.flush()


def _print(console: Console, figures: dict[str, Any]) -> None:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_header=False)
    table.add_column("figure")
    table.add_column("value", justify="right")
    table.add_column("unit")
    for key, name, unit in FIGURES:
        if key in figures:
            table.add_row(name, f"{figures[key]:,}", unit)
    console.print(table)
    for error, count in figures["errors"].items():
        console.print(f"{count} × {error}", style="yellow")
    if not figures["errors"]:
        console.print("no errors", style="green")
