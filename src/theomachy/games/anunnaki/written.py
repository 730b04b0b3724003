"""A state written as a position of the case notation: the way back from `positions`, key by key."""

from __future__ import annotations

from typing import Any

from theomachy.games.anunnaki.components import (
    ACTIONS,
    ADVANCED,
    ALL_TRACKS,
    ARTIFACTS,
    CIVILIZATIONS,
    CONTRACT_NAMES,
    DISCARDED,
    EXTRAS,
    FIGURES,
    FULFILLED,
    GOALS,
    GODS,
    HOUSES,
    LESSER_CARDS,
    LINE_NAMES,
    PANDORA_TOKENS,
    PILED,
    POINT_NAMES,
    POINTS,
    REMOVED,
    RESOURCES,
    ROUNDS,
    TERRITORIES,
    TERRITORY_NAMES,
    TRACKS,
    UNSUMMONED,
    WEAPONS,
)
from theomachy.games.anunnaki.state import AnunnakiState, god_card, places
from theomachy.games.anunnaki.steps import DISCARD_GOD, LAY_OUT, TURN
from theomachy.games.anunnaki.turn import PHASES
from theomachy.games.anunnaki.view import mask_names
from theomachy.kernel.ids import Seat


def position_of(s: AnunnakiState) -> dict[str, Any]:
    """What lies on the table, in the keys that `positions` reads. What a battle or an action remembers has none."""
    position: dict[str, Any] = {}
    if s.tables.override is not None:
        position["content"] = s.tables.override
    position["first_game"] = bool(s.first_game)
    position["first"] = _name(s, s.first_seat)
    if any(step.kind == DISCARD_GOD for step in s.stack):
        if any(step.kind == LAY_OUT and step.seat < 0 for step in s.stack):
            # The first player is still to be drawn.
            del position["first"]
        return position | {
            "phase": "discard",
            "dealt": {_name(s, seat): mask_names(s.dealt[seat], GODS) for seat in s.every_seat()},
        }
    position["gods"] = {_name(s, seat): [GODS[god] for god in _cards(s, seat)] for seat in s.every_seat()}
    _write_artifacts(s, position)
    position["pieces"] = {_name(s, seat): _pieces(s, seat) for seat in s.every_seat()}
    _write_goods(s, position)
    _write_star(s, position)
    _write_contracts(s, position)
    _write_tiles(s, position)
    _write_turn(s, position)
    return position


def at_rest(s: AnunnakiState) -> AnunnakiState | None:
    """A copy without what the last turn has left behind, when a turn begins; None while anything is going on."""
    if any(step.kind == DISCARD_GOD for step in s.stack):
        return s.copy() if all(chosen < 0 for chosen in s.secret) else None
    if len(s.stack) != 1 or s.stack[0].kind != TURN or s.stack[0].count or s.battle is not None:
        return None
    other = s.copy()
    other.arrived = 0
    return other


def _name(s: AnunnakiState, seat: int) -> str:
    return HOUSES[s.house[seat]]


def _cards(s: AnunnakiState, seat: int) -> list[int]:
    return [int(god) for god in s.cards[seat * LESSER_CARDS : (seat + 1) * LESSER_CARDS]]


def _write_artifacts(s: AnunnakiState, position: dict[str, Any]) -> None:
    everywhere = range(len(ARTIFACTS))
    position["artifacts"] = {
        _name(s, seat): held
        for seat in s.every_seat()
        if (held := [ARTIFACTS[artifact] for artifact in everywhere if s.artifact_at[artifact] == seat])
    }
    position["pile"] = [ARTIFACTS[artifact] for artifact in everywhere if s.artifact_at[artifact] == PILED]
    position["discarded"] = [ARTIFACTS[artifact] for artifact in everywhere if s.artifact_at[artifact] == DISCARDED]
    position["removed"] = [ARTIFACTS[artifact] for artifact in everywhere if s.artifact_at[artifact] == REMOVED]
    position["looked"] = [_name(s, seat) for seat in s.every_seat() if s.artifact_seen >> seat & 1]
    if s.pandora:
        position["pandora"] = mask_names(s.pandora, PANDORA_TOKENS)
    if s.fate >= 0:
        position["fate"] = TRACKS[s.fate]


def _pieces(s: AnunnakiState, seat: Seat) -> list[str]:
    found: list[str] = []
    for territory in range(TERRITORIES):
        name = TERRITORY_NAMES[territory]
        towns = s.settlements[seat * TERRITORIES + territory]
        followers = s.followers[seat * TERRITORIES + territory]
        if towns:
            found.append(_counted(towns, "settlement", name))
        if followers:
            found.append(_counted(followers, "follower", name))
    for figure in range(FIGURES):
        place = s.god_at[seat * FIGURES + figure]
        if place != UNSUMMONED:
            found.append(f"{GODS[god_card(s, seat, figure)]} {TERRITORY_NAMES[place]}")
    return found


def _counted(count: int, piece: str, place: str) -> str:
    return f"{count} {piece} {place}" if count > 1 else f"{piece} {place}"


def _write_goods(s: AnunnakiState, position: dict[str, Any]) -> None:
    goods: dict[str, Any] = {}
    tracks: dict[str, Any] = {}
    for seat in s.every_seat():
        goods[_name(s, seat)] = {kind: int(s.goods[4 * seat + number]) for number, kind in enumerate(RESOURCES)}
        spaces = [int(s.track[3 * seat + number]) for number in range(len(TRACKS))]
        spaces.append(s.tables.supremacy[s.supremacy[seat]])
        tracks[_name(s, seat)] = dict(zip(ALL_TRACKS, spaces, strict=True))
    position["resources"] = goods
    position["mana"] = {_name(s, seat): int(s.mana[seat]) for seat in s.every_seat() if s.mana[seat]}
    position["vp"] = {_name(s, seat): int(s.vp[seat]) for seat in s.every_seat() if s.vp[seat] > 0}
    position["tracks"] = tracks
    position["two_vp"] = [s.tables.supremacy[s.tables.two_vp[number]] for number in places(s.two_vp)]
    for key, weapons in (("hand", s.hand), ("shown", s.shown), ("away", s.away)):
        position[key] = {_name(s, seat): mask_names(weapons[seat] & ADVANCED, WEAPONS) for seat in s.every_seat()}
    position["conquered"] = {
        _name(s, seat): tiles
        for seat in s.every_seat()
        if (tiles := [tile + 1 for tile in range(CIVILIZATIONS) if s.conquered[tile] == seat])
    }


def _write_star(s: AnunnakiState, position: dict[str, Any]) -> None:
    position["tiles"] = [ACTIONS[action] for action in s.arrangement if action >= 0]
    position["developed"] = {
        _name(s, seat): mask_names(s.developed[seat], ACTIONS) for seat in s.every_seat() if s.developed[seat]
    }
    position["figure"] = {
        _name(s, seat): ACTIONS[s.arrangement[s.figure[seat]]] for seat in s.every_seat() if s.figure[seat] >= 0
    }
    position["cubes"] = {
        _name(s, seat): mask_names(s.cubes[seat], LINE_NAMES) for seat in s.every_seat() if s.cubes[seat]
    }
    position["tokens"] = {
        _name(s, seat): {
            "lesser": int(s.ready_lesser[seat]),
            "great": int(s.ready_great[seat]),
            "star": places(s.tokens[seat]),
        }
        for seat in s.every_seat()
    }


def _write_contracts(s: AnunnakiState, position: dict[str, Any]) -> None:
    for key, shift in (("contracts", 0), ("fulfilled", FULFILLED)):
        position[key] = {
            _name(s, seat): held
            for seat in s.every_seat()
            if (held := [name for number, name in enumerate(CONTRACT_NAMES) if s.contract_at[number] == shift + seat])
        }
    position["offer"] = [CONTRACT_NAMES[number] for number in s.offer]
    position["deck"] = [CONTRACT_NAMES[number] for number in s.deck]


def _write_tiles(s: AnunnakiState, position: dict[str, Any]) -> None:
    position["civilizations"] = {
        TERRITORY_NAMES[territory]: _face(s.civ_tile[territory], s.civ_up >> territory & 1)
        for territory in places(s.civs)
    }
    position["markers"] = {
        POINT_NAMES[point]: _face(s.marker[point], s.marker_up >> point & 1)
        for point in range(POINTS)
        if s.marker[point] >= 0
    }
    position["resolved"] = [marker + 1 for marker in places(s.markers_gone)]
    exhausted: dict[str, Any] = {}
    for territory in range(TERRITORIES):
        used = [int(s.used[2 * territory + slot]) for slot in range(2)]
        if s.tables.types[2 * territory + 1] >= 0:
            kinds = [RESOURCES[s.tables.types[2 * territory + slot]] for slot in range(2) if used[slot]]
            if kinds:
                exhausted[TERRITORY_NAMES[territory]] = kinds
        elif used[0]:
            exhausted[TERRITORY_NAMES[territory]] = used[0]
    position["exhausted"] = exhausted
    position["goals"] = [GOALS[goal] for goal in s.goals if goal >= 0]


def _face(tile: int, up: int) -> str | int:
    return f"{tile + 1} up" if up else int(tile + 1)


def _write_turn(s: AnunnakiState, position: dict[str, Any]) -> None:
    position["turn"] = _name(s, s.turn_seat)
    if s.stack and s.stack[0].kind == TURN:
        position["phase"] = PHASES[s.stack[0].count]
    position["extra_done"] = mask_names(s.extras, EXTRAS)
    position["ending"] = s.ending != 0
    if s.rounds < ROUNDS:
        position["round"] = s.rounds + 1
