"""Which camel chains are legal.

Rivers, camels, water and the outer border are walls made of cell edges; walls that touch belong to one wall. A chain
touches walls at its two ends and perhaps on its way. If the corners where it touches belong to different walls it joins
walls and cuts nothing; each time it comes back to a wall it has already touched it cuts a region in two. So "splits
exactly one region into exactly two" (ankh/event/camel-split) is: of the walls it touches, exactly one is touched twice.
That is a count along the chain, with no search over the board; only the sizes of the two parts are found by walking,
and only as far as six cells. What a chain does after its one cut changes nothing about that cut.
"""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.components import CHAIN, EDGES, REGION_MINIMUM, TILES
from theomachy.games.ankh.egypt import (
    AROUND,
    AROUND_EDGE,
    CAMEL_EDGES,
    CELLS,
    CORNER_EDGES,
    CORNERS,
    EDGE_CELLS,
    EDGE_CORNERS,
    EGYPT,
    LAND_CELLS,
    RIVER,
    SIDES,
    WATER_CELLS,
)
from theomachy.games.ankh.ground import Ground
from theomachy.games.ankh.state import CAMEL_BARRIER, CLEAR, AnkhState
from theomachy.kernel.arrays import Numbers, filled, numbers

NO_WALL: Final = -1
LAYOUTS_KEPT: Final = 4000


# --- walls ------------------------------------------------------------------------------------------------------------


def _join(label: list[int], one: int, two: int) -> None:
    """Two corners belong to the same wall."""
    if label[one] == NO_WALL:
        label[one] = label[two] if label[two] != NO_WALL else one
    if label[two] == NO_WALL:
        label[two] = label[one]
    old = label[two]
    if old != label[one]:
        for corner in range(CORNERS):
            if label[corner] == old:
                label[corner] = label[one]


def _standing_walls() -> list[int]:
    """The walls of border, water and river, which never change."""
    label = [NO_WALL] * CORNERS
    border = [corner for corner in range(CORNERS) if len(EGYPT.corner_cells[corner]) < 3]
    for corner in border:
        _join(label, border[0], corner)
    for cell in WATER_CELLS:
        for corner in EGYPT.corners[cell]:
            _join(label, EGYPT.corners[cell][0], corner)
    for edge in RIVER:
        _join(label, EDGE_CORNERS[2 * edge], EDGE_CORNERS[2 * edge + 1])
    return label


STANDING_WALLS: Final = _standing_walls()


def walls(s: AnkhState) -> list[int]:
    """For each corner the wall it belongs to, or NO_WALL (ankh/event/camel-ends)."""
    label = STANDING_WALLS.copy()
    for edge in range(EDGES):
        if s.barrier[edge] == CAMEL_BARRIER:
            _join(label, EDGE_CORNERS[2 * edge], EDGE_CORNERS[2 * edge + 1])
    return label


_grounds: Final[dict[bytes, Ground]] = {}


def ground_of(s: AnkhState) -> Ground:
    """What follows from the camels of this state. Remembered: a search meets the same layouts again and again."""
    ground = s.ground
    if ground is None:
        layout = bytes([min(CHAIN, s.camels_left), *s.barrier])
        ground = _grounds.get(layout)
        if ground is None:
            free = [int(CAMEL_EDGES[edge] and s.barrier[edge] == CLEAR) for edge in range(EDGES)]
            ground = Ground(numbers(walls(s)), numbers([*free, 0]))
            ground.first_edges = _find_first_edges(s, ground)
            if len(_grounds) >= LAYOUTS_KEPT:
                _grounds.clear()
            _grounds[layout] = ground
        s.ground = ground
    return ground


def forget_grounds() -> None:
    """Forget all layouts met so far."""
    _grounds.clear()
    _region_edges.clear()


# --- chains -----------------------------------------------------------------------------------------------------------


class Chain:
    """A chain while it is being thought of: its edges and corners in order, and how often it came back to a wall."""

    __slots__ = (
        "corners",
        "edges",
        "found",
        "free",
        "last_edge",
        "length",
        "limit",
        "mark",
        "splits",
        "stamp",
        "twice",
        "wall",
    )

    def __init__(self, s: AnkhState, ground: Ground) -> None:
        self.wall: Numbers = ground.wall
        self.free: Numbers = ground.free[:]
        self.edges: Numbers = filled(CHAIN, -1)
        self.corners: Numbers = filled(CHAIN + 1, -1)
        self.length: int = 0
        #: how often a wall was touched that had been touched before
        self.twice: int = 0
        #: whether the cut made by the first such touch leaves two large parts
        self.splits: bool = False
        #: ankh/event/camel: at most six, and as many as there are
        self.limit: int = min(CHAIN, s.camels_left)
        #: the last edge of the legal chain that `can_be_completed` found
        self.last_edge: int = -1
        #: cells found by the current walk; `mark` has its number `stamp` there
        self.found: Numbers = filled(REGION_MINIMUM, -1)
        self.mark: Numbers = filled(CELLS, 0)
        self.stamp: int = 0

    def begin(self, start: int) -> None:
        """Start anew from a corner."""
        while self.length:
            self.drop()
        self.corners[0] = start

    def lay(self, start: int, edges: list[int]) -> None:
        """Start anew with these edges."""
        self.begin(start)
        for edge in edges:
            self.add(edge)

    def beyond(self, edge: int) -> int:
        """The corner at the other end of an edge of the last corner."""
        one = EDGE_CORNERS[2 * edge]
        return EDGE_CORNERS[2 * edge + 1] if one == self.corners[self.length] else one

    def first_touch(self, wall: int) -> int:
        """Where along the chain this wall was touched first; -1 if it wasn't."""
        for number in range(self.length + 1):
            if self.wall[self.corners[number]] == wall:
                return number
        return -1

    def add(self, edge: int) -> None:
        corner = self.beyond(edge)
        wall = self.wall[corner]
        touch = self.first_touch(wall) if wall != NO_WALL else -1
        self.free[edge] = 0
        self.edges[self.length] = edge
        self.length += 1
        self.corners[self.length] = corner
        if touch >= 0:
            self.twice += 1
            if self.twice == 1:
                self.splits = self.cuts_well(self.edges[touch])

    def drop(self) -> None:
        wall = self.wall[self.corners[self.length]]
        self.length -= 1
        self.free[self.edges[self.length]] = 1
        if wall != NO_WALL and self.first_touch(wall) >= 0:
            self.twice -= 1

    def can_go(self, edge: int) -> bool:
        """Whether the chain may go on along an edge of its last corner: free, and not back to the chain."""
        if not self.free[edge]:
            return False
        corner = self.beyond(edge)
        for number in range(self.length + 1):
            if self.corners[number] == corner:
                return False
        return True

    def touches(self) -> bool:
        """Whether the chain ends at a wall."""
        return self.wall[self.corners[self.length]] != NO_WALL

    def is_legal(self) -> bool:
        """ankh/event/camel-ends, ankh/event/camel-split."""
        return self.twice == 1 and self.splits and self.touches()

    def cuts_well(self, edge: int) -> bool:
        """Whether the parts on both sides of an edge of the cut have six land cells or more."""
        return self.is_large(SIDES[2 * edge]) and self.is_large(SIDES[2 * edge + 1])

    def is_large(self, start: int) -> bool:
        """Whether the part around a cell has at least six land cells; walks no further than that."""
        self.stamp += 1
        stamp = self.stamp
        self.mark[start] = stamp
        self.found[0] = start
        count = 1
        number = 0
        while number < count:
            ways = 6 * self.found[number]
            number += 1
            for way in range(ways, ways + 6):
                if self.free[AROUND_EDGE[way]]:
                    other = AROUND[way]
                    if self.mark[other] != stamp:
                        self.mark[other] = stamp
                        self.found[count] = other
                        count += 1
                        if count >= REGION_MINIMUM:
                            return True
        return False

    def can_be_completed(self) -> bool:
        """Whether this chain, or one that goes on from it, is legal."""
        if self.twice > 0:
            if self.twice > 1 or not self.splits:
                return False
            if self.touches():
                self.last_edge = self.edges[self.length - 1]
                return True
        if self.length >= self.limit:
            return False
        end = 3 * self.corners[self.length]
        for number in range(end, end + 3):
            edge = CORNER_EDGES[number]
            if self.can_go(edge):
                self.add(edge)
                good = self.can_be_completed()
                self.drop()
                if good:
                    return True
        return False


def can_lay(s: AnkhState) -> bool:
    """ankh/event/camel-void: an order tile and camels are left."""
    return s.tiles_left != 0 and s.camels_left > 0


def first_edges(s: AnkhState) -> list[int]:
    """Edges at which a legal chain can begin."""
    return ground_of(s).first_edges if can_lay(s) else []


def _find_first_edges(s: AnkhState, ground: Ground) -> list[int]:
    """Region by region: where all walls are one, as on every board that caravans alone have changed, the answer for a
    region depends on nothing but its cells."""
    limit = min(CHAIN, s.camels_left)
    one_wall = _is_one_wall(ground)
    chain = Chain(s, ground)
    found: list[int] = []
    for tile in range(1, TILES + 1):
        cells = [cell for cell in LAND_CELLS if s.region[cell] == tile]
        if len(cells) < 2 * REGION_MINIMUM:
            continue
        key = bytes([limit, *cells])
        known = _region_edges.get(key) if one_wall else None
        if known is None:
            known = _first_edges_in(chain, ground, cells)
            if one_wall:
                if len(_region_edges) >= LAYOUTS_KEPT:
                    _region_edges.clear()
                _region_edges[key] = known
        found += known
    return sorted(found)


_region_edges: Final[dict[bytes, list[int]]] = {}


def _is_one_wall(ground: Ground) -> bool:
    first = NO_WALL
    for label in ground.wall:
        if label != NO_WALL:
            if first == NO_WALL:
                first = label
            elif label != first:
                return False
    return True


def _first_edges_in(chain: Chain, ground: Ground, cells: list[int]) -> list[int]:
    """The edges of a region at which a legal chain can begin."""
    good = filled(EDGES, 0)
    edges: list[int] = []
    for cell in cells:
        for way in range(6 * cell, 6 * cell + 6):
            edge = AROUND_EDGE[way]
            # Each edge is met from both its cells; it is looked at from the first.
            if ground.free[edge] and SIDES[2 * edge] == cell:
                edges.append(edge)
    for edge in edges:
        for end in range(2):
            start = EDGE_CORNERS[2 * edge + end]
            if not good[edge] and ground.wall[start] != NO_WALL:
                chain.begin(start)
                chain.add(edge)
                if chain.can_be_completed():
                    # A chain can be laid from either end.
                    good[edge] = 1
                    good[chain.last_edge] = 1
    return [edge for edge in edges if good[edge]]


# --- the chain laid so far --------------------------------------------------------------------------------------------


def starts_of(s: AnkhState) -> list[int]:
    """The corners from which the chain laid so far may have begun; a single edge may have been laid from either end."""
    first = s.chain[0]
    starts = [int(EDGE_CORNERS[2 * first]), int(EDGE_CORNERS[2 * first + 1])]
    if len(s.chain) > 1:
        second = s.chain[1]
        starts = [c for c in starts if c != EDGE_CORNERS[2 * second] and c != EDGE_CORNERS[2 * second + 1]]
    wall = ground_of(s).wall
    return [corner for corner in starts if wall[corner] != NO_WALL]


def next_edges(s: AnkhState) -> list[int]:
    """Edges that go on from the chain laid so far and can still become a legal chain (ankh/event/camel-ends-same)."""
    chain = Chain(s, ground_of(s))
    found: list[int] = []
    for start in starts_of(s):
        chain.lay(start, s.chain)
        end = 3 * chain.corners[chain.length]
        for number in range(end, end + 3):
            edge = CORNER_EDGES[number]
            if chain.length < chain.limit and chain.can_go(edge):
                chain.add(edge)
                if chain.can_be_completed():
                    found.append(edge)
                chain.drop()
    return sorted(found)


def is_complete(s: AnkhState) -> bool:
    """Whether the chain laid so far is a legal caravan."""
    chain = Chain(s, ground_of(s))
    for start in starts_of(s):
        chain.lay(start, s.chain)
        if chain.is_legal():
            return True
    return False


def goes_on(s: AnkhState, edge: int) -> bool:
    """Whether an edge continues the chain laid so far, legal or not."""
    chain = Chain(s, ground_of(s))
    for start in starts_of(s):
        chain.lay(start, s.chain)
        end = 3 * chain.corners[chain.length]
        if edge in (CORNER_EDGES[end], CORNER_EDGES[end + 1], CORNER_EDGES[end + 2]) and chain.can_go(edge):
            return True
    return False


def split_cells(s: AnkhState) -> tuple[int, int]:
    """A cell of each of the two regions that the finished chain makes."""
    chain = Chain(s, ground_of(s))
    for start in starts_of(s):
        chain.lay(start, s.chain)
        if chain.is_legal():
            for number in range(1, chain.length + 1):
                wall = chain.wall[chain.corners[number]]
                touch = chain.first_touch(wall) if wall != NO_WALL else number
                if touch < number:
                    return EDGE_CELLS[chain.edges[touch]]
    raise AssertionError("the caravan splits nothing")
