"""Reading golden matches, and replaying them fact by fact."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import theomachy
from tests.golden.record import fact_line
from tests.golden.wanted import outcome_of
from theomachy.lab.fuzz.contracts import check_end, check_state


def read(path: Path) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


def replay_fact_by_fact(data: dict[str, Any]) -> None:
    """Play a recorded match again: the same facts, as everybody may know them, and the same outcome."""
    match = theomachy.new(data["game"], seed=data["seed"], **data["setup"])
    recorded: Iterator[str] = iter(data["facts"])
    for fact in match.facts:
        assert fact_line(fact) == next(recorded, None), "set-up"
    for number, (seat, choice) in enumerate(data["history"]):
        told = match.told
        match.play(choice, seat)
        for fact in match.facts_since(told):
            assert fact_line(fact) == next(recorded, None), f"choice {number}: seat {seat}, {choice}"
        check_state(match)
    assert next(recorded, None) is None
    assert outcome_of(match) == data["outcome"]
    check_end(match)
