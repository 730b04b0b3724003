"""Anunnaki played at random: possible states, saves, copies, determinism, secrets, content."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

import theomachy
from theomachy.games.anunnaki.components import HOUSES
from theomachy.games.anunnaki.content import CONTENT
from theomachy.kernel.errors import BadContent, BadSetup
from theomachy.kernel.match import Match

GAME = theomachy.game("anunnaki")


def play_on(match: Match, rng: random.Random, decisions: int = 10_000, check: bool = True) -> Match:
    """So many decisions at random, with the state checked after each."""
    while decisions and not match.over:
        seat = rng.choice(match.decision.seats)
        match.play(rng.choice(match.choices_of(seat).ids), seat)
        if check:
            assert GAME.faults(match.state) == []
        decisions -= 1
    return match


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("first_game", [False, True])
def test_random_matches_end_and_every_state_is_possible(players: int, first_game: bool) -> None:
    for seed in range(3):
        match = theomachy.new("anunnaki", players=players, first_game=first_game, seed=seed)
        play_on(match, random.Random(seed))
        assert match.outcome is not None
        assert match.facts[-1]["fact"] == "match-over"
        totals = {fact["house"]: fact["amount"] for fact in match.facts if fact.get("thing") == "total"}
        winner = match.seat_name(match.outcome.winners[0])
        assert totals[winner] == max(totals.values())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_contracts_deck_and_the_civilizations(players: int) -> None:
    match = play_on(theomachy.new("anunnaki", players=players, seed=5), random.Random(5), players)
    view = match.view()
    assert view["deck"] + len(view["offer"]) == 12 + 6 * players
    tiles = [territory for territory in view["territories"] if "civilization" in territory]
    assert len(tiles) == players + (1 if players == 2 else 2)


def test_saving_in_the_middle_and_loading_is_the_identity() -> None:
    for seed in range(4):
        match = play_on(theomachy.new("anunnaki", players=2 + seed % 3, seed=seed), random.Random(seed), 80 + 60 * seed)
        loaded = theomachy.load(match.save())
        assert loaded.digest() == match.digest()
        assert [loaded.view(seat) for seat in range(loaded.seats)] == [match.view(seat) for seat in range(match.seats)]
        state = GAME.decode(json.loads(json.dumps(GAME.encode(match.state))))
        assert GAME.encode(state) == GAME.encode(match.state)


def test_playing_on_in_a_copy_changes_nothing() -> None:
    match = play_on(theomachy.new("anunnaki", players=4, seed=9), random.Random(9), 150)
    before = match.digest()
    copy = match.copy()
    play_on(copy, random.Random(1), 100)
    assert match.digest() == before
    assert copy.digest() != before


def test_the_same_seed_and_choices_give_the_same_match() -> None:
    one, two = (play_on(theomachy.new("anunnaki", players=3, seed=4), random.Random(4), check=False) for _ in range(2))
    assert one.digest() == two.digest()
    assert one.facts == two.facts


def test_a_planner_sees_what_its_seat_sees_and_not_more() -> None:
    for seed in range(6):
        rng = random.Random(seed)
        match = theomachy.new("anunnaki", players=2 + seed % 3, seed=seed)
        hands: set[int] = set()
        for _ in range(12):
            play_on(match, rng, 15, check=False)
            if match.over:
                break
            for seat in range(match.seats):
                plan = match.planner_copy(seat, 1 + rng.randrange(1 << 30))
                assert GAME.faults(plan.state) == []
                ours, theirs = match.view(seat), plan.view(seat)
                if match.decision.secret:
                    for view in (ours, theirs):
                        view["secret"].pop("chosen")
                        view["decision"].pop("seats")
                assert ours == theirs
                hands.add(plan.state.hand[(seat + 1) % match.seats])
        assert hands


def test_a_content_file_replaces_values_and_goes_into_the_save(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('[[weapon]]\nname = "net"\nstrength = 4\n[tracks.supremacy]\nlightning_at = 2\n')
    match = theomachy.new("anunnaki", houses=list(HOUSES), content=str(file), seed=1)
    assert match.state.tables.weapon_strength[6] == 4
    assert match.setup["content_hash"] != theomachy.new("anunnaki", seed=1).setup["content_hash"]
    file.unlink()
    assert theomachy.load(match.save()).digest() == match.digest()
    assert next(weapon for weapon in CONTENT["weapon"] if weapon["name"] == "net")["strength"] == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[wepon]\n", "unknown table 'wepon'"),
        ('[[weapon]]\nname = "axe"\n', "no weapon 'axe'"),
        ('[[weapon]]\nname = "net"\nstrength = "big"\n', "weapon net.strength: 'big' is not a number from 0 to 20"),
        ("[star]\nmana.inner = [1, 1]\n", "star.mana.inner: must be a list of 5 numbers"),
        ('[planet]\nTL = { type = "X", symbols = 3 }\n', "planet.TL.type: no 'X'; allowed: A, B, C, H"),
        ("[culture]\nmarkers = [{ food = 2 }]\n", "culture.markers: there must be 20"),
        ("[tiles", "not a TOML file"),
    ],
)
def test_a_wrong_content_file_is_refused_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text)
    with pytest.raises(BadContent) as refused:
        theomachy.new("anunnaki", content=str(file))
    assert str(file) in str(refused.value)
    assert message in str(refused.value)


@pytest.mark.parametrize(
    "setup", [{"players": 5}, {"houses": ["pharaohs"]}, {"houses": ["pharaohs", "pharaohs"]}, {"gods": ["ra", "odin"]}]
)
def test_a_wrong_setup_is_refused(setup: dict[str, Any]) -> None:
    with pytest.raises(BadSetup):
        theomachy.new("anunnaki", **setup)
