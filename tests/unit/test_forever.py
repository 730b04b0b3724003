"""Ids are forever, and saves hold what was drawn: a box that grows breaks nothing old."""

from __future__ import annotations

import hashlib
import json
import random
from pathlib import Path
from typing import Any, Final

import pytest

import theomachy
from theomachy.games.ankh import setup as ankh_setup
from theomachy.games.ankh.components import GODS
from theomachy.kernel.choice import ChoiceTable
from theomachy.kernel.errors import BadSave, BadSetup, IllegalChoice
from theomachy.kernel.match import Match

SAVES: Final = sorted((Path(__file__).parents[1] / "golden" / "saves").glob("*.json"))
#: how many choices each game had when it was first published, and a hash of their texts in order
FIRST_CHOICES: Final = {
    "ankh": (2060, "b2b5f5bda355cbe90280d506c8646cc4"),
    "anunnaki": (267, "a84923153abc22d4bb56393b1f9f45fa"),
}

# --- ids --------------------------------------------------------------------------------------------------------------

OLD: Final[list[tuple[str, tuple[str, ...]]]] = [("done", ()), ("piece", ("warrior", "mummy")), ("cell", ("A1", "A2"))]
NEW: Final[list[tuple[str, tuple[str, ...]]]] = [("piece", ("hydra",)), ("dance", ("waltz",)), ("piece", ("gorgon",))]


@pytest.mark.parametrize("game", FIRST_CHOICES)
def test_no_choice_has_another_id_than_ever(game: str) -> None:
    count, known = FIRST_CHOICES[game]
    texts = theomachy.game(game).table.texts[:count]
    assert hashlib.blake2b("\n".join(texts).encode(), digest_size=16).hexdigest() == known


def test_late_nouns_move_no_id() -> None:
    before, after = ChoiceTable(OLD), ChoiceTable([*OLD, *NEW])
    assert after.texts[: len(before)] == before.texts
    assert after.texts[len(before) :] == ["piece hydra", "dance waltz", "piece gorgon"]
    assert [after.base(verb) for verb, _ in OLD] == [before.base(verb) for verb, _ in OLD]
    assert before.ids("piece") == [before.base("piece") + noun for noun in range(2)]


def test_late_nouns_are_counted_after_the_first_ones() -> None:
    table = ChoiceTable([*OLD, *NEW], {"piece snake": "piece hydra"})
    ids = table.ids("piece")
    assert [table.text(number) for number in ids] == ["piece warrior", "piece mummy", "piece hydra", "piece gorgon"]
    assert [table.noun_index(number) for number in ids] == [0, 1, 2, 3]
    assert [table.verb(number) for number in ids] == ["piece"] * 4
    assert ids[2:] == [5, 7]
    assert table.find("Piece Hydra") == table.find({"verb": "piece", "noun": "hydra"}) == table.find("piece snake") == 5
    with pytest.raises(IllegalChoice, match="gorgon, hydra, mummy, warrior"):
        table.find("piece dragon")
    with pytest.raises(IllegalChoice, match="'done' stands alone"):
        table.find("done now")


@pytest.mark.parametrize("again", [("piece", ("mummy",)), ("piece", ()), ("done", ()), ("done", ("now",))])
def test_what_is_there_already_is_not_added(again: tuple[str, tuple[str, ...]]) -> None:
    with pytest.raises(AssertionError, match="is there already"):
        ChoiceTable([*OLD, again])


# --- what was drawn ---------------------------------------------------------------------------------------------------

ASKED: Final[list[tuple[str, dict[str, Any]]]] = [
    ("ankh", {"players": 2}),
    ("ankh", {"gods": ["isis", "random", "random"], "pharaoh": "random"}),
    ("ankh", {"players": 5, "guardians": ["satis", "mummy", "androsphinx"], "first": 2}),
    ("ankh", {"players": 4, "scenario": "guardians-of-kemet", "pharaoh": "xerxes"}),
    ("anunnaki", {"players": 2}),
    ("anunnaki", {"houses": ["random", "babylon", "random"], "first_game": True}),
]


def left_to_the_dice(setup: dict[str, Any]) -> bool:
    return "random" in json.dumps(setup)


@pytest.mark.parametrize(("game", "asked"), ASKED)
def test_a_match_holds_what_was_drawn_and_begins_alike_with_it(game: str, asked: dict[str, Any]) -> None:
    setups = set()
    for seed in range(12):
        match = theomachy.new(game, seed=seed, **asked)
        assert not left_to_the_dice(match.setup)
        again = Match(match.game, json.loads(json.dumps(match.setup)), seed)
        assert again.setup == match.setup
        assert json.dumps(again.game.encode(again.state)) == json.dumps(match.game.encode(match.state))
        assert again.facts == match.facts
        setups.add(json.dumps(match.setup))
    assert len(setups) > 3
    assert match.wished != match.setup


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.stem)
def test_saves_that_left_it_to_the_dice_still_open(path: Path) -> None:
    """Made when saves held the wish: they play as they did, and are saved with what was drawn."""
    text = path.read_text(encoding="utf-8")
    old = json.loads(text)
    assert left_to_the_dice(old["setup"])
    game = theomachy.game(old["game"])
    if old["rules"] != game.rules_version:
        with pytest.raises(BadSave, match="rules: version"):
            theomachy.load(text)
        return
    match = theomachy.load(text)
    assert match.digest() == old["digest"]
    new = json.loads(match.save())
    assert not left_to_the_dice(new["setup"])
    assert {**new, "setup": 0} == {**old, "setup": 0}
    again = theomachy.load(match.save())
    assert again.facts == match.facts
    one, two = match.copy(), again.copy()
    assert one.play_random(3) == two.play_random(3)
    assert one.digest() == two.digest()


def test_there_are_old_saves() -> None:
    assert len(SAVES) >= 4


def test_a_larger_box_begins_old_matches_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    match = theomachy.new("ankh", players=3, seed=5)
    monkeypatch.setattr(ankh_setup, "GODS", (*GODS, "hydra"))
    again = Match(match.game, match.setup, 5)
    assert again.digest() == match.digest()


@pytest.mark.parametrize("drawn", [-1, 1 << 40, True, "3", None])
def test_a_wrong_number_of_dice_is_refused(drawn: Any) -> None:
    setup = {**theomachy.new("ankh", players=2, seed=1).setup, "drawn": drawn}
    with pytest.raises(BadSetup, match="drawn"):
        theomachy.new("ankh", seed=1, **setup)


@pytest.mark.parametrize(
    ("game", "change"),
    [
        ("ankh", {"gods": ["isis", "random"]}),
        ("ankh", {"first": None}),
        ("ankh", {"guardians": None}),
        ("ankh", {"pharaoh": "random"}),
        ("anunnaki", {"houses": ["babylon", "random"]}),
    ],
)
def test_a_setup_that_says_it_is_drawn_leaves_nothing_to_the_dice(game: str, change: dict[str, Any]) -> None:
    setup = {**theomachy.new(game, players=2, seed=1).setup, **change}
    with pytest.raises(BadSetup, match="left to the dice"):
        theomachy.new(game, seed=1, **setup)


def test_undo_and_saves_in_the_middle_keep_what_was_drawn() -> None:
    match = theomachy.new("ankh", players=4, pharaoh="random", seed=9)
    luck = random.Random(9)
    for _ in range(30):
        seat = luck.choice(match.decision.seats)
        match.play(luck.choice(match.choices_of(seat).ids), seat)
        if match.can_undo(seat) and luck.random() < 0.2:
            match.undo(seat)
    loaded = theomachy.load(match.save())
    assert loaded.setup == match.setup == match.copy().setup
    assert loaded.digest() == match.digest()
