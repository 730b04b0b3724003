"""Chapter "event", the camel caravan: laying a legal chain edge by edge, and the order tiles of the two new regions.

Which chains are legal? Rivers, camels, water and the outer border are walls made of cell edges; walls that touch
belong to one wall. A chain touches walls at its two ends and perhaps on its way. If the corners where it touches belong
to different walls it joins walls and cuts nothing; each time it comes back to a wall it has already touched it cuts a
region in two. So "splits exactly one region into exactly two" (ankh/event/camel-split) is: of the walls it touches,
exactly one is touched twice. That is a count along the chain, with no search over the board; only the sizes of the two
parts are found by walking, and only as far as six cells.
"""

from __future__ import annotations

from typing import Final

from theomachy.ankh.board import land_around, region_name_cell, region_tiles
from theomachy.ankh.components import CHAIN, DONE, EDGE_, EDGES, REGION_, REGION_MINIMUM, TILES
from theomachy.ankh.egypt import (
    CAMEL_EDGES,
    CELLS,
    CORNER_EDGES,
    CORNERS,
    EDGE_CELLS,
    EDGE_CORNERS,
    EDGE_TO,
    EGYPT,
    LAND_CELLS,
    NEIGHBOURS,
    WATER,
)
from theomachy.ankh.question import Question
from theomachy.ankh.state import CAMEL_BARRIER, CLEAR, AnkhState
from theomachy.ankh.steps import KEEP_TILE, SWAP_TILE, SWAP_WITH
from theomachy.kernel.arrays import bit
from theomachy.kernel.state import Step

NO_WALL: Final = -1


def _root(parent: list[int], corner: int) -> int:
    while parent[corner] != corner:
        parent[corner] = parent[parent[corner]]
        corner = parent[corner]
    return corner


def _standing_walls() -> list[int]:
    """The walls of border, water and river, which never change: for each corner a representative corner."""
    parent = list(range(CORNERS))
    touched = [False] * CORNERS
    border = -1
    for corner in range(CORNERS):
        if len(EGYPT.corner_cells[corner]) < 3:
            touched[corner] = True
            border = corner if border < 0 else border
            parent[_root(parent, corner)] = _root(parent, border)
    for cell in range(CELLS):
        if WATER[cell]:
            for corner in EGYPT.corners[cell]:
                touched[corner] = True
                parent[_root(parent, corner)] = _root(parent, EGYPT.corners[cell][0])
    for edge in range(EDGES):
        if not CAMEL_EDGES[edge] and not WATER[EDGE_CELLS[edge][0]] and not WATER[EDGE_CELLS[edge][1]]:
            one, two = EDGE_CORNERS[edge]
            touched[one] = touched[two] = True
            parent[_root(parent, one)] = _root(parent, two)
    return [_root(parent, corner) if touched[corner] else NO_WALL for corner in range(CORNERS)]


STANDING_WALLS: Final = _standing_walls()


def walls(s: AnkhState) -> list[int]:
    """For each corner the wall it belongs to, or NO_WALL (ankh/event/camel-ends)."""
    label = STANDING_WALLS.copy()
    for edge in range(EDGES):
        if s.barrier[edge] == CAMEL_BARRIER:
            one, two = EDGE_CORNERS[edge]
            if label[one] == NO_WALL:
                label[one] = label[two] if label[two] != NO_WALL else one
            if label[two] == NO_WALL:
                label[two] = label[one]
            elif label[two] != label[one]:
                old, new = label[two], label[one]
                for corner in range(CORNERS):
                    if label[corner] == old:
                        label[corner] = new
    return label


class Chain:
    """A chain while it is being thought of: its edges and corners in order, and the walls it touches."""

    __slots__ = (
        "corners",
        "edges",
        "free",
        "last_edge",
        "limit",
        "mark",
        "splits",
        "stamp",
        "touched",
        "twice",
        "wall",
    )

    def __init__(self, s: AnkhState, wall: list[int]) -> None:
        self.wall = wall
        #: per edge: whether a camel may still be laid there. It is also where one can walk from cell to cell.
        self.free: list[bool] = [
            CAMEL_EDGES[edge] and s.barrier[edge] == CLEAR and edge not in s.chain for edge in range(EDGES)
        ]
        self.edges: list[int] = []
        self.corners: list[int] = []
        #: per corner of the chain the wall touched there, or NO_WALL
        self.touched: list[int] = []
        #: how often a wall was touched that had been touched before
        self.twice: int = 0
        #: whether the cut made by the first such touch leaves two large parts. What the chain does after it changes
        #: nothing about that: it may only go on to join another wall.
        self.splits: bool = False
        #: ankh/event/camel: at most six, and as many as there are
        self.limit: int = min(CHAIN, s.camels_left)
        #: the last edge of the legal chain that `can_be_completed` found
        self.last_edge: int = -1
        #: cells seen by the walk number `stamp`
        self.mark: list[int] = [0] * CELLS
        self.stamp: int = 0

    def begin(self, start: int, edges: list[int]) -> None:
        """Lay these edges from a corner on."""
        self.edges = []
        self.corners = [start]
        self.touched = [self.wall[start]]
        self.twice = 0
        for edge in edges:
            self.add(edge)

    def add(self, edge: int) -> None:
        one, two = EDGE_CORNERS[edge]
        corner = two if one == self.corners[-1] else one
        self.edges.append(edge)
        self.corners.append(corner)
        self.free[edge] = False
        wall = self.wall[corner]
        if wall != NO_WALL and wall in self.touched:
            self.twice += 1
            if self.twice == 1:
                self.splits = self.cuts_well(self.edges[self.touched.index(wall)])
        self.touched.append(wall)

    def drop(self) -> None:
        self.free[self.edges.pop()] = True
        self.corners.pop()
        wall = self.touched.pop()
        if wall != NO_WALL and wall in self.touched:
            self.twice -= 1

    def end(self) -> None:
        """Take up what was laid, so that another chain can be thought of."""
        while self.edges:
            self.drop()

    def can_go(self, edge: int) -> bool:
        """Whether the chain may go on along an edge of its last corner: free, and not back to the chain."""
        if not self.free[edge]:
            return False
        one, two = EDGE_CORNERS[edge]
        return (two if one == self.corners[-1] else one) not in self.corners

    def is_legal(self) -> bool:
        """ankh/event/camel-ends, ankh/event/camel-split."""
        return self.twice == 1 and self.splits and self.touched[-1] != NO_WALL

    def cuts_well(self, edge: int) -> bool:
        """Whether the parts on both sides of an edge of the cut have at least six land cells (ankh/event/camel-split)."""
        one, two = EDGE_CELLS[edge]
        return self.is_large(one) and self.is_large(two)

    def is_large(self, start: int) -> bool:
        """Whether the part around a cell has at least six land cells; walks no further than that."""
        self.stamp += 1
        stamp = self.stamp
        mark = self.mark
        free = self.free
        mark[start] = stamp
        found = [start]
        for cell in found:
            around = NEIGHBOURS[cell]
            edges = EDGE_TO[cell]
            for i in range(len(edges)):
                if free[edges[i]]:
                    other = around[i]
                    if mark[other] != stamp:
                        mark[other] = stamp
                        found.append(other)
                        if len(found) >= REGION_MINIMUM:
                            return True
        return False

    def can_be_completed(self) -> bool:
        """Whether this chain, or one that goes on from it, is legal."""
        if self.twice > 0:
            if self.twice > 1 or not self.splits:
                return False
            if self.touched[-1] != NO_WALL:
                self.last_edge = self.edges[-1]
                return True
        if len(self.edges) >= self.limit:
            return False
        for edge in CORNER_EDGES[self.corners[-1]]:
            if self.can_go(edge):
                self.add(edge)
                good = self.can_be_completed()
                self.drop()
                if good:
                    return True
        return False


def starts_of(laid: list[int], wall: list[int]) -> list[int]:
    """The corners from which the chain laid so far may have begun; a single edge may have been laid from either end."""
    one, two = EDGE_CORNERS[laid[0]]
    starts = [one, two]
    if len(laid) > 1:
        starts = [corner for corner in starts if corner not in EDGE_CORNERS[laid[1]]]
    return [corner for corner in starts if wall[corner] != NO_WALL]


def can_lay(s: AnkhState) -> bool:
    """ankh/event/camel-void: an order tile and camels are left."""
    return s.tiles_left != 0 and s.camels_left > 0


def first_edges(s: AnkhState) -> list[int]:
    """Edges at which a legal chain can begin."""
    if not can_lay(s):
        return []
    # They depend on nothing but the camels, and a search asks for the same layouts again and again.
    layout = bytes([min(CHAIN, s.camels_left), *s.barrier])
    known = _first_edges_known.get(layout)
    if known is None:
        known = _find_first_edges(s)
        if len(_first_edges_known) >= LAYOUTS_KEPT:
            _first_edges_known.clear()
        _first_edges_known[layout] = known
    return known


LAYOUTS_KEPT: Final = 2000
_first_edges_known: dict[bytes, list[int]] = {}


def _find_first_edges(s: AnkhState) -> list[int]:
    wall = walls(s)
    size = [0] * (TILES + 1)
    for cell in LAND_CELLS:
        size[s.region[cell]] += 1
    chain = Chain(s, wall)
    good = [False] * EDGES
    for edge in range(EDGES):
        if good[edge] or not chain.free[edge] or size[s.region[EDGE_CELLS[edge][0]]] < 2 * REGION_MINIMUM:
            continue
        for start in EDGE_CORNERS[edge]:
            if wall[start] != NO_WALL and not good[edge]:
                chain.begin(start, [edge])
                if chain.can_be_completed():
                    # A chain can be laid from either end.
                    good[edge] = True
                    good[chain.last_edge] = True
                chain.end()
    return [edge for edge in range(EDGES) if good[edge]]


def next_choices(s: AnkhState) -> list[int]:
    """Edges that go on from the chain laid so far and can still become a legal chain (ankh/event/camel-ends-same);
    and "done", if it is one already."""
    wall = walls(s)
    chain = Chain(s, wall)
    good = [False] * EDGES
    complete = False
    for start in starts_of(s.chain, wall):
        chain.begin(start, s.chain)
        complete = complete or chain.is_legal()
        if len(chain.edges) < chain.limit:
            for edge in CORNER_EDGES[chain.corners[-1]]:
                if chain.can_go(edge):
                    chain.add(edge)
                    if chain.can_be_completed():
                        good[edge] = True
                    chain.drop()
        chain.end()
    found = [EDGE_ + edge for edge in range(EDGES) if good[edge]]
    if complete:
        found.append(DONE)
    return found


def split_cells(s: AnkhState) -> tuple[int, int]:
    """A cell of each of the two regions that the finished chain makes."""
    wall = walls(s)
    chain = Chain(s, wall)
    for start in starts_of(s.chain, wall):
        chain.begin(start, s.chain)
        if chain.is_legal():
            for later, touched in enumerate(chain.touched):
                if touched != NO_WALL and touched in chain.touched[:later]:
                    return EDGE_CELLS[chain.edges[chain.touched.index(touched)]]
        chain.end()
    raise AssertionError("the caravan splits nothing")


class LayCamel(Question):
    """The next camel of the caravan. `who`: the god. The chain so far is in the state."""

    name = "lay-camel"
    prompt = "lay-camel"

    def options(self, s: AnkhState, step: Step, seat: int) -> list[int]:
        if not s.chain:
            return [EDGE_ + edge for edge in first_edges(s)] + [DONE]
        return next_choices(s)

    def choose(self, s: AnkhState, step: Step, seat: int, choice: int) -> None:
        if choice != DONE:
            s.chain.append(choice - EDGE_)
        elif s.chain:
            one, two = split_cells(s)
            for edge in s.chain:
                s.barrier[edge] = CAMEL_BARRIER
                s.tell("ankh/event/camel", "camel", step.who, edge)
            s.camels_left -= len(s.chain)
            s.chain = []
            s.become(Step(KEEP_TILE, step.who, one, two))
        else:
            s.tell("ankh/event/camel-void", "void", step.who, what="camel")
            s.pop()

    def refusal(self, s: AnkhState, step: Step, seat: int, choice: int) -> str:
        edge = choice - EDGE_
        if choice == DONE:
            return "ankh/event/camel-ends"
        if not 0 <= edge < EDGES:
            return "ankh/event/camel"
        if not CAMEL_EDGES[edge] or s.barrier[edge] != CLEAR or edge in s.chain:
            return "ankh/event/camel-edges"
        if not can_lay(s):
            return "ankh/event/camel-void"
        if len(s.chain) >= min(CHAIN, s.camels_left):
            return "ankh/event/camel"
        wall = walls(s)
        if not s.chain and wall[EDGE_CORNERS[edge][0]] == NO_WALL and wall[EDGE_CORNERS[edge][1]] == NO_WALL:
            return "ankh/event/camel-ends"
        if s.chain and not self.goes_on(s, wall, edge):
            return "ankh/event/camel-ends"
        return "ankh/event/camel-split"

    def goes_on(self, s: AnkhState, wall: list[int], edge: int) -> bool:
        """Whether the edge continues the chain laid so far."""
        chain = Chain(s, wall)
        for start in starts_of(s.chain, wall):
            chain.begin(start, s.chain)
            if edge in CORNER_EDGES[chain.corners[-1]] and chain.can_go(edge):
                return True
            chain.end()
        return False


class KeepTile(Question):
    """Which new region keeps the old tile? `who`: the god; `where`, `what`: a cell of each of the two."""

    name = "keep-tile"
    prompt = "keep-tile"

    def parts(self, s: AnkhState, step: Step) -> list[list[int]]:
        return sorted(sorted(land_around(s, cell, [])) for cell in (step.where, step.what))

    def options(self, s: AnkhState, step: Step, seat: int) -> list[int]:
        return [REGION_ + part[0] for part in self.parts(s, step)]

    def naming(self, s: AnkhState, step: Step, choice: int) -> int:
        """The choice that names the part a cell lies in."""
        for part in self.parts(s, step):
            if choice - REGION_ in part:
                return REGION_ + part[0]
        return choice

    def choose(self, s: AnkhState, step: Step, seat: int, choice: int) -> None:
        old = s.region[choice - REGION_]
        tile = 1
        while not s.tiles_left >> tile & 1:
            tile += 1
        s.tiles_left &= ~bit(tile)
        for part in self.parts(s, step):
            if part[0] != choice - REGION_:
                for cell in part:
                    s.region[cell] = tile
                s.tell("ankh/event/camel-order", "region-split", step.who, part[0], amount=tile, other=old)
        s.become(Step(SWAP_TILE, step.who, old, tile))

    def refusal(self, s: AnkhState, step: Step, seat: int, choice: int) -> str:
        return "ankh/event/camel-order"


class SwapTile(Question):
    """Does one of the new regions swap its tile? `who`: the god; `where`, `what`: the tiles of the two."""

    name = "swap-tile"
    prompt = "swap-tile"

    def options(self, s: AnkhState, step: Step, seat: int) -> list[int]:
        return [REGION_ + cell for cell in sorted(region_name_cell(s, tile) for tile in (step.where, step.what))] + [
            DONE
        ]

    def choose(self, s: AnkhState, step: Step, seat: int, choice: int) -> None:
        if choice == DONE:
            s.pop()
        else:
            s.become(Step(SWAP_WITH, step.who, s.region[choice - REGION_]))

    def refusal(self, s: AnkhState, step: Step, seat: int, choice: int) -> str:
        return "ankh/event/camel-order"


class SwapWith(Question):
    """With which region? `who`: the god; `where`: the tile of the new region."""

    name = "swap-with"
    prompt = "swap-with"

    def options(self, s: AnkhState, step: Step, seat: int) -> list[int]:
        return sorted(REGION_ + region_name_cell(s, tile) for tile in region_tiles(s) if tile != step.where)

    def choose(self, s: AnkhState, step: Step, seat: int, choice: int) -> None:
        s.pop()
        one = step.where
        two = s.region[choice - REGION_]
        for cell in range(CELLS):
            if s.region[cell] == one:
                s.region[cell] = two
            elif s.region[cell] == two:
                s.region[cell] = one
        s.tell("ankh/event/camel-order", "tiles-swapped", step.who, amount=one, other=two)

    def refusal(self, s: AnkhState, step: Step, seat: int, choice: int) -> str:
        return "ankh/event/camel-order"
