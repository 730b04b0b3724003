"""How often Hypothesis looks, and how many of many set-ups are tried, in all tests that do so.

The engine is tested interpreted and compiled, by the same tests. Compiled, what is wrong is found ten times as fast:
there the tests go deep, in `make long` twice as deep. Interpreted, a fifth of the examples shows that the sources work
too.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Final, TypeVar

from hypothesis import HealthCheck, settings

from theomachy.kernel.build import engine_build

T = TypeVar("T")

#: asked for by `make long`: what takes long, of which `make test` has a shorter part
LONG: Final = os.environ.get("THEOMACHY_LONG") == "1"
COMPILED: Final = engine_build() == "compiled"
#: of so many examples interpreted tests look at one; of whole matches with all checks they play the first alone
SHARE: Final = 5
WHOLE: Final = 1000


def quick(examples: int, *unhealthy: HealthCheck, share: int = SHARE) -> settings:
    """The same examples every time: fresh ones are what `theomachy fuzz` is for. `unhealthy`: what can't be helped."""
    return settings(
        max_examples=examples if LONG else max(1, examples // (2 if COMPILED else share)),
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, *unhealthy],
    )


def part(items: Sequence[T], share: int, first: int = 0) -> list[T]:
    """One of so many, from this one on; in `make long` all of them."""
    return list(items) if LONG else list(items[first::share])


def some(items: Sequence[T], share: int = SHARE) -> list[T]:
    """All of them; interpreted only one of so many, from the first on."""
    return list(items) if COMPILED else list(items[::share])
