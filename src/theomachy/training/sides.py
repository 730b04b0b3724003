"""Which sides and seats won in the matches that were trained on: balance, as a by-product."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from theomachy.lab.intervals import Share


def shares_of(paths: Sequence[Path]) -> dict[str, dict[str, Share]]:
    """By table the shares of its sides and of its seats in turn order. Matches that nobody won count; chunks that don't
    say who sat where, which are older ones, don't."""
    found: dict[str, dict[str, Share]] = {}
    for path in paths:
        with np.load(path) as chunk:
            if "sides" not in chunk.files:
                continue
            rows = found.setdefault(str(chunk["table"]), {})
            for sides, winners in zip(chunk["sides"].tolist(), chunk["winners"].tolist(), strict=True):
                for seat, (side, won) in enumerate(zip(sides, winners, strict=True)):
                    for name in (side, f"seat {seat + 1}"):
                        rows.setdefault(name, Share()).count(won)
    return {table: dict(sorted(rows.items())) for table, rows in found.items()}
