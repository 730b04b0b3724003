"""The state of an Ankh match: flat lists of small numbers, one name for each thing on the table.

Gods are numbered by the seat that started with them; figure `f` belongs to god `f // FIGURES` (see `components`). A
merged god keeps the number of the higher god. Nothing here enforces a rule: the chapters do.
"""

from __future__ import annotations

from typing import ClassVar, Final

from theomachy.games.ankh.components import (
    ALL_CARDS,
    CAMELS,
    EDGES,
    EMPTY,
    EXTRA_WARRIORS,
    FIGURES,
    FIRST_SMALL,
    FIRST_WARRIOR,
    GOD,
    GONE,
    HELD,
    MAX_PLAYERS,
    MONUMENTS_OF_TYPE,
    NEUTRAL,
    NO_GUARDIAN,
    NO_MONUMENT,
    OWN_STOCK,
    PIECE_NUMBERS,
    PIECES,
    POOL,
    POOL_TOKENS,
    ROW_TOKENS,
    TILES,
    UNDERWORLD_TOKENS,
    WARRIOR,
    WARRIORS,
)
from theomachy.games.ankh.egypt import CELLS, OUTSIDE, RIVER
from theomachy.games.ankh.ground import Ground
from theomachy.games.ankh.ids import NO_FIGURE, Figure, Region
from theomachy.kernel.arrays import Numbers, bit, count_of, filled, numbers
from theomachy.kernel.ids import NO_SIDE, Seat, Side
from theomachy.kernel.state import State, clear_state

#: what an edge carries
CLEAR: Final = 0
RIVER_BARRIER: Final = 1
CAMEL_BARRIER: Final = 2


class Battle:
    """What must be remembered during one battle, and only then."""

    __slots__ = (
        "bidders",
        "cards",
        "killed",
        "margin",
        "participants",
        "present",
        "queue",
        "region",
        "spared",
        "strength",
        "two_cards",
        "victims",
        "winner",
    )

    def __init__(self, region: Region, seats: int) -> None:
        self.region: Region = region
        #: bit mask of the gods that take part, fixed after the obelisk step
        self.participants: int = 0
        #: cards revealed in this battle, a mask per god
        self.cards: list[int] = [0] * seats
        #: figures that stood on fertile land when their Flood was revealed
        self.spared: list[Figure] = []
        #: figures killed during this battle, per god (Miracle)
        self.killed: list[int] = [0] * seats
        #: figures present at the strength step, per god (Magnanimous)
        self.present: list[int] = [0] * seats
        self.strength: list[int] = [0] * seats
        #: the god that announced two cards
        self.two_cards: Side = NO_SIDE
        self.winner: Side = NO_SIDE
        self.margin: int = 0
        #: gods still to act in the current part of the sequence, next one first; figures, while Isis gives up some
        self.queue: list[int] = []
        #: gods that bid in every plague of this battle
        self.bidders: list[Side] = []
        #: figures about to die in battle resolution
        self.victims: list[Figure] = []

    def copy(self) -> Battle:
        other = Battle(self.region, 0)
        other.participants = self.participants
        other.cards = self.cards.copy()
        other.spared = self.spared.copy()
        other.killed = self.killed.copy()
        other.present = self.present.copy()
        other.strength = self.strength.copy()
        other.two_cards = self.two_cards
        other.winner = self.winner
        other.margin = self.margin
        other.queue = self.queue.copy()
        other.bidders = self.bidders.copy()
        other.victims = self.victims.copy()
        return other


class Annex:
    """What an expansion must remember beside the table: plain data, like everything in a state."""

    __slots__ = ()

    def copy(self) -> Annex:
        raise NotImplementedError


class AnkhState(State):
    """Everything on the table. Made by `empty_table` or `copy`; a bare one has no fields yet."""

    __slots__ = (
        "alive",
        "amun_ready",
        "annex",
        "at",
        "barrier",
        "battle",
        "camels_left",
        "cats",
        "chain",
        "claw_a",
        "claw_b",
        "conflicts_done",
        "control",
        "devotion",
        "divine",
        "dying",
        "events_done",
        "expansion",
        "first_seat",
        "followers",
        "god_kind",
        "ground",
        "guardian_left",
        "hand",
        "how",
        "in_conflict",
        "kind",
        "ladder",
        "marker",
        "monument",
        "monuments",
        "monuments_left",
        "moved",
        "origin",
        "placed",
        "powers",
        "region",
        "row",
        "rules",
        "secret",
        "side",
        "stock",
        "sun",
        "suns_left",
        "tiebreaker",
        "tiebreaker_ready",
        "tiles_left",
        "tokens",
        "turn_seat",
        "underworld",
        "where",
        "winner",
    )

    game_class: ClassVar[str] = "theomachy.games.ankh.game:Ankh"

    # --- who plays
    #: the kind of god each seat started with
    god_kind: Numbers
    #: per god: bit mask of the god powers it has (a merged god has two)
    divine: Numbers
    #: seat to god: differs from the seat's own number after merging
    side: Numbers
    #: gods still in the game under their own number
    alive: Numbers
    first_seat: Seat
    #: special rules of the scenario, a bit mask
    rules: int
    #: which expansion is in play (see `moments`), 0 for none, and what it remembers
    expansion: int
    annex: Annex | None
    # --- tracks
    devotion: Numbers
    #: the gods in play from least to most devoted; the stack on a shared space is part of it
    ladder: list[Side]
    #: how often each action marker was moved since its start space
    marker: Numbers
    events_done: int
    conflicts_done: int
    # --- players' goods
    followers: Numbers
    powers: Numbers
    #: ankh tokens left in the row of the god board, and in the pool
    row: Numbers
    tokens: Numbers
    hand: Numbers
    stock: Numbers
    # --- figures
    kind: Numbers
    where: Numbers
    sun: Numbers
    claw_a: Numbers
    claw_b: Numbers
    #: figures that have moved in this action or this battle
    moved: Numbers
    guardian_left: Numbers
    # --- the board
    at: Numbers
    #: cells with a monument, in the order they were built
    monuments: list[int]
    monument: Numbers
    control: Numbers
    #: where a monument came from: 0 the common supply, otherwise 1 + the god whose stock it was
    origin: Numbers
    monuments_left: Numbers
    #: what each edge carries; the last entry is the edge of the world
    barrier: Numbers
    camels_left: int
    #: what follows from the camels, when somebody has asked; None after they changed. Not part of a save.
    ground: Ground | None
    #: the order tile of each land cell's region; 0 on water
    region: Numbers
    #: order tiles in the supply, bit mask by number
    tiles_left: int
    # --- gods' own tokens
    underworld: Numbers
    suns_left: int
    amun_ready: int
    # --- the turn and what is going on
    turn_seat: Seat
    in_conflict: int
    tiebreaker: Side
    tiebreaker_ready: int
    #: per seat what it has secretly chosen; -1 nothing yet
    secret: Numbers
    #: placements of the current summon action: which of its summons each could be (see `summon`)
    placed: list[int]
    #: the caravan being laid, edge by edge
    chain: list[int]
    #: figures that died in the current killing moment and have not found their place yet
    dying: list[Figure]
    #: gods that lost Cat Mummies in that moment, one entry each
    cats: list[Side]
    battle: Battle | None
    # --- the end
    winner: Side
    how: str

    def copy(self) -> AnkhState:
        """An independent copy; facts stay behind."""
        other = AnkhState()
        self.copy_to(other)
        other.god_kind = self.god_kind
        other.divine = self.divine[:]
        other.side = self.side[:]
        other.alive = self.alive[:]
        other.first_seat = self.first_seat
        other.rules = self.rules
        other.expansion = self.expansion
        annex = self.annex
        other.annex = None if annex is None else annex.copy()
        other.devotion = self.devotion[:]
        other.ladder = self.ladder.copy()
        other.marker = self.marker[:]
        other.events_done = self.events_done
        other.conflicts_done = self.conflicts_done
        other.followers = self.followers[:]
        other.powers = self.powers[:]
        other.row = self.row[:]
        other.tokens = self.tokens[:]
        other.hand = self.hand[:]
        other.stock = self.stock[:]
        other.kind = self.kind[:]
        other.where = self.where[:]
        other.sun = self.sun[:]
        other.claw_a = self.claw_a[:]
        other.claw_b = self.claw_b[:]
        other.moved = self.moved[:]
        other.guardian_left = self.guardian_left[:]
        other.at = self.at[:]
        other.monuments = self.monuments.copy()
        other.monument = self.monument[:]
        other.control = self.control[:]
        other.origin = self.origin[:]
        other.monuments_left = self.monuments_left[:]
        other.barrier = self.barrier[:]
        other.camels_left = self.camels_left
        other.ground = self.ground
        other.region = self.region[:]
        other.tiles_left = self.tiles_left
        other.underworld = self.underworld[:]
        other.suns_left = self.suns_left
        other.amun_ready = self.amun_ready
        other.turn_seat = self.turn_seat
        other.in_conflict = self.in_conflict
        other.tiebreaker = self.tiebreaker
        other.tiebreaker_ready = self.tiebreaker_ready
        other.secret = self.secret[:]
        other.placed = self.placed.copy()
        other.chain = self.chain.copy()
        other.dying = self.dying.copy()
        other.cats = self.cats.copy()
        other.battle = None if self.battle is None else self.battle.copy()
        other.winner = self.winner
        other.how = self.how
        return other


def empty_table(gods: list[int]) -> AnkhState:
    """A state with nothing on the board, for these kinds of gods in seat order."""
    s = AnkhState()
    seats = len(gods)
    clear_state(s, seats)
    seat_gods(s, gods)
    s.side = numbers(list(range(seats)))
    s.alive = filled(seats, 1)
    s.first_seat = Seat(0)
    s.rules = 0
    s.expansion = 0
    s.annex = None
    s.devotion = filled(seats, 0)
    s.ladder = [Side(god) for god in range(seats - 1, -1, -1)]
    s.marker = numbers([0, 0, 0, 0])
    s.events_done = 0
    s.conflicts_done = 0
    s.followers = filled(seats, 0)
    s.powers = filled(seats, 0)
    s.row = filled(seats, ROW_TOKENS)
    s.tokens = filled(seats, POOL_TOKENS)
    s.hand = filled(seats, ALL_CARDS)
    s.stock = filled(3 * seats, 0)
    s.kind = numbers(([GOD] + [WARRIOR] * WARRIORS + [NO_GUARDIAN] * (EXTRA_WARRIORS + 4)) * seats)
    s.where = numbers(([POOL] * (1 + WARRIORS) + [GONE] * EXTRA_WARRIORS + [POOL] * 4) * seats)
    s.sun = filled(FIGURES * seats, 0)
    s.claw_a = filled(FIGURES * seats, -1)
    s.claw_b = filled(FIGURES * seats, -1)
    s.moved = filled(FIGURES * seats, 0)
    s.guardian_left = filled(len(PIECES), 0)
    s.at = filled(CELLS, EMPTY)
    s.monuments = []
    s.monument = filled(CELLS, NO_MONUMENT)
    s.control = filled(CELLS, NEUTRAL)
    s.origin = filled(CELLS, 0)
    s.monuments_left = numbers([MONUMENTS_OF_TYPE] * 3 + [0])
    s.barrier = filled(EDGES + 1, CLEAR)
    s.barrier[OUTSIDE] = RIVER_BARRIER
    for edge in RIVER:
        s.barrier[edge] = RIVER_BARRIER
    s.camels_left = CAMELS
    s.ground = None
    s.region = filled(CELLS, 0)
    s.tiles_left = ((1 << TILES) - 1) << 1
    s.underworld = filled(UNDERWORLD_TOKENS, GONE)
    s.suns_left = 0
    s.amun_ready = 1
    s.turn_seat = Seat(0)
    s.in_conflict = 0
    s.tiebreaker = NO_SIDE
    s.tiebreaker_ready = 0
    s.secret = filled(seats, -1)
    s.placed = []
    s.chain = []
    s.dying = []
    s.cats = []
    s.battle = None
    s.winner = NO_SIDE
    s.how = ""
    return s


def seat_gods(s: AnkhState, gods: list[int]) -> None:
    """Who plays: these kinds of gods, each with its god power, in seat order."""
    s.god_kind = numbers(gods)
    s.divine = numbers([bit(kind) for kind in gods])


#: the god whose figure a piece on a cell is (see `at`); -1 for what is no figure
OWNER: Final = numbers(
    [(piece - 1) // FIGURES if 0 < piece <= FIGURES * MAX_PLAYERS else -1 for piece in range(PIECE_NUMBERS)]
)

# --- plain questions about the table that every chapter asks ----------------------------------------------------------


def owner_at(s: AnkhState, cell: int) -> Side:
    """The god whose figure stands on a cell; -1 if no figure does."""
    return Side(OWNER[s.at[cell]])


def figure_at(s: AnkhState, cell: int) -> Figure:
    """The figure that stands on a cell."""
    return Figure(s.at[cell] - 1)


def god_cell(s: AnkhState, god: Side) -> int:
    """Where a god figure stands."""
    return s.where[god * FIGURES]


def has_power(s: AnkhState, god: Side, power: int) -> bool:
    return s.powers[god] & power != 0


def is_divine(s: AnkhState, god: Side, divinity: int) -> bool:
    """Whether a god has the god power of Amun, Anubis …; a merged god has two."""
    return s.divine[god] & divinity != 0


def god_with(s: AnkhState, divinity: int) -> Side:
    """The god in play with that god power; -1 if there is none."""
    for god in range(s.seats):
        if s.alive[god] and s.divine[god] & divinity:
            return Side(god)
    return NO_SIDE


def god_of(s: AnkhState, seat: Seat) -> Side:
    """The god a seat plays: another one after merging."""
    return Side(s.side[seat])


def seat_of(s: AnkhState, god: Side) -> Seat:
    """Who decides for a god. ankh/merge/who-decides: in its own turn a seat, otherwise the higher god's player."""
    if not s.in_conflict and god_of(s, s.turn_seat) == god:
        return s.turn_seat
    return Seat(god)


def ascending(s: AnkhState) -> list[Side]:
    """The gods in ascending devotion, as they stand now."""
    return s.ladder.copy()


def held_warriors(s: AnkhState) -> int:
    """How many warriors Anubis holds."""
    return count_of(s.where, HELD)


def free_base(s: AnkhState, god: Side, large: bool) -> Figure:
    """The number of a free guardian base of the size; -1 if none. (ankh/unlock/base)"""
    first = god * FIGURES + (FIRST_SMALL + 2 if large else FIRST_SMALL)
    for figure in range(first, first + 2):
        if s.kind[figure] == NO_GUARDIAN:
            return Figure(figure)
    return NO_FIGURE


def pool_warrior(s: AnkhState, god: Side, place: int = POOL) -> Figure:
    """A warrior of the god that is in the pool (or held); -1 if none."""
    first = god * FIGURES + FIRST_WARRIOR
    for figure in range(first, first + WARRIORS + EXTRA_WARRIORS):
        if s.where[figure] == place:
            return Figure(figure)
    return NO_FIGURE


def pool_guardian(s: AnkhState, god: Side, kind: int) -> Figure:
    """A guardian of the kind in the god's pool; -1 if none."""
    first = god * FIGURES + FIRST_SMALL
    for figure in range(first, first + 4):
        if s.kind[figure] == kind and s.where[figure] == POOL:
            return Figure(figure)
    return NO_FIGURE


def set_stock(s: AnkhState) -> None:
    """The Great Rebuilding: an own stock for every god."""
    s.stock = filled(3 * s.seats, OWN_STOCK)
