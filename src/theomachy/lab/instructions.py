"""How many machine instructions a random match costs: a figure that no busy machine disturbs.

    python -m theomachy.lab.instructions [FILE]

Counted by valgrind's callgrind over seeded matches of the compiled engine, set-up included, with what starting takes
subtracted: a run that plays some matches is compared with one that plays more. A FILE gets the figures as JSON.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from theomachy import GAMES
from theomachy.kernel.errors import TheomachyError
from theomachy.lab.bench import is_compiled

#: how many play, where a game can be played by so many
PLAYERS: Final = 4
#: matches that every run plays before, so that what is read and remembered once is there
WARM: Final = 10
#: matches that are counted
MATCHES: Final = 20

PLAY: Final = """
import sys
from theomachy import game
from theomachy.kernel.game import playout
for entry in sys.argv[1:]:
    name, players, matches = entry.split(":")
    played = game(name)
    setup = played.check_setup({"players": int(players)})
    for seed in range(int(matches)):
        playout(played, played.begin(setup, seed, False), seed)
"""


def count_instructions(matches: dict[tuple[str, int], int]) -> int:
    """All instructions of a process that plays so many matches of each."""
    entries = [f"{name}:{players}:{count}" for (name, players), count in matches.items()]
    with tempfile.TemporaryDirectory() as folder:
        tool = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/profile"]
        run = subprocess.run(
            [*tool, sys.executable, "-c", PLAY, *entries],
            env={**os.environ, "PYTHONHASHSEED": "0"},
            capture_output=True,
            text=True,
            check=False,
        )
    found = re.search(r"Collected : (\d+)", run.stderr)
    if run.returncode or not found:
        raise TheomachyError(f"the matches could not be counted:\n{run.stderr[-2000:]}")
    return int(found.group(1))


def instructions_per_match() -> dict[str, int]:
    """For each game the instructions of one match."""
    if not shutil.which("valgrind"):
        raise TheomachyError("instructions are counted by valgrind, which is not here: apt-get install valgrind")
    if not is_compiled():
        raise TheomachyError("only the compiled engine is counted: make engine, and PYTHONPATH=build/compiled")
    counted = [(name, min(PLAYERS, max(GAMES[name].players))) for name in GAMES]
    warm = dict.fromkeys(counted, WARM)
    before = count_instructions(warm)
    figures: dict[str, int] = {}
    for name, players in counted:
        more = count_instructions({**warm, (name, players): WARM + MATCHES})
        figures[f"{name}, {players} players"] = (more - before) // MATCHES
    return figures


def main(arguments: list[str]) -> None:
    try:
        figures = instructions_per_match()
    except TheomachyError as error:
        sys.exit(str(error))
    for name, count in figures.items():
        print(f"{name}: {count / 1e6:.2f} million instructions a match")
    if arguments:
        Path(arguments[0]).write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
