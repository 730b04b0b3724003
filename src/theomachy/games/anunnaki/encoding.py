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
from theomachy.games.anunnaki.fields import BATTLE, STATE
from theomachy.games.anunnaki.state import AnunnakiState, Battle, empty_table, god_card, note_presence, own_land
from theomachy.games.anunnaki.steps import DISCARD_GOD, LAY_OUT
from theomachy.games.anunnaki.tables import find_tables
from theomachy.kernel.arrays import bit, ones
from theomachy.kernel.codec import FieldTable, decode_stack, encode_stack
from theomachy.kernel.errors import BadSave
from theomachy.kernel.ids import NO_SEAT, Seat

#: what a state holds beside its fields
OTHERS: Final = ("content", "stack", "battle")


def encode(s: AnunnakiState, kind_names: list[str]) -> dict[str, Any]:
    data = STATE.encode(s)
    data["content"] = s.tables.key
    # Where saves have always had it
    data["how"] = data.pop("how")
    data["stack"] = encode_stack(s.stack, kind_names)
    data["battle"] = None if s.battle is None else BATTLE.encode(s.battle)
    return data


def portable(s: AnunnakiState, kind_names: list[str]) -> dict[str, Any]:
    """The encoded state; with values of its own it brings them along."""
    data = encode(s, kind_names)
    if s.tables.override is not None:
        data["content"] = {"key": s.tables.key, "override": s.tables.override}
    return data


def decode(data: object, kind_names: list[str]) -> AnunnakiState:
    """Refuses whatever is not the form of a state; `faults` then tells whether it is a possible one."""
    table = STATE.check_names(data, "state", OTHERS)
    seats = STATE.number(table, "seats", "state")
    content = table["content"]
    if not isinstance(content, dict):
        content = {"key": content, "override": None}
    if set(content) != {"key", "override"} or not isinstance(content["key"], str):
        raise BadSave("state.content: must be text, or a table with 'key' and 'override'")
    s = empty_table([0] * seats, find_tables(content["key"], content["override"], seats))
    STATE.decode(s, table, seats, "state")
    s.stack = decode_stack(table["stack"], kind_names, seats, "state.stack")
    if table["battle"] is not None:
        s.battle = Battle(0, NO_SEAT, NO_SEAT, 0)
        BATTLE.decode(s.battle, BATTLE.check_names(table["battle"], "state.battle"), seats, "state.battle")
    return s


def records(s: AnunnakiState) -> list[tuple[str, Any, FieldTable]]:
    """The state and what it holds, each with its table of fields."""
    found: list[tuple[str, Any, FieldTable]] = [("state", s, STATE)]
    if s.battle is not None:
        found.append(("state.battle", s.battle, BATTLE))
    return found


# --- is this state possible? ------------------------------------------------------------------------------------------


def faults(s: AnunnakiState) -> list[str]:
    """Conservation: every piece, cube, card, tile and marker is somewhere, exactly once; and the tables agree."""
    found: list[str] = []
    for seat in s.every_seat():
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


def _piece_faults(s: AnunnakiState, seat: Seat, found: list[str]) -> None:
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


def _star_faults(s: AnunnakiState, seat: Seat, found: list[str]) -> None:
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


def _goods_faults(s: AnunnakiState, seat: Seat, found: list[str]) -> None:
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
