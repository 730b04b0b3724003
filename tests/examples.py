"""How often Hypothesis looks, and how many of many set-ups are tried, in all tests that do so.

The engine is tested interpreted and compiled, by the same tests. Compiled, what is wrong is found ten times as fast:
there the tests go deep. Interpreted, a fifth of the examples shows that the sources work too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

from hypothesis import HealthCheck, settings

from theomachy.lab.measure import build_of_engine

T = TypeVar("T")

SHARE: Final = 1 if build_of_engine() == "compiled" else 5


def quick(examples: int, *unhealthy: HealthCheck) -> settings:
    """The same examples every time: fresh ones are what `theomachy fuzz` is for. `unhealthy`: what can't be helped."""
    return settings(
        max_examples=max(2, examples // SHARE),
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, *unhealthy],
    )


def some(items: Sequence[T]) -> list[T]:
    """All of them, or from the first on every fifth where the engine is interpreted."""
    return list(items[::SHARE])
