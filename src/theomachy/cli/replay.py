"""`theomachy replay`: a recorded match again, choice by choice."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from theomachy.cli.listing import list_facts
from theomachy.cli.options import Json, Language
from theomachy.cli.phrases import check_language
from theomachy.cli.saves import Recording, open_recording
from theomachy.cli.screen import draw_view
from theomachy.cli.seating import find_seat
from theomachy.cli.session import end_words
from theomachy.cli.terminal import open_console, print_json
from theomachy.kernel.choice import Choice
from theomachy.kernel.errors import BadSave, IllegalChoice
from theomachy.kernel.match import Match
from theomachy.kernel.wording import choice_words, prompt_words, side_words


class Moment:
    """One choice of a recording and what followed from it."""

    def __init__(self, number: int, match: Match, seat: int, choice: str) -> None:
        self.number = number
        self.seat = seat
        self.side = match.seat_name(seat)
        self.prompt = match.decision.prompt
        #: the seats that may know what was chosen
        self.known_to = _partners(match, seat) if match.decision.secret else range(match.seats)
        self.choice = choice
        #: the choice as it reads in a list
        self.words = ""
        self.facts: list[dict[str, Any]] = []

    def hidden_from(self, viewer: int | None) -> bool:
        """Whether the viewer may not know what was chosen. Without a viewer everything is shown."""
        return viewer is not None and viewer not in self.known_to

    def json(self, viewer: int | None) -> dict[str, Any]:
        return {
            "number": self.number,
            "seat": self.seat,
            "side": self.side,
            "prompt": self.prompt,
            "choice": None if self.hidden_from(viewer) else self.choice,
            "facts": self.facts,
        }


def _partners(match: Match, seat: int) -> list[int]:
    """The seats that play on a seat's side, itself among them."""
    sides = match.game.mind().sides(match.state)
    return [other for other, side in enumerate(sides) if side == sides[seat]]


class Replay:
    """A recording played again up to a choice."""

    def __init__(self, recording: Recording, place: str, to: int | None, viewer: str | None, lang: str) -> None:
        self.recording = recording
        self.place = place
        self.lang = lang
        self.match = recording.begin()
        self.viewer = None if viewer is None else find_seat(self.match, viewer, "--view")
        self.opening = self.match.facts_since(0, self.viewer)
        self.moments: list[Moment] = []
        #: what a fuzz failure's last choice did to the engine
        self.crash = ""
        for number, (seat, choice) in enumerate(recording.history[:to], 1):
            if not self._step(number, seat, choice):
                break

    def _step(self, number: int, seat: int, text: str) -> bool:
        """Play the next choice; False when a failure file shows the engine stumbling over it."""
        if not 0 <= seat < self.match.seats:
            raise BadSave(f"{self.place}: history[{number - 1}]: no seat {seat}; seats are 0..{self.match.seats - 1}")
        moment = Moment(number, self.match, seat, text)
        told = self.match.told
        try:
            choice = Choice(self.match.game.table, self.match.game.table.find(text))
            moment.words = choice_words(self.match, choice, self.lang)
            self.match.play(choice, seat)
        except IllegalChoice as refused:
            raise BadSave(f"{self.place}: history[{number - 1}]: seat {seat}: {refused}") from refused
        except Exception as error:
            if self.recording.failure is None:
                raise
            self.crash = f"choice {number} ({moment.side}: {text}): {type(error).__name__}: {error}"
            self.match = self._before(number)
            return False
        moment.facts = self.match.facts_since(told, self.viewer)
        self.moments.append(moment)
        return True

    def _before(self, number: int) -> Match:
        """The match before a choice."""
        match = self.recording.begin()
        for seat, text in self.recording.history[: number - 1]:
            match.play(text, seat)
        return match

    def json(self, first: int) -> dict[str, Any]:
        data: dict[str, Any] = {
            "game": self.match.game.name,
            "setup": self.match.setup,
            "seed": self.match.seed,
            "choices": len(self.recording.history),
            "moments": [moment.json(self.viewer) for moment in self.moments if moment.number >= first],
            "view": self.match.view(self.viewer),
        }
        if self.recording.failure is not None:
            data["failure"] = self.recording.failure
        if self.crash:
            data["crash"] = self.crash
        return data


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved match, or a failure that fuzz wrote.")],
    to: Annotated[int | None, typer.Option("--to", metavar="N", min=0, help="Stop after N choices.")] = None,
    first: Annotated[int, typer.Option("--from", metavar="N", min=1, help="Show the log from choice N on.")] = 1,
    viewer: Annotated[
        str | None,
        typer.Option("--view", metavar="SEAT", help="As this seat may know it: its number, 0 first, or its side."),
    ] = None,
    lang: Language = "en",
    as_json: Json = False,
) -> None:
    """Show a recorded match step by step: the choices, what followed, by which rules, and the board at the end.

    Without --view all secrets are shown.
    """
    language = check_language(lang)
    again = Replay(open_recording(file), str(file), to, viewer, language)
    if as_json:
        print_json(again.json(first))
        return
    console = open_console()
    _print_moments(console, again, first)
    console.print()
    match = again.match
    players = {seat: side_words(match.game, match.seat_name(seat), language) for seat in range(match.seats)}
    console.print(draw_view(again.match, again.match.view(again.viewer), language, players, console.width))
    _print_standing(console, again)


def _print_moments(console: Console, again: Replay, first: int) -> None:
    game, lang = again.match.game, again.lang
    if first == 1 and again.opening:
        console.print(list_facts(again.match, again.opening, lang, rules=True), soft_wrap=True)
    for moment in again.moments:
        if moment.number < first:
            continue
        words = "***" if moment.hidden_from(again.viewer) else f"{moment.words}  ({moment.choice})"
        line = Text(f"{moment.number:>4}  ", "bold cyan")
        line.append(f"{side_words(game, moment.side, lang)}: ", "bold").append(words)
        console.print(line, soft_wrap=True)
        if moment.facts:
            console.print(list_facts(again.match, moment.facts, lang, rules=True), soft_wrap=True)


def _print_standing(console: Console, again: Replay) -> None:
    """Where the match stands: over, or who is asked; and the failure, if the file shows one."""
    match, lang = again.match, again.lang
    console.print()
    if match.over:
        console.print(end_words(match, lang), style="bold")
    else:
        sides = ", ".join(side_words(match.game, match.seat_name(seat), lang) for seat in match.decision.seats)
        console.print(f"{sides}: {prompt_words(match, lang)}", style="bold")
    if again.crash:
        console.print(f"The engine stumbled over {again.crash}", style="bold red", soft_wrap=True)
    failure = again.recording.failure
    if failure is not None and len(again.recording.history) in (len(again.moments), len(again.moments) + 1):
        console.print("Failure", style="bold red")
        for key, value in failure.items():
            console.print(f"  {key}: {value}", soft_wrap=True)
