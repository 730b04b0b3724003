"""Nobody gains by position: counted."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

import pytest

from tests.lab.runs import design
from theomachy.kernel.errors import BadSetup
from theomachy.lab.plans import (
    Plan,
    balance_plans,
    balance_round_size,
    line_ups,
    tournament_plans,
    tournament_round_size,
)


def sides_of(plan: Plan) -> list[str]:
    named: list[str] = plan.setup["gods"] if plan.game == "ankh" else plan.setup["houses"]
    return named


def even(counts: Counter[tuple[object, ...]], size: int) -> bool:
    """All combinations occur, and equally often."""
    return len(counts) == size and len(set(counts.values())) == 1


@pytest.mark.parametrize(
    ("game", "players", "bots"),
    [
        ("ankh", 2, "ab"),
        ("ankh", 2, "abc"),
        ("ankh", 3, "ab"),
        ("ankh", 3, "abcd"),
        ("ankh", 4, "ab"),
        ("ankh", 5, "abc"),
        ("anunnaki", 2, "ab"),
        ("anunnaki", 3, "abc"),
        ("anunnaki", 4, "ab"),
        ("anunnaki", 4, "abcde"),
        ("ankh", 5, "abbbb"),
        ("anunnaki", 4, "aabb"),
        ("anunnaki", 3, "aab"),
    ],
)
def test_every_bot_plays_every_seat_with_every_side_equally_often(game: str, players: int, bots: str) -> None:
    names = list(bots)
    seated = design(game, players)
    size = tournament_round_size(seated, names)
    plans = tournament_plans(seated, names, 7, size + 1)
    assert len(plans) == 2 * size, "a second round was begun, so it is played to its end"
    assert [plan.number for plan in plans] == list(range(len(plans)))
    for one_round in (plans[:size], plans[size:]):
        counts: Counter[tuple[object, ...]] = Counter()
        for plan in one_round:
            assert plan.setup["first"] == 0
            for seat, (bot, side) in enumerate(zip(plan.bots, sides_of(plan), strict=True)):
                counts[bot, seat, side] += 1
        for bot in set(names):
            own = Counter({entry: count for entry, count in counts.items() if entry[0] == bot})
            assert even(own, players * len(seated.sides)), own
        if len(set(names)) == len(names):
            assert even(counts, len(names) * players * len(seated.sides)), counts


def test_a_block_differs_in_who_sits_where_and_in_nothing_else() -> None:
    plans = tournament_plans(design("ankh", 3), ["a", "b", "c"], 3, 100)
    blocks = [list(block) for _, block in groupby(plans, lambda plan: plan.block)]
    for block in blocks:
        assert len(block) == 3
        assert len({(plan.seed, str(plan.setup)) for plan in block}) == 1
        assert len({plan.bots for plan in block}) == 3
        assert len({frozenset(zip(plan.bots, plan.bot_seeds, strict=True)) for plan in block}) == 1
    assert len({plan.seed for plan in plans}) == len(blocks)


def test_line_ups() -> None:
    assert line_ups(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert line_ups(["a", "b"], 2) == [("a", "b")]
    assert line_ups(["a", "b"], 4) == [("a", "a", "a", "b"), ("a", "a", "b", "b"), ("a", "b", "b", "b")]
    assert line_ups(["a", "b", "c"], 4) == [("a", "a", "b", "c"), ("a", "b", "b", "c"), ("a", "b", "c", "c")]


def test_a_bot_named_more_than_once_makes_the_list_the_line_up() -> None:
    assert line_ups(["a", "b", "b", "b", "b"], 5) == [("a", "b", "b", "b", "b")]
    assert tournament_round_size(design("ankh", 5), ["a", "b", "b", "b", "b"]) == 25
    for bots, players in ((["a", "b", "b"], 4), (["a", "b", "b"], 2), (["a", "a", "a"], 3)):
        with pytest.raises(BadSetup, match=f"{players} names, one for each seat, and not all the same"):
            line_ups(bots, players)


@pytest.mark.parametrize(("game", "players"), [("ankh", 3), ("ankh", 5), ("anunnaki", 2), ("anunnaki", 4)])
def test_a_study_is_even_over_sides_seats_and_settings(game: str, players: int) -> None:
    wanted = {"scenario": "all", "pharaoh": "all"} if game == "ankh" else {}
    seated = design(game, players, **wanted)
    size = balance_round_size(seated)
    assert size == (5 * 6 * 5 if game == "ankh" else 4)
    plans = balance_plans(seated, "random", 5, size)
    assert len(plans) == size
    counts: Counter[tuple[object, ...]] = Counter()
    for plan in plans:
        for seat, side in enumerate(sides_of(plan)):
            counts[seat, side, plan.setup.get("scenario"), plan.setup.get("pharaoh")] += 1
    assert even(counts, size * players), counts


def test_more_matches_add_to_the_same_ones() -> None:
    seated = design("ankh", 2)
    few, many = (tournament_plans(seated, ["a", "b"], 9, games) for games in (10, 60))
    assert many[: len(few)] == few
    assert tournament_plans(seated, ["a", "b"], 10, 10) != few
    assert balance_plans(seated, "a", 9, 30)[:10] == balance_plans(seated, "a", 9, 10)


def test_scenarios_take_turns() -> None:
    plans = tournament_plans(design("ankh", 2, scenario="old-kingdom,two-capitals"), ["a", "b"], 0, 40)
    assert Counter(plan.setup["scenario"] for plan in plans) == {"old-kingdom": 20, "two-capitals": 20}


def test_wrong_settings_are_refused() -> None:
    with pytest.raises(BadSetup, match="no scenario 'atlantis'"):
        design("ankh", 2, scenario="old-kingdom,atlantis")
    with pytest.raises(BadSetup, match="no pharaoh 'zeus'"):
        design("ankh", 2, pharaoh="zeus")
    with pytest.raises(BadSetup, match="anunnaki has no setting 'scenario'; there are content"):
        design("anunnaki", 2, scenario="old-kingdom")
    with pytest.raises(BadSetup, match="players: 5; anunnaki is for 2, 3, 4"):
        design("anunnaki", 5)
