"""A state as plain JSON data and back, and the test whether a state is possible at all."""

from __future__ import annotations

from typing import Any, Final

from theomachy.games.ankh.board import land_around, region_tiles
from theomachy.games.ankh.components import (
    ALL_CARDS,
    AWAY,
    CAMELS,
    CITY,
    DYING,
    EDGES,
    FIGURES,
    FIRST_SMALL,
    GONE,
    HELD,
    MAAT,
    MONUMENT,
    MONUMENTS_OF_TYPE,
    NO_GUARDIAN,
    NO_MONUMENT,
    OWN_STOCK,
    POOL,
    POOL_TOKENS,
    REBUILDING,
    TOP,
    WARRIOR,
)
from theomachy.games.ankh.egypt import CELLS, EGYPT, LAND_CELLS, OUTSIDE, RIVER_EDGES, WATER
from theomachy.games.ankh.expansion import expansion_of, find_expansion
from theomachy.games.ankh.fields import BATTLE, STATE
from theomachy.games.ankh.gods.god import PANTHEON
from theomachy.games.ankh.guardians.guardian import BESTIARY
from theomachy.games.ankh.ids import NOWHERE
from theomachy.games.ankh.state import CAMEL_BARRIER, RIVER_BARRIER, AnkhState, Battle, empty_table
from theomachy.games.ankh.steps import (
    ANNOUNCE_TWO,
    BATTLE_CARD,
    BUILD_MONUMENT,
    FIGHT_BATTLE,
    GIVE_SUN,
    KEEP_TILE,
    MOVE_TO,
    MUMMY_TO,
    OBELISK_FIGURE,
    OBELISK_TO,
    PLAGUE_BID,
    POINT_CLAW,
    PUSH_TO,
    SUMMON_TO,
    TURN,
)
from theomachy.kernel.arrays import ones
from theomachy.kernel.codec import FieldTable, decode_stack, encode_stack
from theomachy.kernel.errors import BadSave

#: the numbers of a step are from here to there
LEAST_IN_STEP: Final = -3
GREATEST_IN_STEP: Final = EDGES + 99


def encode(s: AnkhState, kind_names: list[str]) -> dict[str, Any]:
    data = STATE.encode(s)
    data["stack"] = encode_stack(s.stack, kind_names)
    data["expansion"] = {"name": expansion_of(s).name, **expansion_of(s).encode(s)} if s.expansion else None
    data["battle"] = None if s.battle is None else BATTLE.encode(s.battle)
    return data


def decode(data: object, kind_names: list[str]) -> AnkhState:
    """Refuses whatever is not the form of a state; `faults` then tells whether it is a possible one."""
    table = STATE.check_names(data, "state", ("stack", "battle", "expansion"))
    seats = STATE.number(table, "seats", "state")
    s = empty_table([0] * seats)
    STATE.decode(s, table, seats, "state")
    s.stack = decode_stack(table["stack"], kind_names, seats, "state.stack", LEAST_IN_STEP, GREATEST_IN_STEP)
    if table["battle"] is not None:
        s.battle = Battle(NOWHERE, seats)
        BATTLE.decode(s.battle, BATTLE.check_names(table["battle"], "state.battle"), seats, "state.battle")
    if table["expansion"] is not None:
        _decode_expansion(s, table["expansion"])
    return s


def _decode_expansion(s: AnkhState, data: object) -> None:
    if not isinstance(data, dict) or not find_expansion(str(data.get("name"))):
        raise BadSave(f"state.expansion: no such expansion: {str(data)[:60]}")
    s.expansion = find_expansion(str(data["name"]))
    expansion_of(s).decode(s, {key: value for key, value in data.items() if key != "name"})


def records(s: AnkhState) -> list[tuple[str, Any, FieldTable]]:
    """The state and what it holds, each with its table of fields."""
    found: list[tuple[str, Any, FieldTable]] = [("state", s, STATE)]
    if s.battle is not None:
        found.append(("state.battle", s.battle, BATTLE))
    return found + expansion_of(s).records(s)


# --- is this state possible? ------------------------------------------------------------------------------------------


def faults(s: AnkhState) -> list[str]:
    """Conservation: every figure, token, card, camel and monument is somewhere, exactly once; and the tables agree."""
    found: list[str] = []
    _figure_faults(s, found)
    _monument_faults(s, found)
    _token_faults(s, found)
    _region_faults(s, found)
    _devotion_faults(s, found)
    _stack_faults(s, found)
    for god in PANTHEON:
        found += god.faults(s)
    for guardian in BESTIARY:
        found += guardian.faults(s)
    return found + expansion_of(s).faults(s)


def _figure_faults(s: AnkhState, found: list[str]) -> None:
    seen = [0] * CELLS
    for figure in range(FIGURES * s.seats):
        place = s.where[figure]
        god = figure // FIGURES
        if place >= 0:
            if place >= CELLS or s.at[place] != figure + 1:
                found.append(f"figure {figure} is on cell {place}, which does not hold it")
            else:
                seen[place] += 1
                if WATER[place] and not BESTIARY[s.kind[figure]].swims:
                    found.append(f"figure {figure} stands on water")
            if not s.alive[god] and figure % FIGURES < FIRST_SMALL:
                found.append(f"figure {figure} of a god out of play is on the board")
            if s.kind[figure] == NO_GUARDIAN:
                found.append(f"an empty base {figure} is on the board")
        elif place == HELD:
            if s.kind[figure] != WARRIOR:
                found.append(f"figure {figure} is held and no warrior")
        elif place == DYING:
            pending = any(step.what == figure for step in s.stack)
            if figure not in s.dying and not pending:
                found.append(f"figure {figure} is dying and forgotten")
        elif place not in (POOL, GONE) and not (place == AWAY and s.expansion):
            found.append(f"figure {figure} is nowhere: {place}")
    for cell in range(CELLS):
        piece = s.at[cell]
        if 0 < piece < MONUMENT and not seen[cell]:
            found.append(f"{EGYPT.names[cell]} holds figure {piece - 1}, which is not there")
        if piece >= MONUMENT and WATER[cell]:
            found.append(f"{EGYPT.names[cell]}: a monument, city or other piece on water")
        if piece > CITY and not s.expansion:
            found.append(f"{EGYPT.names[cell]}: a piece {piece} that this match does not have")
        if (piece == MONUMENT) != (s.monument[cell] != NO_MONUMENT):
            found.append(f"{EGYPT.names[cell]}: the tables of monuments disagree")


def _monument_faults(s: AnkhState, found: list[str]) -> None:
    if sorted(s.monuments) != [cell for cell in range(CELLS) if s.at[cell] == MONUMENT]:
        found.append("the list of monuments is not what stands on the board")
    for monument in range(3):
        common = sum(1 for cell in s.monuments if s.monument[cell] == monument and s.origin[cell] == 0)
        if common + s.monuments_left[monument] > MONUMENTS_OF_TYPE:
            found.append(f"{common} + {s.monuments_left[monument]} monuments of type {monument}")
        if s.rules & REBUILDING:
            everywhere = sum(1 for cell in s.monuments if s.monument[cell] == monument) + s.monuments_left[monument]
            everywhere += sum(s.stock[god * 3 + monument] for god in range(s.seats))
            if everywhere > MONUMENTS_OF_TYPE + OWN_STOCK * s.seats:
                found.append(f"{everywhere} monuments of type {monument}")
    for cell in s.monuments:
        if s.control[cell] >= 0 and not s.alive[s.control[cell]]:
            found.append(f"{EGYPT.names[cell]} is controlled by a god out of play")


def _token_faults(s: AnkhState, found: list[str]) -> None:
    for god in range(s.seats):
        if s.alive[god]:
            on_board = sum(1 for cell in s.monuments if s.control[cell] == god)
            if s.tokens[god] + on_board > POOL_TOKENS or s.tokens[god] < 0:
                found.append(f"god {god}: {s.tokens[god]} + {on_board} ankh tokens")
            if s.row[god] + ones(s.powers[god]) != 6:
                found.append(f"god {god}: {s.row[god]} tokens in the row, {ones(s.powers[god])} powers")
            if s.hand[god] & ~ALL_CARDS:
                found.append(f"god {god}: unknown cards in hand")
            if s.battle is None and not s.hand[god] & MAAT:
                found.append(f"god {god}: Cycle of Ma'at is not in hand, and there is no battle")
        if s.followers[god] < 0:
            found.append(f"god {god}: {s.followers[god]} followers")


def _region_faults(s: AnkhState, found: list[str]) -> None:
    camels = sum(1 for edge in range(EDGES) if s.barrier[edge] == CAMEL_BARRIER)
    if camels + s.camels_left > CAMELS or s.camels_left < 0:
        found.append(f"{camels} + {s.camels_left} camels; there are {CAMELS}")
    if s.barrier[OUTSIDE] != RIVER_BARRIER or any(
        (s.barrier[edge] == RIVER_BARRIER) != (edge in RIVER_EDGES) for edge in range(EDGES)
    ):
        found.append("the river has left its bed")
    if s.tiles_left & 1 or any(s.region[cell] for cell in range(CELLS) if WATER[cell]):
        found.append("an order tile that does not exist, or one on water")
    tiles = sorted({tile for tile in s.region if tile})
    if tiles != region_tiles(s):
        found.append(f"order tiles {tiles} on the board and mask {s.tiles_left} in the supply")
    split_open = any(step.kind == KEEP_TILE for step in s.stack)
    if not split_open:
        for tile in tiles:
            cells = [cell for cell in LAND_CELLS if s.region[cell] == tile]
            around = land_around(s, cells[0])
            if cells != [cell for cell in LAND_CELLS if around[cell]]:
                found.append(f"region {tile} is not one connected region")


#: steps about one figure, in `what`; steps that need a battle
FIGURE_STEPS: Final = (MOVE_TO, PUSH_TO, POINT_CLAW, SUMMON_TO, GIVE_SUN, OBELISK_TO, MUMMY_TO)
BATTLE_STEPS: Final = (FIGHT_BATTLE, OBELISK_FIGURE, OBELISK_TO, ANNOUNCE_TWO, BATTLE_CARD, BUILD_MONUMENT, PLAGUE_BID)


def _stack_faults(s: AnkhState, found: list[str]) -> None:
    if not s.stack:
        if not s.over:
            found.append("nothing is going on, and the match is not over")
        return
    if s.stack[0].kind == TURN and not 0 <= s.stack[0].count <= 4:
        found.append(f"a turn has no phase {s.stack[0].count}")
    for step in s.stack:
        if step.kind in FIGURE_STEPS and not 0 <= step.what < FIGURES * s.seats:
            found.append(f"a step is about figure {step.what}, which there is not")
        if step.kind in BATTLE_STEPS and s.battle is None:
            found.append("a step belongs to a battle, and there is none")


def _devotion_faults(s: AnkhState, found: list[str]) -> None:
    if sorted(s.ladder) != [god for god in range(s.seats) if s.alive[god]]:
        found.append(f"the ladder {s.ladder} does not hold the gods in play")
    spaces = [s.devotion[god] for god in s.ladder]
    if spaces != sorted(spaces) or any(not 0 <= space <= TOP for space in spaces):
        found.append(f"devotion {spaces} is not ascending along the ladder")
    if s.over != (s.how != ""):
        found.append("the match is over without a result, or has one without being over")
