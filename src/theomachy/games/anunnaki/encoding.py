"""A state as plain JSON data and back, and the test whether a state is possible at all."""

from __future__ import annotations

from typing import Any, Final

from theomachy.games.anunnaki.components import (
    ADVANCED,
    AFTERLIFE,
    ARTIFACTS,
    BASIC,
    CIVILIZATIONS,
    CONTRACT_NAMES,
    CONTRACTS,
    CUBES,
    DISCARDED,
    FIGURES,
    FOLLOWERS,
    FULFILLED,
    GREAT_TOKEN,
    HOUSE_WEAPONS,
    HOUSES,
    IN_DECK,
    IN_OFFER,
    LESSER_CARDS,
    LINES,
    MAP,
    MARKERS,
    MOST,
    NO_MARKER,
    NO_TILE,
    OFFER,
    PANDORA,
    POINT_NAMES,
    POINTS,
    SETTLEMENTS,
    TERRITORIES,
    TERRITORY_NAMES,
    TOKEN_LINES,
    TOKENS,
    UNSUMMONED,
)
from theomachy.games.anunnaki.state import AnunnakiState, Battle, empty_table, god_card, note_presence, own_land
from theomachy.games.anunnaki.steps import DISCARD_GOD, LAY_OUT
from theomachy.games.anunnaki.tables import find_tables
from theomachy.kernel.arrays import bit, numbers, ones
from theomachy.kernel.errors import BadSave, allowed
from theomachy.kernel.state import Step

NUMBERS: Final = (
    "seats", "over", "reveals", "dice", "draws", "first_seat", "first_game", "land", "civ_up", "civs", "marker_up",
    "markers_gone", "two_vp", "artifact_seen", "pandora", "fate", "turn_seat", "rounds", "mana_left", "mana_done",
    "mirror", "extras", "arrived", "ending", "winner",
)  # fmt: skip
LISTS: Final = (
    "house", "followers", "settlements", "god_at", "presence", "towns", "used", "civ_tile", "conquered", "marker",
    "cards", "dealt", "summoned", "arrangement", "developed", "figure", "cubes", "tokens", "ready_lesser",
    "ready_great", "goods", "mana", "vp", "pool", "built", "hand", "beside", "shown", "away", "track", "supremacy",
    "goals", "contract_at", "deck", "offer", "artifact_at", "secret",
)  # fmt: skip
#: lists that grow and shrink; all others have a fixed length
LOOSE: Final = ("deck", "offer")
BATTLE_NUMBERS: Final = ("place", "tile", "back", "winner")
BATTLE_LISTS: Final = ("seats", "cards", "loki", "second", "chariot", "cancelled", "played", "strength")


def encode(s: AnunnakiState, kind_names: list[str]) -> dict[str, Any]:
    data: dict[str, Any] = {name: int(getattr(s, name)) for name in NUMBERS}
    for name in LISTS:
        data[name] = list(getattr(s, name))
    data["content"] = s.tables.key
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


def decode(data: object, kind_names: list[str]) -> AnunnakiState:
    """Refuses whatever is not the form of a state; `faults` then tells whether it is a possible one."""
    wanted = {*NUMBERS, *LISTS, "content", "how", "stack", "battle"}
    if not isinstance(data, dict):
        raise BadSave("state: must be a table")
    if set(data) != wanted:
        raise BadSave(f"state: fields missing or unknown: {allowed(set(data) ^ wanted)}")
    for name in ("content", "how"):
        if not isinstance(data[name], str):
            raise BadSave(f"state.{name}: must be text")
    seats = _number(data, "seats", "state")
    if not 2 <= seats <= 4:
        raise BadSave(f"state.seats: {seats}; must be 2..4")
    houses = _numbers(data, "house", "state", seats)
    if any(not 0 <= house < len(HOUSES) for house in houses):
        raise BadSave(f"state.house: {houses}; must be numbers 0..3")
    s = empty_table(houses, find_tables(data["content"]))
    for name in NUMBERS:
        value = _number(data, name, "state")
        if name == "over":
            s.over = value != 0
        else:
            setattr(s, name, value)
    for name in LISTS:
        length = -1 if name in LOOSE else len(getattr(s, name))
        values = _numbers(data, name, "state", length)
        setattr(s, name, values if name in LOOSE else numbers(values))
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
        s.battle = _decode_battle(data["battle"])
    return s


def _decode_battle(data: object) -> Battle:
    wanted = {*BATTLE_NUMBERS, *BATTLE_LISTS}
    if not isinstance(data, dict) or set(data) != wanted:
        raise BadSave("state.battle: fields missing or unknown")
    battle = Battle(0, 0, 0, 0)
    for name in BATTLE_NUMBERS:
        setattr(battle, name, _number(data, name, "state.battle"))
    for name in BATTLE_LISTS:
        setattr(battle, name, _numbers(data, name, "state.battle", 2))
    return battle


def _number(data: dict[str, Any], name: str, place: str) -> int:
    value = data[name]
    if type(value) is not int or not -(1 << 63) <= value < 1 << 64:
        raise BadSave(f"{place}.{name}: must be a whole number, not {str(value)[:40]}")
    return value


def _numbers(data: dict[str, Any], name: str, place: str, length: int) -> list[int]:
    value = data[name]
    if not isinstance(value, list) or not all(type(item) is int and abs(item) < 1 << 62 for item in value):
        raise BadSave(f"{place}.{name}: must be a list of whole numbers")
    if length >= 0 and len(value) != length:
        raise BadSave(f"{place}.{name}: has {len(value)} entries; must have {length}")
    return list(value)


# --- is this state possible? ------------------------------------------------------------------------------------------


def faults(s: AnunnakiState) -> list[str]:
    """Conservation: every piece, cube, card, tile and marker is somewhere, exactly once; and the tables agree."""
    found: list[str] = []
    for seat in range(s.seats):
        _piece_faults(s, seat, found)
        _star_faults(s, seat, found)
        _goods_faults(s, seat, found)
    _tile_faults(s, found)
    _contract_faults(s, found)
    _artifact_faults(s, found)
    if s.over != (s.winner >= 0):
        found.append("the match is over without a winner, or has one without being over")
    if (s.ending == 1) != (s.how != ""):
        found.append("the end was triggered by nothing, or something triggered no end")
    return found


def _piece_faults(s: AnunnakiState, seat: int, found: list[str]) -> None:
    name = HOUSES[s.house[seat]]
    first = seat * TERRITORIES
    followers = 0
    towns = 0
    land = own_land(s, seat)
    for territory in range(TERRITORIES):
        followers += s.followers[first + territory]
        towns += s.settlements[first + territory]
        here = s.followers[first + territory] or s.settlements[first + territory]
        if s.followers[first + territory] < 0 or s.settlements[first + territory] < 0:
            found.append(f"{name}: less than no pieces in {TERRITORY_NAMES[territory]}")
        if here and not land >> territory & 1:
            found.append(f"{name}: pieces in {TERRITORY_NAMES[territory]}, where they can't be")
    if followers + s.pool[seat] != FOLLOWERS or s.pool[seat] < 0:
        found.append(f"{name}: {followers} + {s.pool[seat]} followers; there are {FOLLOWERS}")
    if towns != 1 + s.built[seat] or not 1 <= towns <= SETTLEMENTS:
        found.append(f"{name}: {towns} settlements on the boards, {s.built[seat]} built")
    for figure in range(FIGURES):
        god = god_card(s, seat, figure)
        place = s.god_at[seat * FIGURES + figure]
        summoned = god >= 0 and s.summoned[seat] >> god & 1 != 0
        if summoned != (place != UNSUMMONED):
            found.append(f"{name}: figure {figure} is summoned and not on a board, or the other way round")
        if place != UNSUMMONED and not land >> place & 1:
            found.append(f"{name}: a god where it can't be: {place}")
    presence, settled = s.presence[seat], s.towns[seat]
    for territory in range(TERRITORIES):
        note_presence(s, seat, territory)
    if (presence, settled) != (s.presence[seat], s.towns[seat]):
        s.presence[seat], s.towns[seat] = presence, settled
        found.append(f"{name}: the masks of pieces are not what stands on the boards")
    cards = [int(god) for god in s.cards[seat * LESSER_CARDS : (seat + 1) * LESSER_CARDS]]
    choosing = any(step.kind == DISCARD_GOD for step in s.stack)
    if choosing != (s.dealt[seat] != 0) or (not choosing and len(set(cards)) != LESSER_CARDS):
        found.append(f"{name}: lesser gods {cards}, dealt {s.dealt[seat]:b}")
    if any(god >= 0 and god // 8 != s.house[seat] for god in cards):
        found.append(f"{name}: lesser gods of another house")


def _star_faults(s: AnunnakiState, seat: int, found: list[str]) -> None:
    name = HOUSES[s.house[seat]]
    laid = ones(s.cubes[seat])
    if laid > CUBES or s.cubes[seat] >> LINES:
        found.append(f"{name}: {laid} cubes on the star; there are {CUBES}")
    for token in range(TOKENS):
        if s.tokens[seat] >> token & 1 and s.cubes[seat] & TOKEN_LINES[token] == TOKEN_LINES[token]:
            found.append(f"{name}: god token {token} is surrounded and still on the star")
    lesser = ones(s.summoned[seat] & ~bit(s.house[seat] * 8))
    great = s.summoned[seat] >> s.house[seat] * 8 & 1
    off = GREAT_TOKEN - ones(s.tokens[seat] & (bit(GREAT_TOKEN) - 1))
    if s.ready_lesser[seat] < 0 or s.ready_lesser[seat] + lesser > off:
        found.append(f"{name}: {s.ready_lesser[seat]} tokens ready, {lesser} lesser gods summoned, {off} off the star")
    if s.ready_great[seat] < 0 or s.ready_great[seat] + great > 1 - (s.tokens[seat] >> GREAT_TOKEN & 1):
        found.append(f"{name}: the great god's token is lost")
    if not -1 <= s.figure[seat] < 10 or s.developed[seat] >> 10:
        found.append(f"{name}: the figure is nowhere, or unknown tiles are developed")


def _goods_faults(s: AnunnakiState, seat: int, found: list[str]) -> None:
    name = HOUSES[s.house[seat]]
    for kind in range(4):
        if not 0 <= s.goods[4 * seat + kind] <= MOST:
            found.append(f"{name}: {s.goods[4 * seat + kind]} of resource {kind}")
    if s.mana[seat] < 0 or (s.vp[seat] < 0 and not s.over):
        found.append(f"{name}: {s.mana[seat]} mana, {s.vp[seat]} VP")
    for track in range(3):
        if not 0 <= s.track[3 * seat + track] < len(s.tables.multiplier[track]):
            found.append(f"{name}: off track {track}")
    if not 0 <= s.supremacy[seat] < len(s.tables.supremacy):
        found.append(f"{name}: off the supremacy track")
    all_weapons = HOUSE_WEAPONS[s.house[seat]] | BASIC
    if s.hand[seat] & s.beside[seat] or s.hand[seat] | s.beside[seat] != all_weapons or s.hand[seat] & BASIC != BASIC:
        found.append(f"{name}: weapons {s.hand[seat]:b} in hand, {s.beside[seat]:b} beside the board")
    if s.shown[seat] & ~(s.hand[seat] & ADVANCED) or s.away[seat] & s.hand[seat]:
        found.append(f"{name}: known weapons are not where they are known to be")


def _tile_faults(s: AnunnakiState, found: list[str]) -> None:
    waiting = any(step.kind == LAY_OUT for step in s.stack)
    if not waiting and sorted(s.arrangement) != list(range(10)):
        found.append(f"the tiles lie as {list(s.arrangement)}")
    if not waiting and sorted(s.goals) != [0, 1, 2, 3]:
        found.append(f"the goals lie as {list(s.goals)}")
    tiles = [int(tile) for tile in s.civ_tile if tile != NO_TILE]
    tiles += [tile for tile in range(CIVILIZATIONS) if s.conquered[tile] >= 0]
    if len(set(tiles)) != len(tiles) or any(not 0 <= tile < CIVILIZATIONS for tile in tiles):
        found.append(f"civilization tiles {tiles} are in several places")
    for territory in range(TERRITORIES):
        there = s.civ_tile[territory] != NO_TILE
        if there != (s.civs >> territory & 1 == 1) or (not there and s.civ_up >> territory & 1):
            found.append(f"{TERRITORY_NAMES[territory]}: the tables of civilizations disagree")
        for slot in range(2):
            if not 0 <= s.used[2 * territory + slot] <= s.tables.symbols[2 * territory + slot]:
                found.append(f"{TERRITORY_NAMES[territory]}: too many exhaustion markers")
        if s.tables.never_exhausted >> territory & 1 and (s.used[2 * territory] or s.used[2 * territory + 1]):
            found.append(f"{TERRITORY_NAMES[territory]}: can never be exhausted")
    markers = [int(marker) for marker in s.marker if marker != NO_MARKER]
    if len(set(markers)) != len(markers) or any(not 0 <= marker < MARKERS for marker in markers):
        found.append(f"culture markers {markers} lie in several places")
    for point in range(POINTS):
        if s.marker[point] == NO_MARKER:
            if s.marker_up >> point & 1:
                found.append(f"{POINT_NAMES[point]}: no marker is turned up")
        elif not s.tables.point[point] or s.markers_gone >> s.marker[point] & 1:
            found.append(f"{POINT_NAMES[point]}: a marker that can't be there")


def _contract_faults(s: AnunnakiState, found: list[str]) -> None:
    where = [int(place) for place in s.contract_at]
    if sorted(s.deck) != [n for n in range(CONTRACTS) if where[n] == IN_DECK]:
        found.append("the deck of contracts is not what the table says")
    if sorted(s.offer) != [n for n in range(CONTRACTS) if where[n] == IN_OFFER] or len(s.offer) > OFFER:
        found.append(f"the offer {[CONTRACT_NAMES[n] for n in s.offer]} is not what the table says")
    for place in where:
        if place >= 0 and not (place < s.seats or FULFILLED <= place < FULFILLED + s.seats):
            found.append(f"a contract is at {place}, where nobody sits")


def _artifact_faults(s: AnunnakiState, found: list[str]) -> None:
    where = [int(place) for place in s.artifact_at]
    if any(not DISCARDED <= place < s.seats for place in where) or len(where) != len(ARTIFACTS):
        found.append(f"artifacts are at {where}")
    if (s.pandora != 0) != (where[PANDORA] >= 0) or not 0 <= s.pandora < 8:
        found.append("the tokens of Pandora's box are without it, or it without them")
    there = [seat for seat in range(s.seats) if s.presence[seat] >> AFTERLIFE & 1]
    if any(where[MAP] != seat for seat in there):
        found.append("somebody is in the afterlife without the map")
