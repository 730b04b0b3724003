"""Matches played on a Ray cluster: several to a task, as many as take a few seconds.

Results come back inside the answer of their task, so they are here when the task is done, whatever happens to the
machine that played it. A task whose worker dies is run again, by Ray and, if that is not enough, by us.
"""

from __future__ import annotations

import logging
import os
import socket
import sys
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, redirect_stdout
from pathlib import Path
from typing import Any, Final

import theomachy
from theomachy.kernel.errors import TheomachyError
from theomachy.lab.fingerprint import program
from theomachy.lab.places import MatchFailed, play_named
from theomachy.lab.plans import Plan, Played

#: how long a task should take, and how many matches it has at most
TASK_SECONDS: Final = 3.0
TASK_MATCHES: Final = 200
#: tasks per core that are handed over at once
QUEUED: Final = 2
#: how long we try to reach the cluster
REACH_SECONDS: Final = 10.0
#: how often a task is run again by Ray, and how often after that by us
RETRIES: Final = 3
DEATHS: Final = 3


def play_batch(plans: list[Plan], expected: dict[str, Any]) -> list[Played]:
    """A task: play these matches, with the very program that asks for them."""
    here = program()
    if here != expected:
        raise TheomachyError(f"the cluster has another program: {here}; here runs {expected}")
    return [play_named(plan) for plan in plans]


def python_path() -> str:
    """Where workers find this very package first."""
    own = str(Path(theomachy.__file__).absolute().parents[1])
    return os.pathsep.join(dict.fromkeys([own, *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]))


def check_reachable(address: str) -> None:
    """Refuse an address where nobody answers; Ray itself would wait for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdecimal():
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=REACH_SECONDS).close()
    except (OSError, OverflowError) as error:
        raise TheomachyError(f"--ray: no cluster at '{address}': {error}") from error


class RayCluster:
    """A cluster at an address, such as `127.0.0.1:6379`, `ray://head:10001` or `auto`."""

    def __init__(self, address: str) -> None:
        try:
            import ray
        except ImportError:
            raise TheomachyError('--ray needs Ray: pip install "theomachy[cluster]"') from None
        self._ray = ray
        check_reachable(address)
        # Ray speaks on stdout, which is for results.
        self._aside = ExitStack()
        self._aside.enter_context(redirect_stdout(sys.stderr))
        try:
            ray.init(
                address=address,
                runtime_env={"env_vars": {"PYTHONPATH": python_path()}},
                log_to_driver=False,
                logging_level=logging.ERROR,
            )
        except (ConnectionError, RuntimeError, ValueError, OSError) as error:
            self.close()
            raise TheomachyError(f"--ray: no cluster at '{address}': {error}") from error
        self._program = program()
        task = ray.remote(play_batch)
        self._task = task.options(num_cpus=1, max_retries=RETRIES, scheduling_strategy="SPREAD")

    def play(self, plans: list[Plan]) -> Iterator[Played]:
        ray = self._ray
        waiting = deque(plans)
        running: dict[Any, tuple[list[Plan], int]] = {}
        pace = Pace()
        try:
            while waiting or running:
                cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
                while waiting and len(running) < cores * QUEUED:
                    size = min(pace.matches, -(-len(waiting) // (cores * QUEUED)))
                    batch = [waiting.popleft() for _ in range(size)]
                    running[self._task.remote(batch, self._program)] = (batch, 0)
                # Now and then the number of cores is asked for again: machines may join.
                for done in ray.wait(list(running), timeout=5.0)[0]:
                    batch, deaths = running.pop(done)
                    try:
                        results: list[Played] = ray.get(done)
                    except ray.exceptions.RayTaskError as error:
                        raise MatchFailed(str(error.cause)) from error
                    except ray.exceptions.RayError as error:
                        if deaths + 1 >= DEATHS:
                            raise MatchFailed(
                                f"matches {batch[0].number} to {batch[-1].number}: their workers died again and again:"
                                f" {type(error).__name__}"
                            ) from error
                        running[self._task.remote(batch, self._program)] = (batch, deaths + 1)
                        continue
                    pace.note(results)
                    yield from results
        finally:
            for task in running:
                ray.cancel(task, force=True)
            self.close()

    def close(self) -> None:
        self._ray.shutdown()
        self._aside.close()


class Pace:
    """How many matches a task should have: one at first, then as many as take about `TASK_SECONDS`."""

    def __init__(self) -> None:
        self.matches = 1
        self._played = 0
        self._seconds = 0.0

    def note(self, results: Sequence[Played]) -> None:
        self._played += len(results)
        # The engine's own part is small where bots think; a millisecond a match stands for it where they don't.
        self._seconds += sum(sum(result.seconds) + 0.001 for result in results)
        self.matches = max(1, min(TASK_MATCHES, int(TASK_SECONDS * self._played / self._seconds)))
