"""What of an encoded state of Anunnaki turns with the table: everything counted by seat."""

from __future__ import annotations

from typing import Any, Final

from theomachy.games.anunnaki.components import FIGURES, FULFILLED, LESSER_CARDS, TERRITORIES
from theomachy.kernel.turning import check_fields, turn_blocks, turn_mask, turn_seat

#: lists with so many entries for each seat
BY_SEAT: Final = {
    "house": 1, "presence": 1, "towns": 1, "dealt": 1, "summoned": 1, "developed": 1, "figure": 1, "cubes": 1,
    "tokens": 1, "ready_lesser": 1, "ready_great": 1, "mana": 1, "vp": 1, "pool": 1, "built": 1, "hand": 1, "beside": 1,
    "shown": 1, "away": 1, "supremacy": 1, "secret": 1, "goods": 4, "track": 3, "cards": LESSER_CARDS,
    "god_at": FIGURES, "followers": TERRITORIES, "settlements": TERRITORIES,
}  # fmt: skip
#: numbers that are seats, and lists of such
SEATS: Final = ("first_seat", "turn_seat", "winner")
SEAT_LISTS: Final = ("conquered", "artifact_at")
#: what is counted otherwise, below
OTHERS: Final = ("artifact_seen", "contract_at", "stack", "battle")
SAME: Final = (
    "seats", "over", "reveals", "dice", "draws", "first_game", "land", "civ_up", "civs", "marker_up", "markers_gone",
    "two_vp", "pandora", "fate", "rounds", "mana_left", "mana_done", "mirror", "extras", "arrived", "ending", "used",
    "civ_tile", "marker", "arrangement", "goals", "deck", "offer", "content", "how",
)  # fmt: skip
BATTLE_SAME: Final = (
    "place", "tile", "back", "winner", "cards", "loki", "second", "chariot", "cancelled", "played", "strength",
)  # fmt: skip
#: the step that draws the first player, if nobody is named
LAY_OUT: Final = "lay-out"
#: steps whose `where` is a seat
SEAT_STEPS: Final = ("steal-resource",)


def turned_state(data: dict[str, Any], by: int) -> dict[str, Any] | None:
    """The state as if everybody sat `by` seats further on; None while the dice have yet to name the first player."""
    if any(kind == LAY_OUT and who < 0 for kind, who, *_ in data["stack"]):
        return None
    check_fields(data, BY_SEAT, SEATS, SEAT_LISTS, OTHERS, SAME)
    seats = data["seats"]
    turned = dict(data)
    for name in SEATS:
        turned[name] = turn_seat(data[name], seats, by)
    for name in SEAT_LISTS:
        turned[name] = [turn_seat(seat, seats, by) for seat in data[name]]
    for name, block in BY_SEAT.items():
        turned[name] = turn_blocks(data[name], block, seats, by)
    turned["artifact_seen"] = turn_mask(data["artifact_seen"], seats, by)
    turned["contract_at"] = [_turned_contract(place, seats, by) for place in data["contract_at"]]
    turned["stack"] = [
        [kind, turn_seat(who, seats, by), turn_seat(where, seats, by) if kind in SEAT_STEPS else where, what, count]
        for kind, who, where, what, count in data["stack"]
    ]
    if data["battle"] is not None:
        check_fields(data["battle"], BATTLE_SAME, ("seats",))
        fighters = [turn_seat(seat, seats, by) for seat in data["battle"]["seats"]]
        turned["battle"] = {**data["battle"], "seats": fighters}
    return turned


def _turned_contract(place: int, seats: int, by: int) -> int:
    if place >= FULFILLED:
        return FULFILLED + turn_seat(place - FULFILLED, seats, by)
    return turn_seat(place, seats, by)
