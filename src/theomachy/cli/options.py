"""Options that several commands share. Those for a game's settings come from its door, see `theomachy.cli.settings`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from theomachy.kernel.catalogue import LANGUAGES

#: what a command says of a game that is not named: the first there is
ANY_GAME = ""

GameArgument = Annotated[
    str, typer.Argument(metavar="GAME", help="The game; the first there is, if none is named.", show_default=False)
]
Language = Annotated[str, typer.Option("--lang", metavar="|".join(LANGUAGES), help="Language of rules and texts.")]
Players = Annotated[int | None, typer.Option("--players", metavar="N", help="Number of players.")]
Games = Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many matches.")]
#: where a balanced design may need a few more than were asked for
GamesAtLeast = Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many matches at least.")]
Seed = Annotated[int, typer.Option("--seed", metavar="N", help="The same seed gives the same matches.")]
Jobs = Annotated[
    int | None,
    typer.Option("--jobs", metavar="N", min=1, help="Processes to play in; by default one for each core."),
]
Ray = Annotated[
    str | None,
    typer.Option("--ray", metavar="ADDRESS", help="Play on a Ray cluster: HOST:PORT, ray://HOST:PORT or 'auto'."),
]
Out = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="FILE",
        help="Keep finished matches there; the same command goes on where it stopped. By default below matches/lab.",
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
