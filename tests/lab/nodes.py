"""A real Ray cluster on this machine, and a command whose matches are played by two of its nodes. One of them is killed
in the middle."""

from __future__ import annotations

import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest
from ray.cluster_utils import Cluster

from tests.cli.command import run
from tests.lab.runs import write_bot

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


class Spread(NamedTuple):
    """What a command left behind in one process, and on a cluster that lost a node; what it printed there, and how many
    matches its nodes began."""

    local: Path
    spread: Path
    printed: str
    begun: int


def slow_bot(folder: Path, seconds: float) -> str:
    """A bot that takes its time and notes in which process it was made."""
    return write_bot(
        folder / "slow.py",
        choose=f"time.sleep({seconds})",
        made=f"open({str(folder / 'begun')!r}, 'a').write(f'{{os.getpid()}}\\n')",
    )


def lose_a_node(cluster: Cluster, folder: Path, arguments: Sequence[str], some: Callable[[Path], bool]) -> Spread:
    """Run a command with a `slow_bot` of this folder in one process and on two nodes. One is killed once both play and
    what the command has written so far is `some`."""
    local, spread, begun = folder / "local", folder / "spread", folder / "begun"
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
            if len(_begun_in(begun, process)) >= 2 and spread.exists() and some(spread):
                break
            assert process.poll() is None, process.communicate()
            time.sleep(0.05)
        else:
            raise AssertionError("the cluster does not play")
        cluster.remove_node(nodes[0], allow_graceful=False)
        printed, err = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == 0, err
    return Spread(local, spread, printed, sum(_begun_in(begun, process).values()))


def _begun_in(begun: Path, process: subprocess.Popen[str]) -> Counter[str]:
    """How many matches each process has begun; the command itself only tries whether the bot can be made."""
    counts = Counter(begun.read_text().split() if begun.exists() else [])
    del counts[str(process.pid)]
    return counts
