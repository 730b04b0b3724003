"""`theomachy rules`: the rule book by identifiers."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

import theomachy
from theomachy.book import examples_of
from theomachy.cli.listing import write_rule
from theomachy.cli.options import ANY_GAME, Json, Language
from theomachy.cli.phrases import check_language
from theomachy.cli.rulebook import chapter_of, check_game, search_rules
from theomachy.cli.terminal import open_console, print_json
from theomachy.kernel.catalogue import Rule
from theomachy.kernel.errors import TheomachyError
from theomachy.kernel.game import Game

#: so many rules are shown whole; of more the others are named
WHOLE = 4


def rules(
    what: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GAME | RULE | WORDS",
            help="A game, a rule by its identifier, or words of its title or text.  [default: the first game]",
        ),
    ] = None,
    lang: Language = "en",
    quick: Annotated[bool, typer.Option("--quick", help="The quick reference instead of the list.")] = False,
    as_json: Json = False,
) -> None:
    """Read the rules: all identifiers with their titles, or single rules, or the quick reference."""
    language = check_language(lang)
    console = open_console()
    asked = " ".join(what or [ANY_GAME]).strip()
    if quick:
        game = check_game(asked)
        text = game.catalogue.quick(language)
        if as_json:
            print_json({"game": game.name, "lang": language, "quick": text})
        else:
            # Loaded where it is wanted: it is a fifth of what a command needs to start.
            from rich.markdown import Markdown

            console.print(Markdown(text))
    elif not asked or asked.lower() in theomachy.GAMES:
        _list_rules(console, check_game(asked), language, as_json)
    else:
        _print_rules(console, asked, language, as_json)


def _print_rules(console: Console, asked: str, lang: str, as_json: bool) -> None:
    try:
        found = search_rules(asked, lang)
    except TheomachyError as error:
        games = ", ".join(theomachy.GAMES)
        raise TheomachyError(f"{error} (or name a game: {games})" if "/" not in asked else str(error)) from error
    if as_json:
        print_json(rule_json(found[0]) if len(found) == 1 else [rule_json(rule) for rule in found])
        return
    for number, rule in enumerate(found):
        if number < WHOLE:
            console.print(write_rule(rule, lang, cases_of(rule)))
        else:
            console.print(Text(f"{rule.id}  {rule.title}", "dim"), soft_wrap=True)


def _list_rules(console: Console, game: Game[Any], lang: str, as_json: bool) -> None:
    known = game.catalogue.rules(lang)
    if as_json:
        print_json([rule_json(rule) for rule in known.values()])
        return
    width = max(map(len, known))
    # A chapter's rules need not stand together in the catalogue.
    for chapter in dict.fromkeys(map(chapter_of, known)):
        chapter_rules = [rule for rule in known.values() if chapter_of(rule.id) == chapter]
        console.print(Text(f"\n{chapter}", "bold"))
        for rule in chapter_rules:
            line = Text(f"  {rule.id:<{width}}  {rule.title}", no_wrap=True, overflow="ellipsis")
            console.print(line, soft_wrap=not console.is_terminal)


def rule_json(rule: Rule) -> dict[str, object]:
    """A rule for programs."""
    return {"id": rule.id, "title": rule.title, "text": rule.text, "ruling": rule.ruling, "cases": cases_of(rule)}


def cases_of(rule: Rule) -> int:
    """How many conformance cases prove a rule."""
    return max(examples_of(game).cases.get(rule.id, 0) for game in theomachy.GAMES.values())
