"""Records on a real Ray cluster, one node of which is killed in the middle: the same bytes as in one process."""

from __future__ import annotations

from pathlib import Path

import pytest
from ray.cluster_utils import Cluster

from tests.lab.nodes import cluster, lose_a_node, slow_bot

__all__ = ["cluster"]


@pytest.mark.long
def test_a_worker_node_killed_in_the_middle_changes_no_record(cluster: Cluster, tmp_path: Path) -> None:
    arguments = ["record", "ankh", "--bot", slow_bot(tmp_path, 0.002), "--games", "15", "--seed", "6"]
    left = lose_a_node(cluster, tmp_path, arguments, lambda spread: len(list(spread.glob("match-*.parquet"))) >= 2)
    assert _files(left.spread) == _files(left.local)


def _files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}
