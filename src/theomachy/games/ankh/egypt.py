"""The map of Egypt: cells, terrain, river, as tables by number. Read once from the content file."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.content import CONTENT
from theomachy.kernel.arrays import numbers
from theomachy.kernel.hexmap import HexMap

_MAP = CONTENT["map"]

EGYPT: Final = HexMap(_MAP["rows"])
CELLS: Final = EGYPT.size

#: 1 for the cells of this terrain, 0 for the others
WATER: Final = numbers([int(letter == "w") for letter in EGYPT.letters])
FERTILE: Final = numbers([int(letter == "f") for letter in EGYPT.letters])
DESERT: Final = numbers([int(letter == "d") for letter in EGYPT.letters])
LAND_CELLS: Final = [cell for cell in range(CELLS) if not WATER[cell]]
WATER_CELLS: Final = [cell for cell in range(CELLS) if WATER[cell]]

NEIGHBOURS: Final = EGYPT.neighbours
#: the number after the last edge stands for the edge of the world, which is never clear
OUTSIDE: Final = len(EGYPT.edge_cells)
#: the neighbours in one row, six per cell, and the edges crossed on the way there; OUTSIDE where the board ends
AROUND: Final = numbers([(cells + [0] * 6)[i] for cells in EGYPT.neighbours for i in range(6)])
AROUND_EDGE: Final = numbers([(edges + [OUTSIDE] * 6)[i] for edges in EGYPT.edges for i in range(6)])
WITHIN_3: Final = EGYPT.within(3)
#: the same in one row: the cells near one begin at its `FIRST_NEAR`, and end where those of the next cell begin
NEAR: Final = numbers([other for cells in WITHIN_3 for other in cells])
FIRST_NEAR: Final = numbers([sum(len(cells) for cells in WITHIN_3[:cell]) for cell in range(CELLS + 1)])

RIVER: Final = [EGYPT.edge(name) for name in _MAP["river"]]
if min(RIVER) < 0:
    raise AssertionError("the river follows an edge that the map does not have")
RIVER_EDGES: Final = frozenset(RIVER)

EDGE_CELLS: Final = EGYPT.edge_cells
#: two cells per edge, in one row
SIDES: Final = numbers([cell for pair in EGYPT.edge_cells for cell in pair])
#: two per edge
EDGE_CORNERS: Final = numbers([corner for pair in EGYPT.edge_corners for corner in pair])
#: three per corner; OUTSIDE where the board ends
CORNER_EDGES: Final = numbers([(edges + [OUTSIDE] * 3)[i] for edges in EGYPT.corner_edges for i in range(3)])
#: edges on which a camel could ever stand: between two land cells, not on the river
CAMEL_EDGES: Final = [
    not WATER[a] and not WATER[b] and edge not in RIVER_EDGES for edge, (a, b) in enumerate(EDGE_CELLS)
]
CORNERS: Final = len(EGYPT.corner_cells)


def _other_end(place: int) -> int:
    edge = CORNER_EDGES[place]
    return 0 if edge == OUTSIDE else EDGE_CORNERS[2 * edge] + EDGE_CORNERS[2 * edge + 1] - place // 3


#: for each of `CORNER_EDGES` the corner at its other end
NEXT_CORNERS: Final = numbers([_other_end(place) for place in range(3 * CORNERS)])
#: the ways across edges on which a camel could stand, cell by cell: the edge and the cell beyond. Those of a cell are
#: numbered from its `FIRST_WAY` up to that of the next cell.
_WAYS = [
    [(edge, other) for edge, other in zip(EGYPT.edges[cell], EGYPT.neighbours[cell], strict=True) if CAMEL_EDGES[edge]]
    for cell in range(CELLS)
]
FIRST_WAY: Final = numbers([sum(len(ways) for ways in _WAYS[:cell]) for cell in range(CELLS + 1)])
WAY_EDGE: Final = numbers([edge for ways in _WAYS for edge, _ in ways])
WAY_CELL: Final = numbers([other for ways in _WAYS for _, other in ways])
