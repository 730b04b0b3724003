"""`theomachy play`: a match at the terminal."""

from __future__ import annotations

import secrets
import shlex
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from theomachy.cli.options import Content, GameArgument, Gods, Language, Pharaoh, Players, Scenario
from theomachy.cli.phrases import check_language, phrase
from theomachy.cli.rulebook import check_game
from theomachy.cli.saves import check_writable, open_match, write_match
from theomachy.cli.seating import PERSON, seat_bots, split_names, split_seats
from theomachy.cli.session import Left, Session
from theomachy.cli.terminal import edit_typed_lines, open_console
from theomachy.kernel.errors import BadSetup
from theomachy.kernel.match import Match
from theomachy.wording import fact_words, find_name, game_title, god_words

#: what a shell reports for a program that was interrupted
INTERRUPTED = 130


def play(
    game: GameArgument = "ankh",
    scenario: Scenario = None,
    gods: Gods = None,
    players: Players = None,
    pharaoh: Pharaoh = None,
    content: Content = None,
    seats: Annotated[
        str | None,
        typer.Option(
            "--seats",
            metavar="WHO,WHO,…",
            help=f"Who plays each seat: '{PERSON}' for a person here, or a bot, 'random'. "
            "By default you play the first seat and random bots the others.",
        ),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="For the same match again; random by default.")] = None,
    lang: Language = "en",
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Keep the match in this file after every choice.")
    ] = None,
    open_file: Annotated[Path | None, typer.Option("--open", metavar="FILE", help="Continue a saved match.")] = None,
) -> None:
    """Play in the terminal, against bots or with friends at the same keyboard.

    At each decision type the number of a choice, the choice itself ("cell D6", or "D6" when that is clear), or a
    command: "why cell D6" names the rule that forbids it, "help" lists the others.
    """
    language = check_language(lang)
    who = split_seats(seats)
    if save is not None:
        check_writable(save)
    if open_file is not None:
        if any(setting is not None for setting in (scenario, gods, players, pharaoh, content, seed)):
            raise BadSetup(
                "--open continues a match as it was set up; leave out --scenario, --gods, --players, --pharaoh,"
                " --content, --seed"
            )
        match = open_match(open_file)
    else:
        settings = {"scenario": scenario, "pharaoh": pharaoh, "content": content}
        match = _new_match(game, split_names(gods), {**settings, "players": _count(players, gods, who)}, seed)
    session = Session(match, seat_bots(who, match.seats, match.seed), open_console(), language, save)
    if len(session.people) == 1:
        # With several people the history of what was typed would give secrets away.
        edit_typed_lines()
    _greet(session)
    if save is not None:
        write_match(match, save)
    try:
        session.run()
    except Left:
        _say_how_to_continue(session, seats, game)
    except KeyboardInterrupt:
        session.console.print()
        _say_how_to_continue(session, seats, game)
        sys.exit(INTERRUPTED)


def _count(players: int | None, gods: str | None, who: list[str] | None) -> int | None:
    """The number of players asked for; where nothing says it, as many as seats are named."""
    return len(who) if players is None and gods is None and who is not None else players


def _new_match(name: str, who: list[str] | None, setup: dict[str, Any], seed: int | None) -> Match:
    game = check_game(name)
    given = {key: value for key, value in {**setup, game.seats_setting: who}.items() if value is not None}
    return Match(game, given, secrets.randbelow(2**31) if seed is None else seed)


def _greet(session: Session) -> None:
    match, console, lang = session.match, session.console, session.lang
    scenario = str(match.setup.get("scenario", ""))
    gods = ", ".join(
        f"{god_words(match.game, match.seat_name(seat), lang)} ({player})" for seat, player in session.players.items()
    )
    parts = [game_title(match.game, lang), find_name(match.game.catalogue, f"scenario.{scenario}", lang) or scenario]
    parts += [gods, phrase("seed", lang, seed=match.seed)]
    console.print(" · ".join(part for part in parts if part), style="bold")
    for fact in match.facts:
        if fact["fact"] == "hard-setup":
            console.print(fact_words(match.game, fact, lang, match), style="bold yellow")


def _say_how_to_continue(session: Session, seats: str | None, game: str) -> None:
    """The command that continues the match, or begins it anew where it was not saved."""
    console: Console = session.console
    match, lang = session.match, session.lang
    command = ["theomachy", "play"]
    if session.kept:
        command += ["--open", str(session.save), "--save", str(session.save)]
    else:
        command += [game, "--seed", str(match.seed)]
        if "custom" in match.setup or "position" in match.setup:
            return
        if match.setup.get("content"):
            return
        for key in ("scenario", "pharaoh"):
            command += [f"--{key}", str(match.setup[key])] if key in match.setup else []
        command += [f"--{match.game.seats_setting}", ",".join(match.setup[match.game.seats_setting])]
    command += ["--seats", seats] if seats else []
    command += ["--lang", lang] if lang != "en" else []
    if session.kept:
        console.print(phrase("saved", lang, file=session.save), soft_wrap=True)
    key = "continue" if session.kept else "not-saved"
    console.print(phrase(key, lang, command=shlex.join(command)), soft_wrap=True)
