"""A trained net as a file of weights."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

import theomachy
from theomachy.bots.learning.weights import pack_weights
from theomachy.kernel.net import ONE
from theomachy.training.features import Rows
from theomachy.training.trained import Trained

_MOST: Final = 32767
#: the parts of a file, in its order
PARTS: Final = ("rows", "bias", "board", "terms", "inner_bias", "outer", "direct")


def export(game: str, rows: Rows, trained: Trained, provenance: dict[str, Any]) -> bytes:
    """The bytes of the file; `provenance` says how the net was made."""
    found = theomachy.game(game)
    header = {
        "game": found.name,
        "rules_version": found.rules_version,
        "layouts": rows.fingerprints,
        "trust": round(trained.trust * ONE),
        "figures": trained.figures,
        "provenance": provenance,
    }
    values = {**trained.values, "rows": rows.joined(trained.values["rows"])}
    return pack_weights(header, rows.slots, [_whole(values[part]) for part in PARTS])


def _whole(values: Any) -> list[int]:
    """In 1/1024, as many as 16 bits hold."""
    whole: list[int] = np.clip(np.rint(np.ravel(values) * ONE), -_MOST, _MOST).astype(np.int64).tolist()
    return whole
