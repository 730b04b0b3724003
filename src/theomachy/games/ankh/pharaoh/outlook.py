"""What Pharaoh adds to an observation, in the order of its table of fields."""

from __future__ import annotations

from mypy_extensions import i64

from theomachy.games.ankh.egypt import CELLS
from theomachy.games.ankh.pharaoh.components import AGENDA_KINDS
from theomachy.games.ankh.pharaoh.state import realm
from theomachy.games.ankh.state import AnkhState
from theomachy.kernel.arrays import Shorts
from theomachy.kernel.codec import SHOWN_ENTRIES
from theomachy.kernel.observing import put, put_all, put_by_seat, put_cut, put_kinds


def put_realm(s: AnkhState, seat: i64, out: Shorts, at: i64) -> i64:
    """The pharaoh, the palace and the agenda cards."""
    annex = realm(s)
    seats: i64 = s.seats
    at = put(out, at, annex.king)
    at = put(out, at, annex.cell)
    at = put(out, at, annex.tokens)
    at = put(out, at, annex.dead)
    at = put(out, at, annex.unified)
    at = put(out, at, annex.spent)
    at = put(out, at, annex.harmony)
    at = put_by_seat(out, at, annex.rooms, seat, seats)
    at = put_by_seat(out, at, annex.pool, seat, seats)
    at = put_all(out, at, annex.rested)
    at = put_by_seat(out, at, annex.hand, seat, seats)
    at = put_by_seat(out, at, annex.played, seat, seats)
    at = put_all(out, at, annex.removed)
    at = put_kinds(out, at, annex.infantry, CELLS, SHOWN_ENTRIES)
    at = put_kinds(out, at, annex.marched, CELLS, SHOWN_ENTRIES)
    at = put_kinds(out, at, annex.open, AGENDA_KINDS, SHOWN_ENTRIES)
    at = put_cut(out, at, len(annex.deck))
    at = put_kinds(out, at, annex.discard, AGENDA_KINDS, SHOWN_ENTRIES)
    return put_kinds(out, at, annex.revealed, AGENDA_KINDS, SHOWN_ENTRIES)
