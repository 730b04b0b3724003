"""What Pharaoh adds to the state of a match: the pharaoh, the palace, the agenda cards. Plain data, like the table."""

from __future__ import annotations

from theomachy.games.ankh.ids import NOWHERE, Region
from theomachy.games.ankh.pharaoh.components import AGENDA_KINDS, PRIESTS, ROOM_COUNT
from theomachy.games.ankh.state import AnkhState, Annex
from theomachy.kernel.arrays import Numbers, filled


class Realm(Annex):
    """Everything the expansion must remember."""

    __slots__ = (
        "cell",
        "dead",
        "deck",
        "discard",
        "hand",
        "harmony",
        "infantry",
        "king",
        "marched",
        "open",
        "played",
        "pool",
        "removed",
        "rested",
        "revealed",
        "rooms",
        "spent",
        "tokens",
        "unified",
    )

    def __init__(self, king: int, seats: int) -> None:
        self.king: int = king
        #: where the pharaoh stands; -1: not on the board
        self.cell: int = -1
        #: Tutankhamun: his tokens, and whether he has died
        self.tokens: int = 0
        self.dead: int = 0
        #: Ramses: cells with infantry, and in a riddle those whose infantry has moved
        self.infantry: list[int] = []
        self.marched: list[int] = []
        #: Akhenaten: warriors and priests are one pool, and the extra warriors of the table are in it
        self.unified: int = 0
        #: priests in the palace, by god and room; in the pool, by god (not if unified); and in each room those of the
        #: moving god that have not moved in this action
        self.rooms: Numbers = filled(seats * ROOM_COUNT, 0)
        self.pool: Numbers = filled(seats, PRIESTS)
        self.rested: Numbers = filled(ROOM_COUNT, 0)
        #: agenda cards by god and kind: in hand, lying open as played
        self.hand: Numbers = filled(seats * AGENDA_KINDS, 0)
        self.played: Numbers = filled(seats * AGENDA_KINDS, 0)
        #: kinds of cards; the top of the deck is its last entry
        self.open: list[int] = []
        self.deck: list[int] = []
        self.discard: list[int] = []
        self.revealed: list[int] = []
        #: cards out of the game, by kind
        self.removed: Numbers = filled(AGENDA_KINDS, 0)
        #: whether the agenda card of this action is played, and whether Harmony of Ma'at works in this turn
        self.spent: int = 0
        self.harmony: int = 0

    def copy(self) -> Realm:
        other = Realm(self.king, 0)
        other.cell = self.cell
        other.tokens = self.tokens
        other.dead = self.dead
        other.infantry = self.infantry.copy()
        other.marched = self.marched.copy()
        other.unified = self.unified
        other.rooms = self.rooms[:]
        other.pool = self.pool[:]
        other.rested = self.rested[:]
        other.hand = self.hand[:]
        other.played = self.played[:]
        other.open = self.open.copy()
        other.deck = self.deck.copy()
        other.discard = self.discard.copy()
        other.revealed = self.revealed.copy()
        other.removed = self.removed[:]
        other.spent = self.spent
        other.harmony = self.harmony
        return other


def realm(s: AnkhState) -> Realm:
    """The expansion's part of a state that has it."""
    annex = s.annex
    if not isinstance(annex, Realm):
        raise AssertionError("this match is played without Pharaoh")
    return annex


def royal_region(s: AnkhState) -> Region:
    """The pharaoh's region; none while he is not on the board."""
    cell = realm(s).cell
    return Region(s.region[cell]) if cell >= 0 else NOWHERE
