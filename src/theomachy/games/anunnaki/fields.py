"""The fields of an Anunnaki match: the table, and a battle. What is said here saves, loads, tests and encoders read."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.components import (
    ACTIONS,
    ALL_TRACKS,
    ARTIFACTS,
    CIVILIZATIONS,
    CONTRACTS,
    DISCARDED,
    EXTRAS,
    FIGURES,
    FOLLOWERS,
    FULFILLED,
    GOALS,
    GODS,
    HOUSES,
    IN_OFFER,
    LESSER_CARDS,
    LINES,
    MANA_ACTIONS,
    MARKERS,
    MAX_PLAYERS,
    MOST,
    PANDORA_TOKENS,
    PLACES,
    POINTS,
    RESOURCES,
    ROUNDS,
    SETTLEMENTS,
    TERRITORIES,
    TOKENS,
    TRACKS,
    WEAPONS,
)
from theomachy.kernel.codec import (
    COUNTED,
    MANY,
    OWN,
    PARTLY,
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

ENDINGS: Final = ("", "cubes", "track", "rounds")
LAST_SEAT: Final = MAX_PLAYERS - 1
LAST_TERRITORY: Final = TERRITORIES - 1
#: a secret is a god, or a mask of weapons with a mark above it
SECRETS: Final = (1 << 21) - 1
#: spaces of a track, and chips on the supremacy track
SPACES: Final = 99
CHIPS: Final = 4
#: points can be lost
LEAST_POINTS: Final = -MANY
SIDES: Final = 2

#: how many there are of what entries are counted by
SIZES: Final = {
    "seat": SEATS, "territory": TERRITORIES, "figure": FIGURES, "slot": 2, "civilization": CIVILIZATIONS,
    "point": POINTS, "card": LESSER_CARDS, "place": PLACES, "resource": len(RESOURCES), "track": len(TRACKS),
    "scale": len(ALL_TRACKS), "contract": CONTRACTS, "artifact": len(ARTIFACTS), "side": SIDES,
}  # fmt: skip

STATE: Final = FieldTable(
    [
        *common_fields(2, MAX_PLAYERS),
        number("first_seat", 0, LAST_SEAT, "seat"),
        number("first_game", 0, 1),
        mask("land", "territory", TERRITORIES),
        mask("civ_up", "territory", TERRITORIES),
        mask("civs", "territory", TERRITORIES),
        mask("marker_up", "point", POINTS),
        mask("markers_gone", "marker", MARKERS),
        mask("two_vp", "chip", CHIPS),
        mask("artifact_seen", "seat", MAX_PLAYERS),
        mask("pandora", "token of Pandora", len(PANDORA_TOKENS)),
        number("fate", -1, len(TRACKS) - 1, "track", known=PARTLY),
        number("turn_seat", 0, LAST_SEAT, "seat"),
        number("rounds", 0, ROUNDS),
        number("mana_left", 0, SPACES),
        mask("mana_done", "mana action", len(MANA_ACTIONS)),
        number("mirror", 0, 1),
        mask("extras", "extra action", len(EXTRAS)),
        mask("arrived", "territory", TERRITORIES),
        number("ending", 0, 1),
        number("winner", -1, LAST_SEAT, "seat"),
        array("house", "seat", 0, len(HOUSES) - 1, "house", lasting=True),
        array("followers", "seat territory", 0, FOLLOWERS),
        array("settlements", "seat territory", 0, SETTLEMENTS),
        array("god_at", "seat figure", -1, LAST_TERRITORY, "territory"),
        masks("presence", "seat", "territory", TERRITORIES, again=True),
        masks("towns", "seat", "territory", TERRITORIES, again=True),
        array("used", "territory slot", 0, SPACES),
        array("civ_tile", "territory", -1, CIVILIZATIONS - 1, "civilization", known=PARTLY),
        array("conquered", "civilization", -1, LAST_SEAT, "seat"),
        array("marker", "point", -1, MARKERS - 1, "marker", known=PARTLY),
        array("cards", "seat card", -1, len(GODS) - 1, "god"),
        masks("dealt", "seat", "god", len(GODS), known=OWN),
        masks("summoned", "seat", "god", len(GODS)),
        array("arrangement", "place", -1, len(ACTIONS) - 1, "tile"),
        masks("developed", "seat", "tile", len(ACTIONS)),
        array("figure", "seat", -1, PLACES - 1, "place"),
        masks("cubes", "seat", "line", LINES),
        masks("tokens", "seat", "token", TOKENS),
        array("ready_lesser", "seat", 0, TOKENS - 1),
        array("ready_great", "seat", 0, 1),
        array("goods", "seat resource", 0, MOST),
        array("mana", "seat", 0, MANY),
        array("vp", "seat", LEAST_POINTS, MANY),
        array("pool", "seat", 0, FOLLOWERS),
        array("built", "seat", 0, SETTLEMENTS - 1),
        masks("hand", "seat", "weapon", len(WEAPONS), known=OWN),
        masks("beside", "seat", "weapon", len(WEAPONS), known=OWN),
        masks("shown", "seat", "weapon", len(WEAPONS)),
        masks("away", "seat", "weapon", len(WEAPONS)),
        array("track", "seat track", 0, SPACES),
        array("supremacy", "seat", 0, SPACES),
        array("goals", "scale", -1, len(GOALS) - 1, "goal"),
        array("contract_at", "contract", IN_OFFER, FULFILLED + LAST_SEAT),
        growing("deck", 0, CONTRACTS - 1, "contract", known=COUNTED),
        bag("offer", 0, CONTRACTS - 1, "contract", again=True),
        array("artifact_at", "artifact", DISCARDED, LAST_SEAT, known=PARTLY),
        array("secret", "seat", -1, SECRETS, known=OWN),
        one_of("how", ENDINGS),
    ],
    SIZES,
)

BATTLE: Final = FieldTable(
    [
        number("place", 0, LAST_TERRITORY, "territory"),
        number("tile", -1, CIVILIZATIONS - 1, "civilization", known=PARTLY),
        number("back", -1, len(WEAPONS) - 1, "weapon"),
        number("winner", -1, SIDES - 1, "side"),
        row("seats", "side", -1, LAST_SEAT, "seat"),
        row("cards", "side", -1, len(WEAPONS) - 1, "weapon"),
        row("loki", "side", -1, len(WEAPONS) - 1, "weapon"),
        row("second", "side", -1, len(WEAPONS) - 1, "weapon"),
        row("chariot", "side", 0, MOST),
        row("cancelled", "side", 0, 1),
        row("played", "side", 0, 1),
        row("strength", "side", -MANY, MANY),
    ],
    SIZES,
)
