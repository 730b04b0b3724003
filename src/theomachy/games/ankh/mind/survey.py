"""What an evaluation of Ankh must know of the board, for all gods, gathered in one pass over figures and monuments."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from theomachy.games.ankh.components import (
    ANDROSPHINX,
    ANUBIS,
    ANUBIS_SLOTS,
    EMPTY,
    EVERY_TYPE,
    FIGURES,
    GOD,
    HELD,
    MAX_PLAYERS,
    MONUMENT_KINDS,
    NEUTRAL,
    NO_GUARDIAN,
    POOL,
    RESPLENDENT,
    TEMPLE,
    TEMPLE_POWER,
    TILES,
    TWO_CAPITALS,
    WARRIOR,
)
from theomachy.games.ankh.egypt import AROUND, AROUND_EDGE, WATER
from theomachy.games.ankh.ids import Region
from theomachy.games.ankh.pharaoh.components import AMENHOTEP, INFANTRY, RAMSES, TUTANKHAMUN, XERXES
from theomachy.games.ankh.pharaoh.state import Realm
from theomachy.games.ankh.scenarios import capitals
from theomachy.games.ankh.state import CLEAR, OWNER, AnkhState
from theomachy.kernel.arrays import Numbers, filled, numbers
from theomachy.kernel.ids import Side

#: places of a table by god and order tile; tile 0 is no region
REGIONS: Final = TILES + 1
#: Compiled, a shift by a number from an array is wrong; a table is right, and faster than `bit`.
BITS: Final = numbers([1, 2, 4, 8, 16])
CITIES: Final = numbers(capitals())


#: empty tables: by god and region, by region, type and god, by god
_BY_REGION: Final = filled(MAX_PLAYERS * REGIONS, 0)
_BY_TYPE: Final = filled(REGIONS * MONUMENT_KINDS * MAX_PLAYERS, 0)
_BY_GOD: Final = filled(MAX_PLAYERS, 0)


class Survey:
    """The board in numbers. Made once and filled again for every position. Tables are by god, or by god and region."""

    def __init__(self) -> None:
        self.strength: Numbers = filled(MAX_PLAYERS * REGIONS, 0)
        self.present: Numbers = filled(MAX_PLAYERS * REGIONS, 0)
        #: figures that would die in a lost battle there
        self.mortal: Numbers = filled(MAX_PLAYERS * REGIONS, 0)
        #: figures with a sun there
        self.radiant: Numbers = filled(MAX_PLAYERS * REGIONS, 0)
        #: monuments by region, type and god
        self.monuments: Numbers = filled(REGIONS * MONUMENT_KINDS * MAX_PLAYERS, 0)
        self.owned: Numbers = filled(MAX_PLAYERS, 0)
        self.figures: Numbers = filled(MAX_PLAYERS, 0)
        self.reserve: Numbers = filled(MAX_PLAYERS, 0)
        self.guardians: Numbers = filled(MAX_PLAYERS, 0)
        #: warriors and guardians next to an enemy
        self.beside_enemy: Numbers = filled(MAX_PLAYERS, 0)
        #: monuments that pay at "Gain followers"
        self.income: Numbers = filled(MAX_PLAYERS, 0)
        #: monuments that "Control monument" could take
        self.claims: Numbers = filled(MAX_PLAYERS, 0)
        #: figures next to each city, by city and god
        self.at_city: Numbers = filled(2 * MAX_PLAYERS, 0)
        self.infantry: Numbers = filled(REGIONS, 0)
        self.captives: int = 0
        self.neutral_left: bool = False
        #: the pharaoh's region (0: none), and which pharaoh it is (-1: none)
        self.royal: int = 0
        self.king: int = -1

    def clear(self) -> None:
        # A copy of an empty table is one block: cheaper than emptying the last one place by place.
        self.strength = _BY_REGION[:]
        self.present = _BY_REGION[:]
        self.mortal = _BY_REGION[:]
        self.radiant = _BY_REGION[:]
        self.monuments = _BY_TYPE[:]
        self.owned = _BY_GOD[:]
        self.figures = _BY_GOD[:]
        self.reserve = _BY_GOD[:]
        self.guardians = _BY_GOD[:]
        self.beside_enemy = _BY_GOD[:]
        self.income = _BY_GOD[:]
        self.claims = _BY_GOD[:]
        self.captives = 0
        self.neutral_left = False
        self.royal = 0
        self.king = -1

    def look(self, s: AnkhState) -> None:
        """Fill the tables for a position."""
        self.clear()
        self._palace(s)
        self._monuments(s)
        self._figures(s)
        if s.rules & TWO_CAPITALS:
            self._cities(s)

    def _palace(self, s: AnkhState) -> None:
        annex = s.annex
        if isinstance(annex, Realm):
            self.king = annex.king
            self.royal = s.region[annex.cell] if annex.cell >= 0 else 0
            for tile in range(REGIONS):
                self.infantry[tile] = 0
            for cell in annex.infantry:
                self.infantry[s.region[cell]] += 1

    def _monuments(self, s: AnkhState) -> None:
        control = s.control
        for cell in s.monuments:
            if control[cell] == NEUTRAL:
                self.neutral_left = True
                break
        barrier = s.barrier
        at = s.at
        for cell in s.monuments:
            owner = control[cell]
            kind = s.monument[cell]
            tile = s.region[cell]
            beside: i64 = 0
            first: i64 = 6 * cell
            for way in range(first, first + 6):
                if barrier[AROUND_EDGE[way]] == CLEAR:
                    neighbour = OWNER[at[AROUND[way]]]
                    if neighbour >= 0:
                        beside |= BITS[neighbour]
            if owner >= 0:
                self.owned[owner] += 1
                self.monuments[(tile * MONUMENT_KINDS + kind) * MAX_PLAYERS + owner] += 1
                if s.powers[owner] & TEMPLE_POWER and kind in (TEMPLE, EVERY_TYPE) and beside & BITS[owner]:
                    self.strength[owner * REGIONS + tile] += 2
            if beside:
                for god in range(s.seats):
                    if beside & BITS[god]:
                        if owner in (NEUTRAL, god):
                            self.income[god] += 1
                        if owner == NEUTRAL or (owner != god and not self.neutral_left):
                            self.claims[god] += 1

    def _god_strength(self, s: AnkhState, god: Side) -> int:
        strength = 1
        if s.powers[god] & RESPLENDENT and self._has_three(god):
            strength = 3
        if s.divine[god] & ANUBIS:
            strength += min(ANUBIS_SLOTS, self.captives)
        return strength

    def _has_three(self, god: Side) -> bool:
        """ankh/power/resplendent; a sphinx counts as each type."""
        for kind in range(3):
            count = 0
            for tile in range(1, REGIONS):
                first = tile * MONUMENT_KINDS * MAX_PLAYERS + god
                count += self.monuments[first + kind * MAX_PLAYERS] + self.monuments[first + EVERY_TYPE * MAX_PLAYERS]
            if count >= 3:
                return True
        return False

    def _figures(self, s: AnkhState) -> None:
        where = s.where
        kinds = s.kind
        is_void_possible = self.king == RAMSES
        for figure in range(len(where)):
            if where[figure] == HELD:
                self.captives += 1
            elif kinds[figure] == ANDROSPHINX and where[figure] >= 0:
                is_void_possible = True
        for number in range(s.seats):
            if not s.alive[number]:
                continue
            god = Side(number)
            first: i64 = god * FIGURES
            for figure in range(first, first + FIGURES):
                kind = kinds[figure]
                cell = where[figure]
                if cell < 0:
                    if cell == POOL and kind != NO_GUARDIAN:
                        self.reserve[god] += 1
                        if kind > WARRIOR:
                            self.guardians[god] += 1
                    continue
                self.figures[god] += 1
                strength: i64 = 1
                if kind == GOD:
                    strength = self._god_strength(s, god)
                elif kind > WARRIOR:
                    self.guardians[god] += 1
                enemy = self._enemies(s, god, cell)
                if enemy and kind != GOD:
                    self.beside_enemy[god] += 1
                if is_void_possible and enemy >= VOID:
                    strength = 0
                if WATER[cell]:
                    seen: i64 = 0
                    for way in range(6 * cell, 6 * cell + 6):
                        # Beyond the edge of the world there is no cell.
                        tile = s.region[AROUND[way]] if s.barrier[AROUND_EDGE[way]] == CLEAR else 0
                        if tile and not seen >> tile & 1:
                            seen |= TILE_BITS[tile]
                            self._stand(s, god, figure, tile, strength)
                else:
                    self._stand(s, god, figure, s.region[cell], strength)

    def _stand(self, s: AnkhState, god: Side, figure: i64, tile: i64, strength: i64) -> None:
        """A figure is in a region."""
        place = god * REGIONS + tile
        self.present[place] += 1
        self.strength[place] += strength
        if s.kind[figure] != GOD:
            self.mortal[place] += 1
        if s.sun[figure]:
            self.radiant[place] += 1

    def _enemies(self, s: AnkhState, god: Side, cell: i64) -> i64:
        """0: no enemy figure adjacent; 1: some are; VOID and more: one takes the figure's strength away."""
        found: i64 = 0
        barrier = s.barrier
        at = s.at
        own: i64 = god
        first: i64 = 6 * cell
        for way in range(first, first + 6):
            piece = at[AROUND[way]]
            if piece != EMPTY and barrier[AROUND_EDGE[way]] == CLEAR:
                owner = OWNER[piece]
                if owner >= 0:
                    if owner != own:
                        found |= VOID | 1 if s.kind[piece - 1] == ANDROSPHINX else 1
                elif piece == INFANTRY:
                    found |= VOID
        return found

    def _cities(self, s: AnkhState) -> None:
        for place in range(2 * MAX_PLAYERS):
            self.at_city[place] = 0
        for city in range(2):
            cell = CITIES[city]
            for way in range(6 * cell, 6 * cell + 6):
                if s.barrier[AROUND_EDGE[way]] == CLEAR:
                    owner = OWNER[s.at[AROUND[way]]]
                    if owner >= 0:
                        self.at_city[city * MAX_PLAYERS + owner] += 1

    # --- questions ----------------------------------------------------------------------------------------------------

    def majorities(self, s: AnkhState, god: Side, tile: Region) -> int:
        """ankh/conflict/majority, whether or not the god has a figure there."""
        found = 0
        monuments = self.monuments
        side: i64 = god
        seats: i64 = s.seats
        first: i64 = tile * MONUMENT_KINDS * MAX_PLAYERS
        for _number in range(MONUMENT_KINDS):
            own = monuments[first + side]
            if own:
                most = True
                for other in range(seats):
                    if other != side and monuments[first + other] >= own:
                        most = False
                        break
                if most:
                    found += 1
            first += MAX_PLAYERS
        return found

    def yields(self, tile: Region) -> int:
        """What a domination, victory or majority in a region brings: 1; 0 under Xerxes, 2 under Amenhotep."""
        if tile == self.royal and tile:
            if self.king == XERXES:
                return 0
            if self.king == AMENHOTEP:
                return 2
        return 1

    def helps_the_least(self, tile: Region) -> bool:
        """Whether Tutankhamun gives strength there."""
        return tile == self.royal and self.king == TUTANKHAMUN


#: beside a figure: what takes its strength away
VOID: Final = 2
TILE_BITS: Final = numbers([1, 2, 4, 8, 16, 32, 64, 128, 256])
