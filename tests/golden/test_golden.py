"""Golden matches: finished matches recorded once, one at least for every way a match can end, replayed fact by fact.

`python -m tests.golden.record` records them anew; see there.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

import theomachy
from tests.golden.record import FOLDER, LARGEST, WANTED, golden_file
from tests.golden.replaying import read, replay_fact_by_fact
from tests.golden.wanted import Wanted
from tests.golden.wanted_anunnaki import tied
from theomachy.games.ankh.scenarios import scenario_names

FILES: Final = [path for game in theomachy.GAMES for path in sorted((FOLDER / game).glob("*.json"))]


def name_of(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


def recorded(game: str) -> list[dict[str, Any]]:
    return [read(path) for path in FILES if path.parent.name == game]


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_replayed_fact_by_fact(path: Path) -> None:
    replay_fact_by_fact(read(path))


@pytest.mark.parametrize("wanted", WANTED, ids=lambda wanted: f"{wanted.game}-{wanted.name}")
def test_opens_as_a_save_and_what_is_wanted_comes_true(wanted: Wanted) -> None:
    path = golden_file(wanted)
    assert path.stat().st_size < LARGEST
    match = theomachy.load(path.read_text(encoding="utf-8"), path.name)
    assert match.over
    assert wanted.holds(match)


@pytest.mark.parametrize("game", list(theomachy.GAMES))
def test_every_number_of_players_has_one(game: str) -> None:
    assert {len(theomachy.load(json.dumps(data)).view(None)["seats"]) for data in recorded(game)} == set(
        theomachy.game(game).players
    )
    assert {golden_file(wanted) for wanted in WANTED if wanted.game == game} == set((FOLDER / game).glob("*.json"))


@pytest.mark.parametrize(
    ("game", "endings"),
    [("ankh", {"top", "last-god", "atheist", "fifth-conflict"}), ("anunnaki", {"cubes", "track", "rounds"})],
)
def test_every_ending_has_one(game: str, endings: set[str]) -> None:
    assert {data["outcome"]["how"] for data in recorded(game)} == endings


def test_every_scenario_has_one() -> None:
    assert {data["setup"]["scenario"] for data in recorded("ankh")} == set(scenario_names())


@pytest.mark.parametrize("path", sorted((FOLDER / "anunnaki").glob("*.json")), ids=name_of)
def test_the_winner_by_the_facts_alone(path: Path) -> None:
    """The points told add up to the totals told; the winner has the most, and of tied ones sits closest to the first
    player's left."""
    data = read(path)
    match = theomachy.load(json.dumps(data))
    houses = [match.seat_name(seat) for seat in range(match.seats)]
    start = {house: data["setup"].get("position", {}).get("vp", {}).get(house, 0) for house in houses}
    totals: dict[str, int] = {}
    for fact in match.facts:
        if fact.get("thing") == "total":
            totals[fact["house"]] = fact["amount"]
        elif fact["fact"] in ("vp-gained", "scored"):
            start[fact["house"]] += fact["amount"]
    assert totals == start
    first = next((houses.index(fact["house"]) for fact in match.facts if fact["fact"] == "first-player"), 0)
    best = [house for house in houses[first + 1 :] + houses[: first + 1] if totals[house] == max(totals.values())]
    assert houses[data["outcome"]["winners"][0]] == best[0]
    ending = "anunnaki/end/rounds" if data["outcome"]["how"] == "rounds" else "anunnaki/end/trigger"
    rule = "anunnaki/end/tie" if len(best) > 1 else ending
    assert match.facts[-1] == {
        "fact": "match-over",
        "rule": rule,
        "house": best[0],
        "thing": data["outcome"]["how"],
    }
    assert [match.seat_name(seat) for seat in tied(match)] == best
