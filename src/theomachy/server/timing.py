"""What time it is, for everything that counts it; tests have one that they move."""

from __future__ import annotations

import time
from typing import Final, NamedTuple, Protocol


class Timing(Protocol):
    """Two clocks: one of the world's, and one that stands while the machine sleeps."""

    def now(self) -> float:
        """Seconds since 1970."""
        ...

    def awake(self) -> float:
        """Seconds since some moment, but those in which the machine slept."""
        ...

    def wait(self, seconds: float) -> float:
        """For how long to wait, really, until so many seconds may have passed here."""
        ...


class SystemTiming:
    """The machine's own clocks."""

    def now(self) -> float:
        return time.time()

    def awake(self) -> float:
        return time.monotonic()

    def wait(self, seconds: float) -> float:
        return seconds


class Rota(NamedTuple):
    """Who looks when at something that all servers of a machine look at: together as often as one would alone. If some
    are gone, the others still do."""

    number: int = 0
    servers: int = 1

    def first(self, every: float) -> float:
        """For how long to wait with the first look."""
        return every * (self.number % self._most)

    def next(self, every: float) -> float:
        """And with each further one."""
        return every * self._most

    @property
    def _most(self) -> int:
        return min(self.servers, LONGEST)


#: however many there are, nobody waits longer than so many times as long
LONGEST: Final = 4

ALONE: Final = Rota()
SYSTEM_TIMING: Final = SystemTiming()
