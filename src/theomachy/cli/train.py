"""`theomachy train`: samples of matches, a net trained on them, a file of weights."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from theomachy.cli.matches import check_bots
from theomachy.cli.options import ANY_GAME, GameArgument, GamesAtLeast, Jobs, Seed
from theomachy.cli.rulebook import check_game
from theomachy.kernel.errors import BadSetup, TheomachyError


def train(
    game: GameArgument = ANY_GAME,
    folder: Annotated[
        Path, typer.Option("--folder", metavar="FOLDER", help="Keep everything there; a run goes on where it stopped.")
    ] = Path("matches/training"),
    bot: Annotated[str, typer.Option("--bot", metavar="BOT", help="Who plays.")] = "greedy",
    games: GamesAtLeast = 2000,
    players: Annotated[
        str, typer.Option("--players", metavar="N,…", help="Numbers of players, which take turns: '2,2,3'.")
    ] = "2",
    epochs: Annotated[int, typer.Option("--epochs", metavar="N", min=1, help="Times that all positions are seen.")] = 3,
    seed: Seed = 0,
    jobs: Jobs = None,
) -> None:
    """Train an evaluation on matches that a bot plays against itself, in stages; what is done is not done again.

    First matches are played and positions drawn from them, then a net is trained and its file of weights written.
    Whether it plays better is for a tournament to say; the command for that is printed. "docs/training.md" says more.
    """
    try:
        from theomachy.training.export import export
        from theomachy.training.features import read_samples
        from theomachy.training.samples import collect, orders
        from theomachy.training.trained import Plan
        from theomachy.training.trainer import train as train_net
    except ImportError as error:
        raise TheomachyError(f'training needs {error.name}: pip install "theomachy[research]"') from None
    found = check_game(game)
    check_bots([bot])
    numbers = [int(word) if word.strip().isdigit() else -1 for word in players.split(",")]
    if not set(numbers) <= set(found.players):
        raise BadSetup(f"--players: '{players}'; {found.name} is for {', '.join(map(str, found.players))}")
    wanted = orders(found.name, numbers, bot, seed, games)
    name = f"{found.name}-{bot}-{players}-{seed}".replace("/", "_")
    with typer.progressbar(length=len(wanted), label="matches") as shown:
        paths = collect(folder / name, wanted, jobs or os.cpu_count() or 1, shown.update)
    rows, trained, held = read_samples(found.name, paths)
    plan = Plan(epochs=epochs, seed=seed)
    net = train_net(rows, trained, held, plan, typer.echo)
    made = {"bot": bot, "matches": games, "players": players, "seed": seed, "epochs": epochs}
    path = folder / f"{name}.weights"
    path.write_bytes(export(found.name, rows, net, made))
    typer.echo(f"{path}: {path.stat().st_size} bytes, figures {net.figures}")
    contender = Path(__file__).parent.with_name("training") / "contender.py"
    typer.echo(f"The gate: theomachy tournament {found.name} --bots {contender}:200ms@{path},search:200ms --games 200")
