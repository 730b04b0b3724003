"""Arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from theomachy.kernel.catalogue import LANGUAGES

GameArgument = Annotated[str, typer.Argument(metavar="GAME", help="The game.", show_default=True)]
Language = Annotated[str, typer.Option("--lang", metavar="|".join(LANGUAGES), help="Language of rules and texts.")]
Players = Annotated[int | None, typer.Option("--players", metavar="N", help="Number of players; their gods are drawn.")]
Gods = Annotated[
    str | None,
    typer.Option(
        "--gods",
        "--houses",
        metavar="NAME,NAME,…",
        help="Who plays, in seat order: gods of Ankh, like isis,amun, or houses of Anunnaki; 'random' draws one.",
    ),
]
Scenario = Annotated[str | None, typer.Option("--scenario", metavar="NAME", help="The scenario to set up.")]
Pharaoh = Annotated[
    str | None,
    typer.Option("--pharaoh", metavar="NAME", help="Play Ankh with the Pharaoh expansion: a pharaoh, or 'random'."),
]
Content = Annotated[
    str | None,
    typer.Option("--content", metavar="FILE", help="A TOML file with printed values of Anunnaki, in place of ours."),
]
Games = Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many matches.")]
#: where a balanced design may need a few more than were asked for
GamesAtLeast = Annotated[int, typer.Option("--games", metavar="N", min=1, help="How many matches at least.")]
Seed = Annotated[int, typer.Option("--seed", help="The same seed gives the same matches.")]
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
