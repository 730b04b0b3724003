"""Policies: ways to choose at random, so that matches go in very different ways."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final, Protocol

from theomachy.kernel.match import Match


class Policy(Protocol):
    """Chooses one of the legal choices of a seat."""

    def __call__(self, match: Match, seat: int, ids: list[int]) -> int: ...


def uniform(rng: random.Random) -> Policy:
    return lambda match, seat, ids: rng.choice(ids)


def rare(rng: random.Random) -> Policy:
    """Prefers what it has chosen least often in this match."""
    seen: Counter[int] = Counter()

    def choose(match: Match, seat: int, ids: list[int]) -> int:
        fewest = min(seen[number] for number in ids)
        choice = rng.choice([number for number in ids if seen[number] == fewest])
        seen[choice] += 1
        return choice

    return choose


def busy(rng: random.Random, leaning: int | None = None) -> Policy:
    """Avoids to do nothing, so that much happens, and prefers what the game's study says of a leaning."""

    def choose(match: Match, seat: int, ids: list[int]) -> int:
        if rng.random() < 0.05:
            return rng.choice(ids)
        text = match.game.table.text
        leanings = match.game.study().leanings
        likes = leanings[leaning] if leaning is not None and leaning < len(leanings) else ()
        best = [number for number in ids if text(number).startswith(likes)] if likes else []
        if best and rng.random() < 0.7:
            return rng.choice(best)
        return rng.choice([number for number in ids if text(number) not in ("done", "no")] or ids)

    return choose


def host(rng: random.Random) -> Policy:
    """Follows the first leaning of the game: what brings much onto the board."""
    return busy(rng, 0)


def scholar(rng: random.Random) -> Policy:
    """Follows the second leaning of the game: what is good for later."""
    return busy(rng, 1)


def devout(rng: random.Random) -> Policy:
    """Every seat looks one choice ahead for what promises itself the most."""
    return _looking_ahead(rng, lambda seat, other: 1.0 if other == seat else -0.2)


def choir(rng: random.Random, seats: Iterable[int] = ()) -> Policy:
    """All seats together raise some of the seats (by default random ones) and keep the others down, so that matches end
    in every way."""
    chosen = set(seats) or set(rng.sample(range(5), rng.randrange(1, 6)))
    return _looking_ahead(rng, lambda seat, other: 1.0 if other in chosen else -0.2)


def _looking_ahead(rng: random.Random, weight: Callable[[int, int], float]) -> Policy:
    """Takes what promises most, the promise of every seat weighted by (who chooses, whose it is). Careless in games of
    which nothing is known, and where what a choice is good for shows only with the next one."""
    careless = busy(rng)

    def choose(match: Match, seat: int, ids: list[int]) -> int:
        study = match.game.study()
        if not study.promising or match.decision.prompt in study.openings or rng.random() < 0.05:
            return careless(match, seat, ids)
        best, highest = ids[0], -1e9
        for number in rng.sample(ids, min(len(ids), 16)):
            after = match.copy()
            after.play(number, seat)
            promises = study.promises(after)
            value = sum(weight(seat, other) * promise for other, promise in enumerate(promises)) + rng.random() / 10
            if value > highest:
                best, highest = number, value
        return best

    return choose


POLICIES: Final[dict[str, Callable[[random.Random], Policy]]] = {
    "uniform": uniform,
    "rare": rare,
    "busy": busy,
    "host": host,
    "scholar": scholar,
    "devout": devout,
    "choir": choir,
}
