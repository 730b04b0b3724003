"""Golden matches: finished matches recorded once, one at least for every way a match can end, replayed fact by fact.

`python -m tests.golden.record` records them anew; see there.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import theomachy
from tests.golden.record import LARGEST, MATCHES, WANTED
from tests.golden.replaying import read, replay_fact_by_fact
from theomachy.games.ankh.scenarios import scenario_names

FILES = sorted(MATCHES.glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_replayed_fact_by_fact(path: Path) -> None:
    replay_fact_by_fact(read(path))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_golden_match_opens_as_a_save(path: Path) -> None:
    match = theomachy.load(path.read_text(encoding="utf-8"), path.name)
    assert match.over
    assert path.stat().st_size < LARGEST


@pytest.mark.parametrize("wanted", WANTED, ids=lambda wanted: wanted.name)
def test_what_is_wanted_comes_true(wanted: Any) -> None:
    match = theomachy.load((MATCHES / f"{wanted.name}.json").read_text(encoding="utf-8"))
    assert wanted.holds(match)


def test_there_is_one_for_everything() -> None:
    recorded = [read(path) for path in FILES]
    assert {path.stem for path in FILES} == {wanted.name for wanted in WANTED}
    assert {data["outcome"]["how"] for data in recorded} == {"top", "last-god", "atheist", "fifth-conflict"}
    assert {len(data["setup"]["gods"]) for data in recorded} == {2, 3, 4, 5}
    assert {data["setup"]["scenario"] for data in recorded} == set(scenario_names())
