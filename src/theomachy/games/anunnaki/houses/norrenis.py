"""Norrenis: Odin's settlements march, and the house fights far from home."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.armoury import playable, put_beside
from theomachy.games.anunnaki.battle import current_battle, pay_weapon
from theomachy.games.anunnaki.components import (
    ADVANCED,
    BY_FREYA,
    BY_FRIGG,
    DONE,
    FIGURES,
    GOLD,
    PIECE_,
    PIECES,
    TERRITORIES,
    TERRITORY_,
    WEAPON_,
    WEAPONS,
)
from theomachy.games.anunnaki.control import controlled, off_home
from theomachy.games.anunnaki.fight import allowed_kinds
from theomachy.games.anunnaki.followers import remove_follower
from theomachy.games.anunnaki.goods import ask_gain, gain_mana, gain_vp
from theomachy.games.anunnaki.houses.house import God, House, Power
from theomachy.games.anunnaki.mind.character import Character
from theomachy.games.anunnaki.moving import move_piece, pieces_at
from theomachy.games.anunnaki.question import Question
from theomachy.games.anunnaki.state import AnunnakiState, Battle, follower_places, has_unit, places
from theomachy.games.anunnaki.steps import CARRY, FREYA_FOLLOWER, HELMET_WEAPON, LOKI_CHOOSE, PLACE_EACH
from theomachy.games.anunnaki.weapons.weapon import Weapon
from theomachy.kernel.arrays import bit, ones
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind

#: anunnaki/odin/carry: units that go along with a settlement
CARRIED: Final = 2
FREYA_GIFT: Final = 4
FRIGG_PIECES: Final = 3

# --- Odin -------------------------------------------------------------------------------------------------------------


class OdinBasic(Power):
    """anunnaki/house/odin: settlements are units for movement, portal and battle, strength 0 (`towns_are_units`); they
    may carry others along."""

    def questions(self) -> dict[int, StepKind[AnunnakiState]]:
        return {CARRY: Carry()}

    def settlement_moved(self, s: AnunnakiState, seat: Seat, start: int, end: int) -> None:
        s.push(Step(CARRY, seat, start, end, CARRIED))


class Carry(Question):
    """Which unit goes along with the settlement? `where`: from; `what`: to; `count`: how many more.
    (anunnaki/odin/carry)"""

    name = "carry"
    prompt = "carry"
    verbs = "piece done"
    holds = "who=house where=from:territory what=to:territory count=left:number"
    public = True
    forbids = "anunnaki/odin/carry"

    def deciders(self, s: AnunnakiState, step: Step) -> int:
        return bit(step.seat) if step.count > 0 and has_unit(s, step.seat, step.where) else 0

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        return [PIECE_ + piece for piece in pieces_at(s, seat, step.where, False)] + [DONE]

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        if choice == DONE:
            s.pop()
            return
        s.become(Step(CARRY, seat, step.where, step.what, step.count - 1))
        move_piece(s, seat, choice - PIECE_, step.where, step.what)
        s.tell("anunnaki/odin/carry", "carried", seat, step.what, PIECES[choice - PIECE_], other=step.where)


class Odin(God):
    """anunnaki/house/odin, enhanced: settlements have strength 2 in harvest, also alone, and battle."""

    name = "odin"
    lasting = 0.35

    def harvest_begins(self, s: AnunnakiState, seat: Seat, territory: int, units: bool, strength: int) -> int:
        return 2 * s.settlements[seat * TERRITORIES + territory]

    def settlement_fights(self, s: AnunnakiState, seat: Seat) -> int:
        return 2


# --- lesser gods ------------------------------------------------------------------------------------------------------


class Aegir(God):
    """anunnaki/house/aegir: 2 VP per controlled gold territory."""

    name = "aegir"

    def final_points(self, s: AnunnakiState, seat: Seat) -> int:
        return 2 * ones(controlled(s, seat) & s.tables.type_places[GOLD])


class Thor(God):
    """anunnaki/house/thor: +1 for every unit of strength 2 or more, settlements too once Odin's power is enhanced."""

    name = "thor"
    lasting = 0.15

    def unit_fights(self, s: AnunnakiState, seat: Seat, strength: int) -> int:
        return 1 if strength >= 2 else 0


class Freya(God):
    """anunnaki/house/freya: now, a follower back to the pool for 4 resources."""

    name = "freya"
    coming = 2.6

    def questions(self) -> dict[int, StepKind[AnunnakiState]]:
        return {FREYA_FOLLOWER: FreyaFollower()}

    def arrives(self, s: AnunnakiState, seat: Seat) -> None:
        s.push(Step(FREYA_FOLLOWER, seat))


class FreyaFollower(Question):
    """Does a follower go back to the pool for 4 resources? (anunnaki/house/freya)"""

    name = "freya-follower"
    prompt = "freya-follower"
    verbs = "territory done"
    public = True
    forbids = "anunnaki/house/freya"

    def deciders(self, s: AnunnakiState, step: Step) -> int:
        return bit(step.seat) if follower_places(s, step.seat) else 0

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        found = places(follower_places(s, seat), TERRITORY_)
        found.append(DONE)
        return found

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        if choice != DONE:
            remove_follower(s, seat, choice - TERRITORY_, "anunnaki/house/freya")
            ask_gain(s, seat, FREYA_GIFT, BY_FREYA)


class Freyr(God):
    """anunnaki/house/freyr: now, 1 VP and 1 mana per two controlled territories off the home planet."""

    name = "freyr"
    coming = 3.0

    def arrives(self, s: AnunnakiState, seat: Seat) -> None:
        pairs = ones(off_home(s, seat)) // 2
        gain_vp(s, seat, pairs, "anunnaki/house/freyr")
        gain_mana(s, seat, pairs, "anunnaki/house/freyr")


class Heimdallr(God):
    """anunnaki/house/heimdallr: settlements +3 as defender."""

    name = "heimdallr"
    lasting = 0.10

    def settlement_holds(self, s: AnunnakiState, seat: Seat) -> int:
        return 3


class Frigg(God):
    """anunnaki/house/frigg: now, a follower into each territory with 3 or more own pieces."""

    name = "frigg"
    coming = 2.0

    def arrives(self, s: AnunnakiState, seat: Seat) -> None:
        s.push(Step(PLACE_EACH, seat, BY_FRIGG, crowded(s, seat)))


def crowded(s: AnunnakiState, seat: Seat) -> int:
    """Mask of the territories with 3 or more own pieces, settlements counted."""
    mask = 0
    for territory in places(s.presence[seat] | s.towns[seat]):
        count = s.followers[seat * TERRITORIES + territory] + s.settlements[seat * TERRITORIES + territory]
        for figure in range(seat * FIGURES, (seat + 1) * FIGURES):
            if s.god_at[figure] == territory:
                count += 1
        if count >= FRIGG_PIECES:
            mask |= bit(territory)
    return mask


class Loki(God):
    """anunnaki/house/loki, anunnaki/battle/loki: two weapons are played, one is used."""

    name = "loki"
    lasting = 0.10

    def questions(self) -> dict[int, StepKind[AnunnakiState]]:
        return {LOKI_CHOOSE: LokiChoose()}

    def second_weapon(self, s: AnunnakiState, seat: Seat) -> bool:
        return True


class LokiChoose(Question):
    """Which of Loki's two weapons is used? `what`: the side. (anunnaki/battle/loki)"""

    name = "loki-choose"
    prompt = "loki-choose"
    verbs = "weapon"
    public = True
    holds = "who=house what=side"
    forbids = "anunnaki/battle/loki"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        battle = current_battle(s)
        return [WEAPON_ + battle.cards[step.what], WEAPON_ + battle.loki[step.what]]

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        battle = current_battle(s)
        s.pop()
        battle.cards[step.what] = choice - WEAPON_
        battle.loki[step.what] = -1
        s.tell("anunnaki/house/loki", "weapon-chosen", seat, battle.place, WEAPONS[choice - WEAPON_])


# --- the viking helmet ------------------------------------------------------------------------------------------------


class VikingHelmet(Weapon):
    """anunnaki/weapon/viking-helmet: the opponent takes the weapon back. No effect on civilizations."""

    name = "viking-helmet"
    rule = "anunnaki/weapon/viking-helmet"
    disarms = True

    def questions(self) -> dict[int, StepKind[AnunnakiState]]:
        return {HELMET_WEAPON: HelmetWeapon()}

    def takes_back(self, s: AnunnakiState, battle: Battle, side: int) -> None:
        other = battle.seats[1 - side]
        if other < 0:
            return
        weapon = battle.cards[1 - side]
        battle.back = weapon
        battle.cards[1 - side] = -1
        if weapon >= 0:
            s.tell("anunnaki/weapon/viking-helmet", "weapon-back", other, battle.place, WEAPONS[weapon])
            if bit(weapon) & ADVANCED:
                put_beside(s, other, weapon)
        s.push(Step(HELMET_WEAPON, other, what=1 - side))


class HelmetWeapon(Question):
    """Another weapon after the viking helmet? `what`: the side. (anunnaki/weapon/viking-helmet)"""

    name = "helmet-weapon"
    prompt = "helmet-weapon"
    verbs = "weapon done"
    public = True
    holds = "who=house what=side"
    forbids = "anunnaki/weapon/viking-helmet"
    always_asked = True

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        battle = current_battle(s)
        cards = playable(s, seat, allowed_kinds(battle, seat))
        if battle.back >= 0:
            cards &= ~bit(battle.back)
        found = places(cards, WEAPON_)
        found.append(DONE)
        return found

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        battle = current_battle(s)
        s.pop()
        if choice == DONE:
            battle.winner = 1 - step.what
            s.tell("anunnaki/weapon/viking-helmet", "weapon-none", seat, battle.place)
            return
        weapon = choice - WEAPON_
        battle.cards[step.what] = weapon
        s.reveals += 1
        s.shown[seat] |= bit(weapon) & ADVANCED
        s.tell("anunnaki/weapon/viking-helmet", "weapon-played", seat, battle.place, WEAPONS[weapon])
        pay_weapon(s, battle, step.what, weapon)


HOUSE: Final[House] = House(
    "norrenis",
    Odin(),
    OdinBasic(),
    [Aegir(), Thor(), Freya(), Freyr(), Heimdallr(), Frigg(), Loki()],
    VikingHelmet(),
    # Odin's settlements march: the row behind them fills the ranks, and the army fights far from home.
    Character(income=0.23, battle=0.8, abroad=0.1, token=3.3),
    settlements_are_units=True,
)
