"""The components of Anunnaki by number, and the table of its choices. Names are the notation's; numbers stay."""

from __future__ import annotations

from typing import Final

from theomachy.kernel.arrays import numbers
from theomachy.kernel.choice import ChoiceTable
from theomachy.kernel.errors import BadContent

# --- houses and gods: eight gods per house, the great one first ------------------------------------------------------
#: the houses, each with its weapon and its gods; a module in `houses` for each. Their order is their number, and
#: numbers are in choices and saves: a further house is appended
ROSTER: Final = (
    ("pharaohs", "war-chariot", ("ra", "seth", "anubis", "bastet", "osiris", "sekhmet", "horus", "isis")),
    ("norrenis", "viking-helmet", ("odin", "aegir", "thor", "freya", "freyr", "heimdallr", "frigg", "loki")),
    ("babylon", "composite-bow", ("ishtar", "ninhursag", "enki", "assur", "marduk", "anu", "enlil", "ninlil")),
    ("ellenys", "long-spear", ("zeus", "hera", "hades", "poseidon", "hermes", "demeter", "ares", "athena")),
)


def _once(names: tuple[str, ...]) -> tuple[str, ...]:
    """Names, each of which is there once."""
    for name in names:
        if names.count(name) > 1:
            raise BadContent(f"components.py: '{name}' is there twice")
    return names


HOUSES: Final = _once(tuple(house for house, _, _ in ROSTER))
MAX_PLAYERS: Final = 4
GODS: Final = _once(tuple(god for _, _, gods in ROSTER for god in gods))
#: a god's house is its number divided by this; the great god of a house leaves no rest
GODS_PER_HOUSE: Final = 8
LESSER_CARDS: Final = 4
LESSER_DEALT: Final = 5

# --- territories: six per planet, Gaia, the afterlife; planets of further houses come after those --------------------
PLANET_PLACES: Final = ("TL", "TC", "TR", "ML", "MR", "CAP")
PLANET_SIZE: Final = 6
START_SHRINE: Final = 3
CAPITAL: Final = 5
GAIA_PLACES: Final = ("a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "E", "F")
GAIA: Final = 24
AFTERLIFE: Final = 38
TERRITORIES: Final = 39
#: so many houses have their planets before Gaia
FIRST_HOUSES: Final = 4
TERRITORY_NAMES: Final[tuple[str, ...]] = (
    *(f"{house}.{place}" for house in HOUSES[:FIRST_HOUSES] for place in PLANET_PLACES),
    *(f"gaia.{place}" for place in GAIA_PLACES),
    "afterlife",
    *(f"{house}.{place}" for house in HOUSES[FIRST_HOUSES:] for place in PLANET_PLACES),
)
#: by house: the first territory of its planet
PLANET_AT: Final = numbers([TERRITORY_NAMES.index(f"{house}.{PLANET_PLACES[0]}") for house in HOUSES])
#: planets are numbered as their houses; Gaia is no house's
GAIA_PLANET: Final = -1
#: meeting points: four per planet
POINTS: Final = 20
POINTS_PER_PLANET: Final = 4
POINT_NAMES: Final = tuple(
    f"{planet}.{number}"
    for planet in (*HOUSES[:FIRST_HOUSES], "gaia", *HOUSES[FIRST_HOUSES:])
    for number in range(1, POINTS_PER_PLANET + 1)
)
#: the planet of each meeting point, and by house its first one
POINT_PLANET: Final = numbers(
    [GAIA_PLANET if name.startswith("gaia.") else HOUSES.index(name.partition(".")[0]) for name in POINT_NAMES]
)
POINT_AT: Final = numbers([POINT_NAMES.index(f"{house}.1") for house in HOUSES])
GAIA_POINT: Final = POINT_NAMES.index("gaia.1")

# --- pieces -----------------------------------------------------------------------------------------------------------
FOLLOWER: Final = 0
SETTLEMENT: Final = 1
FIRST_GOD: Final = 2
PIECES: Final[tuple[str, ...]] = ("follower", "settlement", *GODS)
FOLLOWERS: Final = 12
SETTLEMENTS: Final = 5
#: god figures per seat: the great god, then the four lesser gods in the order of their cards
FIGURES: Final = 5
UNSUMMONED: Final = -1

# --- the star: ten places, fifteen lines, six god tokens --------------------------------------------------------------
STAR_PLACES: Final[tuple[str, ...]] = ("P0", "P1", "P2", "P3", "P4", "C0", "C1", "C2", "C3", "C4")
PLACES: Final = 10
LINES: Final = 15
CUBES: Final = 14
#: the two places that each line joins: Pi-Ci, then Pi-C(i+1), then Ci-C(i+1)
LINE_ENDS: Final = (
    *((i, 5 + i) for i in range(5)),
    *((i, 5 + (i + 1) % 5) for i in range(5)),
    *((5 + i, 5 + (i + 1) % 5) for i in range(5)),
)
LINE_NAMES: Final = tuple(f"{STAR_PLACES[a]}-{STAR_PLACES[b]}" for a, b in LINE_ENDS)


def _line_between() -> list[int]:
    table = [-1] * (PLACES * PLACES)
    for line, (a, b) in enumerate(LINE_ENDS):
        table[a * PLACES + b] = table[b * PLACES + a] = line
    return table


#: the line that joins two places, by place * 10 + place; -1 if none does
LINE_BETWEEN: Final = numbers(_line_between())
GREAT_TOKEN: Final = 5
TOKENS: Final = 6
ALL_TOKENS: Final = 63
#: the lines around each god token: five triangles, then the pentagon
TOKEN_LINES: Final = numbers([(1 << i) | (1 << (5 + i)) | (1 << (10 + i)) for i in range(5)] + [31 << 10])

# --- action tiles -----------------------------------------------------------------------------------------------------
ACTIONS: Final[tuple[str, ...]] = (
    "portal", "move-blue", "move-red", "trade", "harvest-blue", "harvest-red", "create", "income", "supremacy",
    "market",
)  # fmt: skip
PORTAL: Final = 0
MOVE_BLUE: Final = 1
MOVE_RED: Final = 2
TRADE: Final = 3
HARVEST_BLUE: Final = 4
HARVEST_RED: Final = 5
CREATE: Final = 6
INCOME: Final = 7
SUPREMACY: Final = 8
MARKET: Final = 9

# --- resources, tracks, goals -----------------------------------------------------------------------------------------
RESOURCES: Final[tuple[str, ...]] = ("food", "wood", "gold", "metal")
FOOD: Final = 0
WOOD: Final = 1
GOLD: Final = 2
METAL: Final = 3
MOST: Final = 19
TRACKS: Final[tuple[str, ...]] = ("war", "technology", "trade")
WAR_TRACK: Final = 0
TECHNOLOGY_TRACK: Final = 1
TRADE_TRACK: Final = 2
SUPREMACY_TRACK: Final = 3
ALL_TRACKS: Final[tuple[str, ...]] = ("war", "technology", "trade", "supremacy")
GOALS: Final[tuple[str, ...]] = ("shrines", "settlements", "territories", "units")
SHRINES_GOAL: Final = 0
SETTLEMENTS_GOAL: Final = 1
TERRITORIES_GOAL: Final = 2
UNITS_GOAL: Final = 3

# --- weapons: those that every house has, two of them basic; then one of each house -----------------------------------
COMMON_WEAPONS: Final = (
    "sling",
    "long-shield",
    "short-bow",
    "double-axe",
    "dagger",
    "catapult",
    "net",
    "war-hammer",
)
WEAPONS: Final = _once((*COMMON_WEAPONS, *(weapon for _, weapon, _ in ROSTER)))
BASIC_WEAPONS: Final = 2
#: masks: the basic weapons, all advanced ones
BASIC: Final = 0b11
COMMON_ADVANCED: Final = 0b11111100
ADVANCED: Final = 0b111111111100
#: the advanced weapons of each house
HOUSE_WEAPONS: Final = numbers([COMMON_ADVANCED | (1 << WEAPONS.index(weapon)) for _, weapon, _ in ROSTER])

# --- contracts, civilizations, culture markers, artifacts ------------------------------------------------------------
CONTRACTS: Final = 36
NEUTRAL_CONTRACTS: Final = 12
HOUSE_CONTRACTS: Final = 6
CONTRACT_NAMES: Final[tuple[str, ...]] = (
    *(f"neutral{number}" for number in range(1, NEUTRAL_CONTRACTS + 1)),
    *(f"{house}{number}" for house in HOUSES for number in range(1, HOUSE_CONTRACTS + 1)),
)
OFFER: Final = 6
# Where a contract is when no seat holds it; a fulfilled one is at FULFILLED + seat
IN_BOX: Final = -1
IN_DECK: Final = -2
IN_OFFER: Final = -3
FULFILLED: Final = 10

CIVILIZATIONS: Final = 12
NO_TILE: Final = -1
EFFECTS: Final[tuple[str, ...]] = ("", "walls", "curse", "raid")
WALLS: Final = 1
CURSE: Final = 2
RAID: Final = 3
MARKERS: Final = 20
NO_MARKER: Final = -1

ARTIFACTS: Final[tuple[str, ...]] = ("pandora", "scarab", "afterlife", "mirror", "fate", "cornucopia")
PANDORA: Final = 0
SCARAB: Final = 1
MAP: Final = 2
MIRROR: Final = 3
FATE: Final = 4
CORNUCOPIA: Final = 5
# Where an artifact is when no seat holds it
BOXED: Final = -1
PILED: Final = -2
REMOVED: Final = -3
DISCARDED: Final = -4
PANDORA_TOKENS: Final[tuple[str, ...]] = ("mana", "follower", "weapon")

# --- mana actions and extra actions -----------------------------------------------------------------------------------
MANA_ACTIONS: Final[tuple[str, ...]] = ("red", "blue", "weapons", "tech", "settle", "followers", "mirror")
MANA_RED: Final = 0
MANA_BLUE: Final = 1
MANA_WEAPONS: Final = 2
MANA_TECH: Final = 3
MANA_SETTLE: Final = 4
MANA_FOLLOWERS: Final = 5
MANA_MIRROR: Final = 6
EXTRAS: Final[tuple[str, ...]] = ("summon", "contract", "pandora", "cornucopia")
EXTRA_SUMMON: Final = 0
EXTRA_CONTRACT: Final = 1
EXTRA_PANDORA: Final = 2
EXTRA_CORNUCOPIA: Final = 3

# --- rewards: what tiles, cards and markers give ----------------------------------------------------------------------
REWARDS: Final[tuple[str, ...]] = (
    "food", "wood", "gold", "metal", "any", "mana", "follower", "weapon", "contract", "supremacy", "war",
    "technology", "trade", "vp", "portal", "move", "income", "goal", "blue", "red", "develop", "settlement",
    "cube_move", "one_of",
)  # fmt: skip
R_ANY: Final = 4
R_MANA: Final = 5
R_FOLLOWER: Final = 6
R_WEAPON: Final = 7
R_CONTRACT: Final = 8
R_SUPREMACY: Final = 9
R_WAR: Final = 10
R_TECHNOLOGY: Final = 11
R_TRADE: Final = 12
R_VP: Final = 13
R_PORTAL: Final = 14
R_MOVE: Final = 15
R_INCOME: Final = 16
R_GOAL: Final = 17
R_BLUE: Final = 18
R_RED: Final = 19
R_DEVELOP: Final = 20
R_SETTLEMENT: Final = 21
R_CUBE_MOVE: Final = 22
R_ONE_OF: Final = 23

#: rules that gains and payments are told with; steps hold the number
SOURCES: Final[tuple[str, ...]] = (
    "anunnaki/turn/perform", "anunnaki/turn/cube", "anunnaki/contract/fulfil", "anunnaki/culture/resolve",
    "anunnaki/battle/civ-win", "anunnaki/battle/rewards", "anunnaki/house/ra", "anunnaki/house/freya",
    "anunnaki/artifact/cornucopia", "anunnaki/mana/followers", "anunnaki/action/income", "anunnaki/artifact/pandora",
    "anunnaki/reward/income", "anunnaki/mana/weapons", "anunnaki/mana/settle", "anunnaki/house/bastet",
    "anunnaki/house/anubis", "anunnaki/house/frigg", "anunnaki/house/marduk", "anunnaki/action/portal",
    "anunnaki/house/anu", "anunnaki/reward/portal", "anunnaki/mana/tech", "anunnaki/reward/develop",
    "anunnaki/action/trade",
)  # fmt: skip
BY_TILE: Final = 0
BY_CUBE: Final = 1
BY_CONTRACT: Final = 2
BY_CULTURE: Final = 3
BY_CIVILIZATION: Final = 4
BY_WEAPON: Final = 5
BY_RA: Final = 6
BY_FREYA: Final = 7
BY_CORNUCOPIA: Final = 8
BY_MANA_FOLLOWERS: Final = 9
BY_INCOME: Final = 10
BY_PANDORA: Final = 11
BY_REWARD_INCOME: Final = 12
BY_MANA_WEAPONS: Final = 13
BY_MANA_SETTLE: Final = 14
BY_BASTET: Final = 15
BY_ANUBIS: Final = 16
BY_FRIGG: Final = 17
BY_MARDUK: Final = 18
BY_PORTAL: Final = 19
BY_ANU: Final = 20
BY_REWARD_PORTAL: Final = 21
BY_MANA_TECH: Final = 22
BY_REWARD_DEVELOP: Final = 23
BY_TRADE: Final = 24

#: anunnaki/end/rounds: the match ends after this many rounds if nobody has triggered the end
ROUNDS: Final = 100

# --- choices ----------------------------------------------------------------------------------------------------------
YES: Final = 0
NO: Final = 1
DONE: Final = 2
TILE_: Final = 3
MANA_: Final = 13
EXTRA_: Final = 20
RESOURCE_: Final = 24
TERRITORY_: Final = 28
PIECE_: Final = 67
GOD_: Final = 101
WEAPON_: Final = 133
CONTRACT_: Final = 145
ROW_: Final = 181
LINE_: Final = 183
CUBE_: Final = 198
TRACK_: Final = 213
ARTIFACT_: Final = 216
TOKEN_: Final = 222
HORN_: Final = 225
METAL_: Final = 227
CULTURE_: Final = 247


def _spellings() -> dict[str, str]:
    """Lines named from their other end, territories of planets in small letters, meeting points in their long form."""
    found: dict[str, str] = {}
    for name in LINE_NAMES:
        a, _, b = name.partition("-")
        found[f"line {b}-{a}"] = f"line {name}"
        found[f"cube {b}-{a}"] = f"cube {name}"
    for name in TERRITORY_NAMES:
        if not name.startswith("gaia."):
            found[f"territory {name.lower()}"] = f"territory {name}"
    long_forms = ("TL-TC-ML", "TC-ML-MR", "TC-TR-MR", "ML-MR-CAP")
    for house in HOUSES:
        for number, form in enumerate(long_forms, 1):
            found[f"culture {house}.{form}"] = f"culture {house}.{number}"
    return found


TABLE: Final = ChoiceTable(
    [
        ("yes", ()),
        ("no", ()),
        ("done", ()),
        ("tile", ACTIONS),
        ("mana", MANA_ACTIONS),
        ("extra", EXTRAS),
        ("resource", RESOURCES),
        ("territory", TERRITORY_NAMES),
        ("piece", PIECES),
        ("god", GODS),
        ("weapon", WEAPONS),
        ("contract", CONTRACT_NAMES),
        ("row", ("middle", "bottom")),
        ("line", LINE_NAMES),
        ("cube", LINE_NAMES),
        ("track", TRACKS),
        ("artifact", ARTIFACTS),
        ("token", PANDORA_TOKENS),
        ("horn", ("gain", "pay")),
        ("metal", [str(number) for number in range(MOST + 1)]),
        ("culture", POINT_NAMES),
    ],
    _spellings(),
)

# The constants above are literals so that the compiled engine can fold them; the table is the truth.
_LAYOUT: Final = {
    "yes": YES, "no": NO, "done": DONE, "tile": TILE_, "mana": MANA_, "extra": EXTRA_, "resource": RESOURCE_,
    "territory": TERRITORY_, "piece": PIECE_, "god": GOD_, "weapon": WEAPON_, "contract": CONTRACT_, "row": ROW_,
    "line": LINE_, "cube": CUBE_, "track": TRACK_, "artifact": ARTIFACT_, "token": TOKEN_, "horn": HORN_,
    "metal": METAL_, "culture": CULTURE_,
}  # fmt: skip
for _verb, _base in _LAYOUT.items():
    if TABLE.base(_verb) != _base:
        raise AssertionError(f"choice ids of '{_verb}' begin at {TABLE.base(_verb)}, not {_base}")
# So are these; whoever appends a house brings them up to date.
if (
    len(TERRITORY_NAMES) != TERRITORIES
    or TERRITORY_NAMES[GAIA] != "gaia.a"
    or TERRITORY_NAMES[AFTERLIFE] != "afterlife"
    or len(POINT_NAMES) != POINTS
    or len(CONTRACT_NAMES) != CONTRACTS
    or BASIC != (1 << BASIC_WEAPONS) - 1
    or (1 << len(COMMON_WEAPONS)) - 1 - BASIC != COMMON_ADVANCED
    or (1 << len(WEAPONS)) - 1 - BASIC != ADVANCED
    or any(len(gods) != GODS_PER_HOUSE for _, _, gods in ROSTER)
):
    raise AssertionError("the tables of names have another length")
