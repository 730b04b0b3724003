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
    MAX_PLAYERS,
    MONUMENT,
    MONUMENTS_OF_TYPE,
    NO_GUARDIAN,
    NO_MONUMENT,
    OWN_STOCK,
    POOL,
    POOL_TOKENS,
    REBUILDING,
    TILES,
    TOP,
    WARRIOR,
)
from theomachy.games.ankh.devotion import ENDINGS
from theomachy.games.ankh.egypt import CELLS, EGYPT, LAND_CELLS, OUTSIDE, RIVER_EDGES, WATER
from theomachy.games.ankh.expansion import expansion_of, find_expansion
from theomachy.games.ankh.gods.god import PANTHEON
from theomachy.games.ankh.guardians.guardian import BESTIARY
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
LAST_FIGURE: Final = FIGURES * MAX_PLAYERS - 1
#: the least and the greatest value a field may have; what is not named may be anything from LEAST to GREATEST
RANGES: Final = {
    "first_seat": (0, 4), "turn_seat": (0, 4), "tiebreaker": (-1, 4), "winner": (-1, 4), "events_done": (0, 18),
    "conflicts_done": (0, 5), "tiles_left": (0, 511), "god_kind": (0, 4), "divine": (0, 31), "side": (0, 4),
    "alive": (0, 1), "devotion": (0, 31), "ladder": (0, 4), "powers": (0, 4095), "hand": (0, 127), "kind": (-1, 7),
    "where": (-9, CELLS - 1), "sun": (0, 1), "claw_a": (-1, CELLS - 1), "claw_b": (-1, CELLS - 1), "moved": (0, 1),
    "at": (0, 200), "monuments": (0, CELLS - 1), "monument": (-1, 3), "control": (-1, 4), "origin": (0, 5),
    "barrier": (0, 2), "region": (0, TILES), "underworld": (GONE, CELLS - 1), "chain": (0, EDGES - 1),
    "dying": (0, LAST_FIGURE), "cats": (0, 4), "participants": (0, 31), "two_cards": (-1, 4), "queue": (0, LAST_FIGURE),
    "bidders": (0, 4), "victims": (0, LAST_FIGURE), "spared": (0, LAST_FIGURE), "cards": (0, 127),
}  # fmt: skip
#: fields that hold seats, or gods by their seat
SEAT_FIELDS: Final = ("first_seat", "turn_seat", "tiebreaker", "winner", "side", "ladder", "control", "cats")
LEAST: Final = -4
GREATEST: Final = 1_000_000
#: numbers of the dice have a range of their own
DICE: Final = ("dice", "draws", "reveals")
BATTLE_NUMBERS: Final = ("region", "participants", "two_cards", "winner", "margin")
BATTLE_LISTS: Final = ("cards", "spared", "killed", "present", "strength", "queue", "bidders", "victims")


def encode(s: AnkhState, kind_names: list[str]) -> dict[str, Any]:
    data: dict[str, Any] = {name: int(getattr(s, name)) for name in NUMBERS}
    for name in LISTS:
        data[name] = list(getattr(s, name))
    data["how"] = s.how
    data["stack"] = [[kind_names[step.kind], step.who, step.where, step.what, step.count] for step in s.stack]
    battle = s.battle
    data["expansion"] = None
    if s.expansion:
        data["expansion"] = {"name": expansion_of(s).name, **expansion_of(s).encode(s)}
    data["battle"] = None
    if battle is not None:
        fields: dict[str, Any] = {name: getattr(battle, name) for name in BATTLE_NUMBERS}
        for name in BATTLE_LISTS:
            fields[name] = list(getattr(battle, name))
        data["battle"] = fields
    return data


def decode(data: object, kind_names: list[str]) -> AnkhState:
    """Refuses whatever is not the form of a state; `faults` then tells whether it is a possible one."""
    wanted = {*NUMBERS, *LISTS, "how", "stack", "battle", "expansion"}
    if not isinstance(data, dict):
        raise BadSave("state: must be a table")
    if set(data) != wanted:
        raise BadSave(f"state: fields missing or unknown: {allowed(set(data) ^ wanted)}")
    seats = number_of(data, "seats", "state")
    if not 2 <= seats <= 5:
        raise BadSave(f"state.seats: {seats}; must be 2..5")
    for name in SEAT_FIELDS:
        values = data[name] if isinstance(data[name], list) else [data[name]]
        if any(type(value) is int and value >= seats for value in values):
            raise BadSave(f"state.{name}: there are only seats 0..{seats - 1}")
    s = empty_table([0] * seats)
    for name in NUMBERS:
        value = number_of(data, name, "state")
        if name == "over":
            s.over = value != 0
        else:
            setattr(s, name, value)
    for name in LISTS:
        length = -1 if name in LOOSE else len(getattr(s, name))
        values = numbers_of(data, name, "state", length)
        setattr(s, name, values if name in LOOSE else numbers(values))
    if data["how"] not in ENDINGS:
        raise BadSave(f"state.how: {str(data['how'])[:40]!r}; allowed: {allowed(ENDINGS)}")
    s.how = data["how"]
    if not isinstance(data["stack"], list):
        raise BadSave("state.stack: must be a list")
    for number, frame in enumerate(data["stack"]):
        if not isinstance(frame, list) or len(frame) != 5 or frame[0] not in kind_names:
            raise BadSave(f"state.stack[{number}]: not a step: {str(frame)[:60]}")
        if (
            not all(type(value) is int and LEAST < value < EDGES + 100 for value in frame[1:])
            or not -1 <= frame[1] < seats
        ):
            raise BadSave(f"state.stack[{number}]: not a step: {str(frame)[:60]}")
        s.push(Step(kind_names.index(frame[0]), frame[1], frame[2], frame[3], frame[4]))
    if data["battle"] is not None:
        s.battle = _decode_battle(data["battle"], seats)
    if data["expansion"] is not None:
        _decode_expansion(s, data["expansion"])
    return s


def _decode_expansion(s: AnkhState, data: object) -> None:
    if not isinstance(data, dict) or not find_expansion(str(data.get("name"))):
        raise BadSave(f"state.expansion: no such expansion: {str(data)[:60]}")
    s.expansion = find_expansion(str(data["name"]))
    expansion_of(s).decode(s, {key: value for key, value in data.items() if key != "name"})


def _decode_battle(data: object, seats: int) -> Battle:
    wanted = {*BATTLE_NUMBERS, *BATTLE_LISTS}
    if not isinstance(data, dict) or set(data) != wanted:
        raise BadSave("state.battle: fields missing or unknown")
    battle = Battle(0, seats)
    for name in BATTLE_NUMBERS:
        setattr(battle, name, number_of(data, name, "state.battle"))
    for name in BATTLE_LISTS:
        fixed = name in ("cards", "killed", "present", "strength")
        setattr(battle, name, numbers_of(data, name, "state.battle", seats if fixed else -1))
    return battle


def number_of(data: dict[str, Any], name: str, place: str) -> int:
    value = data[name]
    if type(value) is not int:
        raise BadSave(f"{place}.{name}: must be a whole number, not {str(value)[:40]}")
    least, greatest = (0, 1 << 62) if name in DICE else RANGES.get(name, (LEAST, GREATEST))
    if not least <= value <= greatest:
        raise BadSave(f"{place}.{name}: {value} is not from {least} to {greatest}")
    return value


def numbers_of(data: dict[str, Any], name: str, place: str, length: int) -> list[int]:
    value = data[name]
    if not isinstance(value, list) or not all(type(item) is int for item in value):
        raise BadSave(f"{place}.{name}: must be a list of whole numbers")
    least, greatest = RANGES.get(name, (LEAST, GREATEST))
    if not all(least <= item <= greatest for item in value):
        raise BadSave(f"{place}.{name}: not all are from {least} to {greatest}")
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
    tiles = region_tiles(s)
    if any(s.tiles_left >> tile & 1 for tile in tiles) or not all(1 <= tile <= TILES for tile in tiles):
        found.append(f"order tiles {tiles} on the board and mask {s.tiles_left} in the supply")
    split_open = any(step.kind == KEEP_TILE for step in s.stack)
    if not split_open:
        for tile in tiles:
            cells = [cell for cell in LAND_CELLS if s.region[cell] == tile]
            if sorted(land_around(s, cells[0])) != cells:
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
