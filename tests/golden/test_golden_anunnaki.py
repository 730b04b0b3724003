"""Golden matches of Anunnaki: every ending and every case of the tie rule, replayed fact by fact.

`python -m tests.golden.record_anunnaki` records them anew; see there.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import theomachy
from tests.golden.record import LARGEST
from tests.golden.record_anunnaki import MATCHES, WANTED, Wanted, tied
from tests.golden.replaying import read, replay_fact_by_fact

FILES = sorted(MATCHES.glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_replayed_fact_by_fact(path: Path) -> None:
    replay_fact_by_fact(read(path))


@pytest.mark.parametrize("wanted", WANTED, ids=lambda wanted: wanted.name)
def test_opens_as_a_save_and_what_is_wanted_comes_true(wanted: Wanted) -> None:
    path = MATCHES / f"{wanted.name}.json"
    assert path.stat().st_size < LARGEST
    match = theomachy.load(path.read_text(encoding="utf-8"), path.name)
    assert match.over
    assert wanted.holds(match)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
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


def test_there_is_one_for_everything() -> None:
    recorded = [read(path) for path in FILES]
    assert {path.stem for path in FILES} == {wanted.name for wanted in WANTED}
    assert {data["outcome"]["how"] for data in recorded} == {"cubes", "track", "rounds"}
    assert {len(data["setup"]["houses"]) for data in recorded} == {2, 3, 4}
