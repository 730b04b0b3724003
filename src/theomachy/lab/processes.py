"""Matches played by processes of this machine.

Each worker has a pipe of its own. It gets a few plans ahead and sends each result at once, so nothing finished is in
its hands when it dies; what it had not finished goes to another. When this process is killed, its workers end too, in
the middle of whatever they play.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Generator
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Final

from theomachy.lab.places import MatchFailed, play_named
from theomachy.lab.plans import Plan, Played

#: plans a worker has, the one it plays included: it need not wait for us
AHEAD: Final = 3
#: a match whose worker has died so often is not tried again
DEATHS: Final = 3


def work(connection: Connection) -> None:
    """A worker: plays what comes through the pipe until the pipe ends."""
    # Ctrl-C reaches the whole group; the process that started us decides what follows.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()
    try:
        while True:
            plan: Plan = connection.recv()
            try:
                answer: Played | MatchFailed = play_named(plan)
            except MatchFailed as error:
                answer = error
            connection.send(answer)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return


def end_with_parent() -> None:
    """Nobody waits for a match whose results nobody takes."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


class Worker:
    """A process and what it has to play, in order."""

    def __init__(self) -> None:
        # Spawned, not forked: nothing of this process is open in there.
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=work, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.plans: deque[Plan] = deque()

    def give(self, plan: Plan) -> None:
        self.plans.append(plan)
        self.connection.send(plan)

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.connection.close()


class Processes:
    """A number of workers."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.workers: list[Worker] = []
        #: how often a worker died, for whoever wants to know
        self.deaths = 0

    def play(self, plans: list[Plan]) -> Generator[Played, None, None]:
        waiting = deque(plans)
        blamed: dict[int, int] = {}
        try:
            while waiting or any(worker.plans for worker in self.workers):
                self._feed(waiting)
                ready = wait([worker.connection for worker in self.workers])
                for worker in [worker for worker in self.workers if worker.connection in ready]:
                    try:
                        answer = worker.connection.recv()
                    except (EOFError, OSError):
                        self._bury(worker, waiting, blamed)
                        continue
                    worker.plans.popleft()
                    if isinstance(answer, MatchFailed):
                        raise answer
                    yield answer
        finally:
            self.close()

    def _feed(self, waiting: deque[Plan]) -> None:
        while waiting and len(self.workers) < self.jobs:
            self.workers.append(Worker())
        for ahead in range(1, AHEAD + 1):
            # Towards the end nobody gets more than the next match, so that all end at about the same time.
            if ahead > 1 and len(waiting) < self.jobs * AHEAD:
                return
            for worker in self.workers:
                if waiting and len(worker.plans) < ahead:
                    try:
                        worker.give(waiting.popleft())
                    except (BrokenPipeError, ConnectionResetError):
                        continue  # It has died; its pipe says so in a moment, and all it had is played again.

    def _bury(self, worker: Worker, waiting: deque[Plan], blamed: dict[int, int]) -> None:
        """A worker died: another goes on with its matches."""
        self.deaths += 1
        if worker.plans:
            number = worker.plans[0].number
            blamed[number] = blamed.get(number, 0) + 1
            if blamed[number] >= DEATHS:
                raise MatchFailed(f"match {number}: the process that played it died {DEATHS} times")
        waiting.extendleft(reversed(worker.plans))
        worker.end()
        self.workers.remove(worker)

    def close(self) -> None:
        for worker in self.workers:
            worker.end()
        self.workers = []
