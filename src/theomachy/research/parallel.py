"""A batch on several cores: each process plays some of the lanes, all arrays lie in shared memory."""

from __future__ import annotations

import multiprocessing
import signal
import threading
from collections.abc import Mapping
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from multiprocessing.shared_memory import SharedMemory
from typing import Any, Final

import numpy as np
import numpy.typing as npt

import theomachy
from theomachy.kernel.errors import IllegalChoice, TheomachyError
from theomachy.kernel.match import Match
from theomachy.lab.processes import end_with_parent
from theomachy.research.batch import Batch, Marks, Shorts, action_list

#: the arrays, with their types and what a match has of each: numbers of slots, choices, seats, or one
ARRAYS: Final = (
    ("observations", np.int16, "size"),
    ("masks", np.int8, "choices"),
    ("asked", np.int16, ""),
    ("rewards", np.int16, "seats"),
    ("dones", np.int8, ""),
)
#: where in a line of memory an array may begin
ALIGNMENT: Final = 64
#: what is asked of a worker
STEP: Final = b"s"
DIGESTS: Final = b"d"
DIED: Final = "a process of the batch has died; close it and begin a new one"


class Arrays:
    """All arrays of so many matches in one block of shared memory, and the actions."""

    def __init__(self, memory: SharedMemory, count: int, widths: Mapping[str, int]) -> None:
        place = 0
        self.found: dict[str, npt.NDArray[Any]] = {}
        for name, kind, by in (*ARRAYS, ("actions", np.int64, "")):
            shape = (count, widths[by]) if by else (count,)
            self.found[name] = np.ndarray(shape, kind, memory.buf, place)
            place += -(-self.found[name].nbytes // ALIGNMENT) * ALIGNMENT

    @staticmethod
    def needed(count: int, widths: Mapping[str, int]) -> int:
        """How many bytes that takes."""
        return sum(
            -(-count * np.dtype(kind).itemsize * (widths[by] if by else 1) // ALIGNMENT) * ALIGNMENT
            for _, kind, by in (*ARRAYS, ("actions", np.int64, ""))
        )


def work(
    connection: Connection,
    name: str,
    game: str,
    setup: dict[str, Any],
    seed: int,
    count: int,
    widths: dict[str, int],
    mine: tuple[int, int],
) -> None:
    """A worker: plays the lanes from the first to before the second number whenever it is asked to."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_parent, daemon=True).start()
    memory = SharedMemory(name)
    arrays = Arrays(memory, count, widths).found
    first, end = mine
    batch = Batch(game, setup, count=end - first, seed=seed, first=first)

    def show() -> None:
        for array, _, _ in ARRAYS:
            arrays[array][first:end] = getattr(batch, array)

    show()
    try:
        connection.send(None)
        while True:
            asked = connection.recv_bytes()
            if asked == DIGESTS:
                connection.send(batch.digests())
                continue
            batch.step(arrays["actions"][first:end])
            show()
            connection.send(None)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return


class ParallelBatch:
    """The same matches as `Batch(game, setup, count=count, seed=seed)`, byte for byte, played by `jobs` processes.

    Use it in a `with` statement, or call `close`: the processes and the shared memory go then.
    """

    def __init__(
        self, game: str, setup: Mapping[str, Any] | None = None, *, count: int = 64, seed: int = 0, jobs: int = 2
    ) -> None:
        if not 1 <= jobs <= count:
            raise TheomachyError(f"{jobs} jobs for {count} matches; there must be at least one, and a match for each")
        self.count = count
        self.game = game
        self.workers: list[tuple[BaseProcess, Connection]] = []
        found = theomachy.game(game)
        state = Match(found, dict(setup or {}), 0, listening=False).state
        outlook = found.outlook()
        self.layout = outlook.layout(state)
        self.seats: int = state.seats
        self.choices = len(outlook.dense)
        widths = {"size": self.layout.size, "choices": self.choices, "seats": self.seats}
        self.memory = SharedMemory(create=True, size=Arrays.needed(count, widths))
        arrays = Arrays(self.memory, count, widths).found
        self.observations: Shorts = arrays["observations"]
        self.masks: Marks = arrays["masks"]
        self.asked: Shorts = arrays["asked"]
        self.rewards: Shorts = arrays["rewards"]
        self.dones: Marks = arrays["dones"]
        self._actions: npt.NDArray[np.int64] = arrays["actions"]
        context = multiprocessing.get_context("spawn")
        bounds = [count * job // jobs for job in range(jobs + 1)]
        try:
            for job in range(jobs):
                ours, theirs = context.Pipe()
                mine = (bounds[job], bounds[job + 1])
                arguments = (theirs, self.memory.name, game, dict(setup or {}), seed, count, widths, mine)
                process = context.Process(target=work, args=arguments, daemon=True)
                process.start()
                theirs.close()
                self.workers.append((process, ours))
            self._answers()
        except BaseException:
            self.close()
            raise

    def _answers(self) -> list[Any]:
        try:
            return [connection.recv() for _, connection in self.workers]
        except (EOFError, OSError):
            raise TheomachyError(DIED) from None

    def _ask(self, what: bytes) -> list[Any]:
        if not self.workers:
            raise TheomachyError("the batch is closed; begin a new one")
        try:
            for _, connection in self.workers:
                connection.send_bytes(what)
        except OSError:
            raise TheomachyError(DIED) from None
        return self._answers()

    def step(self, actions: object) -> None:
        """An action for each match. Refuses all of them if one is not legal; nothing has changed then."""
        listed = np.array(action_list(actions, self.count))
        inside = (listed >= 0) & (listed < self.choices)
        legal = inside & (self.masks[np.arange(self.count), np.where(inside, listed, 0)] == 1)
        if not legal.all():
            lane = int(np.argmin(legal))
            raise IllegalChoice(
                f"match {lane}: action {listed[lane]} is not legal for seat {self.asked[lane]} now;"
                f" legal are {np.flatnonzero(self.masks[lane]).tolist()}",
                "theomachy/asked",
            )
        self._actions[:] = listed
        self._ask(STEP)

    def random_actions(self, rng: np.random.Generator) -> npt.NDArray[np.int64]:
        """Legal actions, all equally likely."""
        return masked_choice(self.masks, rng)

    def digests(self) -> list[str]:
        """Fingerprints of all states."""
        return [digest for part in self._ask(DIGESTS) for digest in part]

    def close(self) -> None:
        """End the processes and give the memory back; the arrays must not be used any more."""
        for process, connection in self.workers:
            process.kill()
            process.join()
            connection.close()
        self.workers = []
        for name in (*(name for name, _, _ in ARRAYS), "_actions"):
            self.__dict__.pop(name, None)
        self.memory.close()
        self.memory.unlink()

    def __enter__(self) -> ParallelBatch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def masked_choice(masks: Marks, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """In each row one of the marked places, all equally likely."""
    counts = masks.sum(axis=1, dtype=np.int64)
    wanted = rng.integers(counts)
    found: npt.NDArray[np.int64] = np.argmax(np.cumsum(masks, axis=1, dtype=np.int16) > wanted[:, None], axis=1)
    return found
