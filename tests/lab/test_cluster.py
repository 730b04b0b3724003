"""A real Ray cluster on this machine: a head and two worker nodes, one of which is killed in the middle."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from ray.cluster_utils import Cluster

from tests.cli.command import refused, run
from tests.lab.runs import result, result_lines, write_bot
from theomachy.lab.cluster import Pace, python_path

#: shared memory of a node; results are small
STORE = 80 * 1024 * 1024


@pytest.fixture
def cluster() -> Iterator[Cluster]:
    """The head plays nothing itself. It notices the death of a node sooner than it would by default."""
    watch = {"health_check_initial_delay_ms": 0, "health_check_period_ms": 500, "health_check_failure_threshold": 4}
    head = {"num_cpus": 0, "object_store_memory": STORE, "include_dashboard": False, "_system_config": watch}
    nodes = Cluster(initialize_head=True, head_node_args=head)
    try:
        yield nodes
    finally:
        nodes.shutdown()  # type: ignore[no-untyped-call]


def test_a_worker_node_killed_in_the_middle_loses_nothing(cluster: Cluster, tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    slow = write_bot(
        tmp_path / "slow.py",
        choose="time.sleep(0.003)",
        made=f"open({str(begun)!r}, 'a').write(f'{{os.getpid()}}\\n')",
    )
    arguments = ["tournament", "ankh", "--bots", f"random,{slow}", "--games", "30", "--seed", "6"]
    local, spread = tmp_path / "local", tmp_path / "spread"
    assert run(*arguments, "--jobs", 1, "--out", local).code == 0
    begun.unlink()

    nodes = [cluster.add_node(num_cpus=1, object_store_memory=STORE) for _ in range(2)]
    process = subprocess.Popen(
        [sys.executable, "-m", "theomachy", *arguments, "--ray", cluster.address, "--out", str(spread)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        wait_for_both(begun, spread, process)
        assert len(played_in(begun, process)) >= 2
        kept = result_lines(spread)
        assert len(kept) < 30
        cluster.remove_node(nodes[0], allow_graceful=False)
        out, err = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == 0, err
    assert "Rating" in out
    assert set(kept) <= set(result_lines(spread))
    assert result_lines(spread) == result_lines(local)
    assert sum(played_in(begun, process).values()) > 30, "what the killed node was playing was played again"


def played_in(begun: Path, process: subprocess.Popen[str]) -> Counter[str]:
    """How many matches each process has begun; the command itself only tries whether the bot can be made."""
    counts = Counter(begun.read_text().split() if begun.exists() else [])
    del counts[str(process.pid)]
    return counts


def wait_for_both(begun: Path, spread: Path, process: subprocess.Popen[str]) -> None:
    """Until both nodes play and some matches are finished."""
    for _ in range(1200):
        if len(played_in(begun, process)) >= 2 and spread.exists() and len(result_lines(spread)) >= 4:
            return
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    raise AssertionError("the cluster does not play")


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
