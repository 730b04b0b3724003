"""Chapter "board": cells, edges, regions, adjacency, and putting pieces on and off the board."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from theomachy.games.ankh.chorus import CHORUS
from theomachy.games.ankh.components import (
    CITY,
    EMPTY,
    EVERY_TYPE,
    FIGURES,
    MONUMENT,
    MONUMENT_NAMES,
    NEUTRAL,
    NO_GUARDIAN,
    NO_MONUMENT,
    TILES,
)
from theomachy.games.ankh.egypt import AROUND, AROUND_EDGE, CELLS, DESERT, FERTILE, LAND_CELLS, NEIGHBOURS, WATER
from theomachy.games.ankh.ids import Figure, Region
from theomachy.games.ankh.moments import NOBODY
from theomachy.games.ankh.state import CLEAR, OWNER, AnkhState, owner_at
from theomachy.kernel.arrays import Numbers, bit, filled, index_of
from theomachy.kernel.ids import Side

# --- what a cell is ---------------------------------------------------------------------------------------------------


def is_empty(s: AnkhState, cell: int) -> bool:
    """ankh/board/empty: a land cell without figure, monument or city. An underworld token leaves it empty."""
    return s.at[cell] == EMPTY and not WATER[cell]


def may_end_move(s: AnkhState, god: Side, cell: int) -> bool:
    """ankh/move/end-empty, ankh/move/underworld: where a move of that god's figure may end."""
    return s.at[cell] == EMPTY and not WATER[cell] and cell not in CHORUS.barred(s, god)


def may_build(s: AnkhState, cell: int) -> bool:
    """An empty land cell that nothing bars: for monuments, tokens, and pieces of nobody."""
    return s.at[cell] == EMPTY and not WATER[cell] and cell not in CHORUS.barred(s, NOBODY)


def is_fertile(s: AnkhState, cell: int) -> bool:
    """ankh/god/osiris: an underworld cell is neither fertile nor desert."""
    return FERTILE[cell] == 1 and cell not in CHORUS.barred(s, NOBODY)


def is_desert(s: AnkhState, cell: int) -> bool:
    return DESERT[cell] == 1 and cell not in CHORUS.barred(s, NOBODY)


def why_filled(s: AnkhState, cell: int, rule: str) -> str:
    """The rule by which nothing else can stand on a filled cell: that of the piece, if an expansion brought it."""
    return CHORUS.filled_by(s, cell) if s.at[cell] > CITY else rule


# --- adjacency --------------------------------------------------------------------------------------------------------


def adjacent_cells(s: AnkhState, cell: int) -> list[int]:
    """ankh/board/adjacent: the cells across a clear edge. Water is adjacent to everything around it, by the same test:
    neither river nor camel ever runs along water."""
    found: list[int] = []
    barrier = s.barrier
    for way in range(6 * cell, 6 * cell + 6):
        if barrier[AROUND_EDGE[way]] == CLEAR:
            found.append(AROUND[way])
    return found


def has_figure_adjacent(s: AnkhState, god: Side, cell: int) -> bool:
    """Whether one of the god's figures is adjacent to the cell."""
    at = s.at
    barrier = s.barrier
    wanted: i64 = god
    first: i64 = 6 * cell
    for way in range(first, first + 6):
        if OWNER[at[AROUND[way]]] == wanted and barrier[AROUND_EDGE[way]] == CLEAR:
            return True
    return False


def has_enemy_adjacent(s: AnkhState, god: Side, cell: int) -> bool:
    """Whether a figure of another god is adjacent to the cell."""
    for way in range(6 * cell, 6 * cell + 6):
        if s.barrier[AROUND_EDGE[way]] == CLEAR:
            owner = owner_at(s, AROUND[way])
            if owner >= 0 and owner != god:
                return True
    return False


# --- regions ----------------------------------------------------------------------------------------------------------


def regions_of(s: AnkhState, cell: int) -> list[int]:
    """The order tiles of the regions a cell belongs to; several for water (ankh/board/water-regions)."""
    if not WATER[cell]:
        return [s.region[cell]]
    found: list[int] = []
    for other in NEIGHBOURS[cell]:
        tile = s.region[other]
        if tile and tile not in found:
            found.append(tile)
    return found


def in_region(s: AnkhState, cell: int, region: Region) -> bool:
    """Whether something on that cell is in the region."""
    if s.region[cell] == region:
        return True
    if not WATER[cell]:
        return False
    return any(s.region[other] == region for other in NEIGHBOURS[cell])


def figures_in(s: AnkhState, god: Side, region: Region) -> list[Figure]:
    """The god's figures in a region, Apep on water included (ankh/conflict/presence)."""
    found: list[Figure] = []
    where = s.where
    regions = s.region
    wanted: i64 = region
    first: i64 = god * FIGURES
    for figure in range(first, first + FIGURES):
        cell = where[figure]
        if cell >= 0 and (regions[cell] == wanted or (WATER[cell] and in_region(s, cell, region))):
            found.append(Figure(figure))
    return found


def is_present(s: AnkhState, god: Side, region: Region) -> bool:
    where = s.where
    regions = s.region
    wanted: i64 = region
    first: i64 = god * FIGURES
    for figure in range(first, first + FIGURES):
        cell = where[figure]
        if cell >= 0 and (regions[cell] == wanted or (WATER[cell] and in_region(s, cell, region))):
            return True
    return False


def regions_with(s: AnkhState, god: Side) -> int:
    """Mask of the order tiles of the regions in which the god has a figure."""
    where = s.where
    regions = s.region
    found: i64 = 0
    first: i64 = god * FIGURES
    for figure in range(first, first + FIGURES):
        cell = where[figure]
        if cell >= 0:
            if WATER[cell]:
                for tile in regions_of(s, cell):
                    found |= bit(tile)
            else:
                found |= bit(regions[cell])
    return found


def region_cells(s: AnkhState, region: Region) -> list[int]:
    """The land cells of a region."""
    return [cell for cell in LAND_CELLS if s.region[cell] == region]


def region_name_cell(s: AnkhState, region: Region) -> int:
    """The cell that names a region in the notation."""
    return index_of(s.region, region)


def told_region(s: AnkhState, region: Region) -> int:
    """The cell that names a region in a fact; it is not looked for when nobody listens."""
    return region_name_cell(s, region) if s.listening else -1


#: by those in the supply, as a mask without its lowest bit (there is no tile 0)
_TILES_LAID: Final = [
    [Region(tile) for tile in range(1, TILES + 1) if not left << 1 >> tile & 1] for left in range(1 << TILES)
]


def region_tiles(s: AnkhState) -> list[Region]:
    """The order tiles that lie on regions, ascending: those that are not in the supply. The list is not changed by
    whoever asks."""
    return _TILES_LAID[s.tiles_left >> 1]


def land_around(s: AnkhState, start: i64) -> Numbers:
    """For each cell whether it is land connected with `start` (ankh/board/region), as 1 or 0."""
    barrier = s.barrier
    seen = filled(CELLS, 0)
    found = filled(CELLS, 0)
    seen[start] = 1
    found[0] = start
    count: i64 = 1
    number: i64 = 0
    while number < count:
        first = 6 * found[number]
        number += 1
        for way in range(first, first + 6):
            other = AROUND[way]
            if not seen[other] and barrier[AROUND_EDGE[way]] == CLEAR and not WATER[other]:
                seen[other] = 1
                found[count] = other
                count += 1
    return seen


# --- pieces on and off the board --------------------------------------------------------------------------------------


def put_figure(s: AnkhState, figure: Figure, cell: int) -> None:
    s.where[figure] = cell
    s.at[cell] = figure + 1


def lift_figure(s: AnkhState, figure: Figure, place: int) -> None:
    """Take a figure from its cell to a place off the board."""
    cell = s.where[figure]
    if cell >= 0:
        s.at[cell] = EMPTY
    s.where[figure] = place


def move_figure(s: AnkhState, figure: Figure, cell: int) -> None:
    s.at[s.where[figure]] = EMPTY
    put_figure(s, figure, cell)


def clear_claws(s: AnkhState, figure: Figure) -> None:
    s.claw_a[figure] = -1
    s.claw_b[figure] = -1


def retire_guardian(s: AnkhState, figure: Figure) -> None:
    """A guardian leaves the game; its base slot is free."""
    lift_figure(s, figure, -1)
    s.kind[figure] = NO_GUARDIAN
    s.sun[figure] = 0
    s.moved[figure] = 0
    clear_claws(s, figure)


def put_monument(s: AnkhState, cell: int, monument: int, god: Side, origin: int = 0) -> None:
    s.at[cell] = MONUMENT
    s.monument[cell] = monument
    s.control[cell] = god
    s.origin[cell] = origin
    s.monuments.append(cell)


def destroy_monument(s: AnkhState, cell: int, rule: str) -> None:
    """A monument goes back to the supply or stock it came from, its ankh token to its god's pool."""
    monument = s.monument[cell]
    god = s.control[cell]
    s.tell(rule, "monument-destroyed", god, cell, MONUMENT_NAMES[monument])
    origin = s.origin[cell]
    if origin == 0:
        s.monuments_left[monument] += 1
    else:
        s.stock[(origin - 1) * 3 + monument] += 1
    if god != NEUTRAL:
        s.tokens[god] += 1
    s.at[cell] = EMPTY
    s.monument[cell] = NO_MONUMENT
    s.control[cell] = NEUTRAL
    s.origin[cell] = 0
    s.monuments.remove(cell)


def is_type(s: AnkhState, cell: int, monument: int) -> bool:
    """Whether the monument on a cell counts as an obelisk, pyramid or temple."""
    return s.monument[cell] == monument or s.monument[cell] == EVERY_TYPE


def controlled(s: AnkhState, god: Side, monument: int) -> int:
    """How many monuments of a type a god controls anywhere."""
    count = 0
    for cell in s.monuments:
        if s.control[cell] == god and is_type(s, cell, monument):
            count += 1
    return count
