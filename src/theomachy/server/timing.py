"""What time it is, for everything that counts it; tests have one that they move."""

from __future__ import annotations

import time
from typing import Final, Protocol


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


SYSTEM_TIMING: Final = SystemTiming()
