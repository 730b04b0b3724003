"""Whole matches looked at: a decisive blunder is found, and is the first on the list; any number of processes agree."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import theomachy
from tests.examples import part
from theomachy.analysis import analyse_match
from theomachy.kernel.match import Match

BLUNDERS = sorted((Path(__file__).parents[1] / "golden" / "blunders").glob("*.json"))


def opened(file: Path) -> tuple[Match, int]:
    data = json.loads(file.read_text(encoding="utf-8"))
    return theomachy.load(json.dumps(data["save"]), file.name), data["blunder"]


def test_there_are_three() -> None:
    assert len(BLUNDERS) == 3


@pytest.mark.parametrize("file", part(BLUNDERS, 3, first=2), ids=lambda file: file.stem)
def test_the_blunder_is_the_first_on_the_list(file: Path) -> None:
    """`python -m tests.golden.plant` makes them."""
    match, step = opened(file)
    found = analyse_match(match, "search:60", jobs=2)
    worst = found.costly[0]
    assert worst.look.step == step, [(each.look.step, round(each.look.cost, 2)) for each in found.costly]
    assert worst.look.seat == match.history[step][0]
    assert worst.look.best != worst.look.choice
    assert worst.told["en"].better


def test_several_processes_find_what_one_finds() -> None:
    match, _ = opened(next(file for file in BLUNDERS if file.stem == "short-rounds"))
    assert analyse_match(match, "search:6", jobs=2) == analyse_match(match, "search:6", jobs=1)
