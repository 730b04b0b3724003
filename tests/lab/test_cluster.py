"""A real Ray cluster on this machine: a head and two worker nodes, one of which is killed in the middle."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from ray.cluster_utils import Cluster

from tests.cli.command import refused
from tests.lab.nodes import cluster, lose_a_node, slow_bot
from tests.lab.runs import result, result_lines
from theomachy.lab.cluster import Pace, python_path

__all__ = ["cluster"]


@pytest.mark.long
def test_a_worker_node_killed_in_the_middle_loses_nothing(cluster: Cluster, tmp_path: Path) -> None:
    slow = slow_bot(tmp_path, 0.003)
    kept: list[str] = []

    def some(spread: Path) -> bool:
        kept[:] = result_lines(spread)
        return len(kept) >= 4

    arguments = ["tournament", "ankh", "--bots", f"random,{slow}", "--games", "30", "--seed", "6"]
    left = lose_a_node(cluster, tmp_path, arguments, some)
    assert len(kept) < 30
    assert "Rating" in left.printed
    assert set(kept) <= set(result_lines(left.spread))
    assert result_lines(left.spread) == result_lines(left.local)
    assert left.begun > 30, "what the killed node was playing was played again"


@pytest.mark.parametrize("address", ["nonsense://here", "127.0.0.1:1", "ray://127.0.0.1:1"])
def test_an_address_without_a_cluster_is_refused(tmp_path: Path, address: str) -> None:
    message = refused("balance", "--bot", "random", "--games", 30, "--ray", address, "--out", tmp_path / "results")
    assert f"--ray: no cluster at '{address}'" in message


def test_without_ray_it_is_said_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    message = refused("balance", "--bot", "random", "--games", 30, "--ray", "auto", "--out", tmp_path / "results")
    assert 'pip install "theomachy[cluster]"' in message


def test_tasks_take_a_few_seconds() -> None:
    pace = Pace()
    assert pace.matches == 1
    pace.note([result(0, ["a", "b"], [0], seconds=[0.1, 0.2])])
    assert pace.matches == 9
    pace.note([result(1, ["a", "b"], [0], seconds=[60.0, 60.0])])
    assert pace.matches == 1


def test_workers_import_this_very_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(["elsewhere", ""]))
    first, *others = python_path().split(os.pathsep)
    assert (Path(first) / "theomachy" / "__init__.py").exists()
    assert others == ["elsewhere"]
