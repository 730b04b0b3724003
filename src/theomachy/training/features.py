"""What a net is trained on: positions of all tables side by side, and which rows their observations add."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from theomachy.kernel.errors import TheomachyError
from theomachy.kernel.layout import Layout
from theomachy.kernel.match import Match
from theomachy.kernel.net import MOST_VALUES, fingerprint
from theomachy.training.samples import chunk_number, design_of

#: chunks whose number leaves nothing when divided by this are held out; prime to how many tables take turns
HELD_OUT: Final = 11
#: chunks of a table that are looked through for what slots usually hold
LOOKED_THROUGH: Final = 100
#: a slot's name without what tells it from its neighbours; seats are told apart
_FAMILY: Final = re.compile(r"([^\[]*)(\[me\]|\[\+\d\])?")


def layout_of(game: str, table: str) -> Layout:
    """The layout of observations at a table (`2`, `2/NAME=VALUE`)."""
    design = design_of(game, table)
    setup = design.setup(tuple(design.sides[: design.players]), design.settings[0])
    return design.game.outlook().layout(Match(design.game, setup, 0).state)


def family(slot: str) -> str:
    """The family of a slot: neighbours that mean the same elsewhere on the board learn together."""
    found = _FAMILY.match(slot)
    return found[0] if found else slot


class Rows:
    """All slots there are at any of the tables, by name, and where the values of each have their rows: rows of its own,
    and after those of all slots the rows of its family. Trained, a value's row is the sum of both."""

    def __init__(self, layouts: dict[str, Layout], usual: dict[str, int]) -> None:
        self.layouts = layouts
        lows: dict[str, int] = {}
        highs: dict[str, int] = {}
        for layout in layouts.values():
            for name, low, high in zip(layout.names, layout.lows, layout.highs, strict=True):
                lows[name] = min(low, lows.get(name, low))
                highs[name] = max(high, highs.get(name, high))
        self.names = list(lows)
        self.places = {name: place for place, name in enumerate(self.names)}
        self.low = np.array([lows[name] for name in self.names], np.int64)
        self.count = np.array([min(highs[name] - lows[name] + 1, MOST_VALUES) for name in self.names], np.int64)
        self.usual = np.array([usual.get(name, lows[name]) for name in self.names], np.int64)
        self.first = np.cumsum(self.count) - self.count
        #: how many rows belong to slots
        self.total = int(self.count.sum())
        families: dict[str, int] = {}
        sizes: dict[str, int] = {}
        for name, count in zip(self.names, self.count.tolist(), strict=True):
            sizes[family(name)] = max(count, sizes.get(family(name), 0))
        end = self.total
        for key, size in sizes.items():
            families[key] = end
            end += size
        self.family_first = np.array([families[family(name)] for name in self.names], np.int64)
        #: and how many there are in all
        self.all_rows = end

    @property
    def slots(self) -> list[tuple[str, int, int, int]]:
        """As a file of weights has them."""
        columns = (self.low.tolist(), self.count.tolist(), self.usual.tolist())
        return list(zip(self.names, *columns, strict=True))

    @property
    def fingerprints(self) -> dict[str, str]:
        return {fingerprint(layout): table for table, layout in self.layouts.items()}

    def spread(self, seen: Any, table: str) -> Any:
        """Observations at a table, with a column for every slot there is; what a table lacks holds the usual."""
        wide = np.tile(self.usual.astype(np.int16), (len(seen), 1))
        wide[:, [self.places[name] for name in self.layouts[table].names]] = seen
        return wide

    def joined(self, rows: Any) -> Any:
        """Trained rows as a file has them: the family's are added to each slot's own."""
        own = np.arange(self.total)
        slot = np.repeat(np.arange(len(self.names)), self.count)
        return rows[: self.total] + rows[self.family_first[slot] + own - self.first[slot]]


@dataclass(slots=True)
class Samples:
    """Positions ready for training: columns of `samples.Drawn`, and what each side's chance is to be taken for."""

    seen: Any
    terms: Any
    odds: Any
    side: Any
    live: Any
    target: Any
    won: Any
    tables: Any

    def __len__(self) -> int:
        return len(self.odds)

    def at(self, picked: Any) -> Samples:
        return Samples(
            self.seen[picked], self.terms[picked], self.odds[picked], self.side[picked], self.live[picked],
            self.target[picked], self.won[picked], self.tables[picked],
        )  # fmt: skip


def read_samples(game: str, paths: Sequence[Path], trust_search: float = 0.0) -> tuple[Rows, Samples, Samples]:
    """The rows, positions to train on, and positions of other matches to hold out.

    `trust_search`: how much a search's own expectation counts beside who won, where there is one (0 to 1).
    """
    chunks = [chunk for chunk in (_read(path) for path in paths) if len(chunk["seen"])]
    layouts = {table: layout_of(game, table) for table in sorted({chunk["table"] for chunk in chunks})}
    usual: dict[str, int] = {}
    for table, layout in layouts.items():
        seen = np.concatenate([chunk["seen"] for chunk in chunks if chunk["table"] == table][:LOOKED_THROUGH])
        for slot, name in enumerate(layout.names):
            if name not in usual:
                values, times = np.unique(seen[:, slot], return_counts=True)
                usual[name] = int(values[times.argmax()])
    rows = Rows(layouts, usual)
    held = [chunk for chunk in chunks if chunk["number"] % HELD_OUT == 0]
    trained = [chunk for chunk in chunks if chunk["number"] % HELD_OUT]
    if not held or not trained:
        raise TheomachyError("there are too few matches to learn from: none to train on, or none to hold out")
    return rows, _joined(rows, trained, trust_search), _joined(rows, held, 0.0)


def _read(path: Path) -> dict[str, Any]:
    with np.load(path) as data:
        found = {key: data[key] for key in data.files}
    return {**found, "table": str(found["table"]), "number": chunk_number(path)}


def _joined(rows: Rows, chunks: list[dict[str, Any]], trust_search: float) -> Samples:
    seen = np.concatenate([rows.spread(chunk["seen"], chunk["table"]) for chunk in chunks])
    columns = {
        key: np.concatenate([chunk[key] for chunk in chunks])
        for key in ("terms", "odds", "side", "live", "found", "won")
    }
    won, found = columns["won"], columns["found"]
    trust = np.where(found[:, :1] >= 0.0, trust_search, 0.0).astype(np.float32)
    tables = np.concatenate([np.full(len(chunk["seen"]), chunk["table"], "U40") for chunk in chunks])
    target = won + trust * (np.maximum(found, 0.0) - won)
    return Samples(
        seen, columns["terms"], columns["odds"], columns["side"], columns["live"].astype(bool), target, won, tables
    )
