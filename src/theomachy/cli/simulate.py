"""`theomachy simulate`: one set-up many times, played at random."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from theomachy.cli.grids import print_grids
from theomachy.cli.matches import play_all
from theomachy.cli.options import Content, GameArgument, Games, Gods, Json, Pharaoh, Players, Scenario, Seed
from theomachy.cli.rulebook import check_game
from theomachy.cli.seating import split_names
from theomachy.cli.terminal import open_console, print_json
from theomachy.lab.balance import Study
from theomachy.lab.grids import study_grids
from theomachy.lab.plans import Table, repeated_plans
from theomachy.lab.words import Words

#: a look at random play has these tables; `balance` has them all
TABLES = ("endings", "sides", "seats", "lengths")


def simulate(
    game: GameArgument = "ankh",
    games: Games = 1000,
    players: Players = None,
    gods: Gods = None,
    scenario: Scenario = None,
    pharaoh: Pharaoh = None,
    content: Content = None,
    seed: Seed = 0,
    jobs: Annotated[int, typer.Option("--jobs", metavar="N", min=1, help="Processes to play in.")] = 1,
    as_json: Json = False,
) -> None:
    """Play random matches of one set-up and count endings, wins and lengths, with 95 % intervals.

    "theomachy balance" has other bots, all set-ups evenly, charts and a report.
    """
    words = Words(check_game(game))
    settings: dict[str, Any] = {"players": players, "scenario": scenario, "pharaoh": pharaoh, "content": content}
    settings[words.game.seats_setting] = split_names(gods)
    setup = words.game.check_setup({key: value for key, value in settings.items() if value is not None})
    table = Table(words.game, len(setup[words.game.seats_setting]), {})
    study = Study(words.game, play_all(repeated_plans(table, setup, "random", seed, games), jobs))
    if as_json:
        print_json({"game": words.game.name, "setup": setup, "seed": seed, **study.json()})
        return
    console = open_console()
    title = [words.game_name, words.say("players", count=table.players)]
    if "scenario" in setup:
        title.insert(1, words.value("scenario", setup["scenario"]))
    title += [words.say("matches-played", count=study.matches), words.say("seed", seed=seed)]
    console.print(", ".join(title), style="bold")
    grids = {grid.key: grid for grid in study_grids(words, study)}
    print_grids(console, [grids[key] for key in TABLES])
