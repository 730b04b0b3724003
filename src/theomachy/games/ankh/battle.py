"""Chapter "battle": the sequence of a battle, step by step as the rule book numbers it.

`FightBattle` walks through the sequence and names its moments. Choosing cards and breaking ties is in `fight`; what
cards, powers, gods and guardians do and ask is in their own modules.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from theomachy.games.ankh.board import figures_in, is_present
from theomachy.games.ankh.chorus import CHORUS
from theomachy.games.ankh.components import CARDS, GOD
from theomachy.games.ankh.conflict import gain_majorities, victory_devotion
from theomachy.games.ankh.deaths import begin_deaths, kill
from theomachy.games.ankh.devotion import gain_devotion
from theomachy.games.ankh.state import AnkhState, Battle
from theomachy.games.ankh.steps import BATTLE_CARD, FIGHT_BATTLE, SPEND_TIEBREAKER
from theomachy.games.ankh.strength import count_strength
from theomachy.kernel.arrays import bit
from theomachy.kernel.ids import Side
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


#: the step of a battle with each part next
_NEXT: Final = [Step(FIGHT_BATTLE, count=part) for part in range(TAKE_BACK + 2)]


def participants(battle: Battle, gods: list[Side]) -> list[Side]:
    """Those of the gods that take part in the battle: a list of its own, whatever becomes of the other."""
    mask: i64 = battle.participants
    return [god for god in gods if mask >> god & 1]


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
        """Each part is taken up when the one before it, with its decisions, is complete: at once if it asks nothing."""
        battle = current_battle(s)
        depth = len(s.stack)
        part = step.count
        while len(s.stack) == depth and not s.over:
            s.become(_NEXT[part + 1])
            self.take_part(s, battle, part)
            part += 1

    def take_part(self, s: AnkhState, battle: Battle, part: i64) -> None:
        if part == OBELISKS:
            CHORUS.battle_begins(s, battle)
        elif part == ANNOUNCE:
            self.announce(s, battle)
        elif part == CHOOSE:
            s.push(Step(BATTLE_CARD))
        elif part == REVEAL:
            self.reveal(s, battle)
        elif part == BUILDING:
            CHORUS.building(s, battle)
        elif part == PLAGUES_BEGIN:
            CHORUS.plagues_begin(s, battle)
        elif part == PLAGUES:
            CHORUS.plagues(s, battle)
        elif part == MAJORITIES:
            for god in participants(battle, s.ladder):
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
            CHORUS.losers_gain(s, battle)
        elif part == ON_KILL:
            begin_deaths(s)
        elif part == UNDERWORLD:
            CHORUS.deaths_over(s, battle)
        elif part == MIRACLES:
            CHORUS.dead_counted(s, battle)
        elif part == WORSHIP_BEGIN:
            CHORUS.worship_begins(s, battle)
        elif part == WORSHIPPING:
            CHORUS.worship(s, battle)
        else:
            CHORUS.battle_ends(s, battle)
            s.battle = None
            s.pop()

    def announce(self, s: AnkhState, battle: Battle) -> None:
        """ankh/battle/participants: fixed from here on."""
        for god in s.ladder:
            if is_present(s, god, battle.region):
                battle.participants |= bit(god)
        CHORUS.participants_fixed(s, battle)

    def reveal(self, s: AnkhState, battle: Battle) -> None:
        """ankh/battle/reveal: all at once."""
        s.reveals += 1
        for god in participants(battle, s.ladder):
            battle.cards[god] = s.secret[god]
            s.secret[god] = -1
            s.hand[god] &= ~battle.cards[god]
            if s.listening:
                for card in range(len(CARDS)):
                    if battle.cards[god] >> card & 1:
                        s.tell("ankh/battle/reveal", "card-played", god, what=CARDS[card])
        CHORUS.cards_revealed(s, battle)

    def strength(self, s: AnkhState, battle: Battle) -> None:
        """ankh/battle/strength-when: once, for those with figures now."""
        for god in participants(battle, s.ladder):
            battle.present[god] = len(figures_in(s, god, battle.region))
            if battle.present[god]:
                battle.strength[god] = count_strength(s, battle, god)

    def winner(self, s: AnkhState, battle: Battle) -> None:
        """ankh/battle/winner, ankh/battle/last-standing: only those with figures are compared."""
        standing = [god for god in participants(battle, s.ladder) if battle.present[god]]
        if not standing:
            s.tell("ankh/battle/last-standing", "battle-tied", amount=0)
            return
        highest = battle.strength[standing[0]]
        for god in standing:
            highest = max(highest, battle.strength[god])
        best = [god for god in standing if battle.strength[god] == highest]
        if len(best) == 1:
            others = [battle.strength[god] for god in participants(battle, s.ladder) if god != best[0]]
            win(s, battle, best[0], highest - max(others), "ankh/battle/winner")
        elif s.tiebreaker in best and s.tiebreaker_ready:
            s.push(Step(SPEND_TIEBREAKER, s.tiebreaker, count=highest))
        else:
            s.tell("ankh/battle/winner", "battle-tied", amount=highest)

    def win_gains(self, s: AnkhState, battle: Battle) -> None:
        """ankh/battle/win-devotion: one gain with all modifiers; then ankh/battle/win-followers."""
        god = battle.winner
        if god < 0:
            return
        gain_devotion(s, god, victory_devotion(s, god, battle.region), "ankh/battle/win-devotion", battle.region)
        if s.over:
            return
        CHORUS.region_won(s, god, battle.region)
        CHORUS.battle_won(s, battle)

    def victims(self, s: AnkhState, battle: Battle) -> None:
        """ankh/battle/kill: who would die."""
        for god in participants(battle, s.ladder):
            if god == battle.winner:
                continue
            for figure in figures_in(s, god, battle.region):
                if s.kind[figure] != GOD and figure not in battle.spared:
                    battle.victims.append(figure)
        CHORUS.victims_listed(s, battle)


def win(s: AnkhState, battle: Battle, god: Side, margin: int, rule: str) -> None:
    battle.winner = god
    battle.margin = margin
    s.tell(rule, "battle-won", god, amount=margin)
