"""`theomachy calibrate`: how often chances to win come true."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer
from rich import box
from rich.table import Table

from theomachy.analysis.calibrating import Trial, entry_of
from theomachy.analysis.calibrating import calibrate as measure
from theomachy.analysis.looking import examiner
from theomachy.analysis.words import percent, say, trust_words
from theomachy.bots import new_bot
from theomachy.cli.matches import INTERRUPTED
from theomachy.cli.options import ANY_GAME, GameArgument, Games, Jobs, Json, Language, Players, Seed
from theomachy.cli.phrases import check_language, phrase
from theomachy.cli.rulebook import check_game
from theomachy.cli.saves import check_writable
from theomachy.cli.terminal import open_console, print_json, progress_bar
from theomachy.kernel.errors import BadSetup, TheomachyError, allowed
from theomachy.lab.places import usable_cores


def calibrate(
    game: GameArgument = ANY_GAME,
    bot: Annotated[
        str, typer.Option("--bot", metavar="BOT", help="The bot whose chances are measured.")
    ] = "search:200",
    play: Annotated[str, typer.Option("--play", metavar="BOT", help="The bot that plays the matches.")] = "search:20",
    games: Games = 40,
    players: Players = None,
    seed: Seed = 0,
    jobs: Jobs = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="Write it into a file like mind/calibration.json of a game."),
    ] = None,
    lang: Language = "en",
    as_json: Json = False,
) -> None:
    """Measure how often a bot's chances to win come true: of 100 times "62 %", how many are won.

    Matches are played, some moments of each are judged, and what was said is compared with who won. What is shown as a
    chance later is corrected by what was measured.
    """
    language = check_language(lang)
    wanted = check_game(game)
    seats = min(wanted.players) if players is None else players
    if seats not in wanted.players:
        raise BadSetup(f"players: {seats}; {wanted.name} is for {allowed(wanted.players)}")
    examiner(bot)
    new_bot(play)
    if out is not None:
        check_writable(out, "--out")
    trials = [Trial(wanted.name, seats, seed * 1_000_003 + number, play, bot) for number in range(games)]
    try:
        with progress_bar(games, phrase("measuring", language)) as progress:
            found = measure(trials, jobs or usable_cores(), progress)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    if out is not None:
        _write(out, str(seats), entry_of(found))
    if as_json:
        print_json({"game": wanted.name, "players": seats, **entry_of(found)})
        return
    console = open_console()
    console.print(trust_words(found, wanted.name, language))
    held = found.held
    raw = {"distance": percent(held.raw_distance, language, 1), "brier": f"{held.raw_brier:.3f}"}
    console.print(phrase("uncorrected", language, power=f"{found.power:g}", **raw), style="dim")
    jumps = {"before": percent(held.raw_jump, language, 1), "after": percent(held.jump, language, 1)}
    console.print(phrase("turn-gains", language, **jumps), style="dim")
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for key in ("said", "came", "counted"):
        table.add_column(say(key, language), justify="right")
    for each in found.bins:
        if each.count:
            table.add_row(percent(each.mean, language), percent(each.won / each.count, language), str(each.count))
    console.print(table)


def _write(path: Path, seats: str, entry: dict[str, Any]) -> None:
    """Put an entry beside those for other numbers of seats."""
    kept: dict[str, Any] = {}
    try:
        if path.exists():
            kept = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(kept, dict):
            raise ValueError("no object")
        kept[seats] = entry
        lines = [f"  {json.dumps(key)}: {json.dumps(kept[key])}" for key in sorted(kept, key=int)]
        path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")
    except ValueError as error:
        raise TheomachyError(f"--out: {path}: not a file of calibrations: {error}; name another") from error
    except OSError as error:
        raise TheomachyError(
            f"{path}: can't be written: {error.strerror}; name a file in a folder that exists"
        ) from error
