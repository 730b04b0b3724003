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

from mypy_extensions import i64

from theomachy.games.ankh.board import region_cells
from theomachy.games.ankh.components import CHAIN, DONE, EDGE_, EDGES, REGION_MINIMUM, TILES
from theomachy.games.ankh.egypt import (
    CAMEL_EDGES,
    CELLS,
    CORNER_EDGES,
    CORNERS,
    EDGE_CELLS,
    EDGE_CORNERS,
    EGYPT,
    FIRST_WAY,
    NEXT_CORNERS,
    RIVER,
    SIDES,
    WATER_CELLS,
    WAY_CELL,
    WAY_EDGE,
)
from theomachy.games.ankh.ground import Ground
from theomachy.games.ankh.ids import Region
from theomachy.games.ankh.state import CAMEL_BARRIER, AnkhState
from theomachy.kernel.arrays import Numbers, filled, numbers

NO_WALL: Final = -1
REGIONS_KEPT: Final = 4000


# --- walls ------------------------------------------------------------------------------------------------------------


def _join(label: Numbers, one: i64, two: i64) -> None:
    """Two corners belong to the same wall."""
    if label[one] == NO_WALL:
        label[one] = label[two] if label[two] != NO_WALL else one
    if label[two] == NO_WALL:
        label[two] = label[one]
    old = label[two]
    new = label[one]
    if old != new:
        for corner in range(len(label)):
            if label[corner] == old:
                label[corner] = new


def _standing_walls() -> Numbers:
    """The walls of border, water and river, which never change."""
    label = filled(CORNERS, NO_WALL)
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
#: for each edge whether a camel could ever stand there; never on the edge of the world
_FOR_CAMELS: Final = numbers([*(int(good) for good in CAMEL_EDGES), 0])
_UNTOUCHED: Final = filled(CORNERS, -1)
_UNMARKED: Final = filled(CELLS, 0)
_NO_FAILURES: Final = filled(2 * EDGES, 0)
_NO_CHAIN: Final = filled(CHAIN + 1, -1)
#: room for five cells, and all around the last of them
_NONE_FOUND: Final = filled(REGION_MINIMUM + 5, -1)


def ground_of(s: AnkhState) -> Ground:
    """What follows from the camels of this state; copies of it share it until they lay other camels."""
    ground = s.ground
    if ground is None:
        wall = STANDING_WALLS[:]
        free = _FOR_CAMELS[:]
        barrier = s.barrier
        for edge in range(EDGES):
            if barrier[edge] == CAMEL_BARRIER:
                free[edge] = 0
                # ankh/event/camel-ends: camels are a wall, too
                _join(wall, EDGE_CORNERS[2 * edge], EDGE_CORNERS[2 * edge + 1])
        ground = Ground(wall, free)
        s.ground = ground
    return ground


# --- chains -----------------------------------------------------------------------------------------------------------


class Chain:
    """A chain while it is being thought of: its edges and corners in order, and how often it came back to a wall."""

    __slots__ = (
        "corners",
        "edges",
        "failed",
        "found",
        "free",
        "last_edge",
        "length",
        "limit",
        "mark",
        "on_chain",
        "splits",
        "stamp",
        "touched",
        "twice",
        "wall",
    )

    def __init__(self, ground: Ground) -> None:
        self.wall: Numbers = ground.wall
        self.free: Numbers = ground.free[:]
        self.edges: Numbers = _NO_CHAIN[:]
        self.corners: Numbers = _NO_CHAIN[:]
        self.length: i64 = 0
        #: for each corner its number along the chain, for each wall that of the corner that touched it first; or -1
        self.on_chain: Numbers = _UNTOUCHED[:]
        self.touched: Numbers = _UNTOUCHED[:]
        #: how often a wall was touched that had been touched before
        self.twice: i64 = 0
        #: whether the cut made by the first such touch leaves two large parts
        self.splits: bool = False
        #: ankh/event/camel: at most six, and as many as there are
        self.limit: i64 = CHAIN
        #: by edge and end whether it is known that no legal chain begins there; then none ends there either
        self.failed: Numbers = _NO_FAILURES
        #: the last edge of the legal chain that `can_be_completed` found
        self.last_edge: i64 = -1
        #: cells found by the current walk; `mark` has its number `stamp` there
        self.found: Numbers = _NONE_FOUND[:]
        self.mark: Numbers = _UNMARKED[:]
        self.stamp: i64 = 0

    def begin(self, start: i64) -> None:
        """Start anew from a corner."""
        while self.length:
            self.drop()
        old = self.corners[0]
        if old >= 0:
            self.on_chain[old] = -1
            if self.wall[old] != NO_WALL:
                self.touched[self.wall[old]] = -1
        self.corners[0] = start
        self.on_chain[start] = 0
        if self.wall[start] != NO_WALL:
            self.touched[self.wall[start]] = 0

    def follow(self, start: i64, edges: list[int]) -> None:
        """Start anew from a corner, and go along these edges."""
        self.begin(start)
        for edge in edges:
            self.add(edge, self.beyond(edge))

    def beyond(self, edge: i64) -> i64:
        """The corner at the other end of an edge of the last corner."""
        one = EDGE_CORNERS[2 * edge]
        return EDGE_CORNERS[2 * edge + 1] if one == self.corners[self.length] else one

    def add(self, edge: i64, corner: i64) -> None:
        """Go on along an edge to the corner at its other end."""
        wall = self.wall[corner]
        length = self.length
        self.free[edge] = 0
        self.edges[length] = edge
        length += 1
        self.length = length
        self.corners[length] = corner
        self.on_chain[corner] = length
        if wall != NO_WALL:
            touch = self.touched[wall]
            if touch < 0:
                self.touched[wall] = length
            else:
                self.twice += 1
                if self.twice == 1:
                    self.splits = self.cuts_well(self.edges[touch])

    def drop(self) -> None:
        length = self.length
        corner = self.corners[length]
        wall = self.wall[corner]
        self.on_chain[corner] = -1
        if wall != NO_WALL:
            if self.touched[wall] == length:
                self.touched[wall] = -1
            else:
                self.twice -= 1
        length -= 1
        self.length = length
        self.free[self.edges[length]] = 1

    def can_go(self, edge: i64) -> bool:
        """Whether the chain may go on along an edge of its last corner: free, and not back to the chain."""
        return self.free[edge] != 0 and self.on_chain[self.beyond(edge)] < 0

    def touches(self) -> bool:
        """Whether the chain ends at a wall."""
        return self.wall[self.corners[self.length]] != NO_WALL

    def is_legal(self) -> bool:
        """ankh/event/camel-ends, ankh/event/camel-split."""
        return self.twice == 1 and self.splits and self.touches()

    def cuts_well(self, edge: i64) -> bool:
        """Whether the parts on both sides of an edge of the cut have six land cells or more; walks little further."""
        free = self.free
        mark = self.mark
        found = self.found
        for side in range(2 * edge, 2 * edge + 2):
            self.stamp += 1
            stamp = self.stamp
            start = SIDES[side]
            mark[start] = stamp
            found[0] = start
            count: i64 = 1
            number: i64 = 0
            while number < count < REGION_MINIMUM:
                cell = found[number]
                number += 1
                for way in range(FIRST_WAY[cell], FIRST_WAY[cell + 1]):
                    if free[WAY_EDGE[way]]:
                        other = WAY_CELL[way]
                        if mark[other] != stamp:
                            mark[other] = stamp
                            found[count] = other
                            count += 1
            if count < REGION_MINIMUM:
                return False
        return True

    def can_be_completed(self) -> bool:
        """Whether this chain, or one that goes on from it, is legal."""
        length = self.length
        twice = self.twice
        if twice > 0:
            if twice > 1 or not self.splits:
                return False
            if self.touches():
                self.last_edge = self.edges[length - 1]
                return True
        if length >= self.limit:
            return False
        is_last = length + 1 == self.limit
        last = self.corners[length]
        free = self.free
        on_chain = self.on_chain
        walls = self.wall
        touched = self.touched
        for number in range(3 * last, 3 * last + 3):
            edge = CORNER_EDGES[number]
            if not free[edge]:
                continue
            corner = NEXT_CORNERS[number]
            if on_chain[corner] >= 0:
                continue
            wall = walls[corner]
            if wall == NO_WALL and is_last:
                # A caravan ends at a wall.
                continue
            if wall == NO_WALL or (touched[wall] < 0 and not twice):
                self.add(edge, corner)
                good = self.can_be_completed()
                self.drop()
            elif self.failed[2 * edge if EDGE_CORNERS[2 * edge] == corner else 2 * edge + 1]:
                continue
            else:
                # It would end here: at a wall not touched before, its cut made already, or with this touch as its cut.
                touch = touched[wall]
                good = touch < 0 or (not twice and self.would_cut_well(edge, touch))
                if good:
                    self.last_edge = edge
            if good:
                return True
        return False

    def would_cut_well(self, edge: i64, touch: i64) -> bool:
        """Whether the chain with this edge added, back at the wall of its `touch`th corner, cuts well."""
        self.free[edge] = 0
        good = self.cuts_well(edge if touch == self.length else self.edges[touch])
        self.free[edge] = 1
        return good


def begin_thinking(s: AnkhState, ground: Ground) -> Chain:
    """A chain to think of next: one that nobody thinks of any more, if there is one (a new one takes 4,800
    instructions)."""
    try:
        chain = ground.idle.pop() if ground.idle else Chain(ground)
    except IndexError:  # another thread has just taken the last one
        chain = Chain(ground)
    chain.limit = min(CHAIN, s.camels_left)
    chain.failed = _NO_FAILURES
    return chain


def end_thinking(ground: Ground, chain: Chain) -> None:
    ground.idle.append(chain)


def can_lay(s: AnkhState) -> bool:
    """ankh/event/camel-void: an order tile and camels are left."""
    return s.tiles_left != 0 and s.camels_left > 0


def first_choices(s: AnkhState) -> list[int]:
    """The choices of edges at which a legal chain can begin. The list is not changed by whoever asks."""
    if not can_lay(s):
        return []
    ground = ground_of(s)
    found = ground.first_choices
    if found is None:
        found = _find_first_choices(s, ground)
        ground.first_choices = found
    return found


def _find_first_choices(s: AnkhState, ground: Ground) -> list[int]:
    """Region by region, and remembered: a search meets the same regions again and again. On every board that caravans
    alone have changed the answer for a region depends on nothing but its cells; elsewhere on the walls, too."""
    limit = min(CHAIN, s.camels_left)
    walls = () if _is_divided_by_caravans(s, ground) else tuple(ground.wall)
    # The cells of each region as two masks of machine words, and how many they are
    low = filled(TILES + 1, 0)
    high = filled(TILES + 1, 0)
    size = filled(TILES + 1, 0)
    region = s.region
    for cell in range(len(region)):
        tile = region[cell]
        size[tile] += 1
        if cell < WORD:
            low[tile] |= _CELL_BIT[cell]
        else:
            high[tile] |= _CELL_BIT[cell]
    found: list[int] = []
    for tile in range(1, TILES + 1):
        if size[tile] < 2 * REGION_MINIMUM:
            continue
        key = (limit, low[tile], high[tile], walls)
        known = _region_choices.get(key)
        if known is None:
            known = _first_choices_in(s, ground, region_cells(s, Region(tile)))
            if len(_region_choices) >= REGIONS_KEPT:
                _region_choices.clear()
            _region_choices[key] = known
        found += known
    found.sort()
    return found


#: cells in the first of two masks
WORD: Final = 60
_CELL_BIT: Final = numbers([1 << cell % WORD for cell in range(CELLS)])
_region_choices: Final[dict[tuple[int, int, int, tuple[int, ...]], list[int]]] = {}


def forget_regions() -> None:
    """Forget all regions met so far."""
    _region_choices.clear()


def _is_divided_by_caravans(s: AnkhState, ground: Ground) -> bool:
    """Whether all walls are one and every camel stands between two regions."""
    first: i64 = NO_WALL
    for label in ground.wall:
        if label != NO_WALL:
            if first == NO_WALL:
                first = label
            elif label != first:
                return False
    barrier = s.barrier
    region = s.region
    for edge in range(EDGES):
        if barrier[edge] == CAMEL_BARRIER and region[SIDES[2 * edge]] == region[SIDES[2 * edge + 1]]:
            return False
    return True


def _first_choices_in(s: AnkhState, ground: Ground, cells: list[int]) -> list[int]:
    """The choices of edges of a region at which a legal chain can begin."""
    chain = begin_thinking(s, ground)
    good = filled(EDGES, 0)
    chain.failed = _NO_FAILURES[:]
    free = ground.free
    edges: list[int] = []
    for cell in cells:
        for way in range(FIRST_WAY[cell], FIRST_WAY[cell + 1]):
            edge = WAY_EDGE[way]
            # Each edge is met from both its cells; it is looked at from the first.
            if free[edge] and SIDES[2 * edge] == cell:
                edges.append(edge)
    wall = ground.wall
    for edge in edges:
        for end in range(2):
            start = EDGE_CORNERS[2 * edge + end]
            if wall[start] != NO_WALL and not good[edge]:
                chain.begin(start)
                chain.add(edge, EDGE_CORNERS[2 * edge + 1 - end])
                if chain.can_be_completed():
                    # A chain can be laid from either end.
                    good[edge] = 1
                    good[chain.last_edge] = 1
                else:
                    chain.failed[2 * edge + end] = 1
    end_thinking(ground, chain)
    return [EDGE_ + edge for edge in edges if good[edge]]


# --- the chain laid so far --------------------------------------------------------------------------------------------


def _beginnings(s: AnkhState, ground: Ground) -> list[int]:
    """The corners at which the chain laid so far may have begun: a single edge may have been laid from either end."""
    first = s.chain[0]
    found: list[int] = []
    for end in range(2):
        start = EDGE_CORNERS[2 * first + end]
        if ground.wall[start] != NO_WALL and not (len(s.chain) > 1 and start in _ends(s.chain[1])):
            found.append(start)
    return found


def _ends(edge: int) -> tuple[int, int]:
    return EDGE_CORNERS[2 * edge], EDGE_CORNERS[2 * edge + 1]


def next_choices(s: AnkhState) -> list[int]:
    """Edges that go on from the chain laid so far and can still become a legal chain (ankh/event/camel-ends-same), and
    `done` if it is a legal caravan."""
    ground = ground_of(s)
    chain = begin_thinking(s, ground)
    found: list[int] = []
    complete = False
    for start in _beginnings(s, ground):
        chain.follow(start, s.chain)
        complete = complete or chain.is_legal()
        end = 3 * chain.corners[chain.length]
        for number in range(end, end + 3):
            edge = CORNER_EDGES[number]
            if chain.length < chain.limit and chain.can_go(edge):
                chain.add(edge, chain.beyond(edge))
                if chain.can_be_completed():
                    found.append(EDGE_ + edge)
                chain.drop()
    end_thinking(ground, chain)
    found.sort()
    if complete:
        found.append(DONE)
    return found


def goes_on(s: AnkhState, edge: int) -> bool:
    """Whether an edge continues the chain laid so far, legal or not."""
    ground = ground_of(s)
    chain = begin_thinking(s, ground)
    found = False
    for start in _beginnings(s, ground):
        chain.follow(start, s.chain)
        end = 3 * chain.corners[chain.length]
        if edge in (CORNER_EDGES[end], CORNER_EDGES[end + 1], CORNER_EDGES[end + 2]) and chain.can_go(edge):
            found = True
    end_thinking(ground, chain)
    return found


def split_cells(s: AnkhState) -> tuple[int, int]:
    """A cell of each of the two regions that the finished chain makes."""
    ground = ground_of(s)
    chain = begin_thinking(s, ground)
    for start in _beginnings(s, ground):
        chain.follow(start, s.chain)
        if chain.is_legal():
            for number in range(1, chain.length + 1):
                wall = chain.wall[chain.corners[number]]
                if wall != NO_WALL and chain.touched[wall] < number:
                    cut = chain.edges[chain.touched[wall]]
                    end_thinking(ground, chain)
                    return EDGE_CELLS[cut]
    raise AssertionError("the caravan splits nothing")
