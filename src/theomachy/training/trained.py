"""What training is asked for, and what comes of it: a net in ordinary numbers, which `export` makes a file of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Training:
    """How a net is trained."""

    #: nets that are trained and joined, and how wide and high each is
    nets: int = 3
    width: int = 16
    height: int = 16
    epochs: int = 6
    batch: int = 1024
    rate: float = 0.002
    #: by how much rows fade with every epoch's worth of steps
    decay: float = 0.3
    #: the part of the rows that is left out at random, so that no single one is leaned on
    drop: float = 0.1
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Trained:
    """Arrays of the net, by the names of `kernel.net.Net`, and the figures of its training."""

    values: dict[str, Any]
    #: what the log odds of the hand-made evaluation are multiplied with
    trust: float
    figures: dict[str, Any]
