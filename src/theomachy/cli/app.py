"""The commands of `theomachy`, put together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final

import typer

import theomachy
from theomachy.cli.analyse import analyse
from theomachy.cli.balance import balance
from theomachy.cli.bench import bench
from theomachy.cli.bots import bots
from theomachy.cli.calibrate import calibrate
from theomachy.cli.cases import cases
from theomachy.cli.database import database
from theomachy.cli.fuzz import fuzz
from theomachy.cli.language import OPTION, OTHERWISE
from theomachy.cli.lesson import lesson
from theomachy.cli.levels import levels
from theomachy.cli.load import load
from theomachy.cli.phrases import check_language
from theomachy.cli.play import play
from theomachy.cli.position import position
from theomachy.cli.record import record
from theomachy.cli.replay import replay
from theomachy.cli.rules import rules
from theomachy.cli.serve import serve
from theomachy.cli.settings import with_settings
from theomachy.cli.simulate import simulate
from theomachy.cli.terminal import engine_line
from theomachy.cli.tournament import tournament
from theomachy.cli.train import train
from theomachy.cli.why import why
from theomachy.kernel.catalogue import LANGUAGES

#: commands that take the settings of a game, and whether they take those that say who sits where
SETTINGS: Final = {"play": True, "simulate": True, "tournament": False, "balance": False, "record": False, "fuzz": True}
COMMANDS: Final[tuple[Callable[..., None], ...]] = (
    play, levels, lesson, serve, bots, load, replay, position, analyse, rules, why, simulate, tournament, balance,
    record, calibrate, train, cases, fuzz, bench,
)  # fmt: skip


def make_app(asked: str, lang: str) -> typer.Typer:
    """The commands. The one that is asked for has the settings of all games as options; to know them, games are loaded,
    which no other command needs. Their help is in the language; all else is English until it is spoken
    (`theomachy.cli.usage`)."""
    app = typer.Typer(
        name="theomachy",
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    app.callback()(theomachy_command)
    for command in COMMANDS:
        name = command.__name__
        games = theomachy.GAMES.values() if name == asked else ()
        app.command()(with_settings(command, games, SETTINGS[name], lang) if name in SETTINGS else command)
    app.add_typer(database)
    return app


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(engine_line())
        raise typer.Exit


def theomachy_command(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
    lang: Annotated[
        str,
        typer.Option(OPTION, metavar="|".join(LANGUAGES), help="Language of help and texts; by default that of LANG."),
    ] = OTHERWISE,
) -> None:
    """Board games as a rules-locked engine: play, replay, look up rules, test and study.

    "theomachy play" starts a match; every command explains itself with --help.
    """
    check_language(lang)
