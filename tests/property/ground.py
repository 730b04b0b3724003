"""The map of Egypt worked out anew from its printed rows, for comparisons with brute force."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Iterator
from typing import Any, Final

import theomachy
from theomachy.games.ankh.content import CONTENT
from theomachy.kernel.match import Match

ROWS: Final[list[str]] = CONTENT["map"]["rows"]
Point = tuple[int, int]


class Ground:
    """The map of Egypt worked out anew from the printed rows: cells, the corners around them, and the edges between."""

    def __init__(self) -> None:
        self.corners: dict[str, frozenset[Point]] = {}
        self.water: set[str] = set()
        for row, line in enumerate(ROWS):
            for column, letter in enumerate(line):
                if letter != ".":
                    name = f"{chr(65 + column)}{row + 1}"
                    self.corners[name] = frozenset(self._corners(column, row))
                    if letter == "w":
                        self.water.add(name)
        self.edges: dict[frozenset[str], frozenset[Point]] = {}
        for one, two in itertools.combinations(self.corners, 2):
            shared = self.corners[one] & self.corners[two]
            if len(shared) == 2:
                self.edges[frozenset((one, two))] = shared
        self.river = {frozenset(name.split("-")) for name in CONTENT["map"]["river"]}
        self.land = sorted(set(self.corners) - self.water)
        self.neighbours = {
            cell: sorted(next(iter(edge - {cell})) for edge in self.edges if cell in edge) for cell in self.corners
        }

    @staticmethod
    def _corners(column: int, row: int) -> Iterator[Point]:
        x, y = 1.5 * column, math.sqrt(3) * (row + (column % 2) / 2)
        for corner in range(6):
            angle = math.radians(60 * corner)
            yield round(100 * (x + math.cos(angle))), round(100 * (y + math.sin(angle)))

    def regions(self, camels: Iterable[frozenset[str]]) -> list[frozenset[str]]:
        """The land, cut by river and camels."""
        cut = self.river | set(camels)
        left, found = set(self.land), []
        while left:
            rim = [left.pop()]
            region = set(rim)
            while rim:
                cell = rim.pop()
                for other in self.neighbours[cell]:
                    if other in left and frozenset((cell, other)) not in cut:
                        left.remove(other)
                        region.add(other)
                        rim.append(other)
            found.append(frozenset(region))
        return found

    def adjacent(self, cell: str, camels: set[frozenset[str]]) -> list[str]:
        """The cells across an edge with neither river nor camel."""
        return [
            other
            for other in self.neighbours[cell]
            if frozenset((cell, other)) not in camels and frozenset((cell, other)) not in self.river
        ]


GROUND: Final = Ground()


def edge_name(edge: frozenset[str]) -> str:
    one, two = sorted(edge)
    return f"{one}-{two}"


def caravan_match(camels: set[frozenset[str]], limit: int | None) -> Match:
    """A caravan event on a board with these camels."""
    order = [min(region) for region in GROUND.regions(camels)]
    position: dict[str, Any] = {
        "pieces": ["G1 B5", "G2 H6"],
        "camels": [edge_name(edge) for edge in sorted(camels, key=sorted)],
        "order": order,
        "start": "camel",
    }
    if limit is not None:
        position["supply"] = {"camels": limit}
    return theomachy.new("ankh", gods=["isis", "amun"], position=position)
