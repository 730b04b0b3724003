"""Arguments and options that several commands share."""

from __future__ import annotations

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
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
