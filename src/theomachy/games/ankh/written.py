"""A state written as a position of the case notation: the way back from `positions`, key by key."""

from __future__ import annotations

from typing import Any, Final

from theomachy.games.ankh.components import (
    ACTIONS,
    CARDS,
    EDGES,
    EMPTY,
    FIGURES,
    FIRST_SMALL,
    GOD,
    GODS,
    GUARDIANS,
    KEMET,
    MAAT,
    MONUMENT_NAMES,
    MONUMENTS,
    NEUTRAL,
    NO_GUARDIAN,
    PIECES,
    POOL,
    POWERS,
    REBUILDING,
    TILES,
    TOP,
    WARRIOR,
)
from theomachy.games.ankh.egypt import EGYPT, LAND_CELLS
from theomachy.games.ankh.expansion import expansion_of
from theomachy.games.ankh.fields import EVENT_SPACES
from theomachy.games.ankh.gods.god import PANTHEON
from theomachy.games.ankh.guardians.guardian import BESTIARY
from theomachy.games.ankh.layout import MONUMENT_LETTERS
from theomachy.games.ankh.positions import player_of
from theomachy.games.ankh.scenarios import SPECIAL_RULES
from theomachy.games.ankh.setup import figures_per_guardian
from theomachy.games.ankh.state import CAMEL_BARRIER, AnkhState, god_of
from theomachy.games.ankh.steps import TURN
from theomachy.games.ankh.turn import FIRST_ACTION, moves_left
from theomachy.games.ankh.view import mask_names
from theomachy.kernel.arrays import filled
from theomachy.kernel.ids import Seat, Side

LETTERS: Final = {number: letter for letter, number in MONUMENT_LETTERS.items()}


def position_of(s: AnkhState) -> dict[str, Any]:
    """What lies on the table, in the keys that `positions` reads. What a battle or an action remembers has none."""
    position: dict[str, Any] = {}
    for name, rules in SPECIAL_RULES.items():
        if s.rules & rules:
            position["scenario"] = name
    expansion = expansion_of(s).written(s)
    if expansion_of(s).name:
        position[expansion_of(s).name] = expansion.pop(expansion_of(s).name)
    position["pieces"] = _pieces(s)
    position["camels"] = [EGYPT.edge_names[edge] for edge in range(EDGES) if s.barrier[edge] == CAMEL_BARRIER]
    position["order"] = _order(s)
    position["guardians"] = [PIECES[kind] for kind in _named_kinds(s)]
    position["followers"] = _numbers(s, s.followers)
    position["devotion"] = _devotion(s)
    position["ladder"] = _ladder(s)
    position["powers"] = {name: mask_names(s.powers[god], POWERS) for god, name in _gods(s) if s.powers[god]}
    position["hand"] = {name: mask_names(s.hand[god], CARDS) for god, name in _gods(s) if s.hand[god] & MAAT}
    position["pool"] = _pools(s)
    position["tokens"] = {name: s.tokens[god] for god, name in _gods(s)}
    position["supply"] = _supply(s)
    if s.rules & REBUILDING:
        position["stock"] = {
            name: {MONUMENTS[kind]: s.stock[god * 3 + kind] for kind in range(3)} for god, name in _gods(s)
        }
        position["built"] = {
            _name(s, god): [EGYPT.names[cell] for cell in s.monuments if s.origin[cell] == god + 1]
            for god in range(s.seats)
        }
    position["merged"] = {_name(s, god_of(s, Seat(seat))): _name(s, seat) for seat in _lower_gods(s)}
    position["forgotten"] = [_name(s, god) for god in _forgotten(s)]
    # A marker that has come to the event goes back when that is over.
    markers = {number: int(s.marker[number]) for number in range(len(ACTIONS)) if moves_left(s, number) > 0}
    position["markers"] = {ACTIONS[number]: moved for number, moved in markers.items() if moved}
    if s.events_done < EVENT_SPACES:
        position["events"] = s.events_done
    position["first"] = _name(s, s.first_seat)
    position["turn"] = _name(s, s.turn_seat)
    for god in PANTHEON:
        position |= god.written(s)
    for guardian in BESTIARY:
        position |= guardian.written(s)
    return position | expansion


def at_rest(s: AnkhState) -> AnkhState | None:
    """A copy without what the last action has left behind, when a turn begins; None while anything is going on."""
    if len(s.stack) != 1 and not expansion_of(s).is_setting_up(s):
        return None
    if s.stack[0].kind != TURN or s.stack[0].count != FIRST_ACTION or s.battle is not None:
        return None
    other = s.copy()
    other.moved = filled(FIGURES * s.seats, 0)
    other.placed = []
    other.chain = []
    # Where the markers of gods that became one with others lay once
    for god in _lower_gods(s):
        other.devotion[god] = 0
    expansion_of(other).rest(other)
    return other


def _name(s: AnkhState, god: int) -> str:
    return GODS[s.god_kind[god]]


def _gods(s: AnkhState) -> list[tuple[int, str]]:
    """The gods in play."""
    return [(god, _name(s, god)) for god in range(s.seats) if s.alive[god]]


def _lower_gods(s: AnkhState) -> list[int]:
    """The gods that became one with another."""
    return [god for god in range(s.seats) if s.side[god] != god]


def _forgotten(s: AnkhState) -> list[int]:
    """The gods that are out; nobody, when fewer than two are left: then the match is over, which no key can say."""
    lower = _lower_gods(s)
    out = [god for god in range(s.seats) if not s.alive[god] and god not in lower]
    return out if len(s.ladder) > 1 else []


def _numbers(s: AnkhState, values: Any) -> dict[str, int]:
    return {name: values[god] for god, name in _gods(s) if values[god]}


def _devotion(s: AnkhState) -> dict[str, int]:
    """Of gods that are forgotten, too: their markers lie where they lay."""
    lower = _lower_gods(s)
    spaces = {god: int(s.devotion[god]) for god in range(s.seats) if god not in lower}
    return {_name(s, god): space for god, space in spaces.items() if 0 < space < TOP}


def _ladder(s: AnkhState) -> list[str]:
    """All gods; those out of play somewhere on their space."""
    lower = _lower_gods(s)
    spaces = [0 if god in lower or s.devotion[god] >= TOP else int(s.devotion[god]) for god in range(s.seats)]
    places = [s.ladder.index(Side(god)) if god in s.ladder else -1 for god in range(s.seats)]
    order = sorted(range(s.seats), key=lambda god: (spaces[god], places[god]))
    return [_name(s, god) for god in order]


def _pieces(s: AnkhState) -> list[str]:
    found: list[str] = []
    lower = _lower_gods(s)
    for figure in range(FIGURES * s.seats):
        # What a god leaves behind that has become one with another waits to be taken over.
        if s.where[figure] >= 0 and figure // FIGURES not in lower:
            kind = s.kind[figure]
            word = "G" if kind == GOD else "w" if kind == WARRIOR else PIECES[kind]
            sun = "*" if s.sun[figure] else ""
            found.append(f"{word}{player_of(s, figure // FIGURES)}{sun} {EGYPT.names[s.where[figure]]}")
    for cell in s.monuments:
        owner = "" if s.control[cell] == NEUTRAL else str(player_of(s, s.control[cell]))
        found.append(f"{LETTERS[s.monument[cell]]}{owner} {EGYPT.names[cell]}")
    out = [god for god in range(s.seats) if not s.alive[god] and god not in lower and god not in _forgotten(s)]
    # Everybody in play stands somewhere; of those who are not, and can't be named so, the fields say the truth.
    free = [cell for cell in LAND_CELLS if s.at[cell] == EMPTY]
    return found + [f"G{player_of(s, god)} {EGYPT.names[cell]}" for god, cell in zip(out, free, strict=False)]


def _order(s: AnkhState) -> list[str]:
    found: list[str] = []
    for tile in range(1, TILES + 1):
        cells = [cell for cell in LAND_CELLS if s.region[cell] == tile]
        if cells:
            found.append(EGYPT.names[cells[0]])
    return found


def _in_use(s: AnkhState, kind: int) -> int:
    return sum(1 for other in s.kind if other == kind)


def _named_kinds(s: AnkhState) -> list[int]:
    """The kinds that `guardians` must name: those not in use first, for the others are known by their figures."""
    found: list[int] = []
    for kind in sorted(GUARDIANS, key=lambda kind: _in_use(s, kind) > 0):
        in_play = s.guardian_left[kind] > 0 or _in_use(s, kind) > 0
        levels = [BESTIARY[other].level for other in found]
        if in_play and (s.rules & KEMET or BESTIARY[kind].level not in levels):
            found.append(kind)
    return sorted(found)


def _pools(s: AnkhState) -> dict[str, list[str]]:
    pools: dict[str, list[str]] = {}
    for god, name in _gods(s):
        figures = range(god * FIGURES + FIRST_SMALL, (god + 1) * FIGURES)
        kinds = [
            PIECES[s.kind[figure]] for figure in figures if s.where[figure] == POOL and s.kind[figure] != NO_GUARDIAN
        ]
        if kinds:
            pools[name] = kinds
    return pools


def _supply(s: AnkhState) -> dict[str, int]:
    """What is left, where that is not what follows from the board."""
    kinds = [kind for kind in range(len(MONUMENT_NAMES)) if kind < len(MONUMENTS) or s.expansion]
    found = {MONUMENT_NAMES[kind]: int(s.monuments_left[kind]) for kind in kinds}
    found["camels"] = s.camels_left
    found["tiles"] = s.tiles_left.bit_count()
    for kind in GUARDIANS:
        in_use = _in_use(s, kind)
        usual = figures_per_guardian(kind, s.seats) - in_use
        if s.guardian_left[kind] != usual and (in_use or s.guardian_left[kind]):
            found[PIECES[kind]] = s.guardian_left[kind]
    return found
