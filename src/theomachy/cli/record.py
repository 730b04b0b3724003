"""`theomachy record`: matches of bots, every decision, as Parquet."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from theomachy.cli.matches import check_bots, describe, open_design, play_into, results_path
from theomachy.cli.options import ANY_GAME, GameArgument, GamesAtLeast, Jobs, Json, Players, Ray, Seed
from theomachy.cli.rulebook import check_game
from theomachy.cli.settings import Given, check_given
from theomachy.cli.terminal import announce_engine, print_json
from theomachy.kernel.errors import TheomachyError
from theomachy.lab.plans import balance_plans, tournament_plans


def record(
    game: GameArgument = ANY_GAME,
    bot: Annotated[
        str, typer.Option("--bot", metavar="BOT,…", help="The bot that plays all seats, or several that meet.")
    ] = "greedy",
    games: GamesAtLeast = 100,
    players: Players = None,
    seed: Seed = 0,
    jobs: Jobs = None,
    ray: Ray = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FOLDER",
            help="Write there; the same command goes on where it stopped. By default below matches/lab.",
        ),
    ] = None,
    as_json: Json = False,
    *,
    settings: Given,
) -> None:
    """Record matches of bots as Parquet: every decision with observation, mask, choice, outcome and the bot's chances.

    Sides and seats are balanced as in "balance" (one bot) and "tournament" (several). A setting of the game may be a
    list with commas, or 'all'. "docs/research.md" says what the columns are.
    """
    try:
        from theomachy.research.recording import about, record_plans
        from theomachy.research.records import RecordFolder
    except ImportError as error:
        raise TheomachyError(f'records need {error.name}: pip install "theomachy[research]"') from None
    found = check_game(game)
    names = [name.strip() for name in bot.split(",") if name.strip()]
    check_bots(names)
    check_given(found, settings)
    wanted = dict(settings)
    design = open_design(found, players, wanted)
    described = describe("record", design, names, wanted, seed)
    plain = (
        balance_plans(design, names[0], seed, games)
        if len(names) == 1
        else tournament_plans(design, names, seed, games)
    )
    plans = record_plans(plain)
    path = results_path(out, described).with_suffix("") if out is None else out
    with RecordFolder(path, about(plans[0], described)) as kept:
        announce_engine()
        results = play_into(plans, games, kept, path, jobs, ray)
        decisions = sum(result.decisions for result in results)
    size = sum(file.stat().st_size for file in path.iterdir())
    if as_json:
        print_json({"folder": str(path), "matches": len(results), "decisions": decisions, "bytes": size})
        return
    typer.echo(f"{path}: {len(results)} matches, {decisions} decisions, {size / 1e6:.1f} MB")
