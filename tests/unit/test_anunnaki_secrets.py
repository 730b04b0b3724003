"""Hidden is hidden (contract 6) and a planner can't see the future (contract 7), in Anunnaki: secrets one by one. Whole
matches are searched in `tests/property/test_anunnaki_twins.py`."""

from __future__ import annotations

from typing import Any, Final

import pytest

import theomachy
from theomachy.games.anunnaki.components import ARTIFACTS
from theomachy.kernel.errors import NoUndo

GAME: Final = theomachy.game("anunnaki")
#: facts that are told to their owner only
OWN_FACTS: Final = {"god-dealt", "god-discarded", "weapon-drawn", "weapon-returned", "artifact-seen", "fate-known"}


@pytest.mark.parametrize(
    ("position", "prompt", "seat"),
    [
        ({"phase": "discard"}, "discard-god", 1),
        ({"mana": {"pharaohs": 9}, "resources": {"pharaohs": {"metal": 9}}, "phase": "mana"}, "take-weapon", 0),
    ],
)
def test_taking_back_an_unseen_choice_leaves_no_trace(position: dict[str, Any], prompt: str, seat: int) -> None:
    """To choose, take it back and choose otherwise looks to the others like having chosen so at once."""
    matches = []
    for wavers in (True, False):
        match = theomachy.new("anunnaki", houses=["pharaohs", "norrenis", "babylon"], position=position, seed=3)
        if prompt == "take-weapon":
            match.play("mana weapons", seat)
        assert match.decision.prompt == prompt
        one, other = match.choices_of(seat).ids[:2]
        if wavers:
            match.play(one, seat)
            match.undo(seat)
        match.play(other, seat)
        matches.append(match)
    wavering, resolute = matches
    assert wavering.digest() == resolute.digest()
    for viewer in (None, 0, 1, 2):
        assert wavering.view(viewer) == resolute.view(viewer)
        assert wavering.facts_since(0, viewer) == resolute.facts_since(0, viewer)


def test_what_is_looked_at_and_chosen_in_atlantis_is_told_to_the_conqueror_alone() -> None:
    """Twins with other artifacts in the pile and another track on the tablet."""
    looks = []
    for pile, track in ((["fate", "pandora", "scarab"], "war"), (["mirror", "fate", "cornucopia"], "trade")):
        match = theomachy.new(
            "anunnaki",
            houses=["pharaohs", "norrenis", "babylon"],
            position={
                "pieces": {"pharaohs": ["settlement CAP", "12 follower gaia.E"]},
                "civilizations": {"gaia.E": 2},
                "hand": {"pharaohs": ["short-bow"]},
                "pile": pile,
                "phase": "battle",
            },
        )
        match.play("weapon short-bow")
        while match.decision.prompt != "keep-artifact":
            match.play(match.choices.ids[0])
        before = [match.view(viewer) for viewer in (None, 1, 2)]
        assert match.view(0)["artifacts"]["seen"] == sorted(pile, key=ARTIFACTS.index)
        match.play("artifact fate")
        match.play(f"track {track}")
        assert match.view(0)["houses"][0]["fate"] == track
        own = [fact["fact"] for fact in match.facts_since(0, 0) if fact["fact"] in OWN_FACTS]
        assert own == ["artifact-seen"] * 3 + ["fate-known"]
        facts = [match.facts_since(0, viewer) for viewer in (None, 1, 2)]
        assert not any(fact["fact"] in OWN_FACTS for told in facts for fact in told)
        looks.append((before, facts, [match.view(viewer) for viewer in (None, 1, 2)]))
    assert looks[0] == looks[1]


def test_a_weapon_lost_to_pandora_is_known_to_its_owner_alone() -> None:
    looks = []
    for hand, lost in ((["short-bow", "net"], "net"), (["dagger", "war-hammer"], "dagger")):
        match = theomachy.new(
            "anunnaki",
            houses=["pharaohs", "norrenis", "babylon"],
            position={"artifacts": {"pharaohs": ["pandora"]}, "hand": {"norrenis": hand}, "phase": "extra"},
        )
        match.play("extra pandora")
        match.play("token weapon")
        while match.decision.prompt != "lose-weapon":
            match.play(match.choices.ids[0])
        match.play(f"weapon {lost}", 1)
        while match.decision.prompt == "take-weapon":
            match.play(match.choices.ids[0])
        assert any(fact["fact"] == "weapon-returned" for fact in match.facts_since(0, 1))
        views = [match.view(viewer) for viewer in (None, 0, 2)]
        facts = [match.facts_since(0, viewer) for viewer in (None, 0, 2)]
        assert not any(fact["fact"] == "weapon-returned" for told in facts for fact in told)
        looks.append((views, facts))
    assert looks[0] == looks[1]


def test_a_discarded_god_stays_secret() -> None:
    """Two matches in which a seat discards one and the same god from different hands: nobody else can tell."""
    gods = ["seth", "anubis", "bastet", "osiris", "sekhmet", "horus"]
    looks = []
    for fifth in gods[4:]:
        position = {"phase": "discard", "dealt": {"pharaohs": [*gods[:4], fifth]}}
        match = theomachy.new("anunnaki", houses=["pharaohs", "norrenis"], position=position, seed=8)
        match.play(f"god {fifth}", 0)
        before = [match.view(viewer) for viewer in (None, 1)]
        match.play("god aegir", 1)
        looks.append((before, [match.view(viewer) for viewer in (None, 1)], match.facts, match.facts_since(0, 1)))
        assert {"fact": "god-discarded", "rule": "anunnaki/setup/gods", "house": "pharaohs", "thing": fifth} in (
            match.facts_since(0, 0)
        )
    assert looks[0] == looks[1]


def test_the_dice_and_everything_laid_out_at_random_are_hidden_before_the_gods_are_chosen() -> None:
    """With the same gods dealt, matches of different seeds look the same until the layout."""
    looks = []
    for seed in (1, 2):
        match = theomachy.new("anunnaki", houses=["babylon", "ellenys"], position={"phase": "discard"}, seed=seed)
        match.play(match.choices_of(1).ids[0], 1)
        looks.append([match.view(viewer) for viewer in (None, 0, 1)])
    assert looks[0] == looks[1]


def test_a_planners_copy_has_no_past() -> None:
    match = theomachy.new("anunnaki", players=2, seed=1)
    match.play(match.choices_of(0).ids[0], 0)
    plan = match.planner_copy(1, 5)
    assert plan.history == []
    assert plan.facts == []
    with pytest.raises(NoUndo):
        plan.undo(0)
    with pytest.raises(theomachy.TheomachyError, match="no history"):
        plan.save()


@pytest.mark.parametrize("defender", ["civilization", "norrenis"])
def test_nobody_peeks_by_an_attack_without_a_weapon(defender: str) -> None:
    """anunnaki/battle/auto-loss: an attack lost unplayed tells of a hidden hand, so it can't be taken back."""
    beside: dict[str, Any] = {"civilizations": {"pharaohs.TC": 2}}
    if defender == "norrenis":
        beside = {"add": {"norrenis": ["follower pharaohs.TC"]}}
    match = theomachy.new(
        "anunnaki",
        houses=["pharaohs", "norrenis"],
        # The war hammer can't be paid for.
        position={"figure": {"pharaohs": "trade"}, "hand": {"pharaohs": ["war-hammer"]}, **beside},
    )
    for choice in ("tile move-blue", "territory pharaohs.ML", "territory pharaohs.TC"):
        match.play(choice, 0)
    assert match.can_undo(0)
    reveals = match.state.reveals
    facts = match.play("done", 0)
    assert [fact["fact"] for fact in facts if fact["rule"] == "anunnaki/battle/auto-loss"] == [
        "battle-lost",
        "retreated",
    ]
    assert match.state.reveals > reveals
    assert not match.can_undo(0)
    with pytest.raises(NoUndo):
        match.undo(0)


def test_a_planner_does_not_know_the_civilization_it_attacks() -> None:
    """In a battle whose tile still lies face down the planner's copies fight different ones."""
    match = theomachy.new(
        "anunnaki",
        houses=["pharaohs", "norrenis"],
        position={
            "pieces": {"pharaohs": ["settlement CAP", "3 follower TC"]},
            "civilizations": {"pharaohs.TC": 2, "norrenis.TC": 5, "gaia.E": 7},
            "hand": {"pharaohs": ["short-bow", "dagger"]},
            "phase": "battle",
        },
    )
    assert match.decision.prompt == "battle-weapon"
    tiles = set()
    for seed in range(1, 30):
        plan = match.planner_copy(0, seed)
        assert plan.state.battle.tile == plan.state.civ_tile[plan.state.battle.place]
        tiles.add(plan.state.battle.tile)
        plan.play("weapon dagger", 0)
        assert GAME.faults(plan.state) == []
    assert len(tiles) > 6
