"""`theomachy fuzz`: random matches under watch."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from theomachy.cli.options import ANY_GAME, GameArgument, Games, Json, Players
from theomachy.cli.rulebook import check_game
from theomachy.cli.settings import Given, check_given
from theomachy.cli.terminal import open_console, print_json, progress_bar
from theomachy.lab.fuzz.runner import DEFAULT_OUT, FuzzReport, run_fuzz


def fuzz(
    game: GameArgument = ANY_GAME,
    games: Games = 100,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", help="The seed of the first match; the next has the next one.")
    ] = 0,
    players: Players = None,
    out: Annotated[
        Path, typer.Option("--out", metavar="FOLDER", help="Where failed matches are written, for 'theomachy replay'.")
    ] = DEFAULT_OUT,
    as_json: Json = False,
    *,
    settings: Given,
) -> None:
    """Play random matches of every set-up and check after every choice what must always hold.

    Exits with 1 if something did not; each failed match is written to a file that 'theomachy replay' opens.
    """
    found = check_game(game)
    check_given(found, settings)
    name = found.name
    with progress_bar(games, "Fuzzing") as progress:
        report = run_fuzz(name, games, seed, players, settings, out, progress)
    if as_json:
        failures = [{"seed": item.seed, "message": item.message, "file": str(item.file)} for item in report.failures]
        print_json({"game": name, "seed": seed, **_counts(report), "failures": failures})
    else:
        _print_report(open_console(), report)
    if report.failures:
        sys.exit(1)


def _counts(report: FuzzReport) -> dict[str, object]:
    return {"games": report.games, "decisions": report.decisions, "endings": dict(sorted(report.endings.items()))}


def _print_report(console: Console, report: FuzzReport) -> None:
    for failure in report.failures:
        console.print(f"seed {failure.seed}: {failure.message}", style="bold red", soft_wrap=True)
        console.print(f"    theomachy replay {failure.file}", soft_wrap=True)
    endings = ", ".join(f"{how} {count}" for how, count in sorted(report.endings.items()))
    console.print(f"{report.games} matches, {report.decisions} decisions; endings: {endings or 'none'}", soft_wrap=True)
    console.print(f"{len(report.failures)} failed")
