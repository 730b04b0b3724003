"""How many machine instructions a random match costs: a figure that no busy machine disturbs.

    python -m theomachy.lab.instructions [FILE]

Counted by valgrind's callgrind over seeded matches of the compiled engine, set-up included. Callgrind looks on only
while matches are played that count: starting, which takes longer, goes uncounted and much faster. A FILE gets the
figures as JSON.
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
from theomachy.kernel.build import is_compiled
from theomachy.kernel.errors import TheomachyError

#: how many play, where a game can be played by so many
PLAYERS: Final = 4
#: matches that are played before, so that what is read and remembered once is there
WARM: Final = 10
#: matches that are counted
MATCHES: Final = 20

#: a process tells callgrind by a few instructions that nothing else needs, which callgrind's own header has
SWITCH: Final = """
#include <valgrind/callgrind.h>
void begin(void) { CALLGRIND_START_INSTRUMENTATION; CALLGRIND_ZERO_STATS; }
void end(void) { CALLGRIND_DUMP_STATS; CALLGRIND_STOP_INSTRUMENTATION; }
"""

PLAY: Final = """
import ctypes, sys
from theomachy import game
from theomachy.kernel.game import playout

def play(entry, seeds):
    name, players = entry.split(":")
    played = game(name)
    setup = played.check_setup({"players": int(players)})
    for seed in seeds:
        playout(played, played.begin(setup, seed, False), seed)

switch = ctypes.CDLL(sys.argv[1])
warm, until = map(int, sys.argv[2:4])
for entry in sys.argv[4:]:
    play(entry, range(warm))
for entry in sys.argv[4:]:
    switch.begin()
    play(entry, range(warm, until))
    switch.end()
"""


def count_instructions(played: list[tuple[str, int]]) -> list[int]:
    """For each game with so many players: the instructions of all matches that count."""
    with tempfile.TemporaryDirectory() as folder:
        switch = Path(folder) / "switch.so"
        source = switch.with_suffix(".c")
        source.write_text(SWITCH, encoding="utf-8")
        run(["cc", "-shared", "-fPIC", "-o", str(switch), str(source)])
        profile = Path(folder) / "profile"
        tool = ["valgrind", "--tool=callgrind", "--instr-atstart=no", f"--callgrind-out-file={profile}"]
        entries = [f"{name}:{players}" for name, players in played]
        run([*tool, sys.executable, "-c", PLAY, str(switch), str(WARM), str(WARM + MATCHES), *entries])
        return [_total(Path(f"{profile}.{number}")) for number in range(1, len(played) + 1)]


def run(command: list[str]) -> None:
    done = subprocess.run(
        command, env={**os.environ, "PYTHONHASHSEED": "0"}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise TheomachyError(f"the matches could not be counted:\n{done.stderr[-2000:]}")


def _total(profile: Path) -> int:
    found = re.search(r"^(?:totals|summary): (\d+)", profile.read_text(encoding="utf-8"), re.MULTILINE)
    if not found:
        raise TheomachyError(f"the matches could not be counted: {profile.name} has no total")
    return int(found.group(1))


def instructions_per_match() -> dict[str, int]:
    """For each game the instructions of one match."""
    if not shutil.which("valgrind"):
        raise TheomachyError("instructions are counted by valgrind, which is not here: apt-get install valgrind")
    if not is_compiled():
        raise TheomachyError("only the compiled engine is counted: make engine, and PYTHONPATH=build/compiled")
    played = [(name, min(PLAYERS, max(GAMES[name].players))) for name in GAMES]
    return {
        f"{name}, {players} players": count // MATCHES
        for (name, players), count in zip(played, count_instructions(played), strict=True)
    }


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
