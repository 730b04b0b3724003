"""The expansion's part of a state as plain JSON data and back, and the test whether it is possible at all."""

from __future__ import annotations

from typing import Any

from theomachy.games.ankh.components import AWAY, EVERY_TYPE, FIGURES, FIRST_SMALL, FIRST_WARRIOR, GONE
from theomachy.games.ankh.egypt import CELLS, EGYPT
from theomachy.games.ankh.pharaoh.components import (
    AGENDA,
    AGENDA_KINDS,
    COPIES,
    INFANTRY,
    KING_TOKENS,
    KINGS,
    OPEN_CARDS,
    PHARAOH,
    PRIESTS,
    RAMSES,
    ROOM_COUNT,
    SPHINXES,
    THRONE,
    TUTANKHAMUN,
)
from theomachy.games.ankh.pharaoh.fields import REALM
from theomachy.games.ankh.pharaoh.state import Realm, realm
from theomachy.games.ankh.state import AnkhState
from theomachy.kernel.arrays import count_of


def decode_realm(data: dict[str, Any], seats: int) -> Realm:
    """Refuses whatever is not the form of a realm; `realm_faults` then tells whether it is a possible one."""
    annex = Realm(0, seats)
    REALM.decode(annex, REALM.check_names(data, "state.expansion"), seats, "state.expansion")
    return annex


# --- is this state possible? ------------------------------------------------------------------------------------------


def realm_faults(s: AnkhState) -> list[str]:
    """Conservation of priests, agenda cards, sphinxes; the pharaoh and his infantry stand where the board says."""
    found: list[str] = []
    _priest_faults(s, found)
    _card_faults(s, found)
    _board_faults(s, found)
    return found


def _priest_faults(s: AnkhState, found: list[str]) -> None:
    annex = realm(s)
    for god in range(s.seats):
        in_rooms = sum(annex.rooms[god * ROOM_COUNT + room] for room in range(ROOM_COUNT))
        warriors = s.where[god * FIGURES + FIRST_WARRIOR : god * FIGURES + FIRST_SMALL]
        if any(annex.rooms[god * ROOM_COUNT + room] < 0 for room in range(ROOM_COUNT)) or annex.pool[god] < 0:
            found.append(f"god {god} has fewer than no priests")
        if not s.alive[god]:
            if in_rooms or annex.pool[god]:
                found.append(f"god {god} is out of play and has priests")
        elif annex.unified:
            if in_rooms != count_of(warriors, AWAY) or annex.pool[god] or count_of(warriors, GONE):
                found.append(f"god {god}: {in_rooms} priests, {count_of(warriors, AWAY)} pieces in the palace")
        elif in_rooms + annex.pool[god] != PRIESTS or count_of(warriors, AWAY):
            found.append(f"god {god}: {in_rooms} + {annex.pool[god]} priests; there are {PRIESTS}")
        if annex.dead and annex.rooms[god * ROOM_COUNT + THRONE]:
            found.append(f"god {god} has priests in the closed Throne Room")


def _card_faults(s: AnkhState, found: list[str]) -> None:
    annex = realm(s)
    for card in range(AGENDA_KINDS):
        count = annex.removed[card]
        for pile in (annex.open, annex.deck, annex.discard, annex.revealed):
            count += pile.count(card)
        for god in range(s.seats):
            count += annex.hand[god * AGENDA_KINDS + card] + annex.played[god * AGENDA_KINDS + card]
            if min(annex.hand[god * AGENDA_KINDS + card], annex.played[god * AGENDA_KINDS + card]) < 0:
                found.append(f"god {god} has fewer than no cards of {AGENDA[card]}")
        if count != COPIES[card]:
            found.append(f"{count} cards of {AGENDA[card]}; there are {COPIES[card]}")
    if len(annex.open) > OPEN_CARDS:
        found.append(f"{len(annex.open)} open agenda cards; there are at most {OPEN_CARDS}")


def _board_faults(s: AnkhState, found: list[str]) -> None:
    annex = realm(s)
    standing = [cell for cell in range(CELLS) if s.at[cell] == PHARAOH]
    if standing != [cell for cell in [annex.cell] if cell >= 0]:
        found.append("the pharaoh is not where he stands")
    if sorted(annex.infantry) != [cell for cell in range(CELLS) if s.at[cell] == INFANTRY]:
        found.append("the infantry is not where it stands")
    if annex.infantry and annex.king != RAMSES:
        found.append(f"{KINGS[annex.king]} has infantry")
    for cell in s.underworld:
        if cell >= 0 and s.at[cell] in (PHARAOH, INFANTRY):
            found.append(f"{EGYPT.names[cell]}: the pharaoh or infantry in the underworld")
    sphinxes = sum(1 for cell in s.monuments if s.monument[cell] == EVERY_TYPE)
    if s.monuments_left[EVERY_TYPE] < 0 or sphinxes + s.monuments_left[EVERY_TYPE] > SPHINXES:
        found.append(f"{sphinxes} + {s.monuments_left[EVERY_TYPE]} sphinxes; there are {SPHINXES}")
    if annex.king == TUTANKHAMUN:
        if not 1 <= annex.tokens <= KING_TOKENS or (annex.dead and annex.cell >= 0):
            found.append(f"Tutankhamun has {annex.tokens} tokens, or stands on the board dead")
    elif annex.tokens or annex.dead:
        found.append(f"{KINGS[annex.king]} has tokens or is dead")
