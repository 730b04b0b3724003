"""`theomachy rules`: the rule book by identifiers."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

import theomachy
from theomachy.cli.listing import write_rule
from theomachy.cli.options import Json, Language
from theomachy.cli.phrases import check_language
from theomachy.cli.rulebook import chapter_of, check_game, find_rule, game_of_rule
from theomachy.cli.terminal import open_console, print_json
from theomachy.kernel.catalogue import Rule
from theomachy.kernel.errors import TheomachyError
from theomachy.kernel.game import Game


def rules(
    what: Annotated[
        str, typer.Argument(metavar="GAME|RULE", help="A game, or a rule by its identifier, like ankh/card/plague.")
    ] = "ankh",
    lang: Language = "en",
    quick: Annotated[bool, typer.Option("--quick", help="The quick reference instead of the list.")] = False,
    as_json: Json = False,
) -> None:
    """Read the rules: all identifiers with their titles, or one rule, or the quick reference."""
    language = check_language(lang)
    console = open_console()
    if quick:
        text = check_game(what).catalogue.quick(language)
        if as_json:
            print_json({"game": what, "lang": language, "quick": text})
        else:
            console.print(Markdown(text))
    elif what.lower() in theomachy.GAMES:
        _list_rules(console, theomachy.game(what.lower()), language, as_json)
    else:
        _print_rule(console, what, language, as_json)


def _print_rule(console: Console, identifier: str, lang: str, as_json: bool) -> None:
    try:
        rule = find_rule(game_of_rule(identifier), identifier, lang)
    except TheomachyError as error:
        games = ", ".join(theomachy.GAMES)
        raise TheomachyError(f"{error} (or name a game: {games})" if "/" not in identifier else str(error)) from error
    if as_json:
        print_json(rule_json(rule))
    else:
        console.print(write_rule(rule, lang))


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
    return {"id": rule.id, "title": rule.title, "text": rule.text, "ruling": rule.ruling}
