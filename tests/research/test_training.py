"""The learned evaluation: a tiny net is trained, exported and read, files that can't be used are refused by name, and a
bot without weights searches on."""

from __future__ import annotations

import json
import random
import zlib
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import theomachy
from theomachy.bots import Sight, bot_names, new_bot
from theomachy.bots.learning.experience import LearnedWorth
from theomachy.bots.learning.learned import LearnedBot
from theomachy.bots.learning.weights import MAGIC, BadWeights, find_weights, pack_weights, read_weights
from theomachy.kernel.ids import Seat
from theomachy.kernel.match import Match
from theomachy.kernel.net import fingerprint
from theomachy.kernel.worth import chances
from theomachy.training import samples
from theomachy.training.export import export
from theomachy.training.features import layout_of, read_samples
from theomachy.training.trained import Plan
from theomachy.training.trainer import train

#: what the drawn net of `drawn_weights` says of the positions of `positions`, on every machine and both builds
GOLDEN = {"ankh": "d6d96d560f758193", "anunnaki": "d96e0793890dc800"}


def drawn_weights(name: str, width: int = 8, height: int = 4) -> bytes:
    """A net of drawn numbers for two players."""
    game, layout, rng = theomachy.game(name), layout_of(name, 2), random.Random(5)
    slots = [
        (slot, low, min(high - low + 1, 128), low)
        for slot, low, high in zip(layout.names, layout.lows, layout.highs, strict=True)
    ]
    sizes = [sum(slot[2] for slot in slots) * width, width, width * height, height, 5 * height, 5]
    parts = [[rng.randrange(-400, 400) for _ in range(size)] for size in sizes]
    header = {
        "game": name,
        "rules_version": game.rules_version,
        "layouts": {fingerprint(layout): "2 players"},
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


def test_a_tiny_net_is_trained_exported_and_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples, "CHUNK", 3)
    game = theomachy.game("anunnaki")
    wanted = samples.orders("anunnaki", [2], "random", 1, 6)
    paths = []
    for order in wanted:
        samples._write((order, tmp_path / order.name()))
        paths.append(tmp_path / order.name())
    rows, trained, held = read_samples("anunnaki", paths)
    net = train(rows, trained, trained, Plan(width=8, height=8, epochs=8, batch=16, drop=0.0), lambda text: None)
    assert net.figures["after"][0] < net.figures["before"][0]
    (tmp_path / "tiny.weights").write_bytes(export("anunnaki", rows, net, {"seed": 1}))
    bot = LearnedBot(1, f"4@{tmp_path / 'tiny.weights'}")
    match = positions("anunnaki", 5)[-1]
    seat = match.decision.seats[0]
    assert bot.choose(Sight(match, seat)) in match.choices_of(seat)
    assert bot.trouble == ""
    assert find_weights(game, str(tmp_path / "tiny.weights")).header["provenance"] == {"seed": 1}
    assert len(held) > 0


def test_chunks_that_are_there_are_not_played_again(tmp_path: Path) -> None:
    wanted = samples.orders("ankh", [2], "random", 1, 64)
    for order in wanted:
        (tmp_path / order.name()).write_bytes(b"kept")
    assert samples.collect(tmp_path, wanted, 1, lambda count: None) == [tmp_path / order.name() for order in wanted]
    assert all((tmp_path / order.name()).read_bytes() == b"kept" for order in wanted)


def changed(data: bytes, **fields: Any) -> bytes:
    """A file with another header, and the numbers it had."""
    head, _, body = data[len(MAGIC) :].partition(b"\n")
    return MAGIC + json.dumps({**json.loads(head), **fields}).encode() + b"\n" + body


def other_body(data: bytes, body: bytes) -> bytes:
    head = data[: data.index(b"\n", len(MAGIC)) + 1]
    return changed(head + body, digest=sha256(body).hexdigest())


def test_files_that_can_not_be_used_are_refused_by_name() -> None:
    game, good = theomachy.game("ankh"), drawn_weights("ankh")
    assert read_weights(good, "good", game).trust == 900 / 1024
    for data, why in (
        (b"", "not a file of weights"),
        (good[3:], "not a file of weights"),
        (good[:-1], "damaged, its numbers"),
        (good[:400] + bytes([good[400] ^ 1]) + good[401:], "damaged"),
        (MAGIC + b"{}\n", "damaged, its header"),
        (changed(good, game="anunnaki"), "foreign, made for 'anunnaki', not for 'ankh'"),
        (changed(good, rules_version=0), "outdated, made for version 0"),
        (changed(good, sizes=[1, 2, 3]), "damaged, there are more or fewer numbers"),
        (other_body(good, b"nothing"), "damaged"),
        (other_body(good, zlib.compress(bytes(17_000_000))), "damaged, it is too large"),
    ):
        with pytest.raises(BadWeights, match=f"^mine: {why}"):
            read_weights(data, "mine", game)


def test_without_weights_it_says_so_and_searches(tmp_path: Path) -> None:
    match = positions("ankh", 6)[-1]
    seat = match.decision.seats[0]
    bot = LearnedBot(1, f"5@{tmp_path / 'none.weights'}")
    assert bot.choose(Sight(match, seat)) == new_bot("search:5", 1).choose(Sight(match, seat))
    assert bot.trouble == "none.weights: there are no weights for ankh"
    assert bot.explain(Sight(match, seat)).trouble == bot.trouble


def test_it_does_not_judge_matches_it_was_not_trained_for(tmp_path: Path) -> None:
    (tmp_path / "two.weights").write_bytes(drawn_weights("ankh"))
    match = Match(theomachy.game("ankh"), {"players": 3}, 3)
    bot = LearnedBot(1, f"2@{tmp_path / 'two.weights'}")
    bot.choose(Sight(match, match.decision.seats[0]))
    assert bot.trouble == "two.weights: it was not trained for matches like this one"


def test_it_is_not_offered_by_name() -> None:
    assert "learned" not in bot_names()
