"""The fields of an Ankh match: the table, and a battle. What is said here saves, loads, tests and encoders read."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.components import (
    ACTIONS,
    BIDS,
    CAMELS,
    CARDS,
    CHAIN,
    EDGES,
    FIGURES,
    GODS,
    GONE,
    MAX_PLAYERS,
    MONUMENT_KINDS,
    MONUMENTS,
    MONUMENTS_OF_TYPE,
    PIECE_NUMBERS,
    PIECES,
    POOL_TOKENS,
    POWERS,
    ROW_TOKENS,
    SUNS,
    TILES,
    TOP,
    UNDERWORLD_TOKENS,
)
from theomachy.games.ankh.devotion import ENDINGS
from theomachy.games.ankh.egypt import CELLS
from theomachy.kernel.codec import (
    MANY,
    OWN,
    SEATS,
    FieldTable,
    array,
    bag,
    common_fields,
    growing,
    mask,
    masks,
    number,
    one_of,
    row,
)

LAST_CELL: Final = CELLS - 1
LAST_FIGURE: Final = FIGURES * MAX_PLAYERS - 1
LAST_SEAT: Final = MAX_PLAYERS - 1
GUARDIAN_COPIES: Final = 3
EVENT_SPACES: Final = 18
CONFLICTS: Final = 5
SPECIAL_RULES: Final = 4
#: how many placements of a summon action, and how many dead or threatened figures, an observation shows
PLACED: Final = 8
DEAD: Final = 10
#: strength can fall below nothing, but not far
LEAST_STRENGTH: Final = -4
#: where a figure is off the board (see `components`), and room for more of it
LEAST_PLACE: Final = -9

#: how many there are of what entries are counted by; gods are counted by the seats they started with
SIZES: Final = {
    "seat": SEATS, "god": SEATS, "figure": FIGURES, "cell": CELLS, "edge": EDGES + 1, "action": len(ACTIONS),
    "piece": len(PIECES), "type": len(MONUMENTS), "monument": MONUMENT_KINDS, "token": UNDERWORLD_TOKENS,
}  # fmt: skip

STATE: Final = FieldTable(
    [
        *common_fields(2, MAX_PLAYERS),
        number("first_seat", 0, LAST_SEAT, "seat"),
        mask("rules", "special rule", SPECIAL_RULES),
        number("events_done", 0, EVENT_SPACES),
        number("conflicts_done", 0, CONFLICTS),
        number("camels_left", 0, CAMELS),
        mask("tiles_left", "tile", TILES + 1),
        number("suns_left", 0, SUNS),
        number("amun_ready", 0, 1),
        number("turn_seat", 0, LAST_SEAT, "seat"),
        number("in_conflict", 0, 1),
        number("tiebreaker", -1, LAST_SEAT, "god"),
        number("tiebreaker_ready", 0, 1),
        number("winner", -1, LAST_SEAT, "god"),
        array("god_kind", "seat", 0, len(GODS) - 1, "kind of god", lasting=True),
        masks("divine", "god", "kind of god", len(GODS)),
        array("side", "seat", 0, LAST_SEAT, "god"),
        array("alive", "god", 0, 1),
        array("devotion", "god", 0, TOP),
        growing("ladder", 0, LAST_SEAT, "god", most=MAX_PLAYERS),
        array("marker", "action", 0, MANY),
        array("followers", "god", 0, MANY),
        masks("powers", "god", "power", len(POWERS)),
        array("row", "god", 0, ROW_TOKENS),
        array("tokens", "god", 0, POOL_TOKENS),
        masks("hand", "god", "card", len(CARDS)),
        array("stock", "god type", 0, MONUMENTS_OF_TYPE),
        array("kind", "god figure", -1, len(PIECES) - 1, "piece"),
        array("where", "god figure", LEAST_PLACE, LAST_CELL, "cell"),
        array("sun", "god figure", 0, 1),
        array("claw_a", "god figure", -1, LAST_CELL, "cell"),
        array("claw_b", "god figure", -1, LAST_CELL, "cell"),
        array("moved", "god figure", 0, 1),
        array("guardian_left", "piece", 0, GUARDIAN_COPIES),
        array("at", "cell", 0, PIECE_NUMBERS - 1, "piece on a cell", again=True),
        bag("monuments", 0, LAST_CELL, "cell", again=True),
        array("monument", "cell", -1, MONUMENT_KINDS - 1, "monument"),
        array("control", "cell", -1, LAST_SEAT, "god"),
        array("origin", "cell", 0, MAX_PLAYERS),
        array("monuments_left", "monument", 0, MONUMENTS_OF_TYPE),
        array("barrier", "edge", 0, 2),
        array("region", "cell", 0, TILES, "tile"),
        array("underworld", "token", GONE, LAST_CELL, "cell"),
        array("secret", "seat", -1, BIDS, known=OWN),
        bag("placed", 0, MANY, most=PLACED),
        growing("chain", 0, EDGES - 1, "edge", most=CHAIN),
        growing("dying", 0, LAST_FIGURE, "figure", most=DEAD),
        growing("cats", 0, LAST_SEAT, "god", most=GUARDIAN_COPIES),
        one_of("how", ENDINGS),
    ],
    SIZES,
    alike=("figure", "token"),
)

BATTLE: Final = FieldTable(
    [
        number("region", 0, TILES, "tile"),
        mask("participants", "god", MAX_PLAYERS),
        number("two_cards", -1, LAST_SEAT, "god"),
        number("winner", -1, LAST_SEAT, "god"),
        number("margin", 0, MANY),
        row("cards", "god", 0, (1 << len(CARDS)) - 1, "card", mask=True),
        growing("spared", 0, LAST_FIGURE, "figure", most=DEAD),
        row("killed", "god", 0, MANY),
        row("present", "god", 0, MANY),
        row("strength", "god", LEAST_STRENGTH, MANY),
        growing("queue", 0, LAST_FIGURE, most=DEAD),
        growing("bidders", 0, LAST_SEAT, "god", most=MAX_PLAYERS),
        growing("victims", 0, LAST_FIGURE, "figure", most=DEAD),
    ],
    SIZES,
)
