"""A scenario left to the dice (`scenario="random"`)."""

from __future__ import annotations

import theomachy


def test_every_scenario_for_the_number_of_players_can_be_drawn() -> None:
    game = theomachy.game("ankh")
    for players in (2, 5):
        wanted = {entry["scenario"] for entry in game.offers()["scenarios"] if players in entry["players"]}
        drawn = {
            theomachy.new("ankh", players=players, scenario="random", seed=seed).setup["scenario"] for seed in range(80)
        }
        assert drawn == wanted


def test_a_drawn_scenario_is_kept_in_the_save_and_the_wish_is_remembered() -> None:
    match = theomachy.new("ankh", players=3, scenario="random", pharaoh="random", seed=5)
    assert match.wished["scenario"] == "random"
    assert match.setup["scenario"] != "random"
    again = theomachy.load(match.save())
    assert again.digest() == match.digest()
    assert theomachy.new("ankh", players=3, scenario="random", pharaoh="random", seed=5).digest() == match.digest()


def test_a_named_scenario_uses_the_dice_as_before() -> None:
    """Old seeds give old matches: only what is left to the dice uses them."""
    match = theomachy.new("ankh", players=3, seed=5)
    named = theomachy.new("ankh", players=3, scenario="middle-kingdom", seed=5)
    assert match.digest() == named.digest()
    assert match.setup["drawn"] == named.setup["drawn"]
