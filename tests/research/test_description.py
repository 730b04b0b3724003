"""What a game says of itself beforehand is true."""

from __future__ import annotations

import numpy as np
import pytest

import theomachy
from tests.examples import COMPILED
from theomachy import research
from theomachy.research.batch import Batch

every_game = pytest.mark.parametrize("game", ["ankh", "anunnaki"])


@every_game
def test_a_game_says_up_front_what_it_is(game: str) -> None:
    found = research.describe(game)
    assert found.players == theomachy.game(game).players
    assert found.choices == len(theomachy.game(game).outlook().dense) < 1200
    assert found.simultaneous
    assert set(found.simultaneous) <= set(found.decisions)
    assert found.hidden
    assert found.chance
    assert (found.least_return, found.greatest_return) == (-1, 1)
    assert set(found.usual) == set(found.players)
    assert max(found.usual.values()) < found.longest
    assert found.json["game"] == game


def test_returns_where_seats_win_together_and_where_all_lose() -> None:
    ankh, anunnaki = research.describe("ankh"), research.describe("anunnaki")
    assert (ankh.shared_wins, ankh.all_may_lose) == (True, True)
    assert (anunnaki.shared_wins, anunnaki.all_may_lose) == (False, False)
    outlook = theomachy.game("ankh").outlook()
    for ending, wanted in (("ankh/shared", [-1, 1, 1]), ("ankh/nobody", [-1, -1, -1])):
        match = theomachy.new("ankh", gods=["isis", "ra", "osiris"], seed=1)
        s = match.state
        s.over = True
        if ending == "ankh/shared":
            s.side[2] = 1
            s.winner = 1
        assert outlook.returns(s) == wanted


@every_game
def test_matches_at_random_are_about_as_long_as_it_says(game: str) -> None:
    fewest = min(theomachy.game(game).players)
    matches = 40 if COMPILED else 3
    lengths = [theomachy.new(game, players=fewest, seed=seed, facts=False).play_random(seed) for seed in range(matches)]
    usual = research.describe(game).usual[fewest]
    assert usual / 2 < sum(lengths) / matches < usual * 2
    assert max(lengths) < research.describe(game).longest


@every_game
def test_the_kinds_that_ask_are_the_ones_named(game: str) -> None:
    names = research.describe(game).decisions
    batch = Batch(game, {"players": 2}, count=2, seed=4)
    kinds = [kind.name for kind in theomachy.game(game).kinds]
    place = batch.layout["step0.kind"].first
    rng = np.random.default_rng(0)
    met: set[str] = set()
    for _ in range(120):
        met |= {kinds[number] for number in batch.observations[:, place]}
        batch.step(batch.random_actions(rng))
    assert len(met) > 3
    assert met <= set(names)


def test_the_layout_is_told_for_a_set_up() -> None:
    plain, more = research.layout("ankh", players=2), research.layout("ankh", players=2, pharaoh="ramses")
    assert "expansion.king" in more
    assert "expansion.king" not in plain
    assert more.size > plain.size
    assert plain["devotion"].names == ["devotion[me]", "devotion[+1]"]
    assert plain["powers"].names[0] == "powers[me][commanding]"
    assert plain["control"].perspective == "values"
    assert plain["devotion"].json == {
        "name": "devotion", "first": plain["devotion"].first, "size": 2, "low": 0, "high": 31, "of": "",
        "perspective": "entries",
    }  # fmt: skip
