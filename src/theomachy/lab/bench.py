"""The benchmark: the engine and its public peers on the same machine in the same run, as ratios.

Every figure comes from a process of its own (`measure`), one at a time, so that all have the same core to themselves.
The compiled engine and the interpreted one are measured beside each other from the same install: the interpreted one is
made by a finder that passes over compiled modules.
"""

from __future__ import annotations

import json
import platform
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any, Final

from theomachy import GAMES
from theomachy.kernel.build import is_compiled

#: what runs before the measurement of an interpreted engine: theomachy's modules come from their sources
INTERPRETED: Final = """
import sys
from importlib.util import spec_from_file_location
from pathlib import Path

class Sources:
    def find_spec(self, name, path=None, target=None):
        if not name.startswith("theomachy."):
            return None
        for folder in path or ():
            source = Path(folder) / (name.rpartition(".")[2] + ".py")
            package = Path(folder) / name.rpartition(".")[2] / "__init__.py"
            if package.exists():
                return spec_from_file_location(name, package, submodule_search_locations=[str(package.parent)])
            if source.exists():
                return spec_from_file_location(name, source)
        return None

sys.meta_path.insert(0, Sources())
"""
MEASURE: Final = "import sys; from theomachy.lab.measure import main; main(sys.argv[1:])"


class Row:
    """One line of the table: what was measured, how, and the figures."""

    __slots__ = ("build", "figures", "group", "name")

    def __init__(self, group: str, name: str, build: str, figures: dict[str, Any]) -> None:
        self.group = group
        self.name = name
        self.build = build
        self.figures = figures

    @property
    def json(self) -> dict[str, Any]:
        return {"group": self.group, "name": self.name, "build": self.build, **self.figures}


class Task:
    """One measurement to make."""

    __slots__ = ("arguments", "group", "interpreted", "name", "wanted")

    def __init__(self, group: str, name: str, wanted: str, arguments: list[str], interpreted: bool = False) -> None:
        self.group = group
        self.name = name
        self.wanted = wanted
        self.arguments = arguments
        self.interpreted = interpreted

    def measure(self, seconds: float) -> Row:
        code = INTERPRETED + MEASURE if self.interpreted else MEASURE
        command = [sys.executable, "-c", code, str(seconds), self.wanted, *self.arguments]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        if run.returncode:
            last = (run.stderr.strip().splitlines() or ["no message"])[-1]
            return Row(self.group, self.name, "failed", {"error": last})
        figures = json.loads(run.stdout)
        return Row(self.group, self.name, figures.pop("build", ""), figures)


def plan_tasks(games: list[str]) -> list[Task]:
    """Everything to measure on this machine: both builds where there are two, and the peers that are installed."""
    tasks: list[Task] = []
    for interpreted in [False, True] if is_compiled() else [False]:
        for name in games:
            for players in GAMES[name].players:
                arguments = [name, str(players)]
                tasks.append(Task("play", f"{name}, {players} players", "play", arguments, interpreted))
            largest = [name, str(max(GAMES[name].players))]
            tasks.append(Task("copy", f"{name}, {largest[1]} players", "copy", largest, interpreted))
            tasks.append(Task("save", f"{name}, {largest[1]} players", "save", largest, interpreted))
        tasks.append(Task("choices", "worst recorded positions", "choices", [], interpreted))
    if find_spec("catanatron"):
        tasks.append(Task("peer", "Catanatron", "catanatron", []))
    if find_spec("chess"):
        tasks.append(Task("peer", "python-chess", "chess", []))
    if find_spec("pyspiel"):
        tasks.append(Task("peer", "OpenSpiel chess (C++)", "openspiel", ["chess"]))
        tasks.append(Task("peer", "OpenSpiel tic-tac-toe (Python)", "openspiel", ["python_tic_tac_toe"]))
    return tasks


def run_bench(
    seconds: float, games: list[str] | None = None, progress: Callable[[str], None] | None = None
) -> dict[str, Any]:
    """Measure everything; a table as plain data."""
    rows: list[Row] = []
    for task in plan_tasks(games or list(GAMES)):
        if progress is not None:
            progress(f"{task.name}{', interpreted' if task.interpreted else ''}")
        rows.append(task.measure(seconds))
    return {
        "machine": {"python": platform.python_version(), "system": platform.system(), "processor": platform.machine()},
        "seconds_each": seconds,
        "rows": [row.json for row in rows],
        "goals": goals_of(rows),
    }


def goals_of(rows: list[Row]) -> list[dict[str, Any]]:
    """The goals of the project, as ratios within this run; none without Catanatron to compare with."""
    peer = next((row.figures for row in rows if row.name == "Catanatron" and "decisions" in row.figures), None)
    goals: list[dict[str, Any]] = []
    for build, factor in (("compiled", 50.0), ("interpreted", 5.0)):
        plays = [row.figures["decisions"] for row in rows if row.group == "play" and row.build == build]
        if peer and plays:
            reached = sum(plays) / len(plays) / peer["decisions"]
            goals.append({"goal": f"random play, {build}, × Catanatron", "wanted": factor, "reached": reached})
        lists = [row.figures["us"] for row in rows if row.group == "choices" and row.build == build]
        if lists and build == "compiled":
            goals.append({"goal": "longest list of choices, µs", "wanted": 1000.0, "reached": max(lists[0].values())})
    copies = [row.figures["state_us"] for row in rows if row.group == "copy" and row.build == "compiled"]
    if peer and copies:
        goals.append({"goal": "copy, Catanatron's ÷ ours", "wanted": 25.0, "reached": peer["state_us"] / max(copies)})
    return goals
