"""The components of Pharaoh by number, and its choices, which follow those of the base game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from theomachy.games.ankh.components import EXTRA_PIECE, LATE_, VERBS
from theomachy.games.ankh.content import CONTENT
from theomachy.games.ankh.egypt import CELLS, EGYPT
from theomachy.kernel.choice import ChoiceTable

_CONTENT: Final = CONTENT["pharaoh"]

# --- the pharaohs -----------------------------------------------------------------------------------------------------
KINGS: Final = ("ramses", "xerxes", "amenhotep", "tutankhamun", "akhenaten")
RAMSES: Final = 0
XERXES: Final = 1
AMENHOTEP: Final = 2
TUTANKHAMUN: Final = 3
AKHENATEN: Final = 4
#: Tutankhamun's pharaoh tokens
KING_TOKENS: Final = 3

# --- the palace -------------------------------------------------------------------------------------------------------
ROOMS: Final = ("law", "war", "court", "throne")
LAW: Final = 0
WAR: Final = 1
COURT: Final = 2
THRONE: Final = 3
ROOM_COUNT: Final = 4
PRIESTS: Final = 3


def _neighbours(room: str) -> list[int]:
    pairs = [pair.split("-") for pair in _CONTENT["palace"]["neighbours"]]
    return sorted(ROOMS.index(b if a == room else a) for a, b in pairs if room in (a, b))


#: the rooms beside each room
NEXT_ROOMS: Final[list[list[int]]] = [_neighbours(room) for room in ROOMS]

# --- agenda cards -----------------------------------------------------------------------------------------------------
AGENDA: Final = (
    "declare-war", "join-the-pantheon", "convert-the-weak", "lord-of-pyramids", "sow-the-seeds", "rapture",
    "harmony-of-maat", "shake-their-faith", "smash",
)  # fmt: skip
DECLARE_WAR: Final = 0
JOIN_THE_PANTHEON: Final = 1
CONVERT_THE_WEAK: Final = 2
LORD_OF_PYRAMIDS: Final = 3
SOW_THE_SEEDS: Final = 4
RAPTURE: Final = 5
HARMONY_OF_MAAT: Final = 6
SHAKE_THEIR_FAITH: Final = 7
SMASH: Final = 8
AGENDA_KINDS: Final = 9
COPIES: Final[list[int]] = [_CONTENT["agenda"][card]["copies"] for card in AGENDA]
OPEN_CARDS: Final = 3

# --- pieces on the board ----------------------------------------------------------------------------------------------
SPHINXES: Final = 5
PHARAOH: Final = 102
INFANTRY: Final = 103
#: what each pharaoh's card says
INFANTRY_PER_CALL: Final = 2
PHARAOH_MOVES: Final = 3
FAR: Final = 5
WITHIN_FAR: Final = EGYPT.within(FAR)

# --- choices ----------------------------------------------------------------------------------------------------------
ROOM_: Final = 1915
PRIEST_: Final = 1919
AGENDA_: Final = 1923
TAKE_: Final = 1932
REMOVE_: Final = 1941
REMOVE_PLAYED_: Final = 1950
INFANTRY_: Final = 1959

EXTRA_VERBS: Final[list[tuple[str, Sequence[str]]]] = [
    ("room", ROOMS),
    ("priest", ROOMS),
    ("agenda", AGENDA),
    ("take", AGENDA),
    ("remove", AGENDA),
    ("remove-played", AGENDA),
    ("infantry", EGYPT.names),
]

# The constants above are literals so that the compiled engine can fold them; the table is the truth.
_LAYOUT: Final = {
    "room": ROOM_, "priest": PRIEST_, "agenda": AGENDA_, "take": TAKE_, "remove": REMOVE_,
    "remove-played": REMOVE_PLAYED_, "infantry": INFANTRY_,
}  # fmt: skip
_TABLE: Final = ChoiceTable([*VERBS, *EXTRA_VERBS])
for _verb, _base in _LAYOUT.items():
    if _TABLE.base(_verb) != _base:
        raise AssertionError(f"choice ids of '{_verb}' begin at {_TABLE.base(_verb)}, not {_base}")
if len(_TABLE) != LATE_:
    raise AssertionError(f"the choices of all verbs end at {len(_TABLE)}, not {LATE_}")
if EXTRA_PIECE != PHARAOH or sum(COPIES) != 40 or tuple(_CONTENT["palace"]["rooms"]) != ROOMS or CELLS != 101:
    raise AssertionError("the components of Pharaoh are not those of the content file")
