"""`theomachy play`: a match at the terminal."""

from __future__ import annotations

import secrets
import shlex
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from theomachy.bots.levels import NEWCOMERS
from theomachy.cli.language import environment_language
from theomachy.cli.options import ANY_GAME, GameArgument, Language, Players
from theomachy.cli.phrases import check_language, phrase
from theomachy.cli.position import open_position_file
from theomachy.cli.rulebook import check_game
from theomachy.cli.saves import check_writable, open_match, write_match
from theomachy.cli.seating import PERSON, seat_bots, split_seats
from theomachy.cli.session import Left, Session
from theomachy.cli.settings import Given, read_given, write_settings
from theomachy.cli.terminal import edit_typed_lines, open_console
from theomachy.kernel.errors import BadSetup
from theomachy.kernel.game import Game
from theomachy.kernel.match import Match
from theomachy.kernel.setting import CHOICE
from theomachy.kernel.wording import fact_words, kind_words, side_words

#: what a shell reports for a program that was interrupted
INTERRUPTED = 130
#: the bot that is the coach
COACH = "search:500ms"


def play(
    game: GameArgument = ANY_GAME,
    players: Players = None,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            metavar="WHO,WHO,…",
            help=f"Who plays each seat: '{PERSON}' for a person here, or a level ('theomachy levels'), or another bot. "
            f"By default you play the first seat, and '{NEWCOMERS}' the others.",
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="For the same match again; random by default.")
    ] = None,
    lang: Language = "en",
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Keep the match in this file after every choice.")
    ] = None,
    open_file: Annotated[Path | None, typer.Option("--open", metavar="FILE", help="Continue a saved match.")] = None,
    position: Annotated[
        Path | None, typer.Option("--position", metavar="FILE", help="Begin at a position, or at that of a case.")
    ] = None,
    case: Annotated[int, typer.Option("--case", metavar="N", min=1, help="Which position or case of the file.")] = 1,
    coach: Annotated[
        bool, typer.Option("--coach", help="Be told before a choice is final when another is much better.")
    ] = False,
    *,
    settings: Given,
) -> None:
    """Play in the terminal, against bots or with friends at the same keyboard.

    At each decision type the number of a choice, the choice itself ("cell D6", or "D6" when that is clear), or a
    command: "why cell D6" names the rule that forbids it, "help" lists the others.
    """
    language = check_language(lang)
    who = split_seats(seats)
    if save is not None:
        check_writable(save)
    given = [f"--{name.replace('_', '-')}" for name in settings] + ([] if players is None else ["--players"])
    if open_file is not None:
        given += [option for option, value in (("--seed", seed), ("--position", position)) if value is not None]
        if given:
            raise BadSetup(f"--open continues a match as it was set up; leave out {', '.join(given)}")
        match = open_match(open_file)
    elif position is not None:
        if given:
            raise BadSetup(f"--position says how the match is set up; leave out {', '.join(given)}")
        match = open_position_file(position, case, secrets.randbelow(2**31) if seed is None else seed)
    else:
        match = _new_match(check_game(game), settings, players, who, seed)
    bots = seat_bots(who, match.seats, match.seed)
    session = Session(match, bots, open_console(), language, save, coach=COACH if coach else "")
    if len(session.people) == 1:
        # With several people the history of what was typed would give secrets away.
        edit_typed_lines()
    _greet(session)
    if save is not None:
        write_match(match, save)
    try:
        session.run()
    except Left:
        _say_how_to_continue(session, seats)
    except KeyboardInterrupt:
        session.console.print()
        _say_how_to_continue(session, seats)
        sys.exit(INTERRUPTED)


def _new_match(game: Game[Any], settings: Given, players: int | None, who: list[str] | None, seed: int | None) -> Match:
    """Where nothing says how many play, as many as seats are named."""
    if players is None and game.seats_setting not in settings and who is not None:
        players = len(who)
    setup = {**read_given(game, settings), **({} if players is None else {"players": players})}
    return Match(game, setup, secrets.randbelow(2**31) if seed is None else seed)


def _greet(session: Session) -> None:
    match, console, lang = session.match, session.console, session.lang
    face = match.game.face()
    sides = ", ".join(
        f"{side_words(match.game, match.seat_name(seat), lang)} ({player})" for seat, player in session.players.items()
    )
    parts = [face.title(lang)]
    for setting in match.game.settings():
        if setting.kind == CHOICE and match.setup.get(setting.name):
            parts.append(kind_words(match.game, (setting.names,), str(match.setup[setting.name]), lang))
    console.print(" · ".join([*parts, sides, phrase("seed", lang, seed=match.seed)]), style="bold")
    for fact in match.facts:
        if fact["fact"] in face.warnings:
            console.print(fact_words(match.game, fact, lang, match), style="bold yellow")


def _say_how_to_continue(session: Session, seats: str | None) -> None:
    """The command that continues the match, or begins it anew where it was not saved."""
    console: Console = session.console
    match, lang = session.match, session.lang
    command = ["theomachy", "play"]
    if session.kept:
        command += ["--open", str(session.save), "--save", str(session.save)]
    else:
        # What was wished for and not what was drawn: the same seed draws the same again.
        options = write_settings(match.game, match.wished)
        if not options:
            return
        command += [match.game.name, "--seed", str(match.seed), *options]
    command += ["--seats", seats] if seats else []
    command += ["--coach"] if session.coach else []
    command += ["--lang", lang] if lang != environment_language() else []
    if session.kept:
        console.print(phrase("saved", lang, file=session.save), soft_wrap=True)
    key = "continue" if session.kept else "not-saved"
    console.print(phrase(key, lang, command=shlex.join(command)), soft_wrap=True)
