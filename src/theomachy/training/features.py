"""The table of rows: which values of which slots a net knows, over all layouts it is trained for."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

import theomachy
from theomachy.kernel.layout import Layout
from theomachy.kernel.match import Match
from theomachy.kernel.net import MOST_VALUES, fingerprint

#: seats that a net judges
SEATS = 5


def layout_of(game: str, players: int) -> Layout:
    """The layout of observations with so many players."""
    found = theomachy.game(game)
    return found.outlook().layout(Match(found, found.check_setup({"players": players}), 0).state)


class Rows:
    """Slots by name: the least value, how many rows, the usual value. Row 0 of training is for what adds nothing."""

    def __init__(self, layouts: dict[int, Layout], usual: dict[str, int]) -> None:
        self.layouts = layouts
        self.lows: dict[str, int] = {}
        highs: dict[str, int] = {}
        for layout in layouts.values():
            for name, low, high in zip(layout.names, layout.lows, layout.highs, strict=True):
                self.lows[name] = min(low, self.lows.get(name, low))
                highs[name] = max(high, highs.get(name, high))
        self.counts = {name: min(highs[name] - low + 1, MOST_VALUES) for name, low in self.lows.items()}
        self.usual = {name: usual.get(name, low) for name, low in self.lows.items()}
        self.firsts: dict[str, int] = {}
        self.total = 0
        for name, count in self.counts.items():
            self.firsts[name] = self.total
            self.total += count

    @property
    def slots(self) -> list[tuple[str, int, int, int]]:
        """As a file of weights has them."""
        return [(name, low, self.counts[name], self.usual[name]) for name, low in self.lows.items()]

    @property
    def fingerprints(self) -> dict[str, str]:
        return {fingerprint(layout): f"{players} players" for players, layout in self.layouts.items()}

    def tables(self, players: int) -> tuple[Any, Any, Any, Any]:
        """By slot of a layout: first row, least value, rows, usual value."""
        names = self.layouts[players].names
        found = [[table[name] for name in names] for table in (self.firsts, self.lows, self.counts, self.usual)]
        first, low, count, usual = (np.array(row, np.int64) for row in found)
        return first, low, count, usual

    def numbers(self, seen: Any, players: int) -> tuple[Any, Any]:
        """The rows that observations add (1 and up), one observation after the other, and how many each has."""
        first, low, count, usual = self.tables(players)
        values = seen.astype(np.int64)
        active = values != usual
        rows = first + np.clip(values - low, 0, count - 1) + 1
        # Row 0 first, which is empty: nobody has no rows at all.
        rows = np.pad(rows, ((0, 0), (1, 0)))
        active = np.pad(active, ((0, 0), (1, 0)), constant_values=True)
        return rows[active], active.sum(axis=1)


class Samples:
    """Positions of one number of players, ready for training."""

    def __init__(self, rows: Any, counts: Any, odds: Any, side: Any, won: Any) -> None:
        self.rows = rows
        #: where the rows of each position begin, and the end
        self.starts = np.concatenate([[0], np.cumsum(counts)])
        self.odds, self.side, self.won = odds, side, won

    def __len__(self) -> int:
        return len(self.odds)

    def rows_of(self, picked: Any) -> tuple[Any, Any]:
        """The rows of some positions, one after the other, and how many each has."""
        counts = self.starts[picked + 1] - self.starts[picked]
        shifts = self.starts[picked] - (np.cumsum(counts) - counts)
        return self.rows[np.arange(counts.sum()) + np.repeat(shifts, counts)], counts


def read_samples(game: str, paths: Sequence[Path]) -> tuple[Rows, Samples, Samples]:
    """The table of rows, and positions to train on and to hold out (every tenth chunk), of all numbers of players."""
    chunks = [_read(path) for path in paths]
    layouts = {players: layout_of(game, players) for players in sorted({chunk["players"] for chunk in chunks})}
    trained = [chunk for number, chunk in enumerate(chunks) if number % 10 != 9 or len(chunks) < 10]
    held = [chunk for number, chunk in enumerate(chunks) if number % 10 == 9] or chunks[-1:]
    usual: dict[str, int] = {}
    for players, layout in layouts.items():
        seen = np.concatenate([chunk["seen"] for chunk in trained if chunk["players"] == players][:40])
        for slot, name in enumerate(layout.names):
            if name not in usual:
                values, times = np.unique(seen[:, slot], return_counts=True)
                usual[name] = int(values[times.argmax()])
    rows = Rows(layouts, usual)
    return rows, _joined(rows, trained), _joined(rows, held)


def _read(path: Path) -> dict[str, Any]:
    with np.load(path) as data:
        return {**{key: data[key] for key in ("seen", "odds", "side", "won")}, "players": int(data["players"])}


def _joined(rows: Rows, chunks: list[dict[str, Any]]) -> Samples:
    found = [rows.numbers(chunk["seen"], chunk["players"]) for chunk in chunks]
    return Samples(
        np.concatenate([numbers for numbers, _ in found]).astype(np.int32),
        np.concatenate([counts for _, counts in found]),
        *(np.concatenate([_wide(chunk[key], fill) for chunk in chunks]) for key, fill in _FILLS),
    )


#: what seats hold that are not there
_FILLS: tuple[tuple[str, float], ...] = (("odds", -1e4), ("side", -1), ("won", 0.0))


def _wide(values: Any, fill: float) -> Any:
    missing = SEATS - values.shape[1]
    return np.pad(values, ((0, 0), (0, missing)), constant_values=fill)
