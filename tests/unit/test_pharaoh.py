"""Pharaoh is an option of Ankh that the base game does not know, and its deck is hidden."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import theomachy
import theomachy.games.ankh
from theomachy.games.ankh.components import VERBS
from theomachy.games.ankh.pharaoh.components import KINGS
from theomachy.games.ankh.pharaoh.state import realm
from theomachy.kernel.choice import ChoiceTable
from theomachy.kernel.errors import BadSetup
from theomachy.kernel.match import Match

SOURCE = Path(theomachy.games.ankh.__file__).parent


def played(match: Match, choices: int) -> Match:
    rng = random.Random(1)
    for _ in range(choices):
        if not match.over:
            seat = rng.choice(match.decision.seats)
            match.play(rng.choice(match.choices_of(seat).ids), seat)
    return match


def test_the_base_game_does_not_know_the_expansion() -> None:
    """Only `game`, which puts the two together, names it."""
    knowing = [path.name for path in sorted(SOURCE.glob("*.py")) if "ankh.pharaoh" in path.read_text(encoding="utf-8")]
    assert knowing == ["game.py"]


def test_choices_of_the_base_game_keep_their_ids() -> None:
    base = ChoiceTable(VERBS)
    assert theomachy.game("ankh").table.texts[: len(base)] == base.texts


def test_without_the_expansion_nothing_of_it_is_seen() -> None:
    match = theomachy.new("ankh", seed=1)
    assert "pharaoh" not in match.view(0)
    assert "pharaoh" not in match.setup
    assert match.game.encode(match.state)["expansion"] is None


@pytest.mark.parametrize("name", [*KINGS, "random"])
def test_every_pharaoh_can_be_chosen(name: str) -> None:
    match = theomachy.new("ankh", seed=3, pharaoh=name)
    assert match.view()["pharaoh"]["name"] in (KINGS if name == "random" else (name,))
    assert match.view()["pharaoh"]["deck"] == 37


@pytest.mark.parametrize("wrong", ["cleopatra", 3, ["ramses"]])
def test_another_pharaoh_is_refused(wrong: Any) -> None:
    with pytest.raises(BadSetup, match=r"pharaoh/setup/pharaoh"):
        theomachy.new("ankh", pharaoh=wrong)


def test_the_order_of_the_deck_is_hidden() -> None:
    match = played(theomachy.new("ankh", seed=5, players=3, pharaoh="amenhotep"), 60)
    other = match.copy()
    realm(other.state).deck.reverse()
    assert realm(other.state).deck != realm(match.state).deck
    for seat in (None, 0, 1, 2):
        assert match.view(seat) == other.view(seat)
    # A planner deals it anew, in a way that does not depend on how it lies.
    assert realm(match.planner_copy(0, 9).state).deck == realm(other.planner_copy(0, 9).state).deck
    assert realm(match.planner_copy(0, 9).state).deck != realm(match.planner_copy(0, 10).state).deck


@pytest.mark.parametrize("king", KINGS)
def test_saves_are_the_identity(king: str) -> None:
    match = played(theomachy.new("ankh", seed=7, players=4, pharaoh=king), 150)
    again = theomachy.load(match.save())
    assert again.digest() == match.digest()
    assert again.view(0) == match.view(0)
    decoded = match.game.decode(match.game.encode(match.state))
    assert match.game.encode(decoded) == match.game.encode(match.state)


def test_what_no_pharaoh_can_have_is_a_fault() -> None:
    match = played(theomachy.new("ankh", seed=7, players=3, pharaoh="ramses"), 80)
    assert match.game.faults(match.state) == []
    for spoil in ("cell", "deck", "pool", "infantry", "tokens"):
        state = match.game.copy(match.state)
        annex = realm(state)
        if spoil == "deck":
            annex.deck.pop()
        elif spoil == "pool":
            annex.pool[0] += 1
        elif spoil == "infantry":
            annex.infantry.append(0)
        else:
            setattr(annex, spoil, 2)
        assert match.game.faults(state), spoil
