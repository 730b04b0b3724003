"""Set-ups of Anunnaki to fuzz: plain ones, and positions late and rich, so that what is rare happens often."""

from __future__ import annotations

import random
from typing import Any, Final

from theomachy.games.anunnaki.components import (
    ACTIONS,
    ARTIFACTS,
    CONTRACT_NAMES,
    GODS,
    HOUSES,
    LINE_NAMES,
    PLANET_PLACES,
    POINT_NAMES,
    RESOURCES,
    TRACKS,
    WEAPONS,
)

PLAYERS: Final = (2, 3, 4)


def draw_setup(rng: random.Random, players: int | None) -> dict[str, Any]:
    count = rng.choice(PLAYERS) if players is None else players
    if rng.random() < 0.5:
        return {"players": count, "first_game": rng.random() < 0.2}
    houses = rng.sample(HOUSES, count)
    return {"houses": houses, "position": rich_position(rng, houses)}


def rich_position(rng: random.Random, houses: list[str]) -> dict[str, Any]:
    gaia = "abcdefghijkl" if len(houses) > 2 else "abcdefghij"
    civilizations = [f"{house}.TC" for house in houses] + ["gaia.E"] + (["gaia.F"] if len(houses) > 2 else [])
    numbers = rng.sample(range(1, 13), len(civilizations))
    points = [name for name in POINT_NAMES if name.partition(".")[0] in (*houses, "gaia")]
    markers = rng.sample(range(1, 21), len(points))
    free = [f"{house}.{place}" for house in houses for place in PLANET_PLACES if place not in ("TC", "CAP")]
    free += [f"gaia.{place}" for place in gaia]
    rng.shuffle(free)
    share = len(free) // len(houses)
    lands = {house: free[number * share : (number + 1) * share] for number, house in enumerate(houses)}
    contracts = rng.sample([name for name in CONTRACT_NAMES if name.rstrip("0123456789") in (*houses, "neutral")], 8)
    artifacts = rng.sample(ARTIFACTS, 2 if len(houses) > 2 else 1)
    gods = {house: rng.sample(_lesser(house), 4) for house in houses}
    return {
        "pieces": {house: _pieces(rng, house, lands[house], gods[house]) for house in houses},
        "gods": gods,
        "resources": {house: {kind: rng.randrange(8) for kind in RESOURCES} for house in houses},
        "mana": {house: rng.randrange(7) for house in houses},
        "tracks": {house: {track: rng.randrange(9) for track in TRACKS} for house in houses},
        "developed": {house: rng.sample(ACTIONS, rng.randrange(6)) for house in houses},
        "figure": {house: rng.choice(ACTIONS) for house in houses},
        "cubes": {house: rng.sample(LINE_NAMES, rng.randrange(12)) for house in houses},
        "tokens": {house: {"lesser": 1} for house in houses if rng.random() < 0.5},
        "hand": {house: rng.sample(_weapons(house), rng.randrange(5)) for house in houses},
        "contracts": {house: contracts[2 * number : 2 * number + 2] for number, house in enumerate(houses)},
        "civilizations": {place: f"{number}" for place, number in zip(civilizations, numbers, strict=True)},
        "markers": {
            point: f"{number}{rng.choice(('', ' up'))}"
            for point, number in zip(points, markers, strict=True)
            if rng.random() < 0.8
        },
        "artifacts": {house: [artifact] for house, artifact in zip(houses, artifacts, strict=False)}
        if rng.random() < 0.7
        else {},
        "turn": rng.choice(houses),
        "fate": rng.choice(TRACKS),
    }


def _lesser(house: str) -> list[str]:
    first = HOUSES.index(house) * 8
    return list(GODS[first + 1 : first + 8])


def _weapons(house: str) -> list[str]:
    return [*WEAPONS[2:8], WEAPONS[8 + HOUSES.index(house)]]


def _pieces(rng: random.Random, house: str, lands: list[str], gods: list[str]) -> list[str]:
    """Never more tokens than a star has: a god costs one, and one may be ready."""
    pieces = ["settlement CAP", "follower CAP"]
    pieces += [f"settlement {place}" for place in rng.sample(lands, rng.randrange(min(4, len(lands))))]
    pieces += [f"follower {rng.choice(lands)}" for _ in range(rng.randrange(3, 11))]
    pieces += [f"{god} {rng.choice(lands)}" for god in rng.sample(gods, rng.randrange(4))]
    if rng.random() < 0.5:
        pieces.append(f"{GODS[HOUSES.index(house) * 8]} {rng.choice(lands)}")
    return pieces
