"""Several processes that look at one match, each at other decisions."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from types import TracebackType

from theomachy.analysis.looking import Examiner, Look, Walk, examiner, look_at
from theomachy.kernel.errors import TheomachyError
from theomachy.kernel.match import Match

#: in a worker: the match it looks at, and the bot it does so with
_walk: Walk | None = None
_bot: Examiner | None = None


class Workers:
    """Looks at decisions of a match, here or in processes of its own; the answer is the same."""

    def __init__(self, match: Match, spec: str, seed: int, open_cards: bool, jobs: int) -> None:
        self._pool: ProcessPoolExecutor | None = None
        if jobs > 1:
            # Spawned, not forked: nothing of this process is open in there.
            self._pool = ProcessPoolExecutor(
                jobs, multiprocessing.get_context("spawn"), _begin, (match.save(), spec, seed, open_cards)
            )
        else:
            self._walk, self._bot = Walk(match, open_cards), examiner(spec, seed)

    def look(self, steps: list[int], times: int) -> Iterator[Look]:
        """Looks at these steps, in their order, each as soon as it is there."""
        if self._pool is None:
            for step in steps:
                yield look_at(self._walk, step, self._bot, times=times)
            return
        try:
            yield from self._pool.map(_look, steps, [times] * len(steps))
        except BrokenProcessPool as error:
            raise TheomachyError("a process that looked at the match has died; --jobs 1 looks without any") from error

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=error is None, cancel_futures=True)


def _begin(save: str, spec: str, seed: int, open_cards: bool) -> None:
    """In a worker: open the match, which was checked before."""
    import theomachy

    global _walk, _bot
    # Ctrl-C reaches the whole group; the process that started us decides what follows.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _walk, _bot = Walk(theomachy.load(save), open_cards), examiner(spec, seed)


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _look(step: int, times: int) -> Look:
    if _walk is None or _bot is None:
        raise TheomachyError("this process was not told what to look at")
    return look_at(_walk, step, _bot, times=times)
