"""What a server counts of itself as it runs. Cheap enough to be always on; `measures` tells it."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import Final

#: upper ends of the classes that latencies are counted in, in seconds
CLASSES: Final = (0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.125, 0.25, 0.5, 1.0, 2.0, 5.0)


class Tally:
    """Counts since the server began."""

    def __init__(self) -> None:
        #: what was not done, by its reason
        self.refused: Counter[str] = Counter()
        #: choices of people by how long they took: read, judged, stored, and on their way to everybody
        self.classes = [0] * (len(CLASSES) + 1)
        #: the sum of those times, in seconds
        self.seconds = 0.0

    def chose(self, seconds: float) -> None:
        """A choice of a person was made."""
        self.classes[bisect_left(CLASSES, seconds)] += 1
        self.seconds += seconds
