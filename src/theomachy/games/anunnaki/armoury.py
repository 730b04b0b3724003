"""Chapter "weapon": taking weapons, and which can be played."""

from __future__ import annotations

from theomachy.games.anunnaki.chorus import weapon_discount
from theomachy.games.anunnaki.components import ADVANCED, DONE, METAL, SOURCES, WEAPON_, WEAPONS
from theomachy.games.anunnaki.goods import total_resources
from theomachy.games.anunnaki.question import Question
from theomachy.games.anunnaki.state import AnunnakiState, places
from theomachy.games.anunnaki.steps import TAKE_WEAPON
from theomachy.kernel.arrays import bit
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step


def take_weapon(s: AnunnakiState, seat: Seat, weapon: int, rule: str) -> None:
    """anunnaki/weapon/take: which card is secret, how many are not."""
    s.beside[seat] &= ~bit(weapon)
    s.hand[seat] |= bit(weapon)
    s.away[seat] = 0
    s.tell(rule, "weapon-taken", seat, amount=1)
    s.tell("anunnaki/weapon/take", "weapon-drawn", seat, what=WEAPONS[weapon], seen=bit(seat))


def put_beside(s: AnunnakiState, seat: Seat, weapon: int) -> None:
    """A weapon everybody has seen goes back beside the board."""
    s.hand[seat] &= ~bit(weapon)
    s.beside[seat] |= bit(weapon)
    s.shown[seat] &= ~bit(weapon)
    s.away[seat] |= bit(weapon)


def weapon_cost(s: AnunnakiState, seat: Seat, weapon: int) -> int:
    """In metal, not below 0."""
    cost = s.tables.weapon_cost[weapon]
    return max(0, cost - weapon_discount(s, seat, weapon)) if cost else 0


def can_pay_weapon(s: AnunnakiState, seat: Seat, weapon: int) -> bool:
    """anunnaki/battle/must-play: a card that can't be paid can't be chosen."""
    metal = weapon_cost(s, seat, weapon)
    if metal > s.goods[4 * seat + METAL]:
        return False
    return s.tables.weapon_any[weapon] <= total_resources(s, seat) - metal


def playable(s: AnunnakiState, seat: Seat, kinds: int) -> int:
    """Mask of the weapons of these kinds in hand that can be paid."""
    mask = 0
    for weapon in places(s.hand[seat] & kinds):
        if can_pay_weapon(s, seat, weapon):
            mask |= bit(weapon)
    return mask


def in_hand(s: AnunnakiState, seat: Seat) -> int:
    """The hand without the weapons that lie open in a battle."""
    mask = s.hand[seat]
    battle = s.battle
    if battle is not None:
        for side in range(2):
            if battle.seats[side] == seat:
                for weapon in (battle.cards[side], battle.loki[side], battle.second[side]):
                    if weapon >= 0:
                        mask &= ~bit(weapon)
    return mask


def advanced_in_hand(s: AnunnakiState, seat: Seat) -> int:
    return s.hand[seat] & ADVANCED


class TakeWeapon(Question):
    """Which advanced weapon is taken? `where`: the source; `what`: 1 if it may be declined; `count`: how many more."""

    name = "take-weapon"
    prompt = "take-weapon"
    verbs = "weapon done"
    holds = "who=house where=source what=optional:number count=left:number"
    forbids = "anunnaki/weapon/take"

    def deciders(self, s: AnunnakiState, step: Step) -> int:
        return bit(step.seat) if step.count > 0 and s.beside[step.seat] else 0

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        found = places(s.beside[seat], WEAPON_)
        if step.what == 1:
            found.append(DONE)
        return found

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        if choice == DONE:
            s.pop()
            return
        s.become(Step(TAKE_WEAPON, seat, step.where, step.what, step.count - 1))
        take_weapon(s, seat, choice - WEAPON_, SOURCES[step.where])
