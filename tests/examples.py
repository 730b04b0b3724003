"""How often Hypothesis looks, in all tests that use it."""

from __future__ import annotations

from hypothesis import HealthCheck, settings


def quick(examples: int, *unhealthy: HealthCheck) -> settings:
    """The same examples every time: fresh ones are what `theomachy fuzz` is for. `unhealthy`: what can't be helped."""
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, *unhealthy],
    )
