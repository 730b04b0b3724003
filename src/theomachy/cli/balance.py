"""`theomachy balance`: who wins how often when one bot plays all seats."""

from __future__ import annotations

import os
import platform
import shlex
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import typer

import theomachy
from theomachy.cli.grids import print_grids
from theomachy.cli.matches import check_bots, describe, open_design, play_kept, results_path
from theomachy.cli.options import (
    ANY_GAME,
    GameArgument,
    GamesAtLeast,
    Jobs,
    Json,
    Language,
    Out,
    Players,
    Ray,
    Seed,
)
from theomachy.cli.phrases import check_language
from theomachy.cli.rulebook import check_game
from theomachy.cli.settings import Given, check_given
from theomachy.cli.terminal import open_console, print_json
from theomachy.kernel.errors import TheomachyError
from theomachy.lab.balance import Balance
from theomachy.lab.fingerprint import program
from theomachy.lab.grids import study_grids
from theomachy.lab.plans import Design, balance_plans
from theomachy.lab.report import Origin, report_page
from theomachy.lab.words import Words


def balance(
    game: GameArgument = ANY_GAME,
    bot: Annotated[str, typer.Option("--bot", metavar="BOT", help="The bot that plays all seats.")] = "greedy",
    games: GamesAtLeast = 2000,
    players: Players = None,
    seed: Seed = 0,
    jobs: Jobs = None,
    ray: Ray = None,
    out: Out = None,
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE", help="Write tables and charts there as one HTML page.")
    ] = None,
    lang: Language = "en",
    as_json: Json = False,
    *,
    settings: Given,
) -> None:
    """Count how often sides, seats, what varies and first choices win, with 95 % intervals.

    Sides, seats and what varies are played equally often. A setting of the game may be a list with commas, or 'all'.
    Finished matches are kept: the same command goes on where it stopped.
    """
    words = Words(check_game(game), check_language(lang))
    check_bots([bot])
    if report is not None:
        _check_writable(report)
    varied = words.game.study().varied
    check_given(words.game, settings)
    wanted = {**varied, **settings}
    design = open_design(words.game, players, wanted)
    described = describe("balance", design, [bot], wanted, seed)
    plans = balance_plans(design, bot, seed, games)
    results = play_kept(plans, games, results_path(out, described), described, jobs, ray)
    study = Balance(words.game, results)
    if report is not None:
        origin = _origin(words, design, wanted, bot, seed, study.matches)
        _write(report, report_page(words, study, origin))
    if as_json:
        about = {"game": words.game.name, "bot": bot, "players": design.players, **wanted, "seed": seed}
        print_json({**about, **study.json()})
        return
    console = open_console()
    title = [words.game_name, words.say("bot-plays", bot=bot), words.say("players", count=design.players)]
    title += [words.say("matches-played", count=study.matches), words.say("seed", seed=seed)]
    console.print(", ".join(title), style="bold")
    print_grids(console, study_grids(words, study))


def _origin(words: Words, design: Design, wanted: dict[str, str], bot: str, seed: int, matches: int) -> Origin:
    """The command in its shortest full form: whoever repeats it gets these matches."""
    command = ["theomachy", "balance", words.game.name, "--bot", bot, "--games", str(matches)]
    command += ["--players", str(design.players), "--seed", str(seed)]
    for key, value in wanted.items():
        command += [f"--{key.replace('_', '-')}", value]
    here: dict[str, Any] = program()
    versions = (
        f"theomachy {theomachy.__version__} ({here['build']}, code {here['code']}),"
        f" {words.game_name} rules {words.game.rules_version}, Python {platform.python_version()}"
    )
    setups = [words.say("players", count=design.players), words.say("bot-plays", bot=bot)]
    setups += [f"{words.term(key)}: {value}" for key, value in wanted.items()]
    date = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    return Origin(shlex.join(command), versions, date, ", ".join(setups))


def _check_writable(report: Path) -> None:
    """Before hours of play, not after them."""
    if not report.parent.is_dir():
        raise TheomachyError(f"--report: there is no folder '{report.parent}'")
    if report.is_dir():
        raise TheomachyError(f"--report: '{report}' is a folder; name a file in it")
    if not os.access(report if report.exists() else report.parent, os.W_OK):
        raise TheomachyError(f"--report: '{report}' can't be written")


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise TheomachyError(f"{path}: can't be written: {error.strerror}") from error
