"""Playing the matches of a study: what `tournament`, `balance` and `simulate` have in common."""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from theomachy.bots import new_bot
from theomachy.cli.terminal import progress_bar
from theomachy.kernel.game import Game
from theomachy.lab.fingerprint import bot_files, code_fingerprint
from theomachy.lab.places import usable_cores
from theomachy.lab.plans import Design, Plan
from theomachy.lab.results import Result
from theomachy.lab.results_file import ResultsFile
from theomachy.lab.running import Keeper, R, Run

#: what a shell reports for a program that was interrupted
INTERRUPTED: Final = 130
#: where results are kept if no file is named
RESULTS: Final = Path("matches/lab")


def check_bots(bots: list[str]) -> None:
    """Every bot can be made, before anything is played."""
    for bot in bots:
        new_bot(bot)


def open_design(game: Game[Any], players: int | None, wanted: dict[str, str]) -> Design:
    """What is to be played, by default for as few players as the game allows."""
    return Design(game, min(game.players) if players is None else players, wanted)


def describe(kind: str, design: Design, bots: list[str], wanted: dict[str, str], seed: int) -> dict[str, Any]:
    """What decides which matches are played and how they go: matches of two runs may be mixed only if it is equal."""
    setups = [design.game.check_setup({**settings, "players": design.players}) for settings in design.settings]
    return {
        "kind": kind,
        "game": design.game.name,
        "rules": design.game.rules_version,
        "code": code_fingerprint(),
        "players": design.players,
        "bots": bots,
        "bot_files": bot_files(bots),
        **{key: wanted[key] for key in sorted(wanted)},
        "setups": _hash(setups),
        "seed": seed,
    }


def _hash(data: object) -> str:
    return hashlib.blake2b(json.dumps(data, sort_keys=True).encode(), digest_size=8).hexdigest()


def results_path(out: Path | None, settings: dict[str, Any]) -> Path:
    """The file that was named, or one whose name says what is in it: other settings, another file."""
    return out or RESULTS / f"{settings['kind']}-{settings['game']}-{_hash(settings)}.jsonl"


def play_kept(
    plans: list[Plan], asked: int, path: Path, settings: dict[str, Any], jobs: int | None, ray: str | None
) -> list[Result]:
    """Play what the file lacks, keeping every result in it. Interrupted, it says how to go on and exits."""
    with ResultsFile(path, settings) as kept:
        return play_into(plans, asked, kept, path, jobs, ray)


def play_into(
    plans: Sequence[Plan], asked: int, kept: Keeper[R], path: Path, jobs: int | None, ray: str | None
) -> list[R]:
    """Play what the keeper lacks. Interrupted, it says how to go on and exits."""
    if len(plans) != asked:
        _note(f"{asked} matches would not be balanced; {len(plans)} are played")
    run = Run(plans, kept)
    if not run.left:
        _note(f"all {len(plans)} matches are in {path} already; delete it to play them again")
    elif run.results:
        _note(f"{len(run.results)} of {len(plans)} matches are in {path}; going on")
    try:
        return _play(run, jobs or usable_cores(), ray)
    except KeyboardInterrupt:
        _note(
            f"interrupted: {len(run.results)} of {len(plans)} matches are kept in {path};"
            " the same command goes on from there"
        )
        sys.exit(INTERRUPTED)


def play_all(plans: list[Plan], jobs: int) -> list[Result]:
    """Play without keeping anything."""
    try:
        return _play(Run[Result](plans), jobs, None)
    except KeyboardInterrupt:
        _note("interrupted")
        sys.exit(INTERRUPTED)


def _play(run: Run[R], jobs: int, ray: str | None) -> list[R]:
    left, started = len(run.left), time.perf_counter()
    with progress_bar(len(run.plans), "Playing") as progress:
        progress(len(run.results))
        results = run.play(jobs, ray, progress)
    if left:
        seconds = time.perf_counter() - started
        # Not on stdout, which is the same for the same seed.
        _note(f"{left / seconds:.1f} matches/s ({left} in {seconds:.1f} s)")
    return results


def _note(message: str) -> None:
    sys.stderr.write(f"{message}\n")
