"""What a seat may know of an Ankh match: all but the choices not yet revealed, and the dice."""

from __future__ import annotations

from typing import Any, Final

from theomachy.games.ankh.board import controlled, region_tiles
from theomachy.games.ankh.components import (
    ACTIONS,
    CARDS,
    CITY,
    EVENTS,
    FIGURES,
    FIRST_SMALL,
    FIRST_WARRIOR,
    GODS,
    GUARDIANS,
    HELD,
    MONUMENT_NAMES,
    MONUMENTS,
    NO_GUARDIAN,
    PIECES,
    POOL,
    POWERS,
    REBUILDING,
)
from theomachy.games.ankh.egypt import EGYPT, LAND_CELLS
from theomachy.games.ankh.expansion import expansion_of
from theomachy.games.ankh.gods.god import PANTHEON
from theomachy.games.ankh.ids import Figure
from theomachy.games.ankh.scenarios import SPECIAL_RULES
from theomachy.games.ankh.state import CAMEL_BARRIER, AnkhState, god_of
from theomachy.games.ankh.steps import BATTLE_CARD, GIVE_UP
from theomachy.games.ankh.strength import count_strength
from theomachy.games.ankh.turn import MOVES_TO_EVENT, event_track
from theomachy.kernel.arrays import count_of
from theomachy.kernel.ids import Seat, Side

RULE_NAMES: Final = {bit: name for name, bit in SPECIAL_RULES.items()}


def god_name(s: AnkhState, god: Side) -> str | None:
    return GODS[s.god_kind[god]] if god >= 0 else None


def mask_names(mask: int, names: tuple[str, ...]) -> list[str]:
    return [name for number, name in enumerate(names) if mask >> number & 1]


def own_view(s: AnkhState, seat: Seat, public: dict[str, Any]) -> dict[str, Any]:
    """What a seat may know, from what everybody may."""
    secret = {"chosen": public["secret"]["chosen"], "own": own_secret(s, god_of(s, seat))}
    return {**public, "seat": seat, "secret": secret}


def public_view(s: AnkhState) -> dict[str, Any]:
    """What everybody may know, in the notation's words."""
    return {
        "game": "ankh",
        "seat": None,
        "special_rule": RULE_NAMES.get(s.rules),
        "first_seat": s.first_seat,
        "turn": s.turn_seat,
        "over": s.over,
        "seats": [
            {"seat": number, "started_as": GODS[s.god_kind[number]], "god": god_name(s, god_of(s, number)),
             "in_play": bool(s.alive[god_of(s, number)])}
            for number in s.every_seat()
        ],
        "gods": [god_view(s, Side(god)) for god in range(s.seats) if s.alive[god]],
        "out_of_play": [god_view(s, Side(god)) for god in range(s.seats) if not s.alive[god]],
        "ladder": [god_name(s, god) for god in s.ladder],
        "tracks": {
            "actions": {
                ACTIONS[action]: {"moved": s.marker[action], "event_at": MOVES_TO_EVENT[action][s.seats]}
                for action in range(4)
            },
            "events": [EVENTS[event] for event in event_track(s)],
            "events_done": s.events_done,
            "conflicts_done": s.conflicts_done,
        },
        "board": {
            "figures": [figure_view(s, Figure(figure)) for figure in range(FIGURES * s.seats) if s.where[figure] >= 0],
            "monuments": [monument_view(s, cell) for cell in sorted(s.monuments)],
            "cities": [EGYPT.names[cell] for cell in LAND_CELLS if s.at[cell] == CITY],
            "underworld": sorted(EGYPT.names[cell] for cell in s.underworld if cell >= 0),
            "camels": [name for edge, name in enumerate(EGYPT.edge_names) if s.barrier[edge] == CAMEL_BARRIER],
            "caravan": [EGYPT.edge_names[edge] for edge in s.chain],
            "regions": {
                str(tile): [EGYPT.names[cell] for cell in LAND_CELLS if s.region[cell] == tile]
                for tile in region_tiles(s)
            },
        },
        "supply": {
            "camels": s.camels_left,
            "tiles": [tile for tile in range(1, 9) if s.tiles_left >> tile & 1],
            "guardians": {PIECES[kind]: s.guardian_left[kind] for kind in GUARDIANS if s.guardian_left[kind]},
            **{MONUMENTS[monument]: s.monuments_left[monument] for monument in range(3)},
        },
        # The placements of the present (or last) summon action: which of its summons each could be
        "placed": sorted(summon_names(mask) for mask in s.placed),
        "tiebreaker": {"god": god_name(s, s.tiebreaker), "ready": bool(s.tiebreaker_ready)},
        "battle": battle_view(s),
        # Others see that somebody has chosen, never what; the seats of a merged god share their secrets.
        "secret": {
            "chosen": [number for number in range(s.seats) if s.secret[number] >= 0],
            "own": [],
        },
        **expansion_of(s).view(s),
    }  # fmt: skip


def own_secret(s: AnkhState, god: Side) -> list[str]:
    """What the seats of a god have secretly chosen and not yet revealed, as choices."""
    for seat in range(s.seats):
        if s.side[seat] == god and s.secret[seat] >= 0:
            if s.stack[-1].kind == BATTLE_CARD:
                return [f"card {card}" for card in mask_names(s.secret[seat], CARDS)]
            return [f"bid {s.secret[seat]}"]
    return []


def figure_view(s: AnkhState, figure: Figure) -> dict[str, Any]:
    view: dict[str, Any] = {
        "cell": EGYPT.names[s.where[figure]],
        "piece": PIECES[s.kind[figure]],
        "god": god_name(s, Side(figure // FIGURES)),
    }
    if s.sun[figure]:
        view["sun"] = True
    if s.claw_a[figure] >= 0:
        view["claws"] = [EGYPT.names[s.claw_a[figure]], EGYPT.names[s.claw_b[figure]]]
    if s.moved[figure]:
        # In this or the last action or battle that lets figures move: once each
        view["moved"] = True
    return view


def summon_names(mask: int) -> list[str]:
    """The summons of a mask: the normal one, the one onto an underworld cell, one for each pyramid."""
    bits = [number for number in range(mask.bit_length()) if mask >> number & 1]
    return [f"pyramid {number - 1}" if number > 1 else ("normal", "underworld")[number] for number in bits]


def monument_view(s: AnkhState, cell: int) -> dict[str, Any]:
    view: dict[str, Any] = {
        "cell": EGYPT.names[cell],
        "type": MONUMENT_NAMES[s.monument[cell]],
        "god": god_name(s, Side(s.control[cell])),
    }
    if s.origin[cell]:
        # Out of a god's own stock (The Great Rebuilding)
        view["stock"] = god_name(s, Side(s.origin[cell] - 1))
    return view


def pool_counts(s: AnkhState, god: Side) -> dict[str, int]:
    """Figures in a god's pool by kind."""
    first = god * FIGURES
    counts = {"warrior": count_of(s.where[first + FIRST_WARRIOR : first + FIRST_SMALL], POOL)}
    for figure in range(first + FIRST_SMALL, first + FIGURES):
        if s.kind[figure] != NO_GUARDIAN and s.where[figure] == POOL:
            name = PIECES[s.kind[figure]]
            counts[name] = counts.get(name, 0) + 1
    return counts


def moved_off_board(s: AnkhState, god: Side) -> dict[str, int]:
    """Figures by kind that have moved, left the board since then, and may not move again if they come back."""
    counts: dict[str, int] = {}
    for figure in range(god * FIGURES, god * FIGURES + FIGURES):
        if s.moved[figure] and s.where[figure] < 0 and s.kind[figure] != NO_GUARDIAN:
            counts[PIECES[s.kind[figure]]] = counts.get(PIECES[s.kind[figure]], 0) + 1
    return counts


def god_view(s: AnkhState, god: Side) -> dict[str, Any]:
    first = god * FIGURES
    view: dict[str, Any] = {
        "god": god_name(s, god),
        "seats": [seat for seat in range(s.seats) if s.side[seat] == god],
        "god_powers": mask_names(s.divine[god], GODS),
        "devotion": s.devotion[god],
        "followers": s.followers[god],
        "powers": mask_names(s.powers[god], POWERS),
        "row": s.row[god],
        "tokens": s.tokens[god],
        "hand": mask_names(s.hand[god], CARDS),
        "pool": pool_counts(s, god),
        "held": count_of(s.where[first : first + FIRST_SMALL], HELD),
        "controls": {MONUMENTS[monument]: controlled(s, god, monument) for monument in range(3)},
    }
    moved = moved_off_board(s, god)
    if moved:
        view["moved_off_board"] = moved
    for power in PANTHEON:
        if s.divine[god] & power.power:
            view.update(power.view(s))
    if s.rules & REBUILDING:
        view["stock"] = {MONUMENTS[monument]: s.stock[god * 3 + monument] for monument in range(3)}
    return view


def battle_view(s: AnkhState) -> dict[str, Any] | None:
    battle = s.battle
    if battle is None:
        return None
    gods = [Side(god) for god in range(s.seats) if battle.participants >> god & 1]
    return {
        "region": battle.region,
        "gods": [god_name(s, god) for god in gods],
        "two_cards": god_name(s, battle.two_cards),
        "cards": {str(god_name(s, god)): mask_names(battle.cards[god], CARDS) for god in gods},
        "strength": {str(god_name(s, god)): battle.strength[god] for god in gods},
        "so_far": strength_so_far(s, gods),
        "winner": god_name(s, battle.winner),
        "margin": battle.margin,
        "present": {str(god_name(s, god)): battle.present[god] for god in gods},
        "killed": {str(god_name(s, Side(god))): battle.killed[god] for god in range(s.seats) if battle.killed[god]},
        "bidders": [god_name(s, god) for god in battle.bidders],
        "spared": figure_cells(s, battle.spared),
        "victims": figure_cells(s, battle.victims),
        # Who or what still waits in the present part: gods, or the figures that Isis may give up
        "waiting": figure_cells(s, [Figure(figure) for figure in battle.queue])
        if s.stack[-1].kind == GIVE_UP
        else [god_name(s, Side(god)) for god in battle.queue],
    }


def strength_so_far(s: AnkhState, gods: list[Side]) -> dict[str, int]:
    """What each of these would count now: figures, powers, and the cards that are revealed."""
    # Counting tells facts; nobody listens to a copy.
    trial = s.copy()
    battle = trial.battle
    if battle is None:
        return {}
    return {str(god_name(s, god)): count_strength(trial, battle, god) for god in gods}


def figure_cells(s: AnkhState, figures: list[Figure]) -> list[str]:
    """Where these figures stand, those that do."""
    return [EGYPT.names[s.where[figure]] for figure in figures if s.where[figure] >= 0]
