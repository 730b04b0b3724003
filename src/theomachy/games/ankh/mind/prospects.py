"""What the next conflict of Ankh promises a god, as the board is now: majorities, dominations, battles, capitals."""

from __future__ import annotations

from math import exp
from typing import Final

from mypy_extensions import i64

from theomachy.games.ankh.battle import MAJORITIES, REVEAL, WIN_GAINS
from theomachy.games.ankh.cards.card import DECK
from theomachy.games.ankh.components import (
    AMUN,
    BOUNTIFUL,
    CARDS,
    CHARIOTS,
    DROUGHT,
    GLORIOUS,
    MAGNANIMOUS,
    MAX_PLAYERS,
    PLAGUE,
    RA,
    RED_UNTIL,
    TILES,
    TWO_CAPITALS,
)
from theomachy.games.ankh.ids import Region
from theomachy.games.ankh.mind.characters import Character
from theomachy.games.ankh.mind.stage import Stage
from theomachy.games.ankh.mind.survey import REGIONS, Survey
from theomachy.games.ankh.state import AnkhState
from theomachy.kernel.ids import Side

#: strengths are compared in half points: twice the strength on the board, and what the hand promises
CHARIOTS_PROMISE: Final = 3
OTHER_PROMISE: Final = 1
SECOND_CARD_PROMISE: Final = 1
TIEBREAKER_PROMISE: Final = 1
SURE: Final = 16


def _chance(half_points: int) -> float:
    return 1.0 / (1.0 + exp(-0.38 * (half_points - 0.6)))


#: the chance to win a battle, by half points of strength ahead, from -SURE to SURE
WIN_CHANCE: Final[list[float]] = [_chance(ahead) for ahead in range(-SURE, SURE + 1)]
#: three points of strength, which Glorious asks for
GLORIOUS_MARGIN: Final = 6


def win_chance(ahead: int) -> float:
    """The chance of a god so many half points of strength ahead of the strongest enemy."""
    return WIN_CHANCE[max(-SURE, min(SURE, ahead)) + SURE]


class Prospects:
    """The terms of the next conflict, for one god after another. The survey and the stage are those of the position."""

    def __init__(self, survey: Survey, stage: Stage) -> None:
        self._survey = survey
        self._stage = stage
        #: devotion that the conflict is expected to bring the god just judged
        self.harvest: float = 0.0

    def majorities(self, s: AnkhState, god: Side, c: Character) -> float:
        survey = self._survey
        later = self._stage.later(c.lasting)
        total = 0.0
        for number in range(1, TILES + 1):
            tile = Region(number)
            found = survey.majorities(s, god, tile)
            if found:
                now = self._stage.now(tile, MAJORITIES)
                gain = float(found * survey.yields(tile))
                if survey.present[god * REGIONS + tile]:
                    if gain > 0.0 and s.devotion[god] <= RED_UNTIL and s.powers[god] & BOUNTIFUL:
                        gain += 1.0
                    self.harvest += gain * now
                    total += c.majority * gain * (now + later)
                else:
                    total += c.absent_majority * gain * (now + later)
        return total

    def dominations(self, s: AnkhState, god: Side, c: Character) -> float:
        survey = self._survey
        later = self._stage.later(c.lasting)
        total = 0.0
        for number in range(1, TILES + 1):
            tile = Region(number)
            if survey.present[god * REGIONS + tile] and self._rivals(s, god, tile) == 0:
                now = self._stage.now(tile, -1)
                gain = self._victory(s, god, tile)
                self.harvest += gain * now
                total += c.domination * gain * (now + later) + c.infantry * float(survey.infantry[tile]) * now
        return total

    def _rivals(self, s: AnkhState, god: Side, tile: Region) -> int:
        """How many other gods have figures in the region."""
        count = 0
        present = self._survey.present
        side: i64 = god
        place: i64 = tile
        seats: i64 = s.seats
        for other in range(seats):
            if other != side and present[place]:
                count += 1
            place += REGIONS
        return count

    def _victory(self, s: AnkhState, god: Side, tile: Region) -> float:
        """What a domination or battle won there brings."""
        survey = self._survey
        gain = float(survey.yields(tile))
        if gain > 0.0:
            if survey.radiant[god * REGIONS + tile] and s.divine[god] & RA:
                gain += 1.0
            if s.devotion[god] <= RED_UNTIL and s.powers[god] & BOUNTIFUL:
                gain += 1.0
        return gain

    def battles(self, s: AnkhState, god: Side, c: Character) -> float:
        survey = self._survey
        later = self._stage.later(c.lasting)
        total = 0.0
        for number in range(1, TILES + 1):
            tile = Region(number)
            present = survey.present[god * REGIONS + tile]
            if present == 0 or self._rivals(s, god, tile) == 0:
                continue
            ahead = self._ahead(s, god, tile)
            chance = win_chance(ahead)
            gain = chance * self._victory(s, god, tile)
            if survey.yields(tile):
                if s.powers[god] & GLORIOUS:
                    gain += 2.0 * win_chance(ahead - GLORIOUS_MARGIN)
                if s.powers[god] & MAGNANIMOUS and present >= 2:
                    gain += 2.0 * (1.0 - chance)
            now = self._stage.now(tile, WIN_GAINS)
            deaths = float(survey.mortal[god * REGIONS + tile]) * (1.0 - chance)
            self.harvest += gain * now
            total += c.battle * gain * (now + later) - c.figure * deaths * now
            total += c.infantry * float(survey.infantry[tile]) * chance * now
        return total

    def _ahead(self, s: AnkhState, god: Side, tile: Region) -> int:
        """How many half points of strength a god is ahead of the strongest enemy in a region."""
        best = 0
        for other in range(s.seats):
            if other != god and self._survey.present[other * REGIONS + tile]:
                best = max(best, self._might(s, Side(other), tile))
        return self._might(s, god, tile) - best

    def _might(self, s: AnkhState, god: Side, tile: Region) -> int:
        """Twice the strength on the board, and the cards: revealed ones as they are, others as a promise."""
        might = 2 * self._survey.strength[god * REGIONS + tile]
        if self._survey.helps_the_least(tile) and s.ladder[0] == god:
            might += 4
        if s.tiebreaker == god and s.tiebreaker_ready:
            might += TIEBREAKER_PROMISE
        battle = s.battle
        if battle is not None and battle.region == tile and self._stage.part > REVEAL:
            cards = battle.cards[god]
            for card in range(len(CARDS)):
                if cards >> card & 1:
                    might += 2 * DECK[card].strength
            return might
        hand = s.hand[god]
        if hand & CHARIOTS:
            might += CHARIOTS_PROMISE
        elif hand & (PLAGUE | DROUGHT):
            might += OTHER_PROMISE
        if s.amun_ready and s.divine[god] & AMUN:
            might += SECOND_CARD_PROMISE
        return might

    def capitals(self, s: AnkhState, god: Side, c: Character) -> float:
        """The scenario of the two capitals: 1 devotion for a city held after a conflict, 3 for both."""
        if not s.rules & TWO_CAPITALS:
            return 0.0
        held = 0
        for city in range(2):
            own = self._survey.at_city[city * MAX_PLAYERS + god]
            most = own > 0
            for other in range(s.seats):
                if other != god and self._survey.at_city[city * MAX_PLAYERS + other] >= own:
                    most = False
            if most:
                held += 1
        if held == 0:
            return 0.0
        gain = 3.0 if held == 2 else 1.0
        self.harvest += gain * self._stage.soon
        return c.majority * gain * (self._stage.soon + self._stage.later(c.lasting))
