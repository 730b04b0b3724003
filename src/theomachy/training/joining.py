"""Several nets as one that says the mean of what they say: a search finds out where one net errs, and several err
less."""

from __future__ import annotations

from typing import Any

import numpy as np

from theomachy.training.trained import Trained


def joined(nets: list[Trained], figures: dict[str, Any]) -> Trained:
    """One net, as wide and high as all of them together; `figures` are its own."""
    parts = [net.values for net in nets]
    count = len(parts)
    width, height = parts[0]["bias"].shape[0], parts[0]["inner_bias"].shape[0]
    seats = parts[0]["board"].shape[0]
    board = np.zeros((seats, count * height, count * width))
    for number, part in enumerate(parts):
        down, right = number * height, number * width
        board[:, down : down + height, right : right + width] = part["board"]
    values = {
        "rows": np.concatenate([part["rows"] for part in parts], axis=1),
        "bias": np.concatenate([part["bias"] for part in parts]),
        "board": board,
        "terms": np.concatenate([part["terms"] for part in parts]),
        "inner_bias": np.concatenate([part["inner_bias"] for part in parts]),
        "outer": np.concatenate([part["outer"] for part in parts]) / count,
        "direct": np.mean([part["direct"] for part in parts], axis=0),
        "trust": np.mean([part["trust"] for part in parts], axis=0),
    }
    return Trained(values, float(values["trust"]), figures)
