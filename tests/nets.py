"""A net of drawn numbers, and positions for it to judge."""

from __future__ import annotations

import random

import theomachy
from theomachy.bots.learning.weights import pack_weights
from theomachy.kernel.match import Match
from theomachy.kernel.net import SEATS, fingerprint
from theomachy.training.features import layout_of

#: terms of a side's evaluation
TERMS = {"ankh": 24, "anunnaki": 19}


def drawn_weights(name: str, width: int = 8, height: int = 4) -> bytes:
    """A net of drawn numbers for two players."""
    game, layout, rng = theomachy.game(name), layout_of(name, "2"), random.Random(5)
    slots = [
        (slot, low, min(high - low + 1, 128), low)
        for slot, low, high in zip(layout.names, layout.lows, layout.highs, strict=True)
    ]
    rows, terms = sum(slot[2] for slot in slots), 2 * TERMS[name]
    sizes = [rows * width, width, SEATS * height * width, height * terms, height, height, terms]
    parts = [[rng.randrange(-400, 400) for _ in range(size)] for size in sizes]
    header = {
        "game": name,
        "rules_version": game.rules_version,
        "layouts": {fingerprint(layout): "2"},
        "trust": 900,
    }
    return pack_weights(header, slots, parts)


def positions(name: str, count: int = 40) -> list[Match]:
    """Positions of a match at random."""
    rng = random.Random(3)
    match = Match(theomachy.game(name), {"players": 2}, 3)
    found: list[Match] = []
    while not match.over and len(found) < count:
        seat = match.decision.seats[0]
        match.play(rng.choice(list(match.choices_of(seat))), seat)
        found.append(match.copy())
    return found
