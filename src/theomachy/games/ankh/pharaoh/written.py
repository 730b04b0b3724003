"""The expansion's part of a state, written as keys of a position: the way back from `positions`."""

from __future__ import annotations

from typing import Any

from theomachy.games.ankh.components import GODS
from theomachy.games.ankh.egypt import EGYPT
from theomachy.games.ankh.pharaoh.components import AGENDA, AGENDA_KINDS, KINGS, ROOM_COUNT, ROOMS, TUTANKHAMUN
from theomachy.games.ankh.pharaoh.state import realm
from theomachy.games.ankh.pharaoh.steps import PLACE_PHARAOH
from theomachy.games.ankh.state import AnkhState
from theomachy.kernel.arrays import Numbers


def written_realm(s: AnkhState) -> dict[str, Any]:
    """The pharaoh, the palace, the cards and the infantry."""
    annex = realm(s)
    king: dict[str, Any] = {"name": KINGS[annex.king]}
    if annex.cell >= 0:
        king["cell"] = EGYPT.names[annex.cell]
    if annex.king == TUTANKHAMUN:
        king |= {"tokens": annex.tokens, "dead": annex.dead != 0}
    priests: dict[str, dict[str, int]] = {}
    for god in range(s.seats):
        rooms = {ROOMS[room]: int(annex.rooms[god * ROOM_COUNT + room]) for room in range(ROOM_COUNT)}
        if any(rooms.values()):
            priests[GODS[s.god_kind[god]]] = {room: count for room, count in rooms.items() if count}
    found: dict[str, Any] = {
        "pharaoh": king,
        "priests": priests,
        "agenda": _cards(s, annex.hand),
        "played_agenda": _cards(s, annex.played),
        "open": [AGENDA[card] for card in annex.open],
        "deck": [AGENDA[card] for card in reversed(annex.deck)],
        "discard": [AGENDA[card] for card in annex.discard],
        "infantry": [EGYPT.names[cell] for cell in annex.infantry],
    }
    if any(step.kind == PLACE_PHARAOH for step in s.stack):
        found["start"] = "setup"
    return found


def _cards(s: AnkhState, hands: Numbers) -> dict[str, list[str]]:
    """Hands of agenda cards by god; a merged god's are the higher one's."""
    found: dict[str, list[str]] = {}
    for god in range(s.seats):
        cards: list[str] = []
        for card in range(AGENDA_KINDS):
            cards += [AGENDA[card]] * hands[god * AGENDA_KINDS + card]
        if cards:
            found[GODS[s.god_kind[god]]] = cards
    return found
