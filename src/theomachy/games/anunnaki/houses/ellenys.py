"""Ellenys: Zeus is rewarded for culture wherever a unit stands, and doubly once he is here."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.components import FOOD, POINT_PLANET, RESOURCE_
from theomachy.games.anunnaki.control import controlled, planet_mask
from theomachy.games.anunnaki.goods import gain_resource
from theomachy.games.anunnaki.houses.house import God, House, Power
from theomachy.games.anunnaki.mind.character import Character
from theomachy.games.anunnaki.question import Question
from theomachy.games.anunnaki.state import AnunnakiState, conquests, places
from theomachy.games.anunnaki.steps import ATHENA_TYPE
from theomachy.games.anunnaki.weapons.weapon import Weapon
from theomachy.kernel.arrays import bit, ones
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind

# --- Zeus -------------------------------------------------------------------------------------------------------------


class ZeusBasic(Power):
    """anunnaki/house/zeus: a resolved marker rewards whoever has a unit on that planet."""

    def culture_shared(self, s: AnunnakiState, seat: Seat, point: int) -> bool:
        return s.presence[seat] & planet_mask(s, POINT_PLANET[point]) != 0


class Zeus(God):
    """anunnaki/house/zeus, enhanced: rewards of culture markers are doubled."""

    name = "zeus"
    lasting = 0.25

    def culture_doubled(self, s: AnunnakiState, seat: Seat) -> bool:
        return True


# --- lesser gods ------------------------------------------------------------------------------------------------------


class Hera(God):
    """anunnaki/house/hera: one follower more, once per action or effect (anunnaki/follower/must)."""

    name = "hera"
    lasting = 0.12

    def followers_gained(self, s: AnunnakiState, seat: Seat) -> int:
        s.tell("anunnaki/house/hera", "one-more", seat, what="hera")
        return 1


class Hades(God):
    """anunnaki/house/hades: 2 VP per three followers in the pool."""

    name = "hades"

    def final_points(self, s: AnunnakiState, seat: Seat) -> int:
        return s.pool[seat] // 3 * 2


class Poseidon(God):
    """anunnaki/house/poseidon: one shrine more, which lies nowhere (anunnaki/poseidon/nowhere)."""

    name = "poseidon"
    coming = 3.0

    def shrines_counted(self, s: AnunnakiState, seat: Seat) -> int:
        return 1


class Hermes(God):
    """anunnaki/house/hermes: each movement action has 1 more point."""

    name = "hermes"
    lasting = 0.15

    def movement_begins(self, s: AnunnakiState, seat: Seat) -> int:
        return 1


class Demeter(God):
    """anunnaki/house/demeter: 2 VP per controlled food territory."""

    name = "demeter"

    def final_points(self, s: AnunnakiState, seat: Seat) -> int:
        return 2 * ones(controlled(s, seat) & s.tables.type_places[FOOD])


class Ares(God):
    """anunnaki/house/ares: 2 VP per civilization conquered."""

    name = "ares"

    def final_points(self, s: AnunnakiState, seat: Seat) -> int:
        return 2 * conquests(s, seat)


class Athena(God):
    """anunnaki/house/athena: now, a resource per settlement; anunnaki/athena/two: of two types one is chosen."""

    name = "athena"
    coming = 2.5

    def questions(self) -> dict[int, StepKind[AnunnakiState]]:
        return {ATHENA_TYPE: AthenaType()}

    def arrives(self, s: AnunnakiState, seat: Seat) -> None:
        two_types = 0
        for territory in places(s.towns[seat]):
            if s.tables.types[2 * territory + 1] >= 0:
                two_types |= bit(territory)
            elif s.tables.types[2 * territory] >= 0:
                gain_resource(s, seat, s.tables.types[2 * territory], 1, "anunnaki/house/athena")
        if two_types:
            s.push(Step(ATHENA_TYPE, seat, what=two_types))


class AthenaType(Question):
    """Which type of a territory with two? `what`: mask of the territories left."""

    name = "athena-type"
    prompt = "athena-type"
    verbs = "resource"
    holds = "who=house what=left:territories"
    public = True
    forbids = "anunnaki/athena/two"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        territory = places(step.what)[0]
        types = [s.tables.types[2 * territory], s.tables.types[2 * territory + 1]]
        return [RESOURCE_ + kind for kind in sorted(types)]

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        left = step.what & (step.what - 1)
        if left:
            s.become(Step(ATHENA_TYPE, seat, what=left))
        else:
            s.pop()
        gain_resource(s, seat, choice - RESOURCE_, 1, "anunnaki/athena/two")


# --- the long spear ---------------------------------------------------------------------------------------------------


class LongSpear(Weapon):
    """anunnaki/weapon/long-spear: the opponent's strongest unit does not count. No effect on civilizations."""

    name = "long-spear"
    rule = "anunnaki/weapon/long-spear"
    fells_strongest = True


HOUSE: Final[House] = House(
    "ellenys",
    Zeus(),
    ZeusBasic(),
    [Hera(), Hades(), Poseidon(), Hermes(), Demeter(), Ares(), Athena()],
    LongSpear(),
    # Zeus is rewarded for culture wherever a unit stands, and doubly once he is here.
    Character(culture=1.25, token=3.4, great=8.0, weapon=3.0),
)
