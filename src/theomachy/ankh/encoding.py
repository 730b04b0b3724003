"""A state as plain JSON data and back, and the test whether a state is possible at all."""

from __future__ import annotations

from typing import Any, Final

from theomachy.ankh.board import land_around, region_tiles
from theomachy.ankh.components import (
    ALL_CARDS,
    CAMELS,
    CITY,
    DYING,
    EDGES,
    FIGURES,
    FIRST_SMALL,
    GONE,
    HELD,
    MONUMENT,
    MONUMENTS_OF_TYPE,
    NO_GUARDIAN,
    NO_MONUMENT,
    OSIRIS,
    POOL,
    POOL_TOKENS,
    RA,
    REBUILDING,
    SUNS,
    TILES,
    TOP,
    WARRIOR,
)
from theomachy.ankh.egypt import CELLS, EGYPT, LAND_CELLS, OUTSIDE, RIVER_EDGES, WATER
from theomachy.ankh.state import CAMEL_BARRIER, RIVER_BARRIER, AnkhState, Battle, empty_table
from theomachy.kernel.arrays import numbers, ones
from theomachy.kernel.errors import BadSave, allowed
from theomachy.kernel.state import Step

NUMBERS: Final = (
    "seats", "over", "reveals", "dice", "draws", "first_seat", "rules", "events_done", "conflicts_done", "camels_left",
    "tiles_left", "suns_left", "amun_ready", "turn_seat", "in_conflict", "tiebreaker", "tiebreaker_ready", "winner",
)  # fmt: skip
LISTS: Final = (
    "god_kind", "divine", "side", "alive", "devotion", "ladder", "marker", "followers", "powers", "row", "tokens",
    "hand", "stock", "kind", "where", "sun", "claw_a", "claw_b", "moved", "guardian_left", "at", "monuments",
    "monument", "control", "origin", "monuments_left", "barrier", "region", "underworld",
    "secret", "placed", "chain", "dying",
    "cats",
)  # fmt: skip
#: lists that grow and shrink; all others have a fixed length
LOOSE: Final = ("ladder", "monuments", "placed", "chain", "dying", "cats")
BATTLE_NUMBERS: Final = ("region", "participants", "two_cards", "winner", "margin")
BATTLE_LISTS: Final = ("cards", "spared", "killed", "present", "strength", "queue", "bidders", "victims")


def encode(s: AnkhState, kind_names: list[str]) -> dict[str, Any]:
    data: dict[str, Any] = {name: int(getattr(s, name)) for name in NUMBERS}
    for name in LISTS:
        data[name] = list(getattr(s, name))
    data["how"] = s.how
    data["stack"] = [[kind_names[step.kind], step.who, step.where, step.what, step.count] for step in s.stack]
    battle = s.battle
    data["battle"] = None
    if battle is not None:
        fields: dict[str, Any] = {name: getattr(battle, name) for name in BATTLE_NUMBERS}
        for name in BATTLE_LISTS:
            fields[name] = list(getattr(battle, name))
        data["battle"] = fields
    return data


def decode(data: dict[str, Any], kind_names: list[str]) -> AnkhState:
    """Refuses whatever is not the form of a state; `faults` then tells whether it is a possible one."""
    wanted = {*NUMBERS, *LISTS, "how", "stack", "battle"}
    if set(data) != wanted:
        raise BadSave(f"state: fields missing or unknown: {allowed(set(data) ^ wanted)}")
    seats = _number(data, "seats", "state")
    if not 2 <= seats <= 5:
        raise BadSave(f"state.seats: {seats}; must be 2..5")
    s = empty_table([0] * seats)
    for name in NUMBERS:
        value = _number(data, name, "state")
        setattr(s, name, bool(value) if name == "over" else value)
    for name in LISTS:
        length = -1 if name in LOOSE else len(getattr(s, name))
        values = _numbers(data, name, "state", length)
        setattr(s, name, values if name in LOOSE else numbers(values))
    if not isinstance(data["how"], str):
        raise BadSave("state.how: must be text")
    s.how = data["how"]
    if not isinstance(data["stack"], list):
        raise BadSave("state.stack: must be a list")
    for number, frame in enumerate(data["stack"]):
        if not isinstance(frame, list) or len(frame) != 5 or frame[0] not in kind_names:
            raise BadSave(f"state.stack[{number}]: not a step: {str(frame)[:60]}")
        if not all(type(value) is int for value in frame[1:]):
            raise BadSave(f"state.stack[{number}]: not a step: {str(frame)[:60]}")
        s.push(Step(kind_names.index(frame[0]), frame[1], frame[2], frame[3], frame[4]))
    if data["battle"] is not None:
        s.battle = _decode_battle(data["battle"], seats)
    return s


def _decode_battle(data: object, seats: int) -> Battle:
    wanted = {*BATTLE_NUMBERS, *BATTLE_LISTS}
    if not isinstance(data, dict) or set(data) != wanted:
        raise BadSave("state.battle: fields missing or unknown")
    battle = Battle(0, seats)
    for name in BATTLE_NUMBERS:
        setattr(battle, name, _number(data, name, "state.battle"))
    for name in BATTLE_LISTS:
        fixed = name in ("cards", "killed", "present", "strength")
        setattr(battle, name, _numbers(data, name, "state.battle", seats if fixed else -1))
    return battle


def _number(data: dict[str, Any], name: str, place: str) -> int:
    value = data[name]
    if type(value) is not int:
        raise BadSave(f"{place}.{name}: must be a whole number, not {str(value)[:40]}")
    return value


def _numbers(data: dict[str, Any], name: str, place: str, length: int) -> list[int]:
    value = data[name]
    if not isinstance(value, list) or not all(type(item) is int for item in value):
        raise BadSave(f"{place}.{name}: must be a list of whole numbers")
    if length >= 0 and len(value) != length:
        raise BadSave(f"{place}.{name}: has {len(value)} entries; must have {length}")
    return list(value)


# --- is this state possible? ------------------------------------------------------------------------------------------


def faults(s: AnkhState) -> list[str]:
    """Conservation: every figure, token, card, camel and monument is somewhere, exactly once; and the tables agree."""
    found: list[str] = []
    _figure_faults(s, found)
    _monument_faults(s, found)
    _token_faults(s, found)
    _region_faults(s, found)
    _devotion_faults(s, found)
    return found


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
                if WATER[place] and s.kind[figure] != 5:
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
        elif place not in (POOL, GONE):
            found.append(f"figure {figure} is nowhere: {place}")
        if s.sun[figure] and place < 0:
            found.append(f"figure {figure} has a sun off the board")
        if s.sun[figure] and not s.divine[god] & RA and s.alive[god]:
            found.append(f"figure {figure} has a sun and is not Ra's")
        if (s.claw_a[figure] >= 0) != (s.claw_b[figure] >= 0):
            found.append(f"figure {figure} has one claw")
    for cell in range(CELLS):
        piece = s.at[cell]
        if 0 < piece < MONUMENT and not seen[cell]:
            found.append(f"{EGYPT.names[cell]} holds figure {piece - 1}, which is not there")
        if piece in (MONUMENT, CITY) and WATER[cell]:
            found.append(f"{EGYPT.names[cell]}: a monument or city on water")
        if (piece == MONUMENT) != (s.monument[cell] != NO_MONUMENT):
            found.append(f"{EGYPT.names[cell]}: the tables of monuments disagree")
    ra_alive = any(s.alive[god] and s.divine[god] & RA for god in range(s.seats))
    if ra_alive and s.suns_left + sum(s.sun) != SUNS:
        found.append(f"{s.suns_left} + {sum(s.sun)} suns; there are {SUNS}")
    if len([place for place in s.where if place == HELD]) > 3:
        found.append("Anubis holds more than three warriors")


def _monument_faults(s: AnkhState, found: list[str]) -> None:
    if sorted(s.monuments) != [cell for cell in range(CELLS) if s.at[cell] == MONUMENT]:
        found.append("the list of monuments is not what stands on the board")
    for monument in range(3):
        common = sum(1 for cell in s.monuments if s.monument[cell] == monument and s.origin[cell] == 0)
        if common + s.monuments_left[monument] > MONUMENTS_OF_TYPE:
            found.append(f"{common} + {s.monuments_left[monument]} monuments of type {monument}")
        if s.rules & REBUILDING:
            for god in range(s.seats):
                own = sum(1 for cell in s.monuments if s.monument[cell] == monument and s.origin[cell] == god + 1)
                if s.stock[god * 3 + monument] + own > 2:
                    found.append(f"god {god} has too many monuments of type {monument} in stock")
    for cell in s.monuments:
        if s.control[cell] >= 0 and not s.alive[s.control[cell]]:
            found.append(f"{EGYPT.names[cell]} is controlled by a god out of play")
        for token in s.underworld:
            if token == cell:
                found.append(f"{EGYPT.names[cell]}: a monument in the underworld")


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
        if s.followers[god] < 0:
            found.append(f"god {god}: {s.followers[god]} followers")
    osiris_alive = any(s.alive[god] and s.divine[god] & OSIRIS for god in range(s.seats))
    if osiris_alive == (GONE in s.underworld):
        found.append("the underworld tokens are where they can't be")
    laid = [cell for cell in s.underworld if cell >= 0]
    if len(set(laid)) != len(laid) or any(WATER[cell] for cell in laid):
        found.append("underworld tokens lie on water or on each other")


def _region_faults(s: AnkhState, found: list[str]) -> None:
    camels = sum(1 for edge in range(EDGES) if s.barrier[edge] == CAMEL_BARRIER)
    if camels + s.camels_left > CAMELS or s.camels_left < 0:
        found.append(f"{camels} + {s.camels_left} camels; there are {CAMELS}")
    if s.barrier[OUTSIDE] != RIVER_BARRIER or any(
        (s.barrier[edge] == RIVER_BARRIER) != (edge in RIVER_EDGES) for edge in range(EDGES)
    ):
        found.append("the river has left its bed")
    tiles = region_tiles(s)
    if any(s.tiles_left >> tile & 1 for tile in tiles) or not all(1 <= tile <= TILES for tile in tiles):
        found.append(f"order tiles {tiles} on the board and mask {s.tiles_left} in the supply")
    split_open = any(step.kind == 14 for step in s.stack)
    if not split_open:
        for tile in tiles:
            cells = [cell for cell in LAND_CELLS if s.region[cell] == tile]
            if sorted(land_around(s, cells[0])) != cells:
                found.append(f"region {tile} is not one connected region")


def _devotion_faults(s: AnkhState, found: list[str]) -> None:
    if sorted(s.ladder) != [god for god in range(s.seats) if s.alive[god]]:
        found.append(f"the ladder {s.ladder} does not hold the gods in play")
    spaces = [s.devotion[god] for god in s.ladder]
    if spaces != sorted(spaces) or any(not 0 <= space <= TOP for space in spaces):
        found.append(f"devotion {spaces} is not ascending along the ladder")
    if s.over != (s.how != ""):
        found.append("the match is over without a result, or has one without being over")
