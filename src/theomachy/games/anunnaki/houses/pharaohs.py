"""The Pharaohs: Ra lives off the star, and contracts, harvests and the desert serve his house."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.battle import current_battle
from theomachy.games.anunnaki.components import (
    BY_ANUBIS,
    BY_RA,
    CONTRACT_,
    DONE,
    FIGURES,
    LINE_,
    METAL,
    METAL_,
    TERRITORIES,
    WOOD,
)
from theomachy.games.anunnaki.contracts import fulfil, held
from theomachy.games.anunnaki.control import controlled
from theomachy.games.anunnaki.followers import put_or_recycle
from theomachy.games.anunnaki.goods import ask_gain, pay_mana, pay_resource
from theomachy.games.anunnaki.houses.house import God, House, Power
from theomachy.games.anunnaki.mind.character import Character
from theomachy.games.anunnaki.question import Question
from theomachy.games.anunnaki.star import free_lines, shift_cube
from theomachy.games.anunnaki.state import AnunnakiState, Battle, places
from theomachy.games.anunnaki.steps import BASTET_CONTRACT, CHARIOT, RA_MOVE
from theomachy.games.anunnaki.weapons.weapon import Weapon
from theomachy.kernel.arrays import bit, ones
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind

# --- Ra ---------------------------------------------------------------------------------------------------------------


class RaBasic(Power):
    """anunnaki/house/ra: a cube that the figure crosses may be moved."""

    def questions(self) -> dict[int, StepKind[AnunnakiState]]:
        return {RA_MOVE: RaMove()}

    def cube_crossed(self, s: AnunnakiState, seat: Seat, line: int) -> None:
        s.push(Step(RA_MOVE, seat, line))


class RaMove(Question):
    """Does Ra move the cube that the figure crossed? `where`: its line. (anunnaki/house/ra)"""

    name = "ra-move"
    prompt = "ra-move"
    verbs = "line done"
    holds = "who=house where=line"
    public = True

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        return [LINE_ + line for line in free_lines(s, seat)] + [DONE]

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        if choice != DONE:
            shift_cube(s, seat, step.where, choice - LINE_, "anunnaki/house/ra")

    def refusal(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> str:
        # anunnaki/ra/move: the crossed line stays empty this turn
        return "anunnaki/ra/move" if choice == LINE_ + step.where else "anunnaki/house/ra"


class Ra(God):
    """anunnaki/house/ra, enhanced: a resource for a cube on a mana line; anunnaki/ra/move: only from the supply."""

    name = "ra"
    lasting = 0.30

    def cube_laid(self, s: AnunnakiState, seat: Seat, line: int) -> None:
        if s.tables.line_mana[line]:
            ask_gain(s, seat, 1, BY_RA)


# --- lesser gods ------------------------------------------------------------------------------------------------------


class Seth(God):
    """anunnaki/house/seth: 3 VP for two controlled territories with all symbols exhausted (anunnaki/end/types)."""

    name = "seth"

    def final_points(self, s: AnunnakiState, seat: Seat) -> int:
        count = 0
        for territory in places(controlled(s, seat) & s.tables.with_symbols & ~s.tables.never_exhausted):
            symbols = s.tables.symbols[2 * territory] + s.tables.symbols[2 * territory + 1]
            if s.used[2 * territory] + s.used[2 * territory + 1] == symbols:
                count += 1
        return count // 2 * 3


class Anubis(God):
    """anunnaki/house/anubis: attacking with a god, first put 1 follower there, from the pool or from a board."""

    name = "anubis"
    lasting = 0.10

    def attack_begins(self, s: AnunnakiState, seat: Seat, territory: int) -> None:
        for figure in range(seat * FIGURES, (seat + 1) * FIGURES):
            if s.god_at[figure] == territory:
                put_or_recycle(s, seat, territory, BY_ANUBIS)
                return


class Bastet(God):
    """anunnaki/house/bastet: now, for 1 mana, a contract without resources and house condition; no extra action."""

    name = "bastet"
    coming = 4.5

    def questions(self) -> dict[int, StepKind[AnunnakiState]]:
        return {BASTET_CONTRACT: BastetContract()}

    def arrives(self, s: AnunnakiState, seat: Seat) -> None:
        s.push(Step(BASTET_CONTRACT, seat))


class BastetContract(Question):
    """Does Bastet fulfil a contract for 1 mana? (anunnaki/house/bastet)"""

    name = "bastet-contract"
    prompt = "bastet-contract"
    verbs = "contract done"
    public = True
    forbids = "anunnaki/house/bastet"

    def deciders(self, s: AnunnakiState, step: Step) -> int:
        return bit(step.seat) if s.mana[step.seat] and held(s, step.seat) else 0

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        found: list[int] = []
        if s.mana[seat]:
            found = [CONTRACT_ + contract for contract in held(s, seat)]
        found.append(DONE)
        return found

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        if choice != DONE:
            pay_mana(s, seat, 1, "anunnaki/house/bastet")
            fulfil(s, seat, choice - CONTRACT_, True)


class Osiris(God):
    """anunnaki/house/osiris: +1 in each harvest; anunnaki/harvest/units: only where a unit is."""

    name = "osiris"
    lasting = 0.30

    def harvest_begins(self, s: AnunnakiState, seat: Seat, territory: int, units: bool, strength: int) -> int:
        return 1 if units else 0


class Sekhmet(God):
    """anunnaki/house/sekhmet: weapons cost 1 metal less, not below 0."""

    name = "sekhmet"
    lasting = 0.10

    def weapon_discount(self, s: AnunnakiState, seat: Seat, weapon: int) -> int:
        return 1


class Horus(God):
    """anunnaki/house/horus: 2 VP per controlled wood territory."""

    name = "horus"

    def final_points(self, s: AnunnakiState, seat: Seat) -> int:
        return 2 * ones(controlled(s, seat) & s.tables.type_places[WOOD])


class Isis(God):
    """anunnaki/house/isis: settlements add 1 in harvest and battle where there are units; they are none themselves."""

    name = "isis"
    lasting = 0.20

    def harvest_begins(self, s: AnunnakiState, seat: Seat, territory: int, units: bool, strength: int) -> int:
        return s.settlements[seat * TERRITORIES + territory] if units else 0

    def side_fights(self, s: AnunnakiState, seat: Seat, territory: int) -> int:
        return s.settlements[seat * TERRITORIES + territory]


# --- the war chariot --------------------------------------------------------------------------------------------------


class WarChariot(Weapon):
    """anunnaki/weapon/war-chariot: metal for strength."""

    name = "war-chariot"
    rule = "anunnaki/weapon/war-chariot"
    feeds_on_metal = True

    def questions(self) -> dict[int, StepKind[AnunnakiState]]:
        return {CHARIOT: Chariot()}

    def takes_metal(self, s: AnunnakiState, battle: Battle, side: int) -> None:
        s.push(Step(CHARIOT, battle.seats[side], what=side))


class Chariot(Question):
    """How much metal for the war chariot? `what`: the side. (anunnaki/weapon/war-chariot)"""

    name = "chariot"
    prompt = "chariot"
    verbs = "metal"
    holds = "who=house what=side"
    public = True
    forbids = "anunnaki/resource/limit"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        return [METAL_ + amount for amount in range(s.goods[4 * seat + METAL] + 1)]

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        current_battle(s).chariot[step.what] = choice - METAL_
        pay_resource(s, seat, METAL, choice - METAL_, "anunnaki/weapon/war-chariot")


HOUSE: Final[House] = House(
    "pharaohs",
    Ra(),
    RaBasic(),
    [Seth(), Anubis(), Bastet(), Osiris(), Sekhmet(), Horus(), Isis()],
    WarChariot(),
    # Ra lives off the star: cubes move again and bring mana again, and the gods it calls do the work of followers.
    Character(mana=1.25, strength=0.35, line=0.5),
)
