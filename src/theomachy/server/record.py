"""Ratings of players: OpenSkill's Plackett-Luce model, a skill and how uncertain it is, for matches of any number of
people. Where the package is missing there are no ratings, and everything else is as it is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct


class Rating(Struct, frozen=True):
    """An estimated skill, how uncertain it is, and from how many matches; everybody begins at 25 ± 8.3."""

    mu: float = 25.0
    sigma: float = 25.0 / 3
    matches: int = 0


@lru_cache(maxsize=1)
def _model() -> Any:
    try:
        from openskill.models import PlackettLuce
    except ImportError:
        return None
    # Its allowance for people, who get better, stays on.
    return PlackettLuce()


def ratings_available() -> bool:
    return _model() is not None


def rated_anew(before: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after a match that ended with these places (0 first, equal for equals)."""
    model = _model()
    if model is None:
        return list(before)
    sides = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    after = model.rate(sides, ranks=list(places))
    return [Rating(new.mu, new.sigma, old.matches + 1) for (new,), old in zip(after, before, strict=True)]
