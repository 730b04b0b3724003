"""What a seat may know of an Anunnaki match: not the hands of others, not what lies face down, not the dice."""

from __future__ import annotations

from typing import Any

from theomachy.games.anunnaki.armoury import in_hand
from theomachy.games.anunnaki.components import (
    ACTIONS,
    ADVANCED,
    AFTERLIFE,
    ALL_TRACKS,
    ARTIFACTS,
    CIVILIZATIONS,
    CONTRACT_NAMES,
    CONTRACTS,
    DISCARDED,
    EFFECTS,
    EXTRAS,
    FATE,
    FIGURES,
    FULFILLED,
    GOALS,
    GODS,
    HOUSE_WEAPONS,
    HOUSES,
    LESSER_CARDS,
    LINE_NAMES,
    LINES,
    MANA_ACTIONS,
    MAP,
    NO_MARKER,
    PANDORA,
    PANDORA_TOKENS,
    PILED,
    PLACES,
    POINT_NAMES,
    POINTS,
    R_ONE_OF,
    REMOVED,
    RESOURCES,
    REWARDS,
    STAR_PLACES,
    TERRITORIES,
    TERRITORY_NAMES,
    TRACKS,
    WEAPONS,
)
from theomachy.games.anunnaki.control import controlled, controller, goal_value, shrines
from theomachy.games.anunnaki.fight import CHOSEN
from theomachy.games.anunnaki.star import cubes_left
from theomachy.games.anunnaki.state import (
    AnunnakiState,
    Battle,
    conquests,
    god_card,
    places,
    settlements_in_play,
    settlements_left,
    unit_count,
)
from theomachy.games.anunnaki.steps import BATTLE_WEAPON, DISCARD_GOD, TURN
from theomachy.games.anunnaki.strength import Term, civilization_terms, side_terms
from theomachy.games.anunnaki.turn import PHASES
from theomachy.kernel.arrays import bit, ones
from theomachy.kernel.ids import Seat


def house_name(s: AnunnakiState, seat: Seat) -> str | None:
    return HOUSES[s.house[seat]] if seat >= 0 else None


def mask_names(mask: int, names: tuple[str, ...]) -> list[str]:
    return [names[number] for number in places(mask)]


def phase_of(s: AnunnakiState) -> str:
    """The phase of the turn; `setup` before the first, `end` after the last."""
    if s.stack and s.stack[0].kind == TURN:
        return PHASES[s.stack[0].count]
    return "end" if s.over or s.ending or s.rounds else "setup"


def rewards_view(rewards: list[int]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for index in range(0, len(rewards), 2):
        entry: dict[str, Any] = {"kind": REWARDS[rewards[index]], "amount": rewards[index + 1]}
        if rewards[index] == R_ONE_OF:
            entry = {"kind": "one_of", "of": mask_names(rewards[index + 1], RESOURCES)}
        found.append(entry)
    return found


def own_view(s: AnunnakiState, seat: Seat, public: dict[str, Any]) -> dict[str, Any]:
    """What a seat may know, from what everybody may."""
    houses: list[dict[str, Any]] = list(public["houses"])
    houses[seat] = {**houses[seat], **hand_view(s, seat)}
    view = {
        **public,
        "seat": seat,
        "houses": houses,
        "secret": {"chosen": public["secret"]["chosen"], "own": own_secret(s, seat)},
    }
    if s.artifact_seen >> seat & 1:
        view["artifacts"] = {**public["artifacts"], "seen": artifacts_seen(s)}
    return view


def public_view(s: AnunnakiState) -> dict[str, Any]:
    """What everybody may know, in the notation's words."""
    laid = s.arrangement[0] >= 0
    return {
        "game": "anunnaki",
        "seat": None,
        "first_seat": s.first_seat if laid else None,
        "first_game": bool(s.first_game),
        "content": s.tables.key,
        "turn": s.turn_seat if laid else None,
        "phase": phase_of(s),
        "round": s.rounds + 1,
        "over": s.over,
        "ending": bool(s.ending),
        "seats": [{"seat": number, "house": house_name(s, number)} for number in s.every_seat()],
        "houses": [seat_view(s, number) for number in s.every_seat()],
        "tiles": {STAR_PLACES[place]: ACTIONS[s.arrangement[place]] for place in range(PLACES)} if laid else None,
        "line_mana": {LINE_NAMES[line]: s.tables.line_mana[line] for line in range(LINES)},
        "goals": {ALL_TRACKS[track]: GOALS[s.goals[track]] for track in range(4)} if laid else None,
        "tracks": {
            "length": {TRACKS[track]: len(s.tables.multiplier[track]) for track in range(3)},
            "multiplier": {TRACKS[track]: list(s.tables.multiplier[track]) for track in range(3)},
            "supremacy": list(s.tables.supremacy),
            "lightning": s.tables.supremacy[s.tables.lightning],
            "two_vp": [s.tables.supremacy[s.tables.two_vp[number]] for number in places(s.two_vp)],
        },
        "territories": [territory_view(s, territory) for territory in places(board_mask(s))],
        "markers_resolved": [marker + 1 for marker in places(s.markers_gone)],
        "markers": [marker_view(s, point) for point in range(POINTS) if s.marker[point] != NO_MARKER],
        "offer": [contract_view(s, contract) for contract in sorted(s.offer)],
        "deck": len(s.deck),
        "artifacts": artifacts_view(s),
        "mana_actions_left": s.mana_left,
        "mana_done": mask_names(s.mana_done, MANA_ACTIONS),
        "mirror": bool(s.mirror),
        "extra_done": mask_names(s.extras, EXTRAS),
        # In the movement or portal that is going on
        "arrived": mask_names(s.arrived, TERRITORY_NAMES),
        "battle": battle_view(s),
        # Others see that somebody has chosen, never what.
        "secret": {
            "chosen": [number for number in s.every_seat() if has_chosen(s, number)],
            "own": [],
        },
    }


def board_mask(s: AnunnakiState) -> int:
    mask = s.land
    for seat in s.every_seat():
        mask |= s.presence[seat] | s.towns[seat]
    if s.artifact_at[MAP] >= 0:
        mask |= bit(AFTERLIFE)
    return mask


def has_chosen(s: AnunnakiState, seat: Seat) -> bool:
    if s.secret[seat] < 0:
        return False
    return s.stack[-1].kind == DISCARD_GOD or s.secret[seat] & CHOSEN != 0


def own_secret(s: AnunnakiState, seat: Seat) -> list[str]:
    """What a seat has secretly chosen and not yet revealed, as choices."""
    if s.secret[seat] < 0 or not s.stack:
        return []
    if s.stack[-1].kind == DISCARD_GOD:
        return [f"god {GODS[s.secret[seat]]}"]
    if s.stack[-1].kind == BATTLE_WEAPON:
        return [f"weapon {name}" for name in mask_names(s.secret[seat] & (CHOSEN - 1), WEAPONS)]
    return []


def territory_view(s: AnunnakiState, territory: int) -> dict[str, Any]:
    tables = s.tables
    view: dict[str, Any] = {
        "name": TERRITORY_NAMES[territory],
        "symbols": {
            RESOURCES[tables.types[2 * territory + slot]]: {
                "all": tables.symbols[2 * territory + slot],
                "exhausted": s.used[2 * territory + slot],
            }
            for slot in range(2)
            if tables.types[2 * territory + slot] >= 0
        },
        "shrines": tables.shrines[territory],
        "atlantis": tables.atlantis >> territory & 1 == 1,
        "control": house_name(s, controller(s, territory)),
        "pieces": pieces_view(s, territory),
    }
    if s.civ_tile[territory] >= 0:
        view["civilization"] = civilization_view(s, territory)
    return view


def pieces_view(s: AnunnakiState, territory: int) -> dict[str, dict[str, int]]:
    """By house: how many of which pieces."""
    found: dict[str, dict[str, int]] = {}
    for seat in s.every_seat():
        pieces = pieces_of(s, seat, territory)
        if pieces:
            found[HOUSES[s.house[seat]]] = pieces
    return found


def pieces_of(s: AnunnakiState, seat: Seat, territory: int) -> dict[str, int]:
    pieces: dict[str, int] = {}
    index = seat * TERRITORIES + territory
    if s.settlements[index]:
        pieces["settlement"] = s.settlements[index]
    if s.followers[index]:
        pieces["follower"] = s.followers[index]
    for figure in range(FIGURES):
        if s.god_at[seat * FIGURES + figure] == territory:
            pieces[GODS[god_card(s, seat, figure)]] = 1
    return pieces


def civilization_view(s: AnunnakiState, territory: int) -> dict[str, Any]:
    """A face-down tile shows nothing."""
    if not s.civ_up >> territory & 1:
        return {"up": False}
    tile = s.civ_tile[territory]
    return {
        "up": True,
        "number": tile + 1,
        "strength": s.tables.civ_strength[tile],
        "effect": EFFECTS[s.tables.civ_effect[tile]] or None,
        "reward": rewards_view(s.tables.civ_reward[tile]),
    }


def marker_view(s: AnunnakiState, point: int) -> dict[str, Any]:
    view: dict[str, Any] = {
        "point": POINT_NAMES[point],
        "around": [TERRITORY_NAMES[territory] for territory in places(s.tables.point[point])],
        "up": False,
    }
    if s.marker_up >> point & 1:
        marker = s.marker[point]
        view.update(up=True, number=marker + 1, reward=rewards_view(s.tables.marker_reward[marker]))
    return view


def contract_view(s: AnunnakiState, contract: int) -> dict[str, Any]:
    cost = {}
    for kind in range(5):
        amount = s.tables.contract_cost[5 * contract + kind]
        if amount:
            cost[REWARDS[kind]] = amount
    return {
        "name": CONTRACT_NAMES[contract],
        "cost": cost,
        "middle": rewards_view(s.tables.contract_middle[contract]),
        "vp": s.tables.contract_vp[contract],
        "trade": s.tables.contract_trade[contract],
    }


def seat_view(s: AnunnakiState, seat: Seat) -> dict[str, Any]:
    figure = s.figure[seat]
    view: dict[str, Any] = {
        "seat": seat,
        "house": HOUSES[s.house[seat]],
        "resources": {RESOURCES[kind]: s.goods[4 * seat + kind] for kind in range(4)},
        "mana": s.mana[seat],
        "vp": s.vp[seat],
        "tracks": {TRACKS[track]: s.track[3 * seat + track] for track in range(3)},
        "supremacy": s.tables.supremacy[s.supremacy[seat]],
        "figure": STAR_PLACES[figure] if figure >= 0 else None,
        "developed": mask_names(s.developed[seat], ACTIONS),
        "cubes": mask_names(s.cubes[seat], LINE_NAMES),
        "cubes_left": cubes_left(s, seat),
        "tokens_on_star": places(s.tokens[seat]),
        "tokens": {"lesser": s.ready_lesser[seat], "great": s.ready_great[seat]},
        "great_god": GODS[god_card(s, seat, 0)],
        "lesser_gods": [GODS[god] for god in lesser_cards(s, seat)],
        "summoned": mask_names(s.summoned[seat], GODS),
        "pool": s.pool[seat],
        "units": unit_count(s, seat),
        "settlements": settlements_in_play(s, seat),
        "settlements_left": settlements_left(s, seat),
        "shrines": shrines(s, seat),
        "controls": mask_names(controlled(s, seat), TERRITORY_NAMES),
        "goal_values": {GOALS[goal]: goal_value(s, seat, goal) for goal in range(4)},
        "hand_size": ones(in_hand(s, seat)),
        "advanced_in_hand": ones(in_hand(s, seat) & ADVANCED),
        "hand_shown": mask_names(s.shown[seat] & in_hand(s, seat), WEAPONS),
        # What everybody knows not to be in the hand
        "hand_lacks": mask_names(s.away[seat] & HOUSE_WEAPONS[s.house[seat]], WEAPONS),
        "contracts": [contract_view(s, number) for number in range(CONTRACTS) if s.contract_at[number] == seat],
        "fulfilled": [CONTRACT_NAMES[n] for n in range(CONTRACTS) if s.contract_at[n] == FULFILLED + seat],
        "artifacts": [ARTIFACTS[number] for number in range(len(ARTIFACTS)) if s.artifact_at[number] == seat],
        "conquered": conquests(s, seat),
        "conquered_tiles": [tile + 1 for tile in range(CIVILIZATIONS) if s.conquered[tile] == seat],
    }
    if s.artifact_at[PANDORA] == seat:
        view["pandora"] = mask_names(s.pandora, PANDORA_TOKENS)
    return view


def hand_view(s: AnunnakiState, seat: Seat) -> dict[str, Any]:
    """What nobody but the seat may know of its house."""
    view: dict[str, Any] = {
        "hand": mask_names(in_hand(s, seat), WEAPONS),
        "beside": mask_names(s.beside[seat], WEAPONS),
    }
    if s.dealt[seat]:
        view["dealt"] = mask_names(s.dealt[seat], GODS)
    if s.artifact_at[FATE] == seat and s.fate >= 0:
        view["fate"] = TRACKS[s.fate]
    return view


def lesser_cards(s: AnunnakiState, seat: Seat) -> list[int]:
    cards = [s.cards[seat * LESSER_CARDS + number] for number in range(LESSER_CARDS)]
    return [int(god) for god in cards if god >= 0]


def artifacts_view(s: AnunnakiState) -> dict[str, Any]:
    return {
        "pile": len([1 for where in s.artifact_at if where == PILED]),
        "discarded": [ARTIFACTS[number] for number in range(len(ARTIFACTS)) if s.artifact_at[number] == DISCARDED],
        "looked": [number for number in range(s.seats) if s.artifact_seen >> number & 1],
    }


def artifacts_seen(s: AnunnakiState) -> list[str]:
    """What whoever has looked knows to be in the pile, or out of the match."""
    return [ARTIFACTS[number] for number in range(len(ARTIFACTS)) if s.artifact_at[number] in (PILED, REMOVED)]


def known_terms(s: AnunnakiState, battle: Battle, side: int) -> list[Term]:
    """What everybody sees adding to the strength of a side, until it is compared; of a civilization that lies face down
    nothing."""
    if battle.winner >= 0:
        return []
    if battle.seats[side] >= 0:
        return side_terms(s, battle, side)
    return civilization_terms(s, battle) if s.civ_up >> battle.place & 1 else []


def battle_view(s: AnunnakiState) -> dict[str, Any] | None:
    battle = s.battle
    if battle is None:
        return None
    sides = []
    for side in range(2):
        weapons = [battle.cards[side], battle.loki[side], battle.second[side]]
        sides.append(
            {
                "house": house_name(s, battle.seats[side]),
                "weapons": [WEAPONS[weapon] for weapon in weapons if weapon >= 0],
                "metal": battle.chariot[side],
                "cancelled": bool(battle.cancelled[side]),
                "played": bool(battle.played[side]),
                "strength": battle.strength[side],
                "terms": [{"thing": term.what, "amount": term.amount} for term in known_terms(s, battle, side)],
            }
        )
    winner = None
    if battle.winner >= 0:
        winner = house_name(s, battle.seats[battle.winner]) or "civilization"
    return {
        "territory": TERRITORY_NAMES[battle.place],
        "attacker": sides[0],
        "defender": sides[1],
        "civilization": battle.tile >= 0,
        "winner": winner,
        "sent_back": WEAPONS[battle.back] if battle.back >= 0 else None,
    }
