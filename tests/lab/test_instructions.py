"""The compiled engine does not become slower unnoticed: counted in instructions, which no busy machine disturbs."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from theomachy.kernel.build import engine_build
from theomachy.kernel.errors import TheomachyError
from theomachy.lab import instructions

#: recorded with `python -m theomachy.lab.instructions tests/lab/instructions.json`; record anew what became cheaper
RECORDED = Path(__file__).with_name("instructions.json")
#: how much dearer a match may become
ALLOWED = 1.1


def test_a_match_takes_no_more_instructions_than_recorded() -> None:
    if engine_build() != "compiled":
        with pytest.raises(TheomachyError, match="only the compiled engine"):
            instructions.instructions_per_match()
        return
    recorded = json.loads(RECORDED.read_text(encoding="utf-8"))
    found = instructions.instructions_per_match()
    assert set(found) == set(recorded)
    for name, count in found.items():
        assert count <= recorded[name] * ALLOWED, f"{name}: {count:,} instructions a match, recorded {recorded[name]:,}"


def test_without_valgrind_it_is_said_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(TheomachyError, match="apt-get install valgrind"):
        instructions.instructions_per_match()
