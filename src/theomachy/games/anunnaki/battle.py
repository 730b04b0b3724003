"""Chapter "battle": the sequence of a battle. What a player must decide on the way is a step of its own, in `fight`."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.armoury import playable, put_beside, weapon_cost
from theomachy.games.anunnaki.chorus import attack_begins
from theomachy.games.anunnaki.components import (
    ADVANCED,
    BASIC,
    BY_CIVILIZATION,
    BY_WEAPON,
    FIGURES,
    FIRST_GOD,
    FOLLOWER,
    METAL,
    NO_TILE,
    PIECES,
    R_VP,
    R_WAR,
    RAID,
    SETTLEMENT,
    TERRITORIES,
    TERRITORY_,
    WEAPONS,
)
from theomachy.games.anunnaki.control import contested
from theomachy.games.anunnaki.goods import ask_pay, gain_resource, pay_resource, total_resources
from theomachy.games.anunnaki.question import Question
from theomachy.games.anunnaki.rewards import push_rewards
from theomachy.games.anunnaki.state import (
    AnunnakiState,
    Battle,
    capital_of,
    god_card,
    note_presence,
    places,
    towns_are_units,
)
from theomachy.games.anunnaki.steps import (
    BATTLE_WEAPON,
    FIGHT,
    LOKI_CHOOSE,
    RAID_LOSS,
    REWARD,
)
from theomachy.games.anunnaki.strength import civilization_terms, side_terms, told_terms, total
from theomachy.games.anunnaki.treasure import look_at_pile
from theomachy.games.anunnaki.weapons.weapon import ARSENAL, in_effect
from theomachy.kernel.arrays import bit
from theomachy.kernel.ids import NO_SEAT, Seat
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind

# The sequence of a battle, in `step.count`
BEGIN: Final = 0
CHOOSE: Final = 1
REVEAL: Final = 2
PAY: Final = 3
CANCEL: Final = 4
TAKE_BACK: Final = 5
BRING_OTHERS: Final = 6
TAKE_METAL: Final = 7
COMPARE: Final = 8
RAIDED: Final = 9
WIN: Final = 10
LOSE: Final = 11
ARTIFACT: Final = 12
OVER: Final = 13

ATTACKER: Final = 0
DEFENDER: Final = 1


def current_battle(s: AnunnakiState) -> Battle:
    battle = s.battle
    if battle is None:
        raise AssertionError("no battle is going on")
    return battle


def side_of(battle: Battle, seat: Seat) -> int:
    return ATTACKER if battle.seats[ATTACKER] == seat else DEFENDER


def defender_in(s: AnunnakiState, seat: Seat, territory: int) -> Seat:
    """The other player with units there; nobody if a civilization defends. (anunnaki/battle/one-by-one: at most one)"""
    for other in range(s.seats):
        if other != seat and s.presence[other] >> territory & 1:
            return Seat(other)
    return NO_SEAT


class ChooseBattle(Question):
    """Which battle is next? (anunnaki/battle/one-by-one)"""

    name = "choose-battle"
    prompt = "choose-battle"
    verbs = "territory"
    public = True
    forbids = "anunnaki/battle/one-by-one"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        return places(contested(s, seat), TERRITORY_)

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        territory = choice - TERRITORY_
        defender = defender_in(s, seat, territory)
        s.battle = Battle(territory, seat, defender, s.civ_tile[territory] if defender < 0 else NO_TILE)
        rule = "anunnaki/battle/civilization" if defender < 0 else "anunnaki/battle/players"
        s.tell(rule, "battle", seat, territory, other=defender)
        s.become(Step(FIGHT))


class Fight(StepKind[AnunnakiState]):
    """One battle. `count`: the next part of the sequence; `what`: 1 when the weapons are paid."""

    name = "fight"
    holds = "what=paid:number count=part:number"

    def run(self, s: AnunnakiState, step: Step) -> None:
        battle = current_battle(s)
        part = step.count
        # Each part is taken up after the one before it, with its decisions, is complete.
        s.become(Step(FIGHT, what=step.what, count=part + 1))
        if part == BEGIN:
            self.begin(s, battle)
        elif part == CHOOSE:
            self.choose_weapons(s, battle)
        elif part == REVEAL:
            self.reveal(s, battle)
        elif part == PAY:
            if step.what != 1:
                self.pay(s, battle)
        elif part == CANCEL:
            self.cancel(s, battle)
        elif part == TAKE_BACK:
            self.take_back(s, battle)
        elif part == BRING_OTHERS:
            self.bring_others(s, battle)
        elif part == TAKE_METAL:
            self.take_metal(s, battle)
        elif part == COMPARE:
            self.compare(s, battle)
        elif part == RAIDED:
            self.raid(s, battle)
        elif part == WIN:
            self.win(s, battle)
        elif part == LOSE:
            self.lose(s, battle)
        elif part == ARTIFACT:
            if battle.winner == ATTACKER and battle.tile >= 0 and s.tables.atlantis >> battle.place & 1:
                look_at_pile(s, battle.seats[ATTACKER])
        else:
            self.over(s, battle)

    def begin(self, s: AnunnakiState, battle: Battle) -> None:
        attack_begins(s, battle.seats[ATTACKER], battle.place)

    def choose_weapons(self, s: AnunnakiState, battle: Battle) -> None:
        if playable(s, battle.seats[ATTACKER], ADVANCED):
            s.push(Step(BATTLE_WEAPON))
        else:
            self.auto_loss(s, battle)

    def auto_loss(self, s: AnunnakiState, battle: Battle) -> None:
        """anunnaki/battle/auto-loss: nothing is played or turned up, no rewards, no metal. It shows something of a
        hidden hand, so it is a reveal."""
        seat = battle.seats[ATTACKER]
        s.reveals += 1
        s.tell("anunnaki/battle/auto-loss", "battle-lost", seat, battle.place, other=battle.seats[DEFENDER])
        retreat(s, seat, battle.place, "anunnaki/battle/auto-loss")
        s.battle = None
        s.pop()

    def reveal(self, s: AnunnakiState, battle: Battle) -> None:
        """The weapons are turned up, then the civilization (anunnaki/battle/players, anunnaki/battle/civilization)."""
        if s.secret[battle.seats[ATTACKER]] < 0:
            # Only in a planner's copy, where the attacker was dealt a hand without a weapon to play.
            self.auto_loss(s, battle)
            return
        s.reveals += 1
        with_loki = False
        for side in range(2):
            seat = battle.seats[side]
            if seat < 0:
                continue
            chosen = places(s.secret[seat] & (ADVANCED | BASIC))
            s.secret[seat] = -1
            for number in range(len(chosen)):
                weapon = chosen[number]
                if number == 0:
                    battle.cards[side] = weapon
                else:
                    battle.loki[side] = weapon
                    with_loki = True
                s.shown[seat] |= bit(weapon) & ADVANCED
                s.tell("anunnaki/battle/players" if battle.tile < 0 else "anunnaki/battle/civilization",
                       "weapon-played", seat, battle.place, WEAPONS[weapon])  # fmt: skip
        if not with_loki:
            s.become(Step(FIGHT, what=1, count=PAY))
            self.pay(s, battle)
        if battle.tile >= 0 and not s.civ_up >> battle.place & 1:
            s.civ_up |= bit(battle.place)
            s.tell("anunnaki/battle/civilization", "civilization-shown", battle.seats[ATTACKER], battle.place,
                   str(battle.tile + 1), s.tables.civ_strength[battle.tile])  # fmt: skip
        for side in range(1, -1, -1):
            if battle.loki[side] >= 0:
                s.push(Step(LOKI_CHOOSE, battle.seats[side], what=side))

    def pay(self, s: AnunnakiState, battle: Battle) -> None:
        for side in range(2):
            if battle.cards[side] >= 0:
                pay_weapon(s, battle, side, battle.cards[side])

    def cancel(self, s: AnunnakiState, battle: Battle) -> None:
        """anunnaki/weapon/cancel: before every other effect; two cancel each other."""
        nets = [battle.cards[side] >= 0 and ARSENAL[battle.cards[side]].cancels for side in range(2)]
        for side in range(2):
            if nets[side]:
                cancel_effect(s, battle, 1 - side)

    def take_back(self, s: AnunnakiState, battle: Battle) -> None:
        """The attacker's effect first; who had to take a weapon back has none to do the same with."""
        for side in range(2):
            for weapon in in_effect(battle, side):
                weapon.takes_back(s, battle, side)

    def bring_others(self, s: AnunnakiState, battle: Battle) -> None:
        """The attacker is asked first."""
        if battle.winner < 0:
            for side in range(1, -1, -1):
                for weapon in in_effect(battle, side):
                    weapon.brings_another(s, battle, side)

    def take_metal(self, s: AnunnakiState, battle: Battle) -> None:
        """The attacker is asked first."""
        if battle.winner < 0:
            for side in range(1, -1, -1):
                for weapon in in_effect(battle, side):
                    weapon.takes_metal(s, battle, side)

    def compare(self, s: AnunnakiState, battle: Battle) -> None:
        """A tie goes to the attacker."""
        if battle.winner >= 0:
            return
        attacker, defender = battle.seats[ATTACKER], battle.seats[DEFENDER]
        for side in range(2):
            for weapon in in_effect(battle, side):
                if weapon.weakens_gods or weapon.fells_strongest:
                    s.tell(weapon.rule, "weapon-effect", battle.seats[side], battle.place, weapon.name)
        rule = "anunnaki/battle/players" if battle.tile < 0 else "anunnaki/battle/civilization"
        terms = side_terms(s, battle, ATTACKER)
        battle.strength[ATTACKER] = total(terms)
        s.tell(rule, "strength", attacker, battle.place, told_terms(terms), battle.strength[ATTACKER])
        if defender >= 0:
            terms = side_terms(s, battle, DEFENDER)
            battle.strength[DEFENDER] = total(terms)
            s.tell(rule, "strength", defender, battle.place, told_terms(terms), battle.strength[DEFENDER])
        else:
            terms = civilization_terms(s, battle)
            battle.strength[DEFENDER] = total(terms)
            s.tell(rule, "civilization-strength", -1, battle.place, told_terms(terms), battle.strength[DEFENDER])
        battle.winner = ATTACKER if battle.strength[ATTACKER] >= battle.strength[DEFENDER] else DEFENDER

    def raid(self, s: AnunnakiState, battle: Battle) -> None:
        """anunnaki/civ/raid: win or lose."""
        attacker = battle.seats[ATTACKER]
        if battle.tile >= 0 and s.tables.civ_effect[battle.tile] == RAID and not battle.cancelled[DEFENDER]:
            if total_resources(s, attacker):
                s.push(Step(RAID_LOSS, attacker))

    def win(self, s: AnunnakiState, battle: Battle) -> None:
        """anunnaki/battle/rewards-order: tile, weapon."""
        seat = battle.seats[battle.winner]
        if seat < 0:
            return
        rule = "anunnaki/battle/civ-win" if battle.tile >= 0 else "anunnaki/battle/rewards"
        s.tell(rule, "battle-won", seat, battle.place, other=battle.seats[1 - battle.winner])
        for weapon in (battle.second[battle.winner], battle.cards[battle.winner]):
            if weapon >= 0:
                s.push(Step(REWARD, seat, BY_WEAPON, R_VP, s.tables.weapon_vp[weapon]))
                s.push(Step(REWARD, seat, BY_WEAPON, R_WAR, s.tables.weapon_war[weapon]))
        if battle.tile >= 0:
            conquer(s, seat, battle.place)
            push_rewards(s, seat, s.tables.civ_reward[battle.tile], 1, BY_CIVILIZATION)

    def lose(self, s: AnunnakiState, battle: Battle) -> None:
        """anunnaki/battle/civ-lose, anunnaki/battle/rewards: home to the capital, 1 metal for an advanced weapon."""
        side = 1 - battle.winner
        seat = battle.seats[side]
        if seat < 0:
            return
        rule = "anunnaki/battle/civ-lose" if battle.tile >= 0 else "anunnaki/battle/rewards"
        s.tell(rule, "battle-lost", seat, battle.place, other=battle.seats[battle.winner])
        retreat(s, seat, battle.place, rule)
        if battle.played[side]:
            gain_resource(s, seat, METAL, 1, rule)
        for weapon in in_effect(battle, side):
            weapon.battle_lost(s, battle, side)

    def over(self, s: AnunnakiState, battle: Battle) -> None:
        """anunnaki/battle/return: advanced weapons beside the board, basic ones to hand."""
        for side in range(2):
            for weapon in (battle.cards[side], battle.second[side]):
                if weapon >= 0 and bit(weapon) & ADVANCED:
                    put_beside(s, battle.seats[side], weapon)
                    s.tell("anunnaki/battle/return", "weapon-beside", battle.seats[side], what=WEAPONS[weapon])
        s.battle = None
        s.pop()


def cancel_effect(s: AnunnakiState, battle: Battle, side: int) -> None:
    """The effect of that side is ignored; strength and rewards stay."""
    battle.cancelled[side] = 1
    seat = battle.seats[side]
    weapon = battle.cards[side]
    if seat >= 0 and weapon >= 0:
        s.tell("anunnaki/weapon/cancel", "weapon-cancelled", seat, battle.place, WEAPONS[weapon])
    elif battle.tile >= 0:
        s.tell("anunnaki/weapon/cancel", "civilization-cancelled", -1, battle.place, str(battle.tile + 1))


def pay_weapon(s: AnunnakiState, battle: Battle, side: int, weapon: int) -> None:
    seat = battle.seats[side]
    rule = "anunnaki/battle/civilization" if battle.tile >= 0 else "anunnaki/battle/players"
    if bit(weapon) & ADVANCED:
        battle.played[side] = 1
    pay_resource(s, seat, METAL, weapon_cost(s, seat, weapon), rule)
    ask_pay(s, seat, s.tables.weapon_any[weapon], BY_WEAPON)


def conquer(s: AnunnakiState, seat: Seat, place: int) -> None:
    """anunnaki/battle/civ-win: the tile is removed, kept by the winner; so is the God of Atlantis."""
    tile = s.civ_tile[place]
    s.civ_tile[place] = NO_TILE
    s.civ_up &= ~bit(place)
    s.civs &= ~bit(place)
    s.conquered[tile] = seat
    s.tell("anunnaki/battle/civ-win", "civilization-conquered", seat, place, str(tile + 1))


def retreat(s: AnunnakiState, seat: Seat, place: int, rule: str) -> None:
    """All units there go home to the capital, settlements that are units with them (anunnaki/house/odin)."""
    home = capital_of(s, seat)
    base = seat * TERRITORIES
    followers = s.followers[base + place]
    if followers:
        s.followers[base + place] = 0
        s.followers[base + home] += followers
        s.tell(rule, "retreated", seat, home, PIECES[FOLLOWER], followers, place)
    towns = s.settlements[base + place]
    if towns and towns_are_units(s, seat):
        s.settlements[base + place] = 0
        s.settlements[base + home] += towns
        s.tell(rule, "retreated", seat, home, PIECES[SETTLEMENT], towns, place)
    for figure in range(FIGURES):
        if s.god_at[seat * FIGURES + figure] == place:
            s.god_at[seat * FIGURES + figure] = home
            s.tell(rule, "retreated", seat, home, PIECES[FIRST_GOD + god_card(s, seat, figure)], 1, place)
    note_presence(s, seat, place)
    note_presence(s, seat, home)
