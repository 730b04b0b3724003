"""Chapter "event", the camel caravan: laying a chain edge by edge, and the order tiles of the two new regions.

Which chains are legal is found in `chains`.
"""

from __future__ import annotations

from theomachy.games.ankh.board import land_around, region_name_cell, region_tiles, told_region
from theomachy.games.ankh.chains import (
    NO_WALL,
    can_lay,
    first_choices,
    goes_on,
    ground_of,
    next_choices,
    split_cells,
)
from theomachy.games.ankh.components import CHAIN, DONE, EDGE_, EDGES, REGION_
from theomachy.games.ankh.egypt import CAMEL_EDGES, CELLS, EDGE_CORNERS
from theomachy.games.ankh.ids import Region
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.state import CAMEL_BARRIER, CLEAR, AnkhState
from theomachy.games.ankh.steps import KEEP_TILE, SWAP_TILE, SWAP_WITH
from theomachy.kernel.arrays import bit, index_of
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step


class LayCamel(Question):
    """The next camel of the caravan. `who`: the god. The chain so far is in the state."""

    name = "lay-camel"
    prompt = "lay-camel"
    verbs = "edge done"
    public = True

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        if s.chain:
            return next_choices(s)
        # ankh/event/camel-void: placing is optional
        return [*first_choices(s), DONE]

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        if choice != DONE:
            s.chain.append(choice - EDGE_)
        elif s.chain:
            one, two = split_cells(s)
            for edge in s.chain:
                s.barrier[edge] = CAMEL_BARRIER
                s.tell("ankh/event/camel", "camel", step.side, edge)
            s.camels_left -= len(s.chain)
            s.chain = []
            s.ground = None
            s.become(Step(KEEP_TILE, step.side, one, two))
        else:
            s.tell("ankh/event/camel-void", "void", step.side, what="camel")
            s.pop()

    def refusal(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> str:
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
        wall = ground_of(s).wall
        if s.chain:
            return "ankh/event/camel-split" if goes_on(s, edge) else "ankh/event/camel-ends"
        if wall[EDGE_CORNERS[2 * edge]] == NO_WALL and wall[EDGE_CORNERS[2 * edge + 1]] == NO_WALL:
            return "ankh/event/camel-ends"
        return "ankh/event/camel-split"


class KeepTile(Question):
    """Which new region keeps the old tile? `who`: the god; `where`, `what`: a cell of each of the two."""

    name = "keep-tile"
    prompt = "keep-tile"
    forbids = "ankh/event/camel-order"
    verbs = "region"
    public = True
    holds = "who=god where=one:cell what=other:cell"

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        # Both still have the old tile; the lowest cell of each names it.
        one = land_around(s, step.where)
        tile = s.region[step.where]
        lowest = index_of(s.region, tile)
        found = [REGION_ + lowest]
        for cell in range(lowest + 1, CELLS):
            if s.region[cell] == tile and one[cell] != one[lowest]:
                found.append(REGION_ + cell)
                break
        return found

    def naming(self, s: AnkhState, step: Step, choice: int) -> int:
        """The choice that names the part a cell lies in."""
        for start in (step.where, step.what):
            part = land_around(s, start)
            if 0 <= choice - REGION_ < len(part) and part[choice - REGION_]:
                return REGION_ + index_of(part, 1)
        return choice

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        old = s.region[choice - REGION_]
        tile = 1
        while not s.tiles_left >> tile & 1:
            tile += 1
        s.tiles_left &= ~bit(tile)
        keeps = land_around(s, choice - REGION_)
        region = s.region
        for cell in range(len(region)):
            if region[cell] == old and not keeps[cell]:
                region[cell] = tile
        where = told_region(s, Region(tile))
        s.tell("ankh/event/camel-order", "region-split", step.side, where, amount=tile, other=old)
        s.become(Step(SWAP_TILE, step.side, old, tile))


class SwapTile(Question):
    """Does one of the new regions swap its tile? `who`: the god; `where`, `what`: the tiles of the two."""

    name = "swap-tile"
    prompt = "swap-tile"
    forbids = "ankh/event/camel-order"
    verbs = "region done"
    public = True
    holds = "who=god where=one:region what=other:region"

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        cells = [region_name_cell(s, Region(tile)) for tile in (step.where, step.what)]
        return [REGION_ + cell for cell in sorted(cells)] + [DONE]

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        if choice == DONE:
            s.pop()
        else:
            s.become(Step(SWAP_WITH, step.side, s.region[choice - REGION_]))


class SwapWith(Question):
    """With which region? `who`: the god; `where`: the tile of the new region."""

    name = "swap-with"
    prompt = "swap-with"
    forbids = "ankh/event/camel-order"
    verbs = "region"
    public = True
    holds = "who=god where=region"

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return sorted(REGION_ + region_name_cell(s, tile) for tile in region_tiles(s) if tile != step.where)

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        one = step.where
        two = s.region[choice - REGION_]
        region = s.region
        for cell in range(len(region)):
            if region[cell] == one:
                region[cell] = two
            elif region[cell] == two:
                region[cell] = one
        s.tell("ankh/event/camel-order", "tiles-swapped", step.side, amount=one, other=two)
