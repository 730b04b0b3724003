"""`theomachy simulate`: one set-up many times, played at random."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from theomachy.cli.grids import print_grids
from theomachy.cli.matches import play_all
from theomachy.cli.options import ANY_GAME, GameArgument, Games, Json, Players, Seed
from theomachy.cli.rulebook import check_game
from theomachy.cli.settings import Given, read_given
from theomachy.cli.terminal import open_console, print_json
from theomachy.kernel.match import Match
from theomachy.lab.balance import Balance
from theomachy.lab.grids import study_grids
from theomachy.lab.plans import Design, repeated_plans
from theomachy.lab.words import Words

#: a look at random play has these tables; `balance` has them all
TABLES = ("endings", "sides", "seats", "lengths")


def simulate(
    game: GameArgument = ANY_GAME,
    games: Games = 1000,
    players: Players = None,
    seed: Seed = 0,
    jobs: Annotated[int, typer.Option("--jobs", metavar="N", min=1, help="Processes to play in.")] = 1,
    as_json: Json = False,
    *,
    settings: Given,
) -> None:
    """Play random matches of one set-up and count endings, wins and lengths, with 95 % intervals.

    "theomachy balance" has other bots, all set-ups evenly, charts and a report.
    """
    words = Words(check_game(game))
    asked: dict[str, Any] = {} if players is None else {"players": players}
    setup = words.game.check_setup({**asked, **read_given(words.game, settings)})
    design = Design(words.game, Match(words.game, setup, seed).seats, {})
    study = Balance(words.game, play_all(repeated_plans(design, setup, "random", seed, games), jobs))
    if as_json:
        print_json({"game": words.game.name, "setup": setup, "seed": seed, **study.json()})
        return
    console = open_console()
    title = [words.game_name, words.say("players", count=design.players)]
    title[1:1] = [words.value(name, value) for name, value in words.chosen(setup)]
    title += [words.say("matches-played", count=study.matches), words.say("seed", seed=seed)]
    console.print(", ".join(title), style="bold")
    grids = {grid.key: grid for grid in study_grids(words, study)}
    print_grids(console, [grids[key] for key in TABLES if key in grids])
