"""Who is ahead: the devotion of every god if a conflict came now, and who would win each region. Public information
only; the cards that will be played are left out."""

from __future__ import annotations

from typing import Any, Final

from theomachy.games.ankh.board import figures_in, is_present, region_tiles
from theomachy.games.ankh.chorus import CHORUS
from theomachy.games.ankh.components import ACTIONS, CONFLICT, EVENTS, GODS, MONUMENT_NAMES, RED_UNTIL
from theomachy.games.ankh.conflict import (
    FORGOTTEN_AFTER,
    MERGE_AFTER,
    REGIONS,
    gain_majorities,
    majorities,
    victory_devotion,
)
from theomachy.games.ankh.devotion import gain_devotion
from theomachy.games.ankh.ids import Region
from theomachy.games.ankh.state import AnkhState, Battle
from theomachy.games.ankh.steps import FIGHT_CONFLICT
from theomachy.games.ankh.strength import count_strength
from theomachy.games.ankh.turn import event_track, moves_left
from theomachy.kernel.arrays import bit
from theomachy.kernel.ids import Side

# What becomes of a region
RESOLVED: Final = "resolved"
EMPTY: Final = "empty"
DOMINATED: Final = "dominated"
BATTLE: Final = "battle"


def scoreboard(s: AnkhState) -> dict[str, Any]:
    """The scores and contests of a view, as if the present or next conflict went on now."""
    before = {god: s.devotion[god] for god in s.ladder}
    gains: dict[Side, list[dict[str, Any]]] = {god: [] for god in s.ladder}
    # Gains tell facts; a copy has no listeners.
    trial = s.copy()
    trial.listening = False
    contests: dict[str, dict[str, Any]] = {}
    if not s.over:
        contests = _resolve(trial, gains)
    return {
        "scores": {
            GODS[s.god_kind[god]]: {
                "seats": [seat for seat in range(s.seats) if s.side[seat] == god],
                "devotion": before[god],
                "gains": gains[god],
                "total": trial.devotion[god],
                "danger": None if s.over else _danger(trial, god),
            }
            for god in s.ladder
        },
        "ranking": [GODS[s.god_kind[god]] for god in reversed(trial.ladder)],
        "contests": contests,
        "next_event": None if s.over else _next_event(s),
    }


def _resolve(s: AnkhState, gains: dict[Side, list[dict[str, Any]]]) -> dict[str, dict[str, Any]]:
    """Go through the regions that are still to be resolved; whatever is gained without a battle is gained."""
    resolved = _resolved(s)
    if not s.in_conflict:
        # ankh/conflict/start-effects: monuments that scorpions destroy no longer count. No decision is pending here.
        s.in_conflict = 1
        CHORUS.conflict_starts(s)
    found: dict[str, dict[str, Any]] = {}
    for region in CHORUS.order_regions(s, region_tiles(s)):
        present = [god for god in s.ladder if is_present(s, god, region)]
        entry = _contest(s, region, present)
        if region in resolved:
            entry["state"] = RESOLVED
            entry["leader"] = None
        elif entry["state"] == DOMINATED and not s.over:
            _dominate(s, present[0], region, gains[present[0]])
        found[str(int(region))] = entry
    return found


def _resolved(s: AnkhState) -> list[Region]:
    """The regions that the conflict that is going on has dealt with already."""
    for step in s.stack:
        if step.kind == FIGHT_CONFLICT:
            order = CHORUS.order_regions(s, region_tiles(s))
            if step.count > REGIONS:
                return order
            last = Region(step.where)
            if last not in order:
                return []
            through = order.index(last) + (1 if s.battle is None else 0)
            return order[:through]
    return []


def _contest(s: AnkhState, region: Region, present: list[Side]) -> dict[str, Any]:
    """Who is in a region, with what, and who would win as things stand."""
    now = s.battle
    battle = now if now is not None and now.region == region else None
    if battle is None:
        battle = Battle(region, s.seats)
        for god in present:
            battle.participants |= bit(god)
    strength = {god: count_strength(s, battle, god) for god in present}
    leader: Side | None = None
    if present:
        highest = max(strength.values())
        best = [god for god in present if strength[god] == highest]
        if len(best) == 1:
            leader = best[0]
        elif s.tiebreaker in best and s.tiebreaker_ready:
            leader = s.tiebreaker
    return {
        "state": EMPTY if not present else DOMINATED if len(present) == 1 else BATTLE,
        "gods": {
            GODS[s.god_kind[god]]: {
                "figures": len(figures_in(s, god, region)),
                "strength": strength[god],
                "majorities": [MONUMENT_NAMES[monument] for monument in majorities(s, god, region)],
            }
            for god in present
        },
        "leader": None if leader is None else GODS[s.god_kind[leader]],
    }


def _dominate(s: AnkhState, god: Side, region: Region, gained: list[dict[str, Any]]) -> None:
    """ankh/conflict/domination: the majorities are one gain, the domination a second."""
    start = s.devotion[god]
    gain_majorities(s, god, region, "ankh/conflict/domination")
    middle = s.devotion[god]
    if not s.over:
        gain_devotion(s, god, victory_devotion(s, god, region), "ankh/conflict/domination", region)
    for source, amount in (("majorities", middle - start), ("domination", s.devotion[god] - middle)):
        if amount:
            gained.append({"region": int(region), "source": source, "amount": amount})


def _danger(s: AnkhState, god: Side) -> str | None:
    """What the next conflict would do to a god afterwards, as things stand."""
    done = s.conflicts_done + 1
    if done == MERGE_AFTER and s.seats > 2 and len(s.ladder) > 2 and god in s.ladder[:2]:
        return "merged"
    if done == FORGOTTEN_AFTER and s.devotion[god] <= RED_UNTIL:
        return "forgotten"
    return None


def _next_event(s: AnkhState) -> dict[str, Any] | None:
    """The event that comes next, and the actions that would trigger it now."""
    track = event_track(s)
    if s.events_done >= len(track):
        return None
    event = track[s.events_done]
    return {
        "event": EVENTS[event],
        "conflict": s.conflicts_done + 1 if event == CONFLICT else None,
        "actions": [ACTIONS[action] for action in range(len(ACTIONS)) if moves_left(s, action) == 1],
    }
