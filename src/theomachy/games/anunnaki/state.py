"""The state of an Anunnaki match: flat lists of small numbers, one name for each thing on the table.

Players are numbered by seat. Territories, gods, weapons and so on by `components`. What a seat has in a territory is
at `seat * TERRITORIES + territory`. Nothing here enforces a rule: the chapters do.
"""

from __future__ import annotations

from typing import ClassVar, Final

from mypy_extensions import i64

from theomachy.games.anunnaki.components import (
    ADVANCED,
    AFTERLIFE,
    ALL_TOKENS,
    ARTIFACTS,
    BASIC,
    BOXED,
    CAPITAL,
    CIVILIZATIONS,
    CONTRACTS,
    FIGURES,
    FOLLOWERS,
    GODS_PER_HOUSE,
    HOUSE_WEAPONS,
    HOUSES,
    IN_BOX,
    LESSER_CARDS,
    MAP,
    NO_MARKER,
    NO_TILE,
    PLACES,
    PLANET_AT,
    PLANET_SIZE,
    POINTS,
    SETTLEMENTS,
    TERRITORIES,
    UNSUMMONED,
)
from theomachy.games.anunnaki.tables import Tables
from theomachy.kernel.arrays import Numbers, bit, filled, numbers
from theomachy.kernel.ids import NO_SEAT, Seat
from theomachy.kernel.state import State, clear_state


class Battle:
    """What must be remembered during one battle, and only then. Side 0 attacks, side 1 defends."""

    __slots__ = (
        "back",
        "cancelled",
        "cards",
        "chariot",
        "loki",
        "place",
        "played",
        "seats",
        "second",
        "strength",
        "tile",
        "winner",
    )  # fmt: skip

    def __init__(self, place: int, attacker: Seat, defender: Seat, tile: int) -> None:
        self.place: int = place
        #: attacker and defender; the defender is `NO_SEAT` when a civilization defends
        self.seats: list[Seat] = [attacker, defender]
        self.tile: int = tile
        #: the weapon each side fights with; -1 none
        self.cards: list[int] = [-1, -1]
        #: Loki's other weapon, until one of the two is chosen
        self.loki: list[int] = [-1, -1]
        #: the weapon added by the composite bow
        self.second: list[int] = [-1, -1]
        #: metal paid for the war chariot
        self.chariot: list[int] = [0, 0]
        #: 1 when the weapon effect of that side (for side 1 also the civilization's) is ignored
        self.cancelled: list[int] = [0, 0]
        #: 1 when that side has played an advanced weapon
        self.played: list[int] = [0, 0]
        #: the weapon that the viking helmet sent back
        self.back: int = -1
        self.strength: list[int] = [0, 0]
        #: the side that won
        self.winner: int = -1

    def copy(self) -> Battle:
        other = Battle(self.place, self.seats[0], self.seats[1], self.tile)
        other.cards = self.cards.copy()
        other.loki = self.loki.copy()
        other.second = self.second.copy()
        other.chariot = self.chariot.copy()
        other.cancelled = self.cancelled.copy()
        other.played = self.played.copy()
        other.back = self.back
        other.strength = self.strength.copy()
        other.winner = self.winner
        return other


class AnunnakiState(State):
    """Everything on the table. Made by `empty_table` or `copy`; a bare one has no fields yet."""

    __slots__ = (
        "arrangement",
        "arrived",
        "artifact_at",
        "artifact_seen",
        "away",
        "battle",
        "beside",
        "built",
        "cards",
        "civ_tile",
        "civ_up",
        "civs",
        "conquered",
        "contract_at",
        "cubes",
        "dealt",
        "deck",
        "developed",
        "ending",
        "extras",
        "fate",
        "figure",
        "first_game",
        "first_seat",
        "followers",
        "goals",
        "god_at",
        "goods",
        "hand",
        "house",
        "how",
        "land",
        "mana",
        "mana_done",
        "mana_left",
        "marker",
        "marker_up",
        "markers_gone",
        "mirror",
        "offer",
        "pandora",
        "pool",
        "presence",
        "ready_great",
        "ready_lesser",
        "rounds",
        "secret",
        "settlements",
        "shown",
        "summoned",
        "supremacy",
        "tables",
        "tokens",
        "towns",
        "track",
        "turn_seat",
        "two_vp",
        "used",
        "vp",
        "winner",
    )

    game_class: ClassVar[str] = "theomachy.games.anunnaki.game:Anunnaki"

    #: what is printed; known by its key in a save
    tables: Tables
    # --- who plays
    house: Numbers
    first_seat: Seat
    #: 1: the variant for a first game
    first_game: int
    #: mask of the territories in play
    land: int
    # --- the boards
    followers: Numbers
    settlements: Numbers
    #: per seat five figures: great god, lesser gods in the order of `cards`; -1 not summoned
    god_at: Numbers
    #: per seat masks that follow from the pieces: where it has units (Norrenis: or settlements), where settlements
    presence: Numbers
    towns: Numbers
    #: exhaustion markers on the two slots of symbols of each territory
    used: Numbers
    #: the civilization tile in each territory, the ones turned up, and the mask of territories with one
    civ_tile: Numbers
    civ_up: int
    civs: int
    #: the seat that conquered each tile; -1 nobody
    conquered: Numbers
    marker: Numbers
    marker_up: int
    #: mask of the markers that were resolved
    markers_gone: int
    # --- gods
    #: per seat the four lesser gods
    cards: Numbers
    #: while gods are discarded: the mask of the five dealt; 0 later
    dealt: Numbers
    #: per seat the mask of gods summoned
    summoned: Numbers
    # --- the star
    arrangement: Numbers
    developed: Numbers
    figure: Numbers
    cubes: Numbers
    tokens: Numbers
    ready_lesser: Numbers
    ready_great: Numbers
    # --- goods
    goods: Numbers
    mana: Numbers
    vp: Numbers
    pool: Numbers
    #: settlements built beyond the capital's
    built: Numbers
    hand: Numbers
    beside: Numbers
    #: advanced weapons that everybody knows to be in the hand, and not to be in it
    shown: Numbers
    away: Numbers
    # --- tracks
    track: Numbers
    supremacy: Numbers
    two_vp: int
    goals: Numbers
    # --- contracts and artifacts
    contract_at: Numbers
    deck: list[int]
    offer: list[int]
    artifact_at: Numbers
    #: mask of the seats that know which artifacts are left
    artifact_seen: int
    pandora: int
    fate: int
    # --- the turn
    turn_seat: Seat
    rounds: int
    #: mana actions left this turn, the kinds done, and whether the Double Mirror makes them cheaper
    mana_left: int
    mana_done: int
    mirror: int
    extras: int
    #: territories entered in the movement or portal going on
    arrived: int
    #: 1 when the end was triggered
    ending: int
    #: per seat what it has secretly chosen, a mask of weapons or gods; -1 nothing yet
    secret: Numbers
    battle: Battle | None
    # --- the end
    winner: Seat
    how: str

    def copy(self) -> AnunnakiState:
        """An independent copy; facts stay behind."""
        other = AnunnakiState()
        self.copy_to(other)
        other.tables = self.tables
        other.house = self.house
        other.first_seat = self.first_seat
        other.first_game = self.first_game
        other.land = self.land
        other.followers = self.followers[:]
        other.settlements = self.settlements[:]
        other.god_at = self.god_at[:]
        other.presence = self.presence[:]
        other.towns = self.towns[:]
        other.used = self.used[:]
        other.civ_tile = self.civ_tile[:]
        other.civ_up = self.civ_up
        other.civs = self.civs
        other.conquered = self.conquered[:]
        other.marker = self.marker[:]
        other.marker_up = self.marker_up
        other.markers_gone = self.markers_gone
        other.cards = self.cards[:]
        other.dealt = self.dealt[:]
        other.summoned = self.summoned[:]
        other.arrangement = self.arrangement[:]
        other.developed = self.developed[:]
        other.figure = self.figure[:]
        other.cubes = self.cubes[:]
        other.tokens = self.tokens[:]
        other.ready_lesser = self.ready_lesser[:]
        other.ready_great = self.ready_great[:]
        other.goods = self.goods[:]
        other.mana = self.mana[:]
        other.vp = self.vp[:]
        other.pool = self.pool[:]
        other.built = self.built[:]
        other.hand = self.hand[:]
        other.beside = self.beside[:]
        other.shown = self.shown[:]
        other.away = self.away[:]
        other.track = self.track[:]
        other.supremacy = self.supremacy[:]
        other.two_vp = self.two_vp
        other.goals = self.goals[:]
        other.contract_at = self.contract_at[:]
        other.deck = self.deck.copy()
        other.offer = self.offer.copy()
        other.artifact_at = self.artifact_at[:]
        other.artifact_seen = self.artifact_seen
        other.pandora = self.pandora
        other.fate = self.fate
        other.turn_seat = self.turn_seat
        other.rounds = self.rounds
        other.mana_left = self.mana_left
        other.mana_done = self.mana_done
        other.mirror = self.mirror
        other.extras = self.extras
        other.arrived = self.arrived
        other.ending = self.ending
        other.secret = self.secret[:]
        other.battle = None if self.battle is None else self.battle.copy()
        other.winner = self.winner
        other.how = self.how
        return other


def empty_table(houses: list[int], tables: Tables) -> AnunnakiState:
    """A state with nothing on the boards, for these houses in seat order."""
    s = AnunnakiState()
    seats = len(houses)
    clear_state(s, seats)
    s.tables = tables
    s.house = numbers(houses)
    s.first_seat = Seat(0)
    s.first_game = 0
    s.land = tables.gaia
    for house in houses:
        s.land |= bit(PLANET_SIZE) - 1 << PLANET_AT[house]
    s.followers = filled(seats * TERRITORIES, 0)
    s.settlements = filled(seats * TERRITORIES, 0)
    s.god_at = filled(seats * FIGURES, UNSUMMONED)
    s.presence = filled(seats, 0)
    s.towns = filled(seats, 0)
    s.used = filled(2 * TERRITORIES, 0)
    s.civ_tile = filled(TERRITORIES, NO_TILE)
    s.civ_up = 0
    s.civs = 0
    s.conquered = filled(CIVILIZATIONS, -1)
    s.marker = filled(POINTS, NO_MARKER)
    s.marker_up = 0
    s.markers_gone = 0
    s.cards = filled(seats * LESSER_CARDS, -1)
    s.dealt = filled(seats, 0)
    s.summoned = filled(seats, 0)
    s.arrangement = numbers(list(range(PLACES)))
    s.developed = filled(seats, 0)
    s.figure = filled(seats, -1)
    s.cubes = filled(seats, 0)
    s.tokens = filled(seats, ALL_TOKENS)
    s.ready_lesser = filled(seats, 0)
    s.ready_great = filled(seats, 0)
    s.goods = filled(4 * seats, 0)
    s.mana = filled(seats, 0)
    s.vp = filled(seats, 0)
    s.pool = filled(seats, FOLLOWERS)
    s.built = filled(seats, 0)
    s.hand = filled(seats, BASIC)
    s.beside = numbers([HOUSE_WEAPONS[house] for house in houses])
    s.shown = filled(seats, 0)
    s.away = filled(seats, ADVANCED)
    s.track = filled(3 * seats, 0)
    s.supremacy = filled(seats, 0)
    s.two_vp = 15
    s.goals = numbers([0, 1, 2, 3])
    s.contract_at = filled(CONTRACTS, IN_BOX)
    s.deck = []
    s.offer = []
    s.artifact_at = filled(len(ARTIFACTS), BOXED)
    s.artifact_seen = 0
    s.pandora = 0
    s.fate = -1
    s.turn_seat = Seat(0)
    s.rounds = 0
    s.mana_left = 0
    s.mana_done = 0
    s.mirror = 0
    s.extras = 0
    s.arrived = 0
    s.ending = 0
    s.secret = filled(seats, -1)
    s.battle = None
    s.winner = NO_SEAT
    s.how = ""
    return s


# --- plain questions about the table that every chapter asks ----------------------------------------------------------


#: the number of a bit by what it leaves divided by 67, which no two of a mask have in common
_NUMBER: Final = numbers([next((n for n in range(63) if (1 << n) % 67 == rest), -1) for rest in range(67)])


def lowest(mask: i64) -> i64:
    """The number of the lowest bit of a mask."""
    return _NUMBER[(mask & -mask) % 67]


def places(mask: int, first: int = 0) -> list[int]:
    """The numbers of the bits of a mask, ascending; counted from `first`, so that a list of choices is made at once."""
    found: list[int] = []
    base: i64 = first
    left: i64 = mask
    while left:
        found.append(base + _NUMBER[(left & -left) % 67])
        left &= left - 1
    return found


#: by house: 1 where settlements are units; `box` enters it
TOWN_UNITS: Final[Numbers] = filled(len(HOUSES), 0)


def towns_are_units(s: AnunnakiState, seat: Seat) -> bool:
    """anunnaki/house/odin, basic: settlements are units for movement, portal and battle."""
    return TOWN_UNITS[s.house[seat]] != 0


def capital_of(s: AnunnakiState, seat: Seat) -> int:
    return PLANET_AT[s.house[seat]] + CAPITAL


def god_card(s: AnunnakiState, seat: Seat, figure: int) -> int:
    """The god that figure 0..4 of a seat is."""
    if figure == 0:
        return s.house[seat] * GODS_PER_HOUSE
    return s.cards[seat * LESSER_CARDS + figure - 1]


def settlements_in_play(s: AnunnakiState, seat: Seat) -> int:
    return 1 + s.built[seat]


def settlements_left(s: AnunnakiState, seat: Seat) -> int:
    return SETTLEMENTS - 1 - s.built[seat]


def own_land(s: AnunnakiState, seat: Seat) -> int:
    """The territories a seat may ever stand in: not foreign capitals, the afterlife only with the map to it."""
    mask = s.land & ~s.tables.capitals | bit(capital_of(s, seat))
    if s.artifact_at[MAP] == seat:
        mask |= bit(AFTERLIFE)
    return mask


# --- pieces on the boards ---------------------------------------------------------------------------------------------


def note_presence(s: AnunnakiState, seat: Seat, territory: int) -> None:
    """Bring the masks up to date after a change in a territory."""
    index: i64 = seat * TERRITORIES + territory
    there = s.followers[index] > 0 or (s.settlements[index] > 0 and towns_are_units(s, seat))
    if not there:
        god_at = s.god_at
        wanted: i64 = territory
        first: i64 = seat * FIGURES
        for figure in range(first, first + FIGURES):
            if god_at[figure] == wanted:
                there = True
    mark = bit(territory)
    if there:
        s.presence[seat] |= mark
    else:
        s.presence[seat] &= ~mark
    if s.settlements[index]:
        s.towns[seat] |= mark
    else:
        s.towns[seat] &= ~mark


def put_follower(s: AnunnakiState, seat: Seat, territory: int) -> None:
    """From the pool to a territory."""
    s.pool[seat] -= 1
    s.followers[seat * TERRITORIES + territory] += 1
    s.presence[seat] |= bit(territory)


def lift_follower(s: AnunnakiState, seat: Seat, territory: int) -> None:
    """From a territory to the pool."""
    s.followers[seat * TERRITORIES + territory] -= 1
    s.pool[seat] += 1
    note_presence(s, seat, territory)


def follower_places(s: AnunnakiState, seat: Seat) -> int:
    """Mask of the territories where a seat has a follower."""
    followers = s.followers
    first: i64 = seat * TERRITORIES
    mask = s.presence[seat]
    left = mask
    while left:
        if not followers[first + lowest(left)]:
            mask &= ~(left & -left)
        left &= left - 1
    return mask


def conquests(s: AnunnakiState, seat: Seat) -> int:
    """How many civilizations a seat has conquered."""
    count = 0
    for tile in range(CIVILIZATIONS):
        if s.conquered[tile] == seat:
            count += 1
    return count


def unit_count(s: AnunnakiState, seat: Seat) -> int:
    """Followers and gods in play (anunnaki/odin/carry: settlements are no units for goals)."""
    count = FOLLOWERS - s.pool[seat]
    for figure in range(seat * FIGURES, (seat + 1) * FIGURES):
        if s.god_at[figure] >= 0:
            count += 1
    return count


def has_unit(s: AnunnakiState, seat: Seat, territory: int) -> bool:
    """A follower or god there (settlements left aside, though they be units)."""
    if not s.presence[seat] >> territory & 1:
        return False
    if not towns_are_units(s, seat) or s.followers[seat * TERRITORIES + territory]:
        return True
    for figure in range(seat * FIGURES, (seat + 1) * FIGURES):
        if s.god_at[figure] == territory:
            return True
    return False


def others_presence(s: AnunnakiState, seat: Seat) -> int:
    """Mask of the territories with units of anybody else."""
    mask: i64 = 0
    own: i64 = seat
    presence = s.presence
    for other in range(len(presence)):
        if other != own:
            mask |= presence[other]
    return mask
