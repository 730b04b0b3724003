"""Chapter "battle", what the players decide in it: weapons, metal, what is stolen or lost."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.armoury import playable
from theomachy.games.anunnaki.battle import ATTACKER, current_battle
from theomachy.games.anunnaki.chorus import second_weapon
from theomachy.games.anunnaki.components import (
    ADVANCED,
    BASIC,
    DONE,
    RESOURCE_,
    WEAPON_,
)
from theomachy.games.anunnaki.goods import lose_resource, owned_types
from theomachy.games.anunnaki.question import Question
from theomachy.games.anunnaki.state import AnunnakiState, Battle, places
from theomachy.kernel.arrays import bit, ones
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind

#: a bit of the secret beside those of the weapons: the choice is complete
CHOSEN: Final = 1 << 20


def allowed_kinds(battle: Battle, seat: Seat) -> int:
    """anunnaki/battle/players: the attacker an advanced weapon, the defender any."""
    return ADVANCED if battle.seats[ATTACKER] == seat else ADVANCED | BASIC


class BattleWeapon(StepKind[AnunnakiState]):
    """Everyone in the battle secretly chooses a weapon, with Loki perhaps two. The secret is a mask of weapons.

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

    def is_complete(self, s: AnunnakiState, battle: Battle, seat: Seat) -> bool:
        if s.secret[seat] >= 0:
            return s.secret[seat] & CHOSEN != 0
        return not playable(s, seat, allowed_kinds(battle, seat))

    def prompt_key(self, s: AnunnakiState, step: Step) -> str:
        battle = current_battle(s)
        waiting = [seat for seat in battle.seats if seat >= 0 and not self.is_complete(s, battle, seat)]
        second = len(waiting) == 1 and s.secret[waiting[0]] >= 0
        return "loki-second" if second else "battle-weapon"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        cards = playable(s, seat, allowed_kinds(current_battle(s), seat))
        if s.secret[seat] < 0:
            return places(cards, WEAPON_)
        # anunnaki/battle/loki: both must be playable alone
        found = places(cards & ~s.secret[seat], WEAPON_)
        found.append(DONE)
        return found

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        if choice == DONE:
            s.secret[seat] |= CHOSEN
            return
        first = s.secret[seat] < 0
        s.secret[seat] = max(s.secret[seat], 0) | bit(choice - WEAPON_)
        # Everybody can count the cards in the hand, so that a single one is not asked about.
        several = ones(s.hand[seat] & allowed_kinds(current_battle(s), seat)) > 1
        if not first or not several or not second_weapon(s, seat):
            s.secret[seat] |= CHOSEN

    def run(self, s: AnunnakiState, step: Step) -> None:
        s.pop()

    def refusal(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> str:
        if choice == DONE:
            return "anunnaki/battle/must-play"
        weapon = bit(choice - WEAPON_)
        if s.hand[seat] & weapon and allowed_kinds(current_battle(s), seat) & weapon:
            return "anunnaki/battle/must-play" if s.secret[seat] < 0 else "anunnaki/battle/loki"
        if current_battle(s).tile >= 0:
            return "anunnaki/battle/civilization"
        return "anunnaki/battle/players"


class RaidLoss(Question):
    """Which resource is lost to the raid? (anunnaki/civ/raid)"""

    name = "raid"
    prompt = "raid"
    verbs = "resource"
    public = True
    forbids = "anunnaki/civ/raid"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        return owned_types(s, seat)

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        lose_resource(s, seat, choice - RESOURCE_, "anunnaki/civ/raid")
