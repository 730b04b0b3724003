"""Long work, so that nobody waits for somebody else's: in pieces between which the event loop goes on, or aside in
threads that addresses share fairly. One piece at a time, in turns; and it is paid for by whoever asked for it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Generator
from typing import Any, TypeVar

from theomachy.server.fair_executor import FairExecutor
from theomachy.server.limits import Purse

T = TypeVar("T")

#: seconds of work in one piece
PIECE = 0.004


class TooMuchWork(Exception):
    """Whoever asks has too much work under way already."""


class Workshop:
    """Where long work is done."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._executor = FairExecutor()

    async def in_pieces(self, work: Generator[None, None, T], purse: Purse, must: bool = False) -> T:
        """Do work that yields often. What is short is done at once; what is longer takes turns with others, a piece
        each. Raises `TooMuchWork`, unless it `must` be done."""
        result = _piece(work, purse)
        if not isinstance(result, _More):
            return result
        with _Begun(purse, must):
            while isinstance(result, _More):
                # The lock hands out turns in order, and what else is ready runs between two pieces.
                async with self._turn:
                    await asyncio.sleep(0)
                    result = _piece(work, purse)
            return result

    async def aside(self, work: Callable[..., T], *arguments: Any, purse: Purse, must: bool = False) -> T:
        """Do work in a thread (see `FairExecutor`). Raises `TooMuchWork`, unless it `must` be done."""
        with _Begun(purse, must):
            return await self._executor.run(purse.name, work, *arguments, pay=purse.pay)

    def close(self) -> None:
        self._executor.close()


class _Begun:
    """A long work that is under way, counted in the purse of whoever asked; unless it `must` be done."""

    def __init__(self, purse: Purse, must: bool) -> None:
        self._purse = purse
        self._must = must

    def __enter__(self) -> None:
        if not self._must and not self._purse.begin():
            raise TooMuchWork

    def __exit__(self, *_: object) -> None:
        if not self._must:
            self._purse.end()


class _More:
    """There is more to do."""


def _piece(work: Generator[None, None, T], purse: Purse) -> T | _More:
    """Go on with a work for a while; its result when it is done."""
    end = time.perf_counter() + PIECE
    with purse.paying():
        try:
            while time.perf_counter() < end:
                next(work)
            return _More()
        except StopIteration as done:
            result: T = done.value
            return result
