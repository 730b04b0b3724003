"""The fields of what Pharaoh adds to a match (see the base game's `fields`)."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.egypt import CELLS
from theomachy.games.ankh.pharaoh.components import AGENDA_KINDS, KING_TOKENS, KINGS, PRIESTS, ROOM_COUNT
from theomachy.kernel.codec import COUNTED, SEATS, FieldTable, array, bag, growing, number

LAST_CELL: Final = CELLS - 1
LAST_CARD: Final = AGENDA_KINDS - 1
#: priests of one god in one room when warriors are priests too; and cards of one kind
MOST: Final = 9

REALM: Final = FieldTable(
    [
        number("king", 0, len(KINGS) - 1, "pharaoh"),
        number("cell", -1, LAST_CELL, "cell"),
        number("tokens", 0, KING_TOKENS),
        number("dead", 0, 1),
        number("unified", 0, 1),
        number("spent", 0, 1),
        number("harmony", 0, 1),
        array("rooms", "god room", 0, MOST),
        array("pool", "god", 0, PRIESTS),
        array("rested", "room", 0, MOST),
        array("hand", "god agenda", 0, MOST),
        array("played", "god agenda", 0, MOST),
        array("removed", "agenda", 0, MOST),
        bag("infantry", 0, LAST_CELL, "cell"),
        bag("marched", 0, LAST_CELL, "cell"),
        bag("open", 0, LAST_CARD, "agenda"),
        growing("deck", 0, LAST_CARD, "agenda", known=COUNTED),
        bag("discard", 0, LAST_CARD, "agenda"),
        bag("revealed", 0, LAST_CARD, "agenda"),
    ],
    {"god": SEATS, "room": ROOM_COUNT, "agenda": AGENDA_KINDS},
)
