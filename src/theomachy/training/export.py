"""A trained net as a file of weights; and a file for fewer tables than its net was trained for."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import numpy as np

import theomachy
from theomachy.bots.learning.weights import Weights, pack_weights
from theomachy.kernel.net import ONE, fingerprint
from theomachy.training.features import Rows, layout_of
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


def narrowed(weights: Weights, tables: Iterable[str], gates: list[dict[str, Any]]) -> bytes:
    """The bytes of a file for some of the tables its net was trained for: those whose gates it passed. What it says
    there is the same. `gates` is what is known of its play, and stands beside how it was made."""
    header = {key: value for key, value in weights.header.items() if key not in ("sizes", "digest")}
    layouts = {table: layout_of(header["game"], table) for table in tables}
    names = {name for layout in layouts.values() for name in layout.names}
    header["layouts"] = {fingerprint(layout): table for table, layout in layouts.items()}
    header["provenance"] = {**header["provenance"], "gates": gates}
    net = weights.net
    width = len(net.bias)
    kept = [(name, slot) for name, slot in weights.slots.items() if name in names]
    rows = [row for _, slot in kept for row in net.rows[slot.first * width : (slot.first + slot.count) * width]]
    slots = [(name, slot.low, slot.count, slot.usual) for name, slot in kept]
    inner = [[int(number) for number in part] for part in (net.bias, net.inner_bias)]
    board, terms, outer, direct = (list(part) for part in (net.board, net.terms, net.outer, net.direct))
    return pack_weights(header, slots, [rows, inner[0], board, terms, inner[1], outer, direct])


def _whole(values: Any) -> list[int]:
    """In 1/1024, as many as 16 bits hold."""
    whole: list[int] = np.clip(np.rint(np.ravel(values) * ONE), -_MOST, _MOST).astype(np.int64).tolist()
    return whole
