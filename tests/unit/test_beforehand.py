"""What must be chosen first: the rest of the answer to "why not?"."""

from __future__ import annotations

import pytest

import theomachy
from theomachy.kernel.beforehand import ASKED, beforehand
from theomachy.kernel.match import Match


def begun(*choices: str) -> Match:
    match = theomachy.new("ankh", gods=["isis", "amun"], scenario="middle-kingdom", seed=1, first=0)
    for choice in choices:
        match.play(choice, 0)
    return match


def own_cells(match: Match, god: str) -> list[str]:
    return [figure["cell"] for figure in match.view(0)["board"]["figures"] if figure["god"] == god]


def test_a_figure_before_the_action_that_moves_it() -> None:
    match = begun()
    figure = f"figure {own_cells(match, 'isis')[0]}"
    assert match.why_not(figure, 0) == ASKED
    found = beforehand(match, figure, 0)
    assert found is not None
    assert ([str(one) for one in found.first], found.rule) == (["action move"], None)
    # And what is said is true.
    match.play("action move", 0)
    assert match.why_not(figure, 0) is None
    assert beforehand(match, figure, 0) is None


def test_a_cell_before_the_figure_that_goes_there() -> None:
    match = begun("action move")
    goal = next(str(one) for one in begun("action move", f"figure {own_cells(match, 'isis')[0]}").choices)
    found = beforehand(match, goal, 0)
    assert found is not None
    assert found.rule is None
    for first in found.first:
        other = match.copy()
        other.play(first, 0)
        assert other.why_not(goal, 0) is None
    # Whatever is not named does not lead there.
    for choice in match.choices:
        if choice not in found.first and choice.verb == "figure":
            other = match.copy()
            other.play(choice, 0)
            assert other.why_not(goal, 0) is not None


def test_somebody_elses_figure_can_t_be_moved_even_then() -> None:
    match = begun()
    found = beforehand(match, f"figure {own_cells(match, 'amun')[0]}", 0)
    assert found is not None
    assert ([str(one) for one in found.first], found.rule) == (["action move"], "ankh/move/own")


def test_another_action_comes_after_this_one_is_done() -> None:
    match = begun("action move")
    found = beforehand(match, "action unlock", 0)
    assert found is not None
    assert "done" in map(str, found.first)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("game", ["ankh", "anunnaki"])
def test_whatever_is_said_to_help_helps(game: str, seed: int) -> None:
    """Along a match, for many choices that are not legal: after each choice that is named, and after no look of more
    than two choices, it is."""
    match = theomachy.new(game, players=2, seed=seed)
    told = 0
    for number in range(24):
        seat = match.decision.seats[0]
        before = match.digest()
        for choice in range(number * 3, len(match.game.table), max(1, len(match.game.table) // 20)):
            found = None if match.why_not(choice, seat) is None else beforehand(match, choice, seat)
            if found is None or found.rule is not None:
                continue
            told += 1
            first = match.planner_copy(seat, 0)
            first.play(found.first[0].id, seat)
            seconds = [first]
            for following in first.choices_of(seat):
                second = first.copy()
                second.play(following.id, seat)
                seconds.append(second)
            assert any(one.why_not(choice, seat) is None for one in seconds), (str(found.first[0]), choice)
        assert match.digest() == before
        choices = match.choices_of(seat)
        match.play(choices[(seed + 7 * number) % len(choices)], seat)
    assert told > 0


def test_from_where_comes_before_where_to() -> None:
    """In Anunnaki both are territories: who points at where a unit should go is told where it could come from."""
    told = 0
    for seed in range(30):
        match = theomachy.new("anunnaki", players=2, seed=seed)
        for number in range(60):
            seat = match.decision.seats[0]
            if match.decision.prompt == "move-from":
                for goal in match.game.table.ids("territory"):
                    found = None if match.why_not(goal, seat) is None else beforehand(match, goal, seat)
                    if found is not None:
                        assert found.rule is None
                        assert {one.verb for one in found.first} == {"territory"}
                        assert goal not in {one.id for one in found.first}
                        told += 1
            choices = match.choices_of(seat)
            match.play(choices[(seed + 7 * number) % len(choices)], seat)
        if told:
            return
    raise AssertionError("nobody could move in 30 matches")


def test_what_ends_a_question_does_not_lead_to_another_of_its_kind() -> None:
    """A cell that a figure can't reach is not reached by going elsewhere first."""
    match = begun("action move")
    match.play(f"figure {own_cells(match, 'isis')[0]}", 0)
    for cell in match.game.table.ids("cell"):
        assert match.why_not(cell, 0) is None or beforehand(match, cell, 0) is None


def test_who_is_not_asked_can_choose_nothing_first() -> None:
    assert beforehand(begun(), "action move", 1) is None


def test_a_deed_of_another_phase_is_forbidden_by_its_own_rule() -> None:
    match = theomachy.new("anunnaki", players=2, seed=1)
    while match.decision.prompt != "choose-tile":
        seat = match.decision.seats[0]
        match.play(match.choices_of(seat)[0], seat)
    seat = match.decision.seats[0]
    assert match.why_not("extra summon", seat) == "theomachy/asked"
    assert match.why_not_at_all("extra summon", seat) == "anunnaki/summon/ready"
    assert match.why_not_at_all("extra contract", seat) == "anunnaki/contract/fulfil"
    assert match.why_not_at_all("mana red", seat) == "anunnaki/mana/red"  # 2 mana are too few
    assert match.why_not_at_all("mana blue", seat) == "anunnaki/turn/phases"
    assert match.why_not_at_all("territory gaia.a", seat) == "theomachy/asked"
