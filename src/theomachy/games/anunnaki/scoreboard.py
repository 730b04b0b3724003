"""Who is ahead: the score of every house if the match ended now, and the battles to come. Public information only."""

from __future__ import annotations

from typing import Any, Final

from theomachy.games.anunnaki.armoury import can_pay_weapon, in_hand
from theomachy.games.anunnaki.battle import ATTACKER, DEFENDER, defender_in
from theomachy.games.anunnaki.components import (
    ADVANCED,
    ARTIFACTS,
    FATE,
    HOUSE_WEAPONS,
    HOUSES,
    NO_TILE,
    SCARAB,
    TERRITORY_NAMES,
)
from theomachy.games.anunnaki.control import contested
from theomachy.games.anunnaki.scoring import own_sources, tie_order, track_places, track_source
from theomachy.games.anunnaki.state import AnunnakiState, Battle, places
from theomachy.games.anunnaki.strength import civilization_terms, side_terms, total
from theomachy.kernel.arrays import bit, ones
from theomachy.kernel.ids import Seat

#: artifacts whose points nobody but their holder can know, or that still need a decision
OPEN_ARTIFACTS: Final = bit(FATE) | bit(SCARAB)
#: victory points scored during play, as a source
BANKED: Final = "banked"


def scoreboard(s: AnunnakiState) -> dict[str, Any]:
    """The scores and contests of a view; no scores before the goals are dealt."""
    # Scoring tells facts; a copy has no listeners.
    trial = s.copy()
    trial.listening = False
    scores = _scores(trial) if trial.arrangement[0] >= 0 else {}
    order = [HOUSES[s.house[seat]] for seat in tie_order(s)] if scores else []
    # Sorting is stable, so the order of ties stays.
    order.sort(key=lambda house: -int(scores[house]["total"]))
    return {"scores": scores, "ranking": order, "contests": {} if s.over else _contests(trial)}


def _scores(s: AnunnakiState) -> dict[str, dict[str, Any]]:
    shares = [track_places(s, track) for track in range(3)]
    found: dict[str, dict[str, Any]] = {}
    for seat in s.every_seat():
        sources = [track_source(track, shares[track][seat]) for track in range(3)]
        sources += own_sources(s, seat, 0 if s.over else OPEN_ARTIFACTS)
        gained = {source.what: source.amount for source in sources if source.amount}
        final = sum([source.amount for source in sources])
        # After the end, the points are on the board already.
        banked = s.vp[seat] - final if s.over else s.vp[seat]
        found[HOUSES[s.house[seat]]] = {
            "seat": seat,
            "total": banked + final,
            "sources": {BANKED: banked, **gained},
            "unknown": [
                ARTIFACTS[artifact]
                for artifact in places(OPEN_ARTIFACTS)
                if s.artifact_at[artifact] == seat and not s.over
            ],
        }
    return found


def _contests(s: AnunnakiState) -> dict[str, dict[str, Any]]:
    """The battles that the house on turn will have to fight, by territory; not the one that is going on."""
    attacker = s.turn_seat
    if s.arrangement[0] < 0 or attacker < 0:
        return {}
    now = s.battle.place if s.battle is not None else -1
    return {
        TERRITORY_NAMES[territory]: _contest(s, attacker, territory)
        for territory in places(contested(s, attacker))
        if territory != now
    }


def _contest(s: AnunnakiState, attacker: Seat, territory: int) -> dict[str, Any]:
    """Strengths without weapons, who is ahead by them, and who wins for certain."""
    defender = defender_in(s, attacker, territory)
    battle = Battle(territory, attacker, defender, s.civ_tile[territory] if defender < 0 else NO_TILE)
    ours = total(side_terms(s, battle, ATTACKER))
    theirs: int | None = None
    if defender >= 0:
        theirs = total(side_terms(s, battle, DEFENDER))
    elif s.civ_up >> territory & 1:
        theirs = total(civilization_terms(s, battle))
    house = HOUSES[s.house[attacker]]
    other = HOUSES[s.house[defender]] if defender >= 0 else "civilization"
    lost = is_unarmed(s, attacker)
    leader: str | None = None
    if lost:
        leader = other
    elif theirs is not None:
        # anunnaki/battle/players, anunnaki/battle/civilization: a tie goes to the attacker
        leader = house if ours >= theirs else other
    return {
        "attacker": {"house": house, "strength": ours, "weapons": ones(in_hand(s, attacker) & ADVANCED)},
        "defender": {
            "house": None if defender < 0 else other,
            "strength": theirs,
            "weapons": None if defender < 0 else ones(in_hand(s, defender)),
        },
        "leader": leader,
        "certain": lost,
    }


def is_unarmed(s: AnunnakiState, seat: Seat) -> bool:
    """Whether everybody knows that a house can't play an advanced weapon (anunnaki/battle/auto-loss)."""
    if not in_hand(s, seat) & ADVANCED:
        return True
    possible = HOUSE_WEAPONS[s.house[seat]] & ADVANCED & ~s.away[seat]
    return not any(can_pay_weapon(s, seat, weapon) for weapon in places(possible))
