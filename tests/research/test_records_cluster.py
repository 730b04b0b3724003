"""Records on a real Ray cluster, one node of which is killed in the middle: the same bytes as in one process."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from ray.cluster_utils import Cluster

from tests.cli.command import run
from tests.lab.runs import write_bot
from tests.lab.test_cluster import STORE, cluster, played_in

__all__ = ["cluster"]


def test_a_worker_node_killed_in_the_middle_changes_no_record(cluster: Cluster, tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    slow = write_bot(
        tmp_path / "slow.py",
        choose="time.sleep(0.002)",
        made=f"open({str(begun)!r}, 'a').write(f'{{os.getpid()}}\\n')",
    )
    arguments = ["record", "ankh", "--bot", slow, "--games", "15", "--seed", "6"]
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
        for _ in range(1200):
            if len(played_in(begun, process)) >= 2 and len(list(spread.glob("match-*.parquet"))) >= 2:
                break
            assert process.poll() is None, process.communicate()
            time.sleep(0.05)
        cluster.remove_node(nodes[0], allow_graceful=False)
        _, err = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == 0, err
    assert {file.name: file.read_bytes() for file in spread.iterdir()} == {
        file.name: file.read_bytes() for file in local.iterdir()
    }
