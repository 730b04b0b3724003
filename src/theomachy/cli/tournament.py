"""`theomachy tournament`: bots against each other, nobody favoured by position."""

from __future__ import annotations

from typing import Annotated

import typer

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
from theomachy.kernel.errors import BadSetup
from theomachy.lab.grids import tournament_grids
from theomachy.lab.plans import tournament_plans
from theomachy.lab.ratings import require_openskill
from theomachy.lab.tournament import Tournament
from theomachy.lab.words import Words


def tournament(
    game: GameArgument = ANY_GAME,
    bots: Annotated[
        str,
        typer.Option("--bots", metavar="BOT,BOT,…", help="Who plays, such as 'search:200ms,greedy,random'."),
    ] = "greedy,random",
    games: GamesAtLeast = 400,
    players: Players = None,
    seed: Seed = 0,
    jobs: Jobs = None,
    ray: Ray = None,
    out: Out = None,
    lang: Language = "en",
    as_json: Json = False,
    *,
    settings: Given,
) -> None:
    """Let bots play each other, every bot in every seat with every side equally often, and rate them.

    With more bots than seats all pairings are played, with fewer all mixtures; with as many names as seats and one of
    them more than once ('search:200,greedy,greedy') that line-up alone. A setting of the game may be a list
    with commas, or 'all'. Finished matches are kept: the same command goes on where it stopped.
    """
    require_openskill()
    words = Words(check_game(game), check_language(lang))
    names = [name.strip() for name in bots.split(",") if name.strip()]
    if len(set(names)) < 2:
        raise BadSetup(f"--bots: '{bots}'; two or more different bots are needed, like 'greedy,random'")
    check_bots(names)
    check_given(words.game, settings)
    wanted = dict(settings)
    design = open_design(words.game, players, wanted)
    described = describe("tournament", design, names, wanted, seed)
    plans = tournament_plans(design, names, seed, games)
    results = play_kept(plans, games, results_path(out, described), described, jobs, ray)
    found = Tournament(words.game, list(dict.fromkeys(names)), design.players, results)
    if as_json:
        print_json({"game": words.game.name, "players": design.players, **wanted, "seed": seed, **found.json()})
        return
    console = open_console()
    title = [words.game_name, words.say("players", count=design.players)]
    title += [words.say("matches-played", count=found.matches), words.say("seed", seed=seed)]
    title.append(words.say("fair", share=words.percent(found.fair)))
    console.print(", ".join(title), style="bold")
    print_grids(console, tournament_grids(words, found))
