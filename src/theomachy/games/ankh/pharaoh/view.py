"""What everybody may know of the expansion: all but the order of the agenda deck."""

from __future__ import annotations

from typing import Any

from theomachy.games.ankh.components import EVERY_TYPE, GODS
from theomachy.games.ankh.egypt import EGYPT
from theomachy.games.ankh.pharaoh.components import AGENDA, AGENDA_KINDS, KINGS, ROOM_COUNT, ROOMS
from theomachy.games.ankh.pharaoh.priests import is_closed, priests_in, priests_in_pool
from theomachy.games.ankh.pharaoh.sphinx import sphinxes_of
from theomachy.games.ankh.pharaoh.state import realm
from theomachy.games.ankh.state import AnkhState
from theomachy.kernel.arrays import Numbers
from theomachy.kernel.ids import Side


def card_names(counts: Numbers, god: Side) -> list[str]:
    """A god's cards of a table by god and kind, by name."""
    found: list[str] = []
    for card in range(AGENDA_KINDS):
        found += [AGENDA[card]] * counts[god * AGENDA_KINDS + card]
    return found


def pharaoh_view(s: AnkhState) -> dict[str, Any]:
    annex = realm(s)
    return {
        "name": KINGS[annex.king],
        "cell": EGYPT.names[annex.cell] if annex.cell >= 0 else None,
        "tokens": annex.tokens,
        "dead": bool(annex.dead),
        "infantry": sorted(EGYPT.names[cell] for cell in annex.infantry),
        "sphinxes_left": s.monuments_left[EVERY_TYPE],
        "rooms": [
            {
                "room": ROOMS[room],
                "closed": is_closed(s, room),
                "priests": {
                    GODS[s.god_kind[god]]: priests_in(s, god, room) for god in s.ladder if priests_in(s, god, room)
                },
            }
            for room in range(ROOM_COUNT)
        ],
        "open": [AGENDA[card] for card in sorted(annex.open)],
        "revealed": [AGENDA[card] for card in sorted(annex.revealed)],
        "discard": [AGENDA[card] for card in sorted(annex.discard)],
        "deck": len(annex.deck),
        "removed": [AGENDA[card] for card in range(AGENDA_KINDS) for _ in range(annex.removed[card])],
        # In the present action: priests that have not moved, infantry that has; whether its agenda card is played
        "rested": {ROOMS[room]: annex.rested[room] for room in range(ROOM_COUNT) if annex.rested[room]},
        "marched": sorted(EGYPT.names[cell] for cell in annex.marched),
        "agenda_spent": bool(annex.spent),
        "harmony": bool(annex.harmony),
        "gods": {
            GODS[s.god_kind[god]]: {
                "priests_in_pool": priests_in_pool(s, Side(god)),
                "agenda": card_names(annex.hand, Side(god)),
                "played_agenda": card_names(annex.played, Side(god)),
                "sphinxes": len(sphinxes_of(s, Side(god))),
            }
            for god in range(s.seats)
            if s.alive[god]
        },
    }
