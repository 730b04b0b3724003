"""What is made of a tournament's matches, and the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import theomachy
from tests.cli.command import refused, run
from tests.lab.runs import result, result_lines, write_bot
from theomachy.lab.intervals import wilson
from theomachy.lab.ratings import places_of, rate
from theomachy.lab.tournament import Tournament

ANKH = theomachy.game("ankh")


def test_wins_losses_and_neither() -> None:
    results = [result(number, ["a", "b"], [0]) for number in range(6)]
    results += [result(6, ["b", "a"], [0]), result(7, ["b", "a"], [], how="atheist")]
    found = Tournament(ANKH, ["a", "b"], 2, results)
    assert (found.points["a"].points, found.points["b"].points) == (6, 1)
    assert found.points["a"].interval() == wilson(6, 8)
    pair = found.pairs["a", "b"]
    assert (pair.won.points, pair.lost, pair.neither) == (6, 1, 1)
    assert (found.seats["a", 0].share, found.seats["a", 1].share) == (1.0, 0.0)
    assert found.json()["endings"]["atheist"]["share"] == 0.125
    assert found.seconds_per_decision("a") == pytest.approx(0.01)


def test_a_merged_god_shares_its_point() -> None:
    found = Tournament(ANKH, ["a", "b"], 3, [result(0, ["a", "b", "b"], [0, 2]), result(1, ["b", "a", "b"], [0])])
    assert (found.points["a"].points, found.points["b"].points) == (0.5, 1.5)
    assert found.points["a"].method == "bootstrap"
    pair = found.pairs["a", "b"]
    assert (pair.won.points, pair.lost, pair.neither) == (1, 1, 2)
    assert found.mixtures["b", 2].plays == 4
    assert found.fair == pytest.approx(1 / 3)


def test_the_place_in_turn_order_counts_from_who_plays_first() -> None:
    found = Tournament(ANKH, ["a", "b"], 2, [result(0, ["a", "b"], [0], first=1)])
    assert (found.seats["a", 1].points, found.seats["a", 0].plays) == (1, 0)


def test_ratings_follow_the_results() -> None:
    """The strong one is first twice of three times, else the middle one; the weak one is always last."""
    orders = [["s", "m", "w"], ["s", "m", "w"], ["m", "s", "w"]]
    results = [result(number, orders[number % 3], [0], ranks=[0, 1, 2]) for number in range(60)]
    ratings = rate(["w", "m", "s"], results)
    assert ratings["s"].mu - ratings["m"].mu > 1
    assert ratings["m"].mu - ratings["w"].mu > 10
    assert ratings["s"].sigma < 5
    again = rate(["s", "w", "m"], results[::-1])
    assert {bot: rating.mu for bot, rating in again.items()} == {bot: rating.mu for bot, rating in ratings.items()}


def test_matches_everybody_loses_are_draws() -> None:
    ratings = rate(["a", "b"], [result(number, ["a", "b"], []) for number in range(10)])
    assert ratings["a"].mu == pytest.approx(25) == ratings["b"].mu


def test_a_bot_with_several_seats_has_their_mean_place() -> None:
    assert places_of(result(0, ["a", "b", "a"], [0], ranks=[0, 1, 2])) == {"a": 1.0, "b": 1.0}


# --- the command ------------------------------------------------------------------------------------------------------


def test_the_same_command_gives_the_same_matches(tmp_path: Path) -> None:
    odd = write_bot(tmp_path / "odd.py")
    arguments = ("tournament", "ankh", "--bots", f"random,{odd}", "--games", 25, "--scenario", "all", "--seed", 4)
    files = [tmp_path / name for name in ("one", "two", "other", "more")]
    assert run(*arguments, "--jobs", 1, "--out", files[0]).code == 0
    assert run(*arguments, "--jobs", 2, "--out", files[1]).code == 0
    assert run(*arguments[:-1], 5, "--jobs", 1, "--out", files[2]).code == 0
    first, second, other = (result_lines(path) for path in files[:3])
    assert len(first) == 30
    assert first == second
    assert first != other


def test_more_matches_go_on_from_those_there_are(tmp_path: Path) -> None:
    odd = write_bot(tmp_path / "odd.py")
    arguments = ("tournament", "ankh", "--bots", f"random,{odd}", "--jobs", 1, "--out", tmp_path / "results")
    assert run(*arguments, "--games", 10).code == 0
    ten = result_lines(tmp_path / "results")
    ran = run(*arguments, "--games", 20)
    assert "10 of 20 matches are in" in ran.err
    assert result_lines(tmp_path / "results")[:10] == ten
    ran = run(*arguments, "--games", 10, "--json")
    assert "all 10 matches are in" in ran.err
    data = json.loads(ran.out)
    assert data["matches"] == 10
    assert "seed: 0, now 1" in refused(*arguments, "--games", 10, "--seed", 1)


def test_the_tables(tmp_path: Path) -> None:
    bots = f"random,{write_bot(tmp_path / 'odd.py')}"
    arguments = ("tournament", "anunnaki", "--bots", bots, "--games", 8, "--jobs", 1, "--out", tmp_path / "results")
    ran = run(*arguments, columns=140)
    assert ran.code == 0
    assert "Anunnaki, 2\u00a0players, 8\u00a0matches, seed 0, fair share 50.0%" in ran.out
    for word in ("Rating", "Opponent", "1 (plays first)", "Ending", "Turns", "ms/choice", "odd.py"):
        assert word in ran.out
    data = json.loads(run(*arguments, "--json").out)
    assert sum(bot["points"] for bot in data["bots"].values()) == 8
    assert {bot["interval"] for bot in data["bots"].values()} == {"wilson"}
    german = run(*arguments, "--lang", "de", columns=140).out
    assert "Startwert 0" in german
    assert "Wertung" in german


def test_four_seats_for_two_bots(tmp_path: Path) -> None:
    bots = f"random,{write_bot(tmp_path / 'odd.py')}"
    ran = run(
        "tournament",
        "ankh",
        "--bots",
        bots,
        "--players",
        4,
        "--games",
        1,
        "--out",
        tmp_path / "r",
        "--json",
        "--jobs",
        1,
    )
    assert "1 matches would not be balanced; 60 are played" in ran.err
    data = json.loads(ran.out)
    for bot in data["bots"].values():
        assert bot["seats"] == 120
        assert [seat["seats"] for seat in bot["seats_in_turn_order"]] == [30] * 4
        assert {held: share["seats"] for held, share in bot["by_seats_held"].items()} == {"1": 20, "2": 40, "3": 60}


def test_one_against_two(tmp_path: Path) -> None:
    odd = str(write_bot(tmp_path / "odd.py"))
    arguments = ("tournament", "anunnaki", "--bots", f"{odd},random,random", "--players", 3, "--games", 1, "--jobs", 1)
    ran = run(*arguments, "--out", tmp_path / "r", "--json")
    assert "1 matches would not be balanced; 12 are played" in ran.err
    bots = json.loads(ran.out)["bots"]
    assert {name: bot["seats"] for name, bot in bots.items()} == {odd: 12, "random": 24}
    assert list(bots[odd]["by_seats_held"]) == ["1"]
    assert bots[odd]["points"] + bots["random"]["points"] == 12


def test_wrong_input_is_refused(tmp_path: Path) -> None:
    out = ("--out", tmp_path / "results")
    assert "two or more different bots" in refused("tournament", "--bots", "random", *out)
    assert "two or more different bots" in refused("tournament", "--bots", "random,random", *out)
    assert "4 names, one for each seat" in refused("tournament", "--bots", "random,greedy,greedy", "--players", 4, *out)
    assert "no bot 'hal'" in refused("tournament", "--bots", "random,hal", *out)
    assert "anunnaki is for 2, 3, 4" in refused("tournament", "anunnaki", "--players", 5, *out)
    assert "--scenario: Anunnaki has no such setting; it has --content" in refused(
        "tournament", "anunnaki", "--scenario", "old-kingdom", *out
    )
    assert not (tmp_path / "results").exists()
