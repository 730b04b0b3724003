"""What of an encoded state of Ankh turns with the table: everything counted by god, for a god has its seat's number."""

from __future__ import annotations

from typing import Any, Final

from theomachy.games.ankh.components import FIGURES, MONUMENT
from theomachy.games.ankh.pharaoh.components import AGENDA_KINDS, ROOM_COUNT
from theomachy.kernel.turning import check_fields, turn_blocks, turn_mask, turn_number, turn_seat

#: lists with so many entries for each god
BY_GOD: Final = {
    "god_kind": 1, "divine": 1, "side": 1, "alive": 1, "devotion": 1, "followers": 1, "powers": 1, "row": 1,
    "tokens": 1, "hand": 1, "secret": 1, "stock": 3,
    "kind": FIGURES, "where": FIGURES, "sun": FIGURES, "claw_a": FIGURES, "claw_b": FIGURES, "moved": FIGURES,
}  # fmt: skip
#: numbers that are gods or seats, and lists of such
GODS: Final = ("first_seat", "turn_seat", "tiebreaker", "winner")
GOD_LISTS: Final = ("side", "ladder", "control", "cats")
FIGURE_LISTS: Final = ("dying",)
#: what is counted otherwise, below
OTHERS: Final = ("at", "origin", "placed", "stack", "battle", "expansion")
SAME: Final = (
    "seats", "over", "reveals", "dice", "draws", "rules", "events_done", "conflicts_done", "camels_left", "tiles_left",
    "suns_left", "amun_ready", "in_conflict", "tiebreaker_ready", "marker", "guardian_left", "monuments", "monument",
    "monuments_left", "barrier", "region", "underworld", "chain", "how",
)  # fmt: skip

BATTLE_BY_GOD: Final = {"cards": 1, "killed": 1, "present": 1, "strength": 1}
BATTLE_SAME: Final = ("region", "margin")
BATTLE_OTHERS: Final = ("participants", "two_cards", "winner", "bidders", "spared", "victims", "queue")

REALM_BY_GOD: Final = {"rooms": ROOM_COUNT, "pool": 1, "hand": AGENDA_KINDS, "played": AGENDA_KINDS}
REALM_SAME: Final = (
    "name", "king", "cell", "tokens", "dead", "infantry", "marched", "unified", "rested", "open", "deck", "discard",
    "revealed", "removed", "spent", "harmony",
)  # fmt: skip

#: steps whose `what` is a figure, or a god
FIGURE_STEPS: Final = (
    "move-to", "push-to", "point-claw", "summon-to", "give-sun", "obelisk-to", "mummy-to", "war-to", "flock-to",
    "riddle-to", "lord-to",
)  # fmt: skip
GOD_STEPS: Final = ("take-over",)
#: the steps that read what was placed; in a call to war it is masks of gods
SUMMONS: Final = ("summon-piece", "flock-piece", "riddle-piece")
WAR: Final = "war-piece"
#: the step during which the battle's queue holds figures instead of gods
GIVE_UP: Final = "give-up"


def turned_state(data: dict[str, Any], by: int) -> dict[str, Any]:
    """The state as if everybody sat `by` seats further on."""
    check_fields(data, BY_GOD, GODS, GOD_LISTS, FIGURE_LISTS, OTHERS, SAME)
    seats = data["seats"]
    turned = dict(data)
    for name in GODS:
        turned[name] = turn_seat(data[name], seats, by)
    for name in GOD_LISTS:
        turned[name] = [turn_seat(god, seats, by) for god in data[name]]
    for name in FIGURE_LISTS:
        turned[name] = [turn_number(figure, FIGURES, seats, by) for figure in data[name]]
    for name, block in BY_GOD.items():
        turned[name] = turn_blocks(turned[name], block, seats, by)
    turned["at"] = [
        1 + turn_number(piece - 1, FIGURES, seats, by) if 0 < piece < MONUMENT else piece for piece in data["at"]
    ]
    turned["origin"] = [1 + turn_seat(place - 1, seats, by) for place in data["origin"]]
    turned["placed"] = _turned_placements(data, seats, by)
    turned["stack"] = [_turned_step(frame, seats, by) for frame in data["stack"]]
    if data["battle"] is not None:
        top = data["stack"][-1][0] if data["stack"] else ""
        turned["battle"] = _turned_battle(data["battle"], top, seats, by)
    if data["expansion"] is not None:
        turned["expansion"] = _turned_realm(data["expansion"], seats, by)
    return turned


def _turned_placements(data: dict[str, Any], seats: int, by: int) -> list[int]:
    """What earlier actions have left there nobody reads."""
    asked = [frame[0] for frame in data["stack"]]
    if WAR in asked:
        return [turn_mask(mask, seats, by) for mask in data["placed"]]
    return data["placed"] if any(kind in SUMMONS for kind in asked) else []


def _turned_step(frame: list[Any], seats: int, by: int) -> list[Any]:
    kind, who, where, what, count = frame
    if kind in FIGURE_STEPS:
        what = turn_number(what, FIGURES, seats, by)
    elif kind in GOD_STEPS:
        what = turn_seat(what, seats, by)
    return [kind, turn_seat(who, seats, by), where, what, count]


def _turned_battle(data: dict[str, Any], top: str, seats: int, by: int) -> dict[str, Any]:
    check_fields(data, BATTLE_BY_GOD, BATTLE_SAME, BATTLE_OTHERS)
    turned = dict(data)
    for name, block in BATTLE_BY_GOD.items():
        turned[name] = turn_blocks(data[name], block, seats, by)
    turned["participants"] = turn_mask(data["participants"], seats, by)
    for name in ("two_cards", "winner"):
        turned[name] = turn_seat(data[name], seats, by)
    turned["bidders"] = [turn_seat(god, seats, by) for god in data["bidders"]]
    for name in ("spared", "victims"):
        turned[name] = [turn_number(figure, FIGURES, seats, by) for figure in data[name]]
    block = FIGURES if top == GIVE_UP else 1
    turned["queue"] = [turn_number(entry, block, seats, by) for entry in data["queue"]]
    return turned


def _turned_realm(data: dict[str, Any], seats: int, by: int) -> dict[str, Any]:
    check_fields(data, REALM_BY_GOD, REALM_SAME)
    return {**data, **{name: turn_blocks(data[name], block, seats, by) for name, block in REALM_BY_GOD.items()}}
