"""What training is asked for, and what comes of it: a net in ordinary numbers, which `export` makes a file of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Plan:
    """How a net is trained."""

    width: int = 32
    height: int = 32
    epochs: int = 12
    batch: int = 4096
    rate: float = 0.003
    decay: float = 0.05
    #: the part of the rows that is left out at random, so that no single one is leaned on
    drop: float = 0.1
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Trained:
    """Arrays of the net, and the figures of its training."""

    rows: Any
    bias: Any
    inner: Any
    inner_bias: Any
    outer: Any
    outer_bias: Any
    #: what the log odds of the hand-made evaluation are multiplied with
    trust: float
    figures: dict[str, Any]
