"""Babylon: Ishtar's settlements harvest by themselves, and riches buy what the house wants."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.armoury import playable
from theomachy.games.anunnaki.battle import cancel_effect, current_battle, pay_weapon
from theomachy.games.anunnaki.components import (
    ADVANCED,
    BY_ANU,
    BY_MARDUK,
    DONE,
    METAL,
    TERRITORIES,
    WEAPON_,
    WEAPONS,
)
from theomachy.games.anunnaki.control import controlled, off_home, shrines_in
from theomachy.games.anunnaki.goods import gain_resource, gain_vp
from theomachy.games.anunnaki.houses.house import God, House, Power
from theomachy.games.anunnaki.mind.character import Character
from theomachy.games.anunnaki.moving import ONE_ORIGIN, begin_portal
from theomachy.games.anunnaki.question import Question
from theomachy.games.anunnaki.state import AnunnakiState, Battle, places
from theomachy.games.anunnaki.steps import BOW_SECOND, PLACE_EACH
from theomachy.games.anunnaki.weapons.weapon import ARSENAL, Weapon
from theomachy.kernel.arrays import bit, ones
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind

ANU_UNITS: Final = 3

# --- Ishtar -----------------------------------------------------------------------------------------------------------


class IshtarBasic(Power):
    """anunnaki/house/ishtar: settlements add 2 to the harvest, also alone."""

    def harvest_begins(self, s: AnunnakiState, seat: Seat, territory: int, units: bool, strength: int) -> int:
        return 2 * s.settlements[seat * TERRITORIES + territory]


class Ishtar(God):
    """anunnaki/house/ishtar, enhanced: the number of symbols is ignored, but not in the capital, nor where no
    exhaustion marker can be laid (anunnaki/harvest/ishtar-two)."""

    name = "ishtar"
    lasting = 0.40

    def harvest_is_unlimited(self, s: AnunnakiState, seat: Seat, territory: int) -> bool:
        return not (s.tables.capitals | s.tables.never_exhausted) >> territory & 1


# --- lesser gods ------------------------------------------------------------------------------------------------------


class Ninhursag(God):
    """anunnaki/house/ninhursag: 2 VP per controlled metal territory."""

    name = "ninhursag"

    def final_points(self, s: AnunnakiState, seat: Seat) -> int:
        return 2 * ones(controlled(s, seat) & s.tables.type_places[METAL])


class Enki(God):
    """anunnaki/house/enki: 4 VP per controlled Atlantis territory."""

    name = "enki"

    def final_points(self, s: AnunnakiState, seat: Seat) -> int:
        return 4 * ones(controlled(s, seat) & s.tables.atlantis)


class Assur(God):
    """anunnaki/house/assur: +1 in each harvest, also where a settlement harvests alone, and in each battle."""

    name = "assur"
    lasting = 0.30

    def harvest_begins(self, s: AnunnakiState, seat: Seat, territory: int, units: bool, strength: int) -> int:
        return 1 if strength else 0

    def side_fights(self, s: AnunnakiState, seat: Seat, territory: int) -> int:
        return 1


class Marduk(God):
    """anunnaki/house/marduk: now, a follower into each controlled territory with a shrine, as long as there are any."""

    name = "marduk"
    coming = 2.0

    def arrives(self, s: AnunnakiState, seat: Seat) -> None:
        s.push(Step(PLACE_EACH, seat, BY_MARDUK, controlled(s, seat) & s.tables.shrine_places, 1))


class Anu(God):
    """anunnaki/house/anu: now, up to 3 units from one territory to another (anunnaki/portal/one-target)."""

    name = "anu"
    coming = 2.0

    def arrives(self, s: AnunnakiState, seat: Seat) -> None:
        begin_portal(s, seat, ANU_UNITS, BY_ANU, ONE_ORIGIN)


class Enlil(God):
    """anunnaki/house/enlil: portals move 1 more unit."""

    name = "enlil"
    lasting = 0.12

    def portal_opens(self, s: AnunnakiState, seat: Seat) -> int:
        return 1


class Ninlil(God):
    """anunnaki/house/ninlil: now, 1 VP and 1 metal per controlled shrine off the home planet."""

    name = "ninlil"
    coming = 3.0

    def arrives(self, s: AnunnakiState, seat: Seat) -> None:
        count = shrines_in(s, off_home(s, seat))
        gain_vp(s, seat, count, "anunnaki/house/ninlil")
        gain_resource(s, seat, METAL, count, "anunnaki/house/ninlil")


# --- the composite bow ------------------------------------------------------------------------------------------------


class CompositeBow(Weapon):
    """anunnaki/weapon/composite-bow: a second advanced weapon may be played."""

    name = "composite-bow"
    rule = "anunnaki/weapon/composite-bow"
    adds_another = True

    def questions(self) -> dict[int, StepKind[AnunnakiState]]:
        return {BOW_SECOND: BowSecond()}

    def brings_another(self, s: AnunnakiState, battle: Battle, side: int) -> None:
        s.push(Step(BOW_SECOND, battle.seats[side], what=side))


class BowSecond(Question):
    """A second advanced weapon with the composite bow? `what`: the side. (anunnaki/weapon/composite-bow)"""

    name = "bow-second"
    prompt = "bow-second"
    verbs = "weapon done"
    public = True
    holds = "who=house what=side"
    forbids = "anunnaki/weapon/composite-bow"
    always_asked = True

    def deciders(self, s: AnunnakiState, step: Step) -> int:
        # Everybody can count the cards in the hand: with none left there is nothing to ask.
        return bit(step.seat) if ones(s.hand[step.seat] & ADVANCED) > 1 else 0

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        cards = playable(s, seat, ADVANCED) & ~bit(current_battle(s).cards[step.what])
        found = places(cards, WEAPON_)
        found.append(DONE)
        return found

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        battle = current_battle(s)
        s.pop()
        if choice == DONE:
            return
        weapon = choice - WEAPON_
        battle.second[step.what] = weapon
        s.reveals += 1
        s.shown[seat] |= bit(weapon)
        s.tell("anunnaki/weapon/composite-bow", "weapon-played", seat, battle.place, WEAPONS[weapon])
        pay_weapon(s, battle, step.what, weapon)
        if ARSENAL[weapon].cancels:
            cancel_effect(s, battle, 1 - step.what)


HOUSE: Final[House] = House(
    "babylon",
    Ishtar(),
    IshtarBasic(),
    [Ninhursag(), Enki(), Assur(), Marduk(), Anu(), Enlil(), Ninlil()],
    CompositeBow(),
    # Ishtar's settlements harvest by themselves: riches, and what riches buy.
    Character(harvest=0.5, resource=0.86, weapon=3.2, portal=2.9, supremacy=0.17),
    # It won too little against several opponents.
    patience=0.6,
)
