"""`theomachy bench`: how fast the engine is, beside its public peers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any, Final

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from theomachy.cli.options import Json
from theomachy.cli.rulebook import check_game
from theomachy.cli.terminal import announce_engine, open_console, print_json, progress_bar
from theomachy.kernel.build import is_compiled
from theomachy.lab.bench import plan_tasks, run_bench

TIMES: Final = (
    ("copy of a state", "state_us"),
    ("copy of a match", "match_us"),
    ("save", "save_us"),
    ("open a save, all choices replayed", "load_us"),
    ("restore a state", "restore_us"),
)


def bench(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Measure this game only.")] = "",
    seconds: Annotated[
        float, typer.Option("--seconds", metavar="N", min=0.05, help="How long each figure is measured.")
    ] = 3.0,
    out: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write the figures there as JSON.")] = None,
    as_json: Json = False,
) -> None:
    """Measure random play, copies, lists of choices, saves: the compiled engine, the interpreted one, and the peers.

    Peers (Catanatron, python-chess, OpenSpiel) are measured where they are installed: pip install "theomachy[bench]".
    """
    games = [check_game(game).name] if game else None
    announce_engine()
    done = 0
    with progress_bar(len(plan_tasks(games or [])), "Measuring") as progress:

        def advance(name: str) -> None:
            nonlocal done
            progress(done)
            done += 1

        report = run_bench(seconds, games, advance)
    if out is not None:
        out.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")
    if as_json:
        print_json(report)
    else:
        _print_report(open_console(), report)


def _print_report(console: Console, report: dict[str, Any]) -> None:
    rows = report["rows"]
    peer = next((row for row in rows if row["name"] == "Catanatron" and "decisions" in row), None)
    table = Table(box=box.SIMPLE, title="Random play, one core", title_justify="left")
    for name in ("", "build"):
        table.add_column(name)
    for name in ("decisions/s", "matches/s", "× Catanatron"):
        table.add_column(name, justify="right")
    for row in rows:
        if "decisions" in row:
            ratio = f"{row['decisions'] / peer['decisions']:.1f}" if peer else "–"
            matches = f"{row['matches']:,.0f}" if "matches" in row else ""
            table.add_row(row["name"], row["build"], f"{row['decisions']:,.0f}", matches, ratio)
    console.print(table)
    table = Table(box=box.SIMPLE, title="Microseconds", title_justify="left")
    for name in ("", "build", "what"):
        table.add_column(name)
    table.add_column("µs", justify="right")
    for row in rows:
        for what, key in TIMES:
            if key in row:
                table.add_row(row["name"], row["build"], what, f"{row[key]:,.2f}")
        for name, value in sorted(row.get("us", {}).items(), key=lambda item: -item[1]):
            table.add_row(name, row["build"], "list of choices", f"{value:,.2f}")
        if "perft" in row:
            table.add_row(row["name"], "", "a node of perft", f"{1e6 / row['perft']:,.2f}")
        if "error" in row:
            table.add_row(row["name"], row["build"], row["error"], "")
    console.print(table)
    for goal in report["goals"]:
        console.print(f"{goal['goal']}: {goal['reached']:,.1f} (goal {goal['wanted']:g})", soft_wrap=True)
    if not is_compiled():
        console.print(
            "This install runs the interpreted engine; 'make engine' compiles it, and a wheel contains it compiled.",
            soft_wrap=True,
        )
