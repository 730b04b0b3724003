"""What a net says is the same on every machine and both builds: golden evaluations of a net of drawn numbers."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

import theomachy
from tests.nets import drawn_weights, positions
from theomachy.bots.learning.experience import LearnedWorth
from theomachy.bots.learning.weights import read_weights
from theomachy.kernel.ids import Seat
from theomachy.kernel.worth import chances

#: what the drawn net of `drawn_weights` says of the positions of `positions`, on every machine and both builds
GOLDEN = {"ankh": "81d099a1274bddea", "anunnaki": "01d41646982190fe"}


@pytest.mark.parametrize("name", ["ankh", "anunnaki"])
def test_a_net_says_the_same_on_every_machine_and_both_builds(name: str) -> None:
    game = theomachy.game(name)
    weights = read_weights(drawn_weights(name), "drawn", game)
    said: list[list[int]] = []
    for match in positions(name):
        for seat in (0, 1):
            worth = LearnedWorth(game, game.mind().patient(), weights, match.state, Seat(seat))
            sides = worth.sides(match.state)
            said.append([round(1024 * odds) for odds in worth.log_odds(match.state, sides)])
            assert sum(chances(worth, match.state)) == pytest.approx(1.0)
    assert sha256(json.dumps(said).encode()).hexdigest()[:16] == GOLDEN[name]
