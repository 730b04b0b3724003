"""A line in which nobody can crowd others out: whose address has had least is next, and among the questions of an
address those of the table that has had least."""

from __future__ import annotations

import contextlib
from collections import Counter, deque
from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class _Shares(Generic[T]):
    """What waits, by name, and how much each name has had. A name that comes anew begins where the last one served is:
    a rest gives no right to more later."""

    def __init__(self) -> None:
        self.waiting: dict[str, T] = {}
        self._had: dict[str, int] = {}
        self._now = 0

    def enter(self, name: str, thing: T) -> None:
        self.waiting[name] = thing
        self._had[name] = max(self._had.get(name, 0), self._now)

    def first(self) -> str:
        """Who has had least; of those with equal shares, who waits longest."""
        return min(self.waiting, key=self._had.__getitem__)

    def serve(self, name: str, cost: int) -> None:
        self._now = self._had[name]
        self._had[name] += cost
        if len(self._had) > 2 * len(self.waiting) + 100:
            # Who has had no more than whoever comes anew need not be remembered.
            self._had = {each: had for each, had in self._had.items() if each in self.waiting or had > self._now}

    def leave(self, name: str) -> None:
        del self.waiting[name]


class FairLine(Generic[T]):
    """Who waits for what, fairly."""

    def __init__(self) -> None:
        self._addresses: _Shares[_Shares[deque[tuple[int, T]]]] = _Shares()
        self._counts: Counter[str] = Counter()

    def join(self, address: str, table: str, cost: int, turn: T) -> None:
        """Wait for a turn that costs so much."""
        tables = self._addresses.waiting.get(address)
        if tables is None:
            tables = _Shares()
            self._addresses.enter(address, tables)
        line = tables.waiting.get(table)
        if line is None:
            line = deque()
            tables.enter(table, line)
        line.append((cost, turn))

    def next(self) -> T | None:
        """Whose turn it is; None if nobody waits."""
        if not self._addresses.waiting:
            return None
        address = self._addresses.first()
        tables = self._addresses.waiting[address]
        table = tables.first()
        line = tables.waiting[table]
        cost, turn = line.popleft()
        tables.serve(table, cost)
        self._addresses.serve(address, cost)
        if not line:
            tables.leave(table)
        if not tables.waiting:
            self._addresses.leave(address)
        return turn

    @contextlib.contextmanager
    def counted(self, address: str) -> Iterator[None]:
        """While somebody at an address waits or is served."""
        self._counts[address] += 1
        try:
            yield
        finally:
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address]

    @property
    def total(self) -> int:
        """How many wait or are served."""
        return self._counts.total()

    def count(self, address: str) -> int:
        return self._counts[address]
