"""`theomachy train`: matches, positions, a net, its gate, a file of weights."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from theomachy.bots.learning.weights import BadWeights, find_weights, fitting_weights, weights_paths
from theomachy.cli.matches import INTERRUPTED, check_bots, describe, play_kept
from theomachy.cli.options import ANY_GAME, GameArgument, GamesAtLeast, Jobs, Seed
from theomachy.cli.rulebook import check_game
from theomachy.cli.terminal import announce_engine, progress_bar
from theomachy.kernel.errors import TheomachyError
from theomachy.kernel.game import Game
from theomachy.lab.places import usable_cores
from theomachy.lab.plans import tournament_plans
from theomachy.lab.ratings import require_openskill
from theomachy.lab.tournament import Tournament

if TYPE_CHECKING:
    from theomachy.training.samples import Order


def train(
    game: GameArgument = ANY_GAME,
    folder: Annotated[
        Path, typer.Option("--folder", metavar="FOLDER", help="Keep everything there; a run goes on where it stopped.")
    ] = Path("matches/training"),
    bot: Annotated[
        str, typer.Option("--bot", metavar="BOT", help="Who plays against itself, such as 'learned:40@FILE'.")
    ] = "greedy",
    games: GamesAtLeast = 2000,
    tables: Annotated[
        str,
        typer.Option("--tables", metavar="TABLE,…", help="Players, and settings after '/', that take turns: '2,2,3'."),
    ] = "2",
    earlier: Annotated[
        list[Path] | None,
        typer.Option("--earlier", metavar="FOLDER", help="Learn from the matches of an earlier round, too."),
    ] = None,
    epochs: Annotated[int, typer.Option("--epochs", metavar="N", min=1, help="Times that all positions are seen.")] = 4,
    trust: Annotated[
        float,
        typer.Option(
            "--trust",
            metavar="N",
            min=0.0,
            max=1.0,
            help="How much a searching bot's expectation counts beside who won.",
        ),
    ] = 0.5,
    gate: Annotated[
        int,
        typer.Option(
            "--gate", metavar="N", min=0, help="Matches of each table's gate, at least; 0: no gate, no export."
        ),
    ] = 200,
    budget: Annotated[
        str, typer.Option("--budget", metavar="TIME", help="What both sides of the gate may think, like search.")
    ] = "200ms",
    seed: Seed = 0,
    jobs: Jobs = None,
) -> None:
    """Train an evaluation on matches that a bot plays against itself, in stages; what is done is not done again.

    Matches are played and positions drawn from them, a net is trained (on a GPU, if torch finds one), and a gate is
    held for each kind of table: the bot with the new net meets the one with the net there is, or else "search". The net
    is exported to FOLDER/GAME.weights for the tables whose gates it passed. "docs/training.md" says more.
    """
    try:
        from theomachy.training import gpu, trainer
        from theomachy.training.export import export, narrowed
        from theomachy.training.features import read_samples
        from theomachy.training.report import passes, report
        from theomachy.training.samples import design_of, orders
        from theomachy.training.sides import shares_of
        from theomachy.training.trained import Training
    except ImportError as error:
        raise TheomachyError(f'training needs {error.name}: pip install "theomachy[research]"') from None
    if gate:
        require_openskill()
    found = check_game(game)
    check_bots([bot, f"search:{budget}"])
    shapes = [table.strip() for table in tables.split(",")]
    for shape in shapes:
        design_of(found.name, shape)
    announce_engine()
    name = _file_name(f"{found.name}-{seed}-{bot}-{tables}")
    paths = _collect(folder / name, orders(found.name, shapes, bot, seed, games), jobs)
    for other in earlier or []:
        paths += sorted(other.glob("samples-*.npz"))
    made: dict[str, Any] = {
        "command": f"theomachy train {found.name} --bot {bot} --games {games} --tables {tables} --epochs {epochs}"
        f" --trust {trust:g} --seed {seed}",
        "earlier_rounds": ", ".join(path.name for path in earlier or []) or "none",
        "chunks": len(paths),
    }
    weights = folder / f"{name}.weights"
    if not _is_made(found, weights, made):
        rows, trained, held = read_samples(found.name, paths, trust)
        teach = gpu.train if gpu.has_gpu() else trainer.train
        net = teach(rows, trained, held, Training(epochs=epochs, seed=seed), typer.echo)
        weights.write_bytes(export(found.name, rows, net, made))
    figures = find_weights(found, str(weights)).header["figures"]
    typer.echo(f"{weights}: {weights.stat().st_size} bytes")
    gates: list[dict[str, Any]] = []
    for table in dict.fromkeys(shapes) if gate else ():
        held_gate = _hold_gate(found, weights, table, budget, gate, seed, jobs)
        gates.append(held_gate)
        word = "passed" if passes(held_gate) else "not passed"
        typer.echo(
            f"{table}: {word}, {held_gate['share']:.1%} ({held_gate['low']:.1%} to {held_gate['high']:.1%};"
            f" fair: {held_gate['fair']:.1%})"
        )
    page = weights.with_suffix(".md")
    page.write_text(report(found.name, made, figures, gates, shares_of(paths)), encoding="utf-8")
    typer.echo(f"{page}: the report")
    passed = [held_gate["table"] for held_gate in gates if passes(held_gate)]
    if passed:
        exported = folder / f"{found.name}.weights"
        exported.write_bytes(narrowed(find_weights(found, str(weights)), passed, gates))
        typer.echo(f"{exported}: for tables {', '.join(passed)}")
    elif gates:
        raise typer.Exit(1)


def _file_name(text: str) -> str:
    return text.translate({ord(sign): "_" for sign in "/:@=\\ "})


def _collect(folder: Path, wanted: list[Order], jobs: int | None) -> list[Path]:
    """The chunks of a round; interrupted, it says how to go on and exits."""
    from theomachy.training.samples import collect

    done = 0

    try:
        with progress_bar(len(wanted), "Playing") as shown:

            def count(more: int) -> None:
                nonlocal done
                done += more
                shown(done)

            return collect(folder, wanted, jobs or usable_cores(), count)
    except KeyboardInterrupt:
        sys.stderr.write(
            f"interrupted: {done} of {len(wanted)} chunks are kept in {folder}; the same command goes on from there\n"
        )
        sys.exit(INTERRUPTED)


def _is_made(game: Game[Any], weights: Path, made: dict[str, Any]) -> bool:
    """Whether the file is there already, made in the same way."""
    try:
        return bool(find_weights(game, str(weights)).header["provenance"] == made)
    except BadWeights:
        return False


def _hold_gate(
    game: Game[Any], weights: Path, table: str, budget: str, matches: int, seed: int, jobs: int | None
) -> dict[str, Any]:
    """The tournament of the new net against the one there is, or search; it is kept, and goes on where it stopped."""
    from theomachy.training.features import layout_of
    from theomachy.training.samples import design_of

    contender, rival = f"learned:{budget}@{weights}", f"learned:{budget}"
    try:
        fitting_weights(game, layout_of(game.name, table), weights_paths(game))
    except BadWeights:
        rival = f"search:{budget}"
    design = design_of(game.name, table)
    bots = [contender, rival] if design.players == 2 else [contender, *[rival] * (design.players - 1)]
    plans = tournament_plans(design, bots, seed, matches)
    described = describe("gate", design, bots, {"weights": find_weights(game, str(weights)).header["digest"]}, seed)
    kept = weights.with_suffix(f".gate-{_file_name(table)}.jsonl")
    results = play_kept(plans, matches, kept, described, jobs, None)
    points = Tournament(game, list(dict.fromkeys(bots)), design.players, results).points[contender]
    low, high = points.interval()
    # Whose machine it was, and where on it, is nobody's business who gets the weights.
    named = f"learned:{budget}@{weights.name}"
    return {
        "contender": named, "rival": rival, "table": table, "seed": seed, "points": points.points,
        "matches": points.matches, "share": points.share, "low": low, "high": high, "fair": 1 / design.players,
    }  # fmt: skip
