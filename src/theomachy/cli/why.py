"""`theomachy why`: the rule that forbids a choice in a saved match."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from theomachy.cli.listing import write_rule
from theomachy.cli.options import Language
from theomachy.cli.phrases import check_language, phrase
from theomachy.cli.reading import Pick, read_choice
from theomachy.cli.saves import open_match
from theomachy.cli.seating import find_seat
from theomachy.cli.terminal import open_console
from theomachy.kernel.choice import Choice
from theomachy.kernel.errors import TheomachyError
from theomachy.kernel.match import Match


def why(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved match.")],
    choice: Annotated[list[str], typer.Argument(metavar="CHOICE", help="A choice, like: cell D6")],
    seat: Annotated[
        str | None,
        typer.Option(
            "--seat", metavar="SEAT", help="Whose choice: a seat's number, 0 first, or its side. Default: who is asked."
        ),
    ] = None,
    lang: Language = "en",
) -> None:
    """Say why a choice is not legal in a saved match, or that it is."""
    language = check_language(lang)
    match = open_match(file)
    whose = _whose(match, seat)
    named = _read_choice(" ".join(choice), match, whose, language)
    rule = match.why_not(named, whose)
    console = open_console()
    console.print(phrase("legal" if rule is None else "illegal", language, choice=named), style="bold")
    if rule is not None:
        console.print(write_rule(match.game.catalogue.rule(rule, language), language))


def _whose(match: Match, seat: str | None) -> int:
    """The seat the question is about. When the match is over, any will do."""
    if seat is not None:
        return find_seat(match, seat, "--seat")
    asked = match.decision.seats or (0,)
    if len(asked) > 1:
        names = ", ".join(match.seat_name(number) for number in asked)
        raise TheomachyError(f"several decide at once ({names}); say whose choice it is with --seat")
    return asked[0]


def _read_choice(text: str, match: Match, seat: int, lang: str) -> Choice:
    """A choice as one types it while playing, but not by its number."""
    if match.choices_of(seat) and not text.isdecimal():
        reading = read_choice(text, match, seat, lang)
        if isinstance(reading, Pick):
            return reading.choice
    # Refuses what is no choice of the game, with the list of what is.
    return Choice(match.game.table, match.game.table.find(text))
