"""The map of Egypt: cells, terrain, river, as tables by number. Read once from the content file."""

from __future__ import annotations

from typing import Final

from theomachy.ankh.content import CONTENT
from theomachy.kernel.hexmap import HexMap

_MAP = CONTENT["map"]

EGYPT: Final = HexMap(_MAP["rows"])
CELLS: Final = EGYPT.size

WATER: Final = [letter == "w" for letter in EGYPT.letters]
FERTILE: Final = [letter == "f" for letter in EGYPT.letters]
DESERT: Final = [letter == "d" for letter in EGYPT.letters]
LAND_CELLS: Final = [cell for cell in range(CELLS) if not WATER[cell]]
WATER_CELLS: Final = [cell for cell in range(CELLS) if WATER[cell]]

NEIGHBOURS: Final = EGYPT.neighbours
EDGE_TO: Final = EGYPT.edges
WITHIN_3: Final = EGYPT.within(3)

RIVER: Final = [EGYPT.edge(name) for name in _MAP["river"]]
if min(RIVER) < 0:
    raise AssertionError("the river follows an edge that the map does not have")
RIVER_EDGES: Final = frozenset(RIVER)

EDGE_CELLS: Final = EGYPT.edge_cells
EDGE_CORNERS: Final = EGYPT.edge_corners
CORNER_EDGES: Final = EGYPT.corner_edges
#: edges on which a camel could ever stand: between two land cells, not on the river
CAMEL_EDGES: Final = [
    not WATER[a] and not WATER[b] and edge not in RIVER_EDGES for edge, (a, b) in enumerate(EDGE_CELLS)
]
CORNERS: Final = len(EGYPT.corner_cells)
