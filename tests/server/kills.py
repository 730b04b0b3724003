"""Whatever is killed in the middle of play, nothing acknowledged is lost, nothing is done twice, and everybody is back
within seconds. `python -m tests.server.kills --rounds 20 --tables 50 --processes 3`

Servers that share a PostgreSQL database, people at tables of both games, some with bots that a process of its own
plays, too. In each round one of them is ended as a power failure would: a server, the process of bots, a worker that
thinks, or PostgreSQL itself.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.server.postgres import Postgres
from tests.server.serving import SOON, Process
from tests.server.waves import Waves, check, go_on

#: within so many seconds people must sit again, and their choices must be taken
BACK = 5.0
#: seconds within which everybody must have made some more choices, also where a bot is thought for anew
ON = 90.0
#: for players who are faster than people, all from one address
ROOMY = [
    f"--limit={limit}"
    for limit in (
        "messages=10000/10000", "spectator_messages=10000/10000", "hellos=10000/10000", "requests=10000/10000",
        "work=1000/1000", "spectator_work=1000/1000", "address_work=1000/1000", "bytes=1e9/1e9",
        "spectator_bytes=1e9/1e9", "address_bytes=1e9/1e9", "sockets_per_address=2000",
        "connections_per_address=4000", "works_per_address=1000", "tables_per_address=2000",
    )
]  # fmt: skip


class Bots:
    """`theomachy bots`, which a supervisor starts anew."""

    def __init__(self, database: str) -> None:
        self._database = database
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "theomachy", "bots", "--database", self._database, "--bot-workers", "1",
             "--bot-pause", "0"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        assert "Thinking" in self._process.stdout.readline()

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()


class Site:
    """Everything that can be killed."""

    def __init__(self, processes: int) -> None:
        self.postgres = Postgres()
        self.processes = processes
        try:
            database = self.postgres.database()
            self.running = Process(
                database, "--processes", f"{processes}", "--bot-workers", "1", "--bot-pause", "0", *ROOMY
            )
            self.bots = Bots(database)
        except BaseException:
            self.postgres.remove()
            raise

    def servers(self) -> list[int]:
        """Those children of the parent that serve; a dead one that nobody has asked for yet is none."""
        return [child for child in self.running.children() if b"spawn_main" in _command(child)]

    def workers(self) -> list[int]:
        """The processes that think for a server."""
        return [
            int(child)
            for server in self.servers()
            for task in Path(f"/proc/{server}/task").iterdir()
            for child in (task / "children").read_text().split()
            if b"theomachy.server.bot_worker" in _command(int(child))
        ]

    def kill_server(self, luck: random.Random) -> None:
        os.kill(luck.choice(self.servers()), signal.SIGKILL)

    def kill_bots(self, luck: random.Random) -> None:
        self.bots.kill()
        self.bots.start()

    def kill_worker(self, luck: random.Random) -> None:
        os.kill(luck.choice(self.workers() or self.servers()), signal.SIGKILL)

    def restart_postgres(self, luck: random.Random) -> None:
        self.postgres.stop(luck.choice(["fast", "immediate"]))
        self.postgres.start()

    def await_servers(self) -> None:
        end = time.monotonic() + SOON * 2
        while len(self.servers()) < self.processes:
            assert time.monotonic() < end, "a dead server was not started anew"
            time.sleep(0.05)

    def end(self) -> tuple[int, str]:
        """Everything ends; the exit status of the servers, and what they said."""
        try:
            self.bots.kill()
            self.running.terminate()
            return self.running.ended()
        finally:
            self.postgres.remove()


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def run(rounds: int, tables: int, processes: int, pause: float, seed: int, progress: Callable[[str], None]) -> Any:
    """The figures of a run; fails with an assertion if anything was lost, done twice, or too late."""
    luck = random.Random(seed)
    site = Site(processes)
    blows = [site.kill_server, site.kill_bots, site.restart_postgres, site.kill_worker]
    done: dict[str, int] = {}
    resumed = 0.0
    try:
        everybody = [
            Waves(
                [site.running.port],
                site.running.client.new_table(
                    "Ann", "bot:random" if number % 5 == 4 else "Ben", game=("ankh", "anunnaki")[number % 2],
                    seed=number,
                ),
                number,
                pause,
            )
            for number in range(tables)
        ]  # fmt: skip
        people = [waves for waves in everybody if len(waves.table.tokens) == 2]
        for waves in everybody:
            waves.start()
        go_on(everybody, 2, ON)
        for number in range(rounds):
            blow = blows[number % len(blows)]
            blow(luck)
            struck = time.monotonic()
            go_on(everybody, 3, ON)
            site.await_servers()
            late = max((_resumed(waves, struck) for waves in people), default=0.0)
            resumed = max(resumed, late)
            longest = max(waves.longest for waves in everybody)
            done[blow.__name__] = done.get(blow.__name__, 0) + 1
            progress(
                f"round {number + 1}: {blow.__name__}, {late:.2f} s until all were played on,"
                f" {longest:.2f} s the longest without a seat so far,"
                f" {sum(len(waves.acknowledged) for waves in everybody)} choices"
            )
        for waves in everybody:
            waves.end.set()
        for waves in everybody:
            waves.join(2 * SOON)
            assert not waves.is_alive()
            check(waves, site.running.client)
        longest = max(waves.longest for waves in everybody)
    finally:
        code, out = site.end()
    assert code == 0, out
    assert "Traceback" not in out, out
    return {
        "rounds": rounds, "tables": tables, "processes": processes, "blows": done,
        "acknowledged": sum(len(waves.acknowledged) for waves in everybody), "lost": 0, "twice": 0,
        "load_of_the_machine": round(os.getloadavg()[0], 1), "cores": os.cpu_count(),
        "longest_without_a_seat_s": round(longest, 2), "longest_until_played_on_s": round(resumed, 2),
    }  # fmt: skip


def _resumed(waves: Waves, struck: float) -> float:
    """Seconds until the first choice after a blow was sent that was acknowledged; 0 if the match was over."""
    return next((sent - struck for sent in waves.sent if sent >= struck), 0.0)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--rounds", type=int, default=20)
    options.add_argument("--tables", type=int, default=50)
    options.add_argument("--processes", type=int, default=3)
    options.add_argument("--pause", type=float, default=0.5, help="seconds of thought before each choice")
    options.add_argument("--seed", type=int, default=1)
    asked = options.parse_args()
    figures = run(
        asked.rounds, asked.tables, asked.processes, asked.pause, asked.seed, lambda line: print(line, flush=True)
    )
    print(json.dumps(figures))
    late = max(figures["longest_without_a_seat_s"], figures["longest_until_played_on_s"] - asked.pause)
    if late > BACK:
        sys.exit(f"not everybody was back within {BACK:.0f} s")


if __name__ == "__main__":
    main()
