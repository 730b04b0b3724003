"""`theomachy lesson`: learn a game at the terminal."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from theomachy.bots import Bot, new_bot
from theomachy.cli.options import ANY_GAME, GameArgument, Language
from theomachy.cli.phrases import check_language, phrase
from theomachy.cli.rulebook import check_game
from theomachy.cli.session import Left, Session
from theomachy.cli.terminal import edit_typed_lines, open_console
from theomachy.kernel.game import Game
from theomachy.lessons import Lesson, find_lesson, lessons_of

#: who plays the others once a lesson lets its learner play freely
PARTNER = "greedy"


def lesson(
    game: GameArgument = ANY_GAME,
    which: Annotated[
        str, typer.Argument(metavar="LESSON", help="Its number or its name; left out: the list.", show_default=False)
    ] = "",
    lang: Language = "en",
) -> None:
    """Learn a game by playing: short lessons, each about a few minutes long."""
    language = check_language(lang)
    played = check_game(game)
    console = open_console()
    if not which:
        _list_lessons(console, played, language)
        return
    chosen = find_lesson(played, which)
    match = chosen.begin()
    bots: list[Bot | None] = [None if seat == chosen.learner else new_bot(PARTNER, seat) for seat in range(match.seats)]
    edit_typed_lines()
    console.print(Text(chosen.title[language], "bold"))
    console.print(chosen.about[language])
    try:
        Session(match, bots, console, language, lesson=chosen).run()
    except Left:
        return
    _say_what_next(console, chosen, language)


def _list_lessons(console: Console, game: Game[Any], lang: str) -> None:
    known = lessons_of(game)
    title = game.face().title(lang)
    if not known:
        console.print(phrase("lesson-none", lang, game=title))
        return
    console.print(phrase("lesson-head", lang, game=title), style="bold")
    for number, entry in enumerate(known, 1):
        minutes = phrase("lesson-minutes", lang, count=entry.minutes)
        console.print(Text.assemble(f"{number:>3}  ", (entry.title[lang], "bold"), f"  ({minutes})"))
        console.print(Text(f"     {entry.about[lang]}", "dim"))
    console.print(phrase("lesson-how", lang, game=game.name, number=1))


def _say_what_next(console: Console, done: Lesson, lang: str) -> None:
    known = lessons_of(done.game)
    number = [entry.name for entry in known].index(done.name) + 1
    console.print()
    if number < len(known):
        following = f"theomachy lesson {done.game.name} {number + 1} ({known[number].title[lang]})"
        console.print(phrase("lesson-over", lang, title=done.title[lang], following=following), soft_wrap=True)
    else:
        console.print(phrase("lesson-last", lang, title=done.title[lang], game=done.game.name), soft_wrap=True)
