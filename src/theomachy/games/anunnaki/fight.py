"""Chapter "battle", what the players decide in it: weapons, metal, what is stolen or lost."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.battle import ATTACKER, cancel_effect, current_battle, pay_weapon
from theomachy.games.anunnaki.components import (
    ADVANCED,
    BASIC,
    COMPOSITE_BOW,
    DONE,
    LOKI,
    METAL,
    METAL_,
    NET,
    RESOURCE_,
    RESOURCES,
    WEAPON_,
    WEAPONS,
)
from theomachy.games.anunnaki.goods import gain_resource, lose_resource, owned_types, pay_resource
from theomachy.games.anunnaki.question import Question
from theomachy.games.anunnaki.state import AnunnakiState, Battle, has_god, places
from theomachy.games.anunnaki.weapons import playable
from theomachy.kernel.arrays import bit, ones
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind

#: a bit of the secret beside those of the weapons: the choice is complete
CHOSEN: Final = 1 << 20


def allowed_kinds(battle: Battle, seat: int) -> int:
    """anunnaki/battle/players: the attacker an advanced weapon, the defender any."""
    return ADVANCED if battle.seats[ATTACKER] == seat else ADVANCED | BASIC


class BattleWeapon(StepKind[AnunnakiState]):
    """Everyone in the battle secretly chooses a weapon, Loki perhaps two. The secret is a mask of weapons.

    Always asked: not asking somebody with a single playable card would show the hand.
    """

    name = "battle-weapon"
    prompt = "battle-weapon"
    verbs = "weapon done"
    secret = True
    always_asked = True

    def deciders(self, s: AnunnakiState, step: Step) -> int:
        battle = current_battle(s)
        waiting = 0
        for seat in battle.seats:
            if seat >= 0 and not self.is_complete(s, battle, seat):
                waiting |= bit(seat)
        return waiting

    def is_complete(self, s: AnunnakiState, battle: Battle, seat: int) -> bool:
        if s.secret[seat] >= 0:
            return s.secret[seat] & CHOSEN != 0
        return not playable(s, seat, allowed_kinds(battle, seat))

    def prompt_key(self, s: AnunnakiState, step: Step) -> str:
        battle = current_battle(s)
        waiting = [seat for seat in battle.seats if seat >= 0 and not self.is_complete(s, battle, seat)]
        second = len(waiting) == 1 and s.secret[waiting[0]] >= 0
        return "loki-second" if second else "battle-weapon"

    def options(self, s: AnunnakiState, step: Step, seat: int) -> list[int]:
        cards = playable(s, seat, allowed_kinds(current_battle(s), seat))
        if s.secret[seat] < 0:
            return [WEAPON_ + weapon for weapon in places(cards)]
        # anunnaki/battle/loki: both must be playable alone
        return [WEAPON_ + weapon for weapon in places(cards & ~s.secret[seat])] + [DONE]

    def choose(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> None:
        if choice == DONE:
            s.secret[seat] |= CHOSEN
            return
        first = s.secret[seat] < 0
        s.secret[seat] = max(s.secret[seat], 0) | bit(choice - WEAPON_)
        # Everybody can count the cards in the hand, so that a single one is not asked about.
        several = ones(s.hand[seat] & allowed_kinds(current_battle(s), seat)) > 1
        if not first or not several or not has_god(s, seat, LOKI):
            s.secret[seat] |= CHOSEN

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()

    def refusal(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> str:
        if choice == DONE:
            return "anunnaki/battle/must-play"
        weapon = bit(choice - WEAPON_)
        if s.hand[seat] & weapon and allowed_kinds(current_battle(s), seat) & weapon:
            return "anunnaki/battle/must-play" if s.secret[seat] < 0 else "anunnaki/battle/loki"
        if current_battle(s).tile >= 0:
            return "anunnaki/battle/civilization"
        return "anunnaki/battle/players"


class LokiChoose(Question):
    """Which of Loki's two weapons is used? `what`: the side. (anunnaki/battle/loki)"""

    name = "loki-choose"
    prompt = "loki-choose"
    verbs = "weapon"
    holds = "who=house what=side"

    def options(self, s: AnunnakiState, step: Step, seat: int) -> list[int]:
        battle = current_battle(s)
        return [WEAPON_ + battle.cards[step.what], WEAPON_ + battle.loki[step.what]]

    def choose(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> None:
        battle = current_battle(s)
        s.pop()
        battle.cards[step.what] = choice - WEAPON_
        battle.loki[step.what] = -1
        s.tell("anunnaki/house/loki", "weapon-chosen", seat, battle.place, WEAPONS[choice - WEAPON_])

    def refusal(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> str:
        return "anunnaki/battle/loki"


class HelmetWeapon(Question):
    """Another weapon after the viking helmet? `what`: the side. (anunnaki/weapon/viking-helmet)"""

    name = "helmet-weapon"
    prompt = "helmet-weapon"
    verbs = "weapon done"
    always_asked = True
    holds = "who=house what=side"

    def options(self, s: AnunnakiState, step: Step, seat: int) -> list[int]:
        battle = current_battle(s)
        cards = playable(s, seat, allowed_kinds(battle, seat))
        if battle.back >= 0:
            cards &= ~bit(battle.back)
        return [WEAPON_ + weapon for weapon in places(cards)] + [DONE]

    def choose(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> None:
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

    def refusal(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> str:
        return "anunnaki/weapon/viking-helmet"


class BowSecond(Question):
    """A second advanced weapon with the composite bow? `what`: the side. (anunnaki/weapon/composite-bow)"""

    name = "bow-second"
    prompt = "bow-second"
    verbs = "weapon done"
    always_asked = True
    holds = "who=house what=side"

    def deciders(self, s: AnunnakiState, step: Step) -> int:
        # Everybody can count the cards in the hand: with none left there is nothing to ask.
        return bit(step.who) if ones(s.hand[step.who] & ADVANCED) > 1 else 0

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()

    def options(self, s: AnunnakiState, step: Step, seat: int) -> list[int]:
        cards = playable(s, seat, ADVANCED) & ~bit(COMPOSITE_BOW)
        return [WEAPON_ + weapon for weapon in places(cards)] + [DONE]

    def choose(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> None:
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
        if weapon == NET:
            cancel_effect(s, battle, 1 - step.what)

    def refusal(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> str:
        return "anunnaki/weapon/composite-bow"


class Chariot(Question):
    """How much metal for the war chariot? `what`: the side. (anunnaki/weapon/war-chariot)"""

    name = "chariot"
    prompt = "chariot"
    verbs = "metal"
    public = True
    holds = "who=house what=side"

    def options(self, s: AnunnakiState, step: Step, seat: int) -> list[int]:
        return [METAL_ + amount for amount in range(s.goods[4 * seat + METAL] + 1)]

    def choose(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> None:
        s.pop()
        current_battle(s).chariot[step.what] = choice - METAL_
        pay_resource(s, seat, METAL, choice - METAL_, "anunnaki/weapon/war-chariot")

    def refusal(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> str:
        return "anunnaki/resource/limit"


class RaidLoss(Question):
    """Which resource is lost to the raid? (anunnaki/civ/raid)"""

    name = "raid"
    prompt = "raid"
    verbs = "resource"
    public = True

    def options(self, s: AnunnakiState, step: Step, seat: int) -> list[int]:
        return owned_types(s, seat)

    def choose(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> None:
        s.pop()
        lose_resource(s, seat, choice - RESOURCE_, "anunnaki/civ/raid")

    def refusal(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> str:
        return "anunnaki/civ/raid"


class Steal(Question):
    """Which resource does the sling steal? `where`: the opponent. (anunnaki/weapon/sling)"""

    name = "steal-resource"
    prompt = "steal-resource"
    verbs = "resource"
    public = True
    holds = "who=house where=from:house"

    def options(self, s: AnunnakiState, step: Step, seat: int) -> list[int]:
        return owned_types(s, step.where)

    def choose(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> None:
        kind = choice - RESOURCE_
        s.pop()
        s.goods[4 * step.where + kind] -= 1
        s.tell("anunnaki/weapon/sling", "resource-stolen", seat, what=RESOURCES[kind], amount=1, other=step.where)
        gain_resource(s, seat, kind, 1, "anunnaki/weapon/sling")

    def refusal(self, s: AnunnakiState, step: Step, seat: int, choice: int) -> str:
        return "anunnaki/weapon/sling"
