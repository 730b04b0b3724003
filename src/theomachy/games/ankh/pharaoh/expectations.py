"""How the expansion's expectations of a case (docs/notation.md) are compared with a match."""

from __future__ import annotations

from typing import Any, Final

from theomachy.games.ankh.components import GODS
from theomachy.games.ankh.egypt import EGYPT
from theomachy.games.ankh.pharaoh.components import AGENDA, ROOMS
from theomachy.games.ankh.pharaoh.priests import priests_in, priests_in_pool
from theomachy.games.ankh.pharaoh.state import realm
from theomachy.games.ankh.pharaoh.view import card_names
from theomachy.games.ankh.state import AnkhState, god_of
from theomachy.kernel.errors import BadCase, allowed
from theomachy.kernel.ids import Seat, Side

KEYS: Final = ("pharaoh", "priests", "agenda", "played_agenda", "open", "discard", "deck", "infantry")


def compare_realm(s: AnkhState, key: str, wanted: Any) -> list[str]:
    """What differs from an expectation."""
    found, expected = _values(s, key, wanted)
    return [] if found == expected else [f"{key}: expected {expected}, found {found}"]


def _god(s: AnkhState, name: str, key: str) -> Side:
    names = [GODS[kind] for kind in s.god_kind]
    if name not in names:
        raise BadCase(f"expect, {key}: no seat '{name}'; seats are {allowed(names)}")
    return god_of(s, Seat(names.index(name)))


def _values(s: AnkhState, key: str, wanted: Any) -> tuple[Any, Any]:
    """What is there and what should be, in comparable forms."""
    annex = realm(s)
    if key == "pharaoh":
        table = {"cell": wanted} if isinstance(wanted, str) else wanted
        whole = {
            "cell": EGYPT.names[annex.cell] if annex.cell >= 0 else None,
            "tokens": annex.tokens,
            "dead": bool(annex.dead),
        }
        for name in table:
            if name not in whole:
                raise BadCase(f"expect, pharaoh: unknown key '{name}'; allowed: {allowed(whole)}")
        return {name: whole[name] for name in table}, table
    if key == "priests":
        return {name: _priests(s, name, rooms) for name, rooms in wanted.items()}, wanted
    if key in ("agenda", "played_agenda"):
        counts = annex.hand if key == "agenda" else annex.played
        hands = {name: sorted(card_names(counts, _god(s, name, key))) for name in wanted}
        return hands, {name: sorted(cards) for name, cards in wanted.items()}
    if key == "open":
        return sorted(AGENDA[card] for card in annex.open), sorted(wanted)
    if key == "discard":
        return sorted(AGENDA[card] for card in annex.discard), sorted(wanted)
    if key == "deck":
        return len(annex.deck), wanted
    return sorted(EGYPT.names[cell] for cell in annex.infantry), sorted(wanted)


def _priests(s: AnkhState, name: str, rooms: dict[str, int]) -> dict[str, int]:
    god = _god(s, name, "priests")
    found: dict[str, int] = {}
    for room in rooms:
        if room == "pool":
            found[room] = priests_in_pool(s, god)
        elif room in ROOMS:
            found[room] = priests_in(s, god, ROOMS.index(room))
        else:
            raise BadCase(f"expect, priests: no room '{room}'; allowed: {allowed([*ROOMS, 'pool'])}")
    return found
