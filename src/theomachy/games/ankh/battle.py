"""Chapter "battle": the sequence of a battle, step by step as the rule book numbers it.

`FightBattle` walks through the sequence; what a player must decide on the way is a step of its own, in `fight` (cards,
bids, tiebreaker, Isis, Osiris, Worshipful) and `obelisk`.
"""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.board import figures_in, has_enemy_adjacent, is_desert, is_fertile, is_present
from theomachy.games.ankh.components import (
    ALL_CARDS,
    AMUN,
    BUILD,
    CARDS,
    COMMANDING,
    DROUGHT,
    FIGURES,
    FLOOD,
    GLORIOUS,
    GOD,
    ISIS,
    MAAT,
    MAGNANIMOUS,
    MIRACLE,
    OBELISK_POWER,
    OSIRIS,
    PLAGUE,
    WORSHIPFUL,
)
from theomachy.games.ankh.conflict import gain_majorities, is_radiant_in
from theomachy.games.ankh.deaths import begin_deaths, kill
from theomachy.games.ankh.devotion import gain_devotion
from theomachy.games.ankh.followers import gain_followers
from theomachy.games.ankh.moments import moments
from theomachy.games.ankh.move import forget_moves
from theomachy.games.ankh.state import AnkhState, Battle, ascending, has_power, is_divine
from theomachy.games.ankh.steps import (
    ANNOUNCE_TWO,
    BATTLE_CARD,
    BUILD_MONUMENT,
    FIGHT_BATTLE,
    GIVE_UP,
    OBELISK_FIGURE,
    PLAGUE_BID,
    SPEND_TIEBREAKER,
    UNDERWORLD_TOKEN,
    WORSHIP,
)
from theomachy.games.ankh.strength import count_strength
from theomachy.kernel.arrays import bit, ones
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind

# The sequence of a battle, in `step.count`
OBELISKS: Final = 0
ANNOUNCE: Final = 1
CHOOSE: Final = 2
REVEAL: Final = 3
BUILDING: Final = 4
PLAGUES_BEGIN: Final = 5
PLAGUES: Final = 6
MAJORITIES: Final = 7
STRENGTH: Final = 8
WINNER: Final = 9
WIN_GAINS: Final = 10
VICTIMS: Final = 11
KILL: Final = 12
LOSE_GAINS: Final = 13
ON_KILL: Final = 14
UNDERWORLD: Final = 15
MIRACLES: Final = 16
WORSHIP_BEGIN: Final = 17
WORSHIPPING: Final = 18
TAKE_BACK: Final = 19


def participants(battle: Battle, gods: list[int]) -> list[int]:
    """Those of the gods that take part in the battle."""
    return [god for god in gods if battle.participants >> god & 1]


def current_battle(s: AnkhState) -> Battle:
    battle = s.battle
    if battle is None:
        raise AssertionError("no battle is going on")
    return battle


class FightBattle(StepKind[AnkhState]):
    """One battle. `count`: the next part of the sequence."""

    name = "battle"
    holds = "count=phase"

    def run(self, s: AnkhState, step: Step) -> None:
        battle = current_battle(s)
        part = step.count
        # Each part is taken up after the one before it, with its decisions, is complete.
        s.become(Step(FIGHT_BATTLE, count=part + 1))
        if part == OBELISKS:
            self.obelisks(s, battle)
        elif part == ANNOUNCE:
            self.announce(s, battle)
        elif part == CHOOSE:
            s.push(Step(BATTLE_CARD))
        elif part == REVEAL:
            self.reveal(s, battle)
        elif part == BUILDING:
            self.building(s, battle)
        elif part == PLAGUES_BEGIN:
            # ankh/card/plague-order: the order and the bidders are fixed now
            order = participants(battle, ascending(s))
            battle.queue = [god for god in order if battle.cards[god] & PLAGUE]
            battle.bidders = [god for god in order if is_present(s, god, battle.region)]
        elif part == PLAGUES:
            if battle.queue:
                s.become(Step(FIGHT_BATTLE, count=PLAGUES))
                s.push(Step(PLAGUE_BID, battle.queue.pop(0)))
        elif part == MAJORITIES:
            for god in participants(battle, ascending(s)):
                if not s.over and is_present(s, god, battle.region):
                    gain_majorities(s, god, battle.region, "ankh/battle/majorities")
        elif part == STRENGTH:
            self.strength(s, battle)
        elif part == WINNER:
            self.winner(s, battle)
        elif part == WIN_GAINS:
            self.win_gains(s, battle)
        elif part == VICTIMS:
            self.victims(s, battle)
        elif part == KILL:
            kill(s, battle.victims, "ankh/battle/kill")
            battle.victims = []
        elif part == LOSE_GAINS:
            self.lose_gains(s, battle)
        elif part == ON_KILL:
            begin_deaths(s)
        elif part == UNDERWORLD:
            self.underworld(s, battle)
        elif part == MIRACLES:
            for god in participants(battle, ascending(s)):
                if battle.cards[god] & MIRACLE:
                    gain_devotion(s, god, battle.killed[god], "ankh/card/miracle", battle.region)
        elif part == WORSHIP_BEGIN:
            if moments(s).devotion_flows(s, battle.region):
                battle.queue = [god for god in participants(battle, ascending(s)) if has_power(s, god, WORSHIPFUL)]
        elif part == WORSHIPPING:
            if battle.queue:
                s.become(Step(FIGHT_BATTLE, count=WORSHIPPING))
                s.push(Step(WORSHIP, battle.queue.pop(0)))
        else:
            self.take_back(s, battle)
            s.battle = None
            s.pop()

    def obelisks(self, s: AnkhState, battle: Battle) -> None:
        """ankh/battle/obelisks: owners of the power with a figure here, ascending, in turn until all pass."""
        forget_moves(s)
        battle.queue = [
            god for god in ascending(s) if has_power(s, god, OBELISK_POWER) and is_present(s, god, battle.region)
        ]
        if battle.queue:
            s.push(Step(OBELISK_FIGURE, battle.queue.pop(0)))

    def announce(self, s: AnkhState, battle: Battle) -> None:
        """ankh/battle/participants: fixed from here on. ankh/battle/amun-announce."""
        for god in s.ladder:
            if is_present(s, god, battle.region):
                battle.participants |= bit(god)
        for god in participants(battle, s.ladder):
            if is_divine(s, god, AMUN) and s.amun_ready and ones(s.hand[god]) >= 2:
                s.push(Step(ANNOUNCE_TWO, god))

    def reveal(self, s: AnkhState, battle: Battle) -> None:
        """ankh/battle/reveal: all at once. ankh/card/flood pays now and marks the figures it spares."""
        s.reveals += 1
        for god in participants(battle, ascending(s)):
            battle.cards[god] = s.secret[god]
            s.secret[god] = -1
            s.hand[god] &= ~battle.cards[god]
            for card in range(len(CARDS)):
                if battle.cards[god] >> card & 1:
                    s.tell("ankh/battle/reveal", "card-played", god, what=CARDS[card])
        for god in participants(battle, ascending(s)):
            if battle.cards[god] & FLOOD:
                wet = [figure for figure in figures_in(s, god, battle.region) if is_fertile(s, s.where[figure])]
                battle.spared += wet
                gain_followers(s, god, len(wet), "ankh/card/flood")

    def building(self, s: AnkhState, battle: Battle) -> None:
        """ankh/battle/build: ascending devotion; pushed in reverse, so the least devoted is on top."""
        for god in reversed(participants(battle, ascending(s))):
            if battle.cards[god] & BUILD:
                s.push(Step(BUILD_MONUMENT, god))

    def strength(self, s: AnkhState, battle: Battle) -> None:
        """ankh/battle/strength-when: once, for those with figures now."""
        for god in participants(battle, ascending(s)):
            battle.present[god] = len(figures_in(s, god, battle.region))
            if battle.present[god]:
                battle.strength[god] = count_strength(s, battle, god)

    def winner(self, s: AnkhState, battle: Battle) -> None:
        """ankh/battle/winner, ankh/battle/last-standing: only those with figures are compared."""
        standing = [god for god in participants(battle, s.ladder) if battle.present[god]]
        if not standing:
            s.tell("ankh/battle/last-standing", "battle-tied", amount=0)
            return
        highest = max(battle.strength[god] for god in standing)
        best = [god for god in standing if battle.strength[god] == highest]
        if len(best) == 1:
            others = [battle.strength[god] for god in participants(battle, s.ladder) if god != best[0]]
            win(s, battle, best[0], highest - max(others), "ankh/battle/winner")
        elif s.tiebreaker in best and s.tiebreaker_ready:
            s.push(Step(SPEND_TIEBREAKER, s.tiebreaker, count=highest))
        else:
            s.tell("ankh/battle/winner", "battle-tied", amount=highest)

    def win_gains(self, s: AnkhState, battle: Battle) -> None:
        """ankh/battle/win-devotion: one gain with all modifiers; then Commanding (ankh/battle/win-followers)."""
        god = battle.winner
        if god < 0:
            return
        amount = 1
        if has_power(s, god, GLORIOUS) and battle.margin >= 3:
            amount = 3
            s.tell("ankh/power/glorious", "glorious", god, amount=3)
        if battle.cards[god] & DROUGHT:
            dry = sum(is_desert(s, s.where[figure]) for figure in figures_in(s, god, battle.region))
            if dry:
                s.tell("ankh/card/drought", "drought", god, amount=dry)
                amount += dry
        if is_radiant_in(s, god, battle.region):
            amount += 1
            s.tell("ankh/god/ra", "radiant", god, amount=1)
        amount += moments(s).devotion_bonus(s, god, battle.region, 1)
        gain_devotion(s, god, amount, "ankh/battle/win-devotion", battle.region)
        if s.over:
            return
        moments(s).region_won(s, god, battle.region)
        if has_power(s, god, COMMANDING):
            gain_followers(s, god, 3, "ankh/power/commanding")

    def victims(self, s: AnkhState, battle: Battle) -> None:
        """ankh/battle/kill, ankh/battle/protected-when: who would die; Isis may keep those next to an enemy."""
        for god in participants(battle, s.ladder):
            if god == battle.winner:
                continue
            for figure in figures_in(s, god, battle.region):
                if s.kind[figure] != GOD and figure not in battle.spared:
                    battle.victims.append(figure)
        for god in participants(battle, s.ladder):
            if is_divine(s, god, ISIS):
                safe = [
                    figure
                    for figure in battle.victims
                    if figure // FIGURES == god and has_enemy_adjacent(s, god, s.where[figure])
                ]
                if safe:
                    battle.victims = [figure for figure in battle.victims if figure not in safe]
                    battle.queue = safe
                    s.push(Step(GIVE_UP, god))

    def lose_gains(self, s: AnkhState, battle: Battle) -> None:
        """ankh/battle/lose-devotion, ankh/power/magnanimous-count."""
        for god in participants(battle, ascending(s)):
            if god != battle.winner and battle.present[god] >= 2 and has_power(s, god, MAGNANIMOUS):
                gain_devotion(s, god, 2, "ankh/power/magnanimous", battle.region)

    def underworld(self, s: AnkhState, battle: Battle) -> None:
        """ankh/battle/osiris: one who lost may place or move a token."""
        for god in participants(battle, s.ladder):
            if god != battle.winner and is_divine(s, god, OSIRIS):
                s.push(Step(UNDERWORLD_TOKEN, god, battle.region))

    def take_back(self, s: AnkhState, battle: Battle) -> None:
        """ankh/battle/maat."""
        for god in participants(battle, ascending(s)):
            if battle.cards[god] & MAAT:
                s.hand[god] = ALL_CARDS
                s.tell("ankh/card/maat", "cards-back", god)
                moments(s).cards_return(s, god)


def win(s: AnkhState, battle: Battle, god: int, margin: int, rule: str) -> None:
    battle.winner = god
    battle.margin = margin
    s.tell(rule, "battle-won", god, amount=margin)
