"""`theomachy analyse`: what decided a match, and which choices cost most."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from theomachy.analysis import Analysis, Costly, analyse_match, effort_of, examiner
from theomachy.analysis.report import report_page
from theomachy.analysis.words import percent, say, trust_words
from theomachy.cli.matches import INTERRUPTED
from theomachy.cli.options import Json, Language
from theomachy.cli.phrases import check_language, phrase
from theomachy.cli.saves import check_writable, open_match
from theomachy.cli.terminal import open_console, print_json, progress_bar
from theomachy.kernel.errors import BadSave, TheomachyError
from theomachy.kernel.match import Match
from theomachy.kernel.wording import side_words
from theomachy.lab.places import usable_cores

#: the eighths of a bar
BARS = "▁▂▃▄▅▆▇█"


def analyse(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A saved match, over or not.")],
    bot: Annotated[
        str,
        typer.Option(
            "--bot", metavar="BOT", help="The bot that looks: 'search:1s', or with counted tries 'search:200'."
        ),
    ] = "search:200",
    report: Annotated[
        Path | None, typer.Option("--report", metavar="FILE", help="Write the analysis as one HTML page.")
    ] = None,
    open_cards: Annotated[
        bool, typer.Option("--open", help="With open cards, instead of what each player could know at the time.")
    ] = False,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="The same seed gives the same analysis.")] = 0,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", metavar="N", min=1, help="Processes to look with; by default one for each core."),
    ] = None,
    lang: Language = "en",
    as_json: Json = False,
) -> None:
    """Look at a match again: each side's chances, the moments that decided it, the costliest choices and better ones.

    Each choice is judged by what its player could know then. With counted tries the answer is the same everywhere.
    """
    language = check_language(lang)
    if report is not None:
        check_writable(report, "--report")
    match = open_match(file)
    if not match.history:
        raise BadSave(f"{file}: history: nobody has chosen anything yet; play on and save again")
    examiner(bot, seed)
    try:
        with progress_bar(effort_of(match), phrase("looking", language)) as progress:
            found = analyse_match(match, bot, open_cards, seed, jobs or usable_cores(), progress)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    if report is not None:
        _write(report, report_page(match.game, found, language))
    if as_json:
        print_json(found.json())
        return
    print_analysis(open_console(), match, found, language)


def _write(path: Path, page: str) -> None:
    try:
        path.write_text(page, encoding="utf-8")
    except OSError as error:
        raise TheomachyError(
            f"{path}: can't be written: {error.strerror}; name a file in a folder that exists"
        ) from error


def print_analysis(console: Console, match: Match, found: Analysis, lang: str) -> None:
    """The analysis for a terminal: small bars over the course of the match, then what is to be said."""
    names = [side_words(match.game, side, lang) for side in found.sides]
    console.print(say("title", lang, game=match.game.face().title(lang)), style="bold")
    console.print(say("seen-open" if found.open_cards else "seen-closed", lang), style="dim")
    console.print()
    width = max(map(len, names))
    room = max(10, min(60, console.width - width - 16))
    for seat, name in enumerate(names):
        line = [chances[seat] for chances in found.lines]
        row = Text(f"{name:<{width}}  ", "bold").append(_bars(line, room), "cyan")
        console.print(row.append(f"  {percent(line[0], lang)} → {percent(line[-1], lang)}", "dim"))
    console.print()
    console.print(say("costly", lang), style="bold")
    if not found.costly:
        console.print(say("no-costly", lang))
    for each in found.costly:
        _print_costly(console, each, lang)
    console.print()
    console.print(say("moments", lang), style="bold")
    if not found.swings:
        console.print(say("no-moments", lang))
    for swing in found.swings:
        changes = ", ".join(
            f"{name} {_from_to(swing.before[seat], swing.after[seat], lang)}"
            for seat, name in enumerate(names)
            if round(100 * swing.before[seat]) != round(100 * swing.after[seat])
        )
        console.print(Text(f"{say('step', lang, step=swing.step + 1)}, {names[swing.seat]}: ").append(changes, "dim"))
    console.print()
    console.print(trust_words(found.calibration, found.game, lang), style="dim", soft_wrap=True)


def _print_costly(console: Console, each: Costly, lang: str) -> None:
    told, look = each.told[lang], each.look
    head = Text(f"{say('step', lang, step=look.step + 1):<12}", "cyan").append(f"{told.side}  ", "bold")
    console.print(head.append(_from_to(look.before[look.seat], look.after[look.seat], lang), "bold red"))
    lines = [(say("chose", lang), told.choice), (say("better", lang), told.better)]
    lines.append((say("because", lang), told.why(lang)))
    if told.line:
        lines.append(("", say("then", lang, line=" · ".join(told.line))))
    if told.threat:
        lines.append(("", told.threat))
    for name, words in lines:
        console.print(Text(f"    {name:<10}", "dim").append(words), soft_wrap=True)


def _from_to(before: float, after: float, lang: str) -> str:
    return say("from-to", lang, before=round(100 * before), after=round(100 * after))


def _bars(line: list[float], room: int) -> str:
    """A line as a row of bars, each the mean of a part of it."""
    count = min(room, len(line))
    parts = [line[place * len(line) // count : (place + 1) * len(line) // count] for place in range(count)]
    return "".join(BARS[min(int(sum(part) / len(part) * len(BARS)), len(BARS) - 1)] for part in parts)
