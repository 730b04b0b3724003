"""The commands of `theomachy`, put together."""

from __future__ import annotations

from typing import Annotated

import typer

import theomachy
from theomachy.cli.balance import balance
from theomachy.cli.bench import bench
from theomachy.cli.cases import cases
from theomachy.cli.fuzz import fuzz
from theomachy.cli.load import load
from theomachy.cli.play import play
from theomachy.cli.replay import replay
from theomachy.cli.rules import rules
from theomachy.cli.serve import serve
from theomachy.cli.simulate import simulate
from theomachy.cli.tournament import tournament
from theomachy.cli.why import why
from theomachy.lab.bench import is_compiled

app = typer.Typer(
    name="theomachy",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        build = "compiled" if is_compiled() else "interpreted"
        typer.echo(f"theomachy {theomachy.__version__}, {build} engine")
        raise typer.Exit


@app.callback()
def theomachy_command(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Board games as a rules-locked engine: play, replay, look up rules, test and study.

    "theomachy play" starts a match of Ankh; every command explains itself with --help.
    """


app.command()(play)
app.command()(serve)
app.command()(load)
app.command()(replay)
app.command()(rules)
app.command()(why)
app.command()(simulate)
app.command()(tournament)
app.command()(balance)
app.command()(cases)
app.command()(fuzz)
app.command()(bench)
