"""What would follow a choice, and matches that planners make of an encoded state."""

from __future__ import annotations

from typing import Any

import pytest

import theomachy
from theomachy.kernel.dice import mix
from theomachy.kernel.errors import IllegalChoice
from theomachy.kernel.match import Match, planner_match

SETUPS: list[tuple[str, dict[str, Any]]] = [
    ("ankh", {"players": 3}),
    ("ankh", {"players": 4, "pharaoh": "random"}),
    ("anunnaki", {"players": 3}),
]


def _positions(game: str, setup: dict[str, Any], seed: int, every: int) -> list[Match]:
    """Copies with a past along a random match."""
    match = theomachy.new(game, seed=seed, **setup)
    found: list[Match] = []
    number = 0
    while not match.over and number < 300:
        if number % every == 0:
            found.append(match.copy())
        seat = match.decision.seats[0]
        choices = match.choices_of(seat)
        match.play(choices[mix(seed, number) % len(choices)], seat)
        number += 1
    return found


@pytest.mark.parametrize(("game", "setup"), SETUPS)
def test_a_preview_changes_nothing_and_tells_what_playing_tells(game: str, setup: dict[str, Any]) -> None:
    told = revealed = 0
    certain: set[str] = set()
    for match in _positions(game, setup, 5, 11):
        seat = match.decision.seats[0]
        before = match.digest()
        for choice in list(match.choices_of(seat))[:4]:
            facts, reveals = match.preview(choice, seat)
            assert match.digest() == before
            played = match.copy()
            played.state.listening = True
            start = played.state.reveals
            followed = played.play(choice, seat)
            if reveals:
                assert facts == []
                revealed += 1
            elif played.state.reveals == start and len(match.decision.seats) == 1:
                # Beyond what is told when it is played, a preview says what the rules make certain.
                assert facts[: len(followed)] == followed
                certain.update(fact["fact"] for fact in facts[len(followed) :])
                told += len(facts)
    assert told > 20
    assert certain <= {"void", "event-coming", "no-effect", "battle-hopeless"}
    # Nothing but simultaneous choices is ever revealed in Ankh, and before those others must choose, too.
    assert revealed > 0 or game == "ankh"


def test_a_preview_of_what_is_not_legal_is_refused() -> None:
    match = theomachy.new("ankh", players=2)
    with pytest.raises(IllegalChoice) as refused:
        match.preview("cell D6")
    assert refused.value.rule == "theomachy/asked"


def test_a_preview_of_a_secret_choice_shows_nobody_elses() -> None:
    """The other seat has chosen already: what a seat would see of its own choice is the same whatever that was."""
    found = 0
    for seed in range(40):
        match = theomachy.new("ankh", players=2, seed=seed)
        number = 0
        while not match.over:
            if len(match.decision.seats) == 2:
                first, second = match.decision.seats
                answers = list(match.choices_of(first))
                previews = []
                for answer in (answers[0], answers[-1]):
                    ahead = match.copy()
                    ahead.play(answer, first)
                    if second in ahead.decision.seats:
                        previews.append([ahead.preview(choice, second) for choice in ahead.choices_of(second)])
                if len(previews) == 2:
                    assert previews[0] == previews[1]
                    found += 1
                break
            seat = match.decision.seats[0]
            choices = match.choices_of(seat)
            match.play(choices[mix(seed, number) % len(choices)], seat)
            number += 1
    assert found > 3


@pytest.mark.parametrize(("game", "setup"), SETUPS)
def test_a_planner_match_plays_like_the_copy_it_was_made_of(game: str, setup: dict[str, Any]) -> None:
    for match in _positions(game, setup, 9, 37):
        seat = match.decision.seats[0]
        copy = match.planner_copy(seat, 77)
        again = planner_match(copy.game, copy.game.encode(copy.state))
        assert again.digest() == copy.digest()
        assert list(again.choices_of(seat)) == list(copy.choices_of(seat))
        assert again.view(seat) == copy.view(seat)
        copy.play_random(3)
        again.play_random(3)
        assert again.digest() == copy.digest()


def test_what_a_table_can_be_made_of_can_be_set_up() -> None:
    game = theomachy.GAMES["ankh"]
    offers = game.offers()
    assert len(offers["sides"]) == 5
    assert len(offers["pharaohs"]) == 5
    for entry in offers["scenarios"]:
        for players in entry["players"]:
            match = theomachy.new("ankh", scenario=entry["scenario"], gods=offers["sides"][:players])
            assert game.standing(match.state).keys() == set(offers["sides"][:players])
    houses = theomachy.GAMES["anunnaki"].offers()["sides"]
    match = theomachy.new("anunnaki", houses=houses)
    assert set(match.game.standing(match.state)) == set(houses)


def test_the_board_of_ankh_has_its_cells_edges_and_river() -> None:
    board = theomachy.GAMES["ankh"].board_info()
    names = {cell["name"] for cell in board["cells"]}
    assert len(names) == 101
    assert {cell["terrain"] for cell in board["cells"]} == {"fertile", "desert", "water"}
    assert all(set(edge.split("-")) <= names for edge in board["edges"])
    assert set(board["river"]) <= set(board["edges"])
    assert (board["top"], board["red_until"]) == (31, 20)
