"""Types that guard: the type checker refuses a seat for a side and a cell for a figure; steps hold what they say."""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import theomachy
from theomachy.kernel.step import StepKind

ROOT = Path(__file__).parents[2]

#: every line that is commented REFUSED must be refused, and no other
MIXED = """
from theomachy.bots.lookahead import Lookahead
from theomachy.games.ankh.board import in_region, is_present, put_figure
from theomachy.games.ankh.ids import Figure, Region
from theomachy.games.ankh.state import AnkhState, god_of, has_power, seat_of
from theomachy.games.anunnaki.control import controlled
from theomachy.games.anunnaki.state import AnunnakiState
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind
from theomachy.kernel.worth import Worth


def kernel(kind: StepKind[AnkhState], s: AnkhState, step: Step, seat: Seat, choice: int, worth: Worth) -> None:
    kind.choose(s, step, seat, choice)
    kind.choose(s, step, choice, seat)  # REFUSED
    kind.options(s, step, step.side)  # REFUSED
    worth.points(s, worth.sides(s)[seat])
    worth.points(s, seat)  # REFUSED


def ankh(s: AnkhState, seat: Seat, god: Side, cell: int, figure: Figure, region: Region) -> None:
    seat_of(s, god)
    seat_of(s, god_of(s, seat))
    seat_of(s, seat)  # REFUSED
    god_of(s, god)  # REFUSED
    has_power(s, seat, 1)  # REFUSED
    has_power(s, s.turn_seat, 1)  # REFUSED
    has_power(s, s.ladder[0], 1)
    s.turn_seat = god  # REFUSED
    if god == s.turn_seat:  # REFUSED
        return
    put_figure(s, figure, cell)
    put_figure(s, cell, figure)  # REFUSED
    in_region(s, cell, region)
    in_region(s, region, cell)  # REFUSED
    is_present(s, god, region)
    is_present(s, god, cell)  # REFUSED


def anunnaki(s: AnunnakiState, seat: Seat, territory: int) -> None:
    controlled(s, seat)
    controlled(s, territory)  # REFUSED
    controlled(s, s.house[seat])  # REFUSED


def bots(ahead: Lookahead, s: AnkhState, seat: Seat, choice: int) -> None:
    ahead.make(s, seat, choice)
    ahead.make(s, choice, seat)  # REFUSED
"""


def test_the_type_checker_refuses_what_is_mixed_up(tmp_path: Path) -> None:
    mixed = tmp_path / "mixed.py"
    mixed.write_text(MIXED, encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), "--follow-imports=silent"]
    command += ["--cache-dir", str(tmp_path / "cache"), "--no-error-summary", str(mixed)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    refused = {
        int(line)
        for line in re.findall(r"mixed\.py:(\d+): error: .*\[(?:arg-type|assignment|comparison-overlap)\]", run.stdout)
    }
    wanted = {number for number, line in enumerate(MIXED.splitlines(), 1) if line.endswith("# REFUSED")}
    assert run.returncode == 1, run.stdout + run.stderr
    assert refused == wanted, run.stdout
    assert len(run.stdout.splitlines()) == len(re.findall(" error: ", run.stdout)), run.stdout


# --- what steps hold --------------------------------------------------------------------------------------------------

FIELDS = ("who", "where", "what", "count")
#: what `holds` calls who a step is about, and how a step is then read
READ_AS = {"seat": "seat", "house": "seat", "god": "side"}


#: fields that are not told because they follow from one that is: Marduk's followers must be placed, Frigg's may be
FOLLOWS = {"place-each": ("count",)}


def kinds() -> list[tuple[str, StepKind[Any]]]:
    return [(game.name, kind) for game in theomachy.GAMES.values() for kind in game.kinds]


def source_of(cls: type) -> ast.ClassDef:
    """A class as it is written; also that of a compiled module."""
    path = ROOT / "src" / Path(*cls.__module__.split(".")).with_suffix(".py")
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef) and node.name == cls.__name__:
            return node
    raise AssertionError(f"{cls.__name__} is not in {path}")


def methods_of(kind: StepKind[Any]) -> dict[str, ast.stmt]:
    """The methods of a kind by name, also inherited ones, as they are written."""
    found: dict[str, ast.stmt] = {}
    for cls in inspect.getmro(type(kind)):
        if cls is StepKind:
            break
        for node in source_of(cls).body:
            if isinstance(node, ast.FunctionDef):
                found.setdefault(node.name, node)
    return found


def fields_read(kind: StepKind[Any]) -> set[str]:
    """The fields of its step that a kind reads."""
    return {
        node.attr
        for method in methods_of(kind).values()
        for node in ast.walk(method)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "step"
    }


def held_by(kind: StepKind[Any]) -> dict[str, str]:
    """The fields that a kind says its steps hold, each with what it is."""
    entries = [entry.partition("=") for entry in kind.holds.split()]
    return {field: label.rpartition(":")[2] for field, _, label in entries}


@pytest.mark.parametrize(("game", "kind"), kinds(), ids=lambda value: str(getattr(value, "name", value)))
def test_a_kind_reads_of_its_steps_what_it_says_they_hold(game: str, kind: StepKind[Any]) -> None:
    held = held_by(kind)
    assert set(held) <= set(FIELDS)
    known = {"kind", *held, *FOLLOWS.get(kind.name, ())} - {"who"}
    if "who" in held:
        known.add(READ_AS[held["who"]])
    assert fields_read(kind) <= known


def steps_made(path: Path) -> Iterator[tuple[int, int, set[str]]]:
    """Where a module makes steps of a kind that it names: the line, the number of the kind, the fields given."""
    names = vars(importlib.import_module(".".join(path.relative_to(ROOT / "src").with_suffix("").parts)))
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Step":
            kind, *values = node.args
            given = dict(zip(FIELDS, values, strict=False)) | {str(word.arg): word.value for word in node.keywords}
            if isinstance(kind, ast.Name) and kind.id.isupper():
                yield node.lineno, names[kind.id], {field for field, value in given.items() if not is_nothing(value)}


def is_nothing(value: ast.expr) -> bool:
    return ast.unparse(value) == "-1"


@pytest.mark.parametrize("name", theomachy.GAMES)
def test_steps_are_made_with_what_their_kind_says_they_hold(name: str) -> None:
    game = theomachy.game(name)
    made, wrong = 0, []
    for path in sorted((ROOT / "src" / "theomachy" / "games" / name).rglob("*.py")):
        for line, number, given in steps_made(path):
            kind = game.kinds[number]
            made += 1
            if not given <= {*held_by(kind), *FOLLOWS.get(kind.name, ())}:
                wrong.append(f"{path.name}:{line}: a step '{kind.name}' is given {sorted(given - set(held_by(kind)))}")
    assert made > 50
    assert wrong == []
