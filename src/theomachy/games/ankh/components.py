"""The components of Ankh by number, and the table of its choices. Names are the notation's; numbers never change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from theomachy.games.ankh.egypt import CELLS, EGYPT
from theomachy.kernel.choice import ChoiceTable
from theomachy.kernel.errors import BadContent

# --- gods -------------------------------------------------------------------------------------------------------------
#: what came into the box after its first gods and guardians, in the order in which it came: `("god", its name)` or
#: `("guardian", its name)`. Only ever appended to: the order gives numbers and ids of choices.
ADDED: Final[tuple[tuple[str, str], ...]] = ()


def _with_added(what: str, first: tuple[str, ...]) -> tuple[str, ...]:
    """The first gods or guardians, and those that came later."""
    for kind, name in ADDED:
        if kind not in ("god", "guardian"):
            raise BadContent(f"components.py: ADDED: ('{kind}', '{name}'): write 'god' or 'guardian' before a name")
        if ADDED.count((kind, name)) > 1:
            raise BadContent(f"components.py: ADDED: ('{kind}', '{name}') is there twice")
        if kind == what and name in first:
            raise BadContent(f"components.py: ADDED: ('{kind}', '{name}'): there is a {what} of that name already")
    return (*first, *(name for kind, name in ADDED if kind == what))


#: each has a module in `gods`
GODS: Final = _with_added("god", ("amun", "anubis", "isis", "osiris", "ra"))
AMUN: Final = 1
ANUBIS: Final = 2
ISIS: Final = 4
OSIRIS: Final = 8
RA: Final = 16
MAX_PLAYERS: Final = 5

# --- actions, top track to bottom -------------------------------------------------------------------------------------
ACTIONS: Final[tuple[str, ...]] = ("move", "summon", "gain", "unlock")
MOVE: Final = 0
SUMMON: Final = 1
GAIN: Final = 2
UNLOCK: Final = 3

# --- events -----------------------------------------------------------------------------------------------------------
EVENTS: Final[tuple[str, ...]] = ("control", "camel", "conflict", "bid")
CONTROL: Final = 0
CAMEL: Final = 1
CONFLICT: Final = 2
BID: Final = 3
EVENT_LETTERS: Final = "CSXG"

# --- figures: fourteen per god, the god, six warriors, three more warriors that only an expansion brings into play, two
# small and two large guardian bases ----------------------------------------------------------------------------------
#: each has a module in `guardians`
GUARDIAN_NAMES: Final = _with_added(
    "guardian", ("satis", "cat-mummy", "mummy", "apep", "giant-scorpion", "androsphinx")
)
PIECES: Final[tuple[str, ...]] = ("god", "warrior", *GUARDIAN_NAMES)
GOD: Final = 0
WARRIOR: Final = 1
SATIS: Final = 2
CAT_MUMMY: Final = 3
MUMMY: Final = 4
APEP: Final = 5
SCORPION: Final = 6
ANDROSPHINX: Final = 7
NO_GUARDIAN: Final = -1

FIGURES: Final = 14
FIRST_WARRIOR: Final = 1
WARRIORS: Final = 6
FIRST_EXTRA_WARRIOR: Final = 7
EXTRA_WARRIORS: Final = 3
FIRST_SMALL: Final = 10
FIRST_LARGE: Final = 12
GUARDIANS: Final = tuple(range(SATIS, len(PIECES)))
#: those that were there before anything was added
FIRST_GUARDIANS: Final = (2, 3, 4, 5, 6, 7)

# Where a figure is when it is not on a cell
POOL: Final = -1
HELD: Final = -2
GONE: Final = -3
DYING: Final = -4
#: somewhere an expansion keeps it
AWAY: Final = -5

# --- monuments --------------------------------------------------------------------------------------------------------
MONUMENTS: Final[tuple[str, ...]] = ("obelisk", "pyramid", "temple")
OBELISK: Final = 0
PYRAMID: Final = 1
TEMPLE: Final = 2
#: a monument of all three types, which only an expansion brings into play
EVERY_TYPE: Final = 3
MONUMENT_NAMES: Final[tuple[str, ...]] = (*MONUMENTS, "sphinx")
MONUMENT_KINDS: Final = 4
NO_MONUMENT: Final = -1
MONUMENTS_OF_TYPE: Final = 10
NEUTRAL: Final = -1

# What stands on a cell: nothing, a figure (its number + 1), a monument, a city, and from EXTRA_PIECE on what only an
# expansion puts there: pieces that fill their cell and belong to nobody
EMPTY: Final = 0
MONUMENT: Final = 100
CITY: Final = 101
EXTRA_PIECE: Final = 102
PIECE_NUMBERS: Final = 110

# --- battle cards, each with a module in `cards` ----------------------------------------------------------------------
CARDS: Final[tuple[str, ...]] = ("chariots", "plague", "drought", "flood", "build", "miracle", "maat")
CHARIOTS: Final = 1
PLAGUE: Final = 2
DROUGHT: Final = 4
FLOOD: Final = 8
BUILD: Final = 16
MIRACLE: Final = 32
MAAT: Final = 64
ALL_CARDS: Final = 127

# --- ankh powers, each with a module in `powers` ----------------------------------------------------------------------
POWERS: Final[tuple[str, ...]] = (
    "commanding", "inspiring", "omnipresent", "revered",
    "resplendent", "obelisk", "temple", "pyramid",
    "glorious", "magnanimous", "bountiful", "worshipful",
)  # fmt: skip
COMMANDING: Final = 1
INSPIRING: Final = 2
OMNIPRESENT: Final = 4
REVERED: Final = 8
RESPLENDENT: Final = 16
OBELISK_POWER: Final = 32
TEMPLE_POWER: Final = 64
PYRAMID_POWER: Final = 128
GLORIOUS: Final = 256
MAGNANIMOUS: Final = 512
BOUNTIFUL: Final = 1024
WORSHIPFUL: Final = 2048
POWERS_PER_LEVEL: Final = 4
ROW_TOKENS: Final = 6
POOL_TOKENS: Final = 9
#: unlocking the n-th power uncovers a guardian symbol of this level
GUARDIAN_WITH_UNLOCK: Final[tuple[int, ...]] = (0, 0, 1, 0, 2, 3, 0)

# --- tracks and supplies ----------------------------------------------------------------------------------------------
TOP: Final = 31
RED_UNTIL: Final = 20
TILES: Final = 8
CAMELS: Final = 30
CHAIN: Final = 6
REGION_MINIMUM: Final = 6
SUNS: Final = 3
UNDERWORLD_TOKENS: Final = 3
ANUBIS_SLOTS: Final = 3

# --- special rules of scenarios, each with a module in `specials` -----------------------------------------------------
SPECIALS: Final = ("two-capitals", "unrest-in-the-dynasty", "great-rebuilding", "guardians-of-kemet")
TWO_CAPITALS: Final = 1
UNREST: Final = 2
REBUILDING: Final = 4
KEMET: Final = 8
OWN_STOCK: Final = 2

# --- choices ----------------------------------------------------------------------------------------------------------
EDGES: Final = 266
BIDS: Final = 1000
YES: Final = 0
NO: Final = 1
DONE: Final = 2
ACTION_: Final = 3
POWER_: Final = 7
CARD_: Final = 19
BUILD_: Final = 26
PIECE_: Final = 29
HOLD_: Final = 37
TOKEN_: Final = 42
TOKEN_POOL: Final = 143
FIGURE_: Final = 144
CELL_: Final = 245
CLAW_: Final = 346
MONUMENT_: Final = 447
REGION_: Final = 548
EDGE_: Final = 649
BID_: Final = 915

#: the choices of cells and monuments by cell, and of bids: numbers that are objects already. (One above 256 made anew
#: takes 130 instructions. `Any`, so that the compiled engine does not open and wrap them again.)
CELL: Final[list[Any]] = [CELL_ + cell for cell in range(CELLS)]
MONUMENT_AT: Final[list[Any]] = [MONUMENT_ + cell for cell in range(CELLS)]
BID_OF: Final[list[int]] = [BID_ + number for number in range(BIDS)]

#: nouns of `piece`: what is summoned or taken. A held warrior is named apart from one of the pool.
PIECE_NOUNS: Final = ("warrior", "held", *GUARDIAN_NAMES)
PIECE_WARRIOR: Final = 29
PIECE_HELD: Final = 30

#: how many nouns `hold` and `piece` had when ids were given out, and the id after those of all expansions, where the
#: nouns of what was added begin
FIRST_GODS: Final = 5
FIRST_PIECES: Final = 8
LATE_: Final = 2060
LATE_VERBS: Final[list[tuple[str, Sequence[str]]]] = [
    ("hold" if what == "god" else "piece", (name,)) for what, name in ADDED
]


def _choices(verb: str, base: int, names: Sequence[str], first: int) -> list[int]:
    return [
        base + number if number < first else LATE_ + LATE_VERBS.index((verb, (name,)))
        for number, name in enumerate(names)
    ]


#: the choice `hold …` by kind of god
HOLD: Final = _choices("hold", HOLD_, GODS, FIRST_GODS)
#: the choice `piece …` by kind of figure; nobody summons a god
PIECE: Final = [-1, PIECE_WARRIOR, *_choices("piece", PIECE_, PIECE_NOUNS, FIRST_PIECES)[2:]]


def _spellings() -> dict[str, str]:
    return {
        f"edge {EGYPT.names[b]}-{EGYPT.names[a]}": f"edge {EGYPT.names[a]}-{EGYPT.names[b]}"
        for a, b in EGYPT.edge_cells
    }


SPELLINGS: Final = _spellings()
#: the verbs of the base game with their nouns; `game` appends those of expansions, so that ids never change
VERBS: Final[list[tuple[str, Sequence[str]]]] = [
    ("yes", ()),
    ("no", ()),
    ("done", ()),
    ("action", ACTIONS),
    ("power", POWERS),
    ("card", CARDS),
    ("build", MONUMENTS),
    ("piece", PIECE_NOUNS[:FIRST_PIECES]),
    ("hold", GODS[:FIRST_GODS]),
    ("token", (*EGYPT.names, "pool")),
    ("figure", EGYPT.names),
    ("cell", EGYPT.names),
    ("claw", EGYPT.names),
    ("monument", EGYPT.names),
    ("region", EGYPT.names),
    ("edge", EGYPT.edge_names),
    ("bid", [str(number) for number in range(BIDS)]),
]

# The constants above are literals so that the compiled engine can fold them; the table is the truth.
_TABLE: Final = ChoiceTable(VERBS)
_LAYOUT: Final = {
    "yes": YES, "no": NO, "done": DONE, "action": ACTION_, "power": POWER_, "card": CARD_, "build": BUILD_,
    "piece": PIECE_, "hold": HOLD_, "token": TOKEN_, "figure": FIGURE_, "cell": CELL_, "claw": CLAW_,
    "monument": MONUMENT_, "region": REGION_, "edge": EDGE_, "bid": BID_,
}  # fmt: skip
for _verb, _base in _LAYOUT.items():
    if _TABLE.base(_verb) != _base:
        raise AssertionError(f"choice ids of '{_verb}' begin at {_TABLE.base(_verb)}, not {_base}")
if len(EGYPT.edge_names) != EDGES or CELLS != 101:
    raise AssertionError(f"the map has {CELLS} cells and {len(EGYPT.edge_names)} edges")
