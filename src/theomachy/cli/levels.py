"""`theomachy levels`: the opponents one can choose from."""

from __future__ import annotations

from rich.padding import Padding
from rich.text import Text

from theomachy.bots.levels import bot_behind, level_text, level_words, levels_of
from theomachy.cli.options import ANY_GAME, GameArgument, Json, Language
from theomachy.cli.phrases import check_language
from theomachy.cli.rulebook import check_game
from theomachy.cli.terminal import open_console, print_json


def levels(game: GameArgument = ANY_GAME, lang: Language = "en", as_json: Json = False) -> None:
    """List the levels bots play at, from the gentlest to the strongest; with --json also the bot behind each.

    Their names are understood wherever a bot is named, such as "theomachy play --seats you,adept".
    """
    language = check_language(lang)
    played = check_game(game)
    if as_json:
        print_json(
            [
                {
                    "level": level,
                    "name": level_words(level, language),
                    "text": level_text(level, language),
                    "bot": bot_behind(played, level),
                }
                for level in levels_of(played)
            ]
        )
        return
    console = open_console()
    width = max(map(len, levels_of(played)))
    for level in levels_of(played):
        line = Text(f"{level:<{width}}  ", "bold cyan").append(level_words(level, language), "bold")
        console.print(line)
        console.print(Padding(Text(level_text(level, language)), (0, 0, 0, width + 2)))
