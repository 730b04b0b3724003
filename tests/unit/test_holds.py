"""What a step holds is in the views: a kind that reads a field of its steps says in `holds` what that is."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

import pytest

import theomachy

SOURCE: Final = Path(theomachy.__file__).parent / "games"
#: the fields of a step, by the names under which they are read
FIELDS: Final = {"who": "who", "seat": "who", "side": "who", "where": "where", "what": "what", "count": "count"}


def read_fields(game: str) -> dict[str, set[str]]:
    """For each kind of step, by its name, the fields that its class reads of the step it is given."""
    found: dict[str, set[str]] = {}
    for path in sorted((SOURCE / game).rglob("*.py")):
        for cls in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(cls, ast.ClassDef):
                continue
            names = [
                line.value.value
                for line in cls.body
                if isinstance(line, ast.Assign)
                and isinstance(line.targets[0], ast.Name)
                and line.targets[0].id == "name"
                and isinstance(line.value, ast.Constant)
            ]
            for name in names:
                found[str(name)] = {
                    FIELDS[node.attr]
                    for node in ast.walk(cls)
                    if isinstance(node, ast.Attribute)
                    and isinstance(node.value, ast.Name)
                    and node.value.id == "step"
                    and node.attr in FIELDS
                }
    return found


@pytest.mark.parametrize("game", ["ankh", "anunnaki"])
def test_whatever_a_kind_reads_of_its_step_is_in_the_view(game: str) -> None:
    reading = read_fields(game)
    kinds = {
        kind.name: {entry.partition("=")[0] for entry in kind.holds.split()} for kind in theomachy.game(game).kinds
    }
    assert set(kinds) <= set(reading)
    assert sum(len(reading[name]) for name in kinds) > 60
    assert {name: reading[name] - held for name, held in kinds.items() if reading[name] - held} == {}
