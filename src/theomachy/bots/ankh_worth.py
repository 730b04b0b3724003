"""The evaluation of Ankh, with Pharaoh: what a position is worth for a god, in devotion at the end of the match.

`ankh_characters` says what a god thinks things are worth, `ankh_survey` counts them; here one is multiplied with the
other, term by term.
"""

from __future__ import annotations

from math import exp, log1p
from typing import Any, Final

from theomachy.ankh.battle import MAJORITIES, REVEAL, WIN_GAINS
from theomachy.ankh.components import (
    AMUN,
    ANUBIS,
    BOUNTIFUL,
    CARD_STRENGTH,
    CARDS,
    CHARIOTS,
    CONFLICT,
    CONTROL,
    DROUGHT,
    GLORIOUS,
    GODS,
    ISIS,
    MAGNANIMOUS,
    MAX_PLAYERS,
    OSIRIS,
    PLAGUE,
    POWERS,
    RA,
    RED_UNTIL,
    SUNS,
    TILES,
    TOP,
    TWO_CAPITALS,
    UNREST,
    WORSHIPFUL,
)
from theomachy.ankh.conflict import AFTER_LAST_REGION, END_AFTER, FORGOTTEN_AFTER, MERGE_AFTER
from theomachy.ankh.pharaoh.components import AGENDA_KINDS, ROOM_COUNT, TUTANKHAMUN
from theomachy.ankh.pharaoh.state import Realm
from theomachy.ankh.state import AnkhState, god_cell
from theomachy.ankh.steps import FIGHT_BATTLE, FIGHT_CONFLICT
from theomachy.ankh.turn import AFTER_FIRST, FIRST_ACTION, SECOND_ACTION, event_track, is_merged_seat, moves_left
from theomachy.bots.ankh_characters import CHARACTERS, Character
from theomachy.bots.ankh_survey import REGIONS, Survey
from theomachy.bots.worth import Worth
from theomachy.kernel.arrays import numbers

#: above everything a position can be worth, and below
WON: Final = 1000.0
LOST: Final = -1000.0

#: the terms, in the order of `AnkhWorth._values`
TERMS: Final = (
    "devotion", "rank", "finish", "forgotten", "merging", "majorities", "dominations", "battles", "capitals", "unrest",
    "monuments", "claims", "income", "figures", "guardians", "presence", "initiative", "followers", "tokens", "cards",
    "powers", "divinity", "palace", "agenda",
)  # fmt: skip
#: the only term of a god that has won or lost
OUTCOME: Final = "outcome"

#: what the powers not yet unlocked cost, by the tokens left in the row
UNLOCK_COSTS: Final = numbers([0, 3, 6, 8, 10, 11, 12])
#: by the conflicts that could still come: how many really do (most matches are won in the fourth), and how much
#: things that serve over conflicts keep of their worth
TO_COME: Final[list[float]] = [0.0, 1.0, 1.3, 2.1, 3.0, 4.0]
SERVICE: Final[list[float]] = [0.0, 0.25, 0.35, 0.55, 0.75, 1.0]
#: the doubt that each event before the next conflict adds to what it will bring
DOUBT: Final = 0.06

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


def softly(amount: float) -> float:
    """The amount where it is well above 0, nothing where it is well below, and smooth in between."""
    return 2.0 * log1p(exp(min(amount, 60.0) / 2.0))


def _powers_of(character: Character) -> list[float]:
    return [float(getattr(character, power)) for power in POWERS]


def _cards_of(character: Character) -> list[float]:
    return [float(getattr(character, card)) for card in CARDS]


class AnkhWorth(Worth):
    """What each god's position is worth, by the character of the god. A merged god has that of its higher god."""

    scale = 6.0

    def __init__(self, characters: dict[str, Character] = CHARACTERS) -> None:
        #: by the kind of god: the character, its powers and its cards
        self._characters: list[Character] = [characters[god] for god in GODS]
        self._powers: list[list[float]] = [_powers_of(character) for character in self._characters]
        self._cards: list[list[float]] = [_cards_of(character) for character in self._characters]
        self._survey = Survey()
        # The stage of the match, the same for all gods
        #: conflicts that are not over
        self._left: int = 0
        #: events before the next conflict
        self._events: int = 0
        #: how sure the next conflict is to find the board as it is
        self._soon: float = 1.0
        #: in a conflict: the tile of the region resolved last or now; and the part of its battle, -1 if there is none
        self._resolved: int = 0
        self._part: int = -1
        #: devotion that the next conflict is expected to bring the god just judged
        self._harvest: float = 0.0

    # --- the contract of `Worth` --------------------------------------------------------------------------------------

    def sides(self, s: Any) -> list[int]:
        state: AnkhState = s
        return list(state.side)

    def points(self, s: Any, side: int) -> float:
        state: AnkhState = s
        if state.over or not state.alive[side]:
            return self._outcome(state, side)
        total = 0.0
        for value in self._values(state, side):
            total += value
        return total

    def terms(self, s: Any, side: int) -> list[tuple[str, float]]:
        state: AnkhState = s
        if state.over or not state.alive[side]:
            return [(OUTCOME, self._outcome(state, side))]
        return list(zip(TERMS, self._values(state, side), strict=True))

    def _outcome(self, s: AnkhState, side: int) -> float:
        """A forgotten god has lost, even while others play on; where nobody wins, everybody has."""
        return WON if s.over and s.winner == side else LOST

    def _values(self, s: AnkhState, god: int) -> list[float]:
        """The values of TERMS."""
        self._survey.look(s)
        self._find_stage(s)
        kind = s.god_kind[god]
        c = self._characters[kind]
        self._harvest = 0.0
        majorities = self._majorities(s, god, c)
        dominations = self._dominations(s, god, c)
        battles = self._battles(s, god, c)
        capitals = self._capitals(s, god, c)
        return [
            c.devotion * float(s.devotion[god]),
            self._rank(s, god, c),
            self._finish(s, god, c),
            self._forgotten(s, god, c),
            self._merging(s, god, c),
            majorities,
            dominations,
            battles,
            capitals,
            self._unrest(s, god, c),
            c.monument * float(self._survey.owned[god]) * TO_COME[self._left],
            self._claims(s, god, c),
            c.income * float(self._survey.income[god]) * SERVICE[self._left],
            self._figures(god, c),
            c.guardian * float(self._survey.guardians[god]) * SERVICE[self._left],
            self._presence(s, god, c),
            self._initiative(s, god, c),
            self._followers(s, god, c),
            c.token * float(min(3, s.tokens[god])) * SERVICE[self._left],
            self._hand(s, god, self._cards[kind]),
            self._unlocked(s, god, self._powers[kind]),
            self._divinity(s, god, c),
            self._palace(s, god, c),
            self._agenda(s, god, c),
        ]

    # --- the stage of the match ---------------------------------------------------------------------------------------

    def _find_stage(self, s: AnkhState) -> None:
        self._left = END_AFTER - s.conflicts_done
        self._resolved = -1
        self._part = -1
        for step in s.stack:
            if step.kind == FIGHT_CONFLICT and step.count < AFTER_LAST_REGION:
                self._resolved = max(0, step.where)
            elif step.kind == FIGHT_BATTLE:
                self._part = step.count
        self._events = 0
        if self._resolved < 0:
            track = event_track(s)
            while s.events_done + self._events < len(track) and track[s.events_done + self._events] != CONFLICT:
                self._events += 1
        self._soon = 1.0 - DOUBT * self._events

    def _now(self, tile: int, over_with: int) -> float:
        """How sure the conflict under way, or the next one, is to bring what a region promises; 0 if that is past.

        `over_with`: the part of a battle after which this conflict brings it no more.
        """
        if self._resolved < 0:
            return self._soon
        if tile == self._resolved:
            return 1.0 if 0 <= self._part <= over_with else 0.0
        survey = self._survey
        if survey.king == TUTANKHAMUN and self._resolved:
            # His region is the first of all.
            if tile == survey.royal:
                return 0.0
            return 1.0 if self._resolved == survey.royal or tile > self._resolved else 0.0
        return 1.0 if tile > self._resolved else 0.0

    def _later(self, c: Character) -> float:
        """How much of what the board promises now the conflicts after that one still bring."""
        return c.lasting * max(0.0, TO_COME[self._left] - 1.0)

    # --- the track ----------------------------------------------------------------------------------------------------

    def _rank(self, s: AnkhState, god: int, c: Character) -> float:
        place = 0
        for other in s.ladder:
            if other == god:
                break
            place += 1
        return c.rank * place

    def _finish(self, s: AnkhState, god: int, c: Character) -> float:
        """How near the top is, with what the next conflict should bring."""
        return c.finish * softly(float(s.devotion[god]) + self._harvest - TOP + 1.0)

    def _forgotten(self, s: AnkhState, god: int, c: Character) -> float:
        """How far the god falls short of leaving the red part by the fourth conflict, at the pace of the next one."""
        conflicts = FORGOTTEN_AFTER - s.conflicts_done
        if conflicts <= 0:
            return 0.0
        return -c.forgotten / conflicts * softly(RED_UNTIL + 1.0 - float(s.devotion[god]) - self._harvest * conflicts)

    def _merging(self, s: AnkhState, god: int, c: Character) -> float:
        """The two lowest gods merge after the third conflict, on the space of the lower one."""
        if s.seats == 2 or s.conflicts_done >= MERGE_AFTER or len(s.ladder) <= 2:
            return 0.0
        urgency = (1.0 + s.conflicts_done) / MERGE_AFTER
        lowest = s.ladder[0]
        if god == lowest:
            return -c.merging * urgency
        if god == s.ladder[1]:
            return -c.merging * urgency - 0.5 * urgency * float(s.devotion[god] - s.devotion[lowest])
        return 0.0

    # --- the next conflict --------------------------------------------------------------------------------------------

    def _majorities(self, s: AnkhState, god: int, c: Character) -> float:
        survey = self._survey
        later = self._later(c)
        total = 0.0
        for tile in range(1, TILES + 1):
            found = survey.majorities(s, god, tile)
            if found:
                now = self._now(tile, MAJORITIES)
                gain = float(found * survey.yields(tile))
                if survey.present[god * REGIONS + tile]:
                    if gain > 0.0 and s.devotion[god] <= RED_UNTIL and s.powers[god] & BOUNTIFUL:
                        gain += 1.0
                    self._harvest += gain * now
                    total += c.majority * gain * (now + later)
                else:
                    total += c.absent_majority * gain * (now + later)
        return total

    def _dominations(self, s: AnkhState, god: int, c: Character) -> float:
        survey = self._survey
        later = self._later(c)
        total = 0.0
        for tile in range(1, TILES + 1):
            if survey.present[god * REGIONS + tile] and self._rivals(s, god, tile) == 0:
                now = self._now(tile, -1)
                gain = self._victory(s, god, tile)
                self._harvest += gain * now
                total += c.domination * gain * (now + later) + c.infantry * float(survey.infantry[tile]) * now
        return total

    def _rivals(self, s: AnkhState, god: int, tile: int) -> int:
        """How many other gods have figures in the region."""
        count = 0
        for other in range(s.seats):
            if other != god and self._survey.present[other * REGIONS + tile]:
                count += 1
        return count

    def _victory(self, s: AnkhState, god: int, tile: int) -> float:
        """What a domination or battle won there brings."""
        survey = self._survey
        gain = float(survey.yields(tile))
        if gain > 0.0:
            if survey.radiant[god * REGIONS + tile] and s.divine[god] & RA:
                gain += 1.0
            if s.devotion[god] <= RED_UNTIL and s.powers[god] & BOUNTIFUL:
                gain += 1.0
        return gain

    def _battles(self, s: AnkhState, god: int, c: Character) -> float:
        survey = self._survey
        later = self._later(c)
        total = 0.0
        for tile in range(1, TILES + 1):
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
            now = self._now(tile, WIN_GAINS)
            deaths = float(survey.mortal[god * REGIONS + tile]) * (1.0 - chance)
            self._harvest += gain * now
            total += c.battle * gain * (now + later) - c.figure * deaths * now
            total += c.infantry * float(survey.infantry[tile]) * chance * now
        return total

    def _ahead(self, s: AnkhState, god: int, tile: int) -> int:
        """How many half points of strength a god is ahead of the strongest enemy in a region."""
        best = 0
        for other in range(s.seats):
            if other != god and self._survey.present[other * REGIONS + tile]:
                best = max(best, self._might(s, other, tile))
        return self._might(s, god, tile) - best

    def _might(self, s: AnkhState, god: int, tile: int) -> int:
        """Twice the strength on the board, and the cards: revealed ones as they are, others as a promise."""
        might = 2 * self._survey.strength[god * REGIONS + tile]
        if self._survey.helps_the_least(tile) and s.ladder[0] == god:
            might += 4
        if s.tiebreaker == god and s.tiebreaker_ready:
            might += TIEBREAKER_PROMISE
        battle = s.battle
        if battle is not None and battle.region == tile and self._part > REVEAL:
            cards = battle.cards[god]
            for card in range(len(CARDS)):
                if cards >> card & 1:
                    might += 2 * CARD_STRENGTH[card]
            return might
        hand = s.hand[god]
        if hand & CHARIOTS:
            might += CHARIOTS_PROMISE
        elif hand & (PLAGUE | DROUGHT):
            might += OTHER_PROMISE
        if s.amun_ready and s.divine[god] & AMUN:
            might += SECOND_CARD_PROMISE
        return might

    def _capitals(self, s: AnkhState, god: int, c: Character) -> float:
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
        self._harvest += gain * self._soon
        return c.majority * gain * (self._soon + self._later(c))

    def _unrest(self, s: AnkhState, god: int, c: Character) -> float:
        """The scenario of unrest: devotion is lost after events while the god's region has no monument of its own."""
        if not s.rules & UNREST:
            return 0.0
        home = god_cell(s, god)
        if home >= 0:
            for cell in s.monuments:
                if s.control[cell] == god and s.region[cell] == s.region[home]:
                    return 0.0
        return -c.devotion * float(self._events + 1)

    # --- the board ----------------------------------------------------------------------------------------------------

    def _figures(self, god: int, c: Character) -> float:
        on_board = c.figure * float(self._survey.figures[god])
        return (on_board + c.reserve * float(self._survey.reserve[god])) * SERVICE[self._left]

    def _claims(self, s: AnkhState, god: int, c: Character) -> float:
        """Monuments in reach; a second one counts less, because there is one for each event."""
        claims: int = self._survey.claims[god]
        if claims == 0 or s.tokens[god] == 0:
            return 0.0
        return c.claim * (1.0 + 0.4 * min(claims - 1, 2)) * SERVICE[self._left]

    def _presence(self, s: AnkhState, god: int, c: Character) -> float:
        count = 0
        for tile in range(1, TILES + 1):
            if self._survey.present[god * REGIONS + tile]:
                count += 1
        return c.presence * count

    def _initiative(self, s: AnkhState, god: int, c: Character) -> float:
        """Whether the god has the next action that could trigger the next event."""
        if s.in_conflict or not s.stack:
            return 0.0
        turn = s.stack[0]
        seat = turn.who
        first = 0
        if turn.count == SECOND_ACTION:
            first = turn.what + 1
        elif turn.count != FIRST_ACTION:
            # In the middle of an action: who may trigger after it?
            if turn.count == AFTER_FIRST and moves_left(s, turn.what) > 0 and not is_merged_seat(s, seat):
                first = turn.what + 1
            else:
                seat = (seat + 1) % s.seats
                while not s.alive[s.side[seat]]:
                    seat = (seat + 1) % s.seats
        if s.side[seat] != god:
            return 0.0
        for action in range(first, 4):
            if moves_left(s, action) == 1:
                track = event_track(s)
                if s.events_done >= len(track):
                    return 0.0
                event = track[s.events_done]
                if event == CONTROL:
                    return c.seize if self._survey.claims[god] and s.tokens[god] else c.initiative
                return c.strike if event == CONFLICT else c.initiative
        return 0.0

    # --- followers, cards, powers -------------------------------------------------------------------------------------

    def _followers(self, s: AnkhState, god: int, c: Character) -> float:
        followers: int = s.followers[god]
        useful: int = min(followers, UNLOCK_COSTS[s.row[god]])
        spare = followers - useful
        value = c.follower * useful * SERVICE[self._left] + c.spare_follower * min(spare, 8)
        if s.powers[god] & WORSHIPFUL:
            # Two of them are a devotion in every battle.
            value += 0.3 * min(followers, 2 * self._left)
        return value

    def _hand(self, s: AnkhState, god: int, worth: list[float]) -> float:
        hand = s.hand[god]
        value = 0.0
        for card in range(len(CARDS)):
            if hand >> card & 1:
                value += worth[card]
        return value * SERVICE[self._left]

    def _unlocked(self, s: AnkhState, god: int, worth: list[float]) -> float:
        powers = s.powers[god]
        value = 0.0
        for power in range(len(POWERS)):
            if powers >> power & 1:
                value += worth[power]
        return value * SERVICE[self._left]

    def _divinity(self, s: AnkhState, god: int, c: Character) -> float:
        """What the god power has brought: captives, suns, underworld tokens …"""
        divine = s.divine[god]
        value = 0.0
        if divine & AMUN and s.amun_ready:
            value += c.two_cards
        if divine & ANUBIS:
            value += c.captive * float(min(3, self._survey.captives))
        if divine & ISIS:
            value += c.protected * float(self._survey.beside_enemy[god])
        if divine & OSIRIS:
            for place in range(3):
                if s.underworld[place] >= 0:
                    value += c.underworld
        if divine & RA:
            value += c.radiance * float(SUNS - s.suns_left)
        return value * SERVICE[self._left]

    # --- Pharaoh ------------------------------------------------------------------------------------------------------

    def _palace(self, s: AnkhState, god: int, c: Character) -> float:
        annex = s.annex
        if not isinstance(annex, Realm):
            return 0.0
        value = 0.0
        for room in range(ROOM_COUNT):
            own: int = annex.rooms[god * ROOM_COUNT + room]
            if own == 0:
                continue
            value += c.priest * own
            leads = True
            below = True
            for other in s.ladder:
                if other == god:
                    below = False
                    continue
                theirs = annex.rooms[other * ROOM_COUNT + room]
                # pharaoh/palace/majority: a tie goes to the less devoted
                if theirs > own or (theirs == own and below):
                    leads = False
                    break
            if leads:
                value += c.room
        return value * SERVICE[self._left]

    def _agenda(self, s: AnkhState, god: int, c: Character) -> float:
        annex = s.annex
        if not isinstance(annex, Realm):
            return 0.0
        held = 0
        played = 0
        for place in range(god * AGENDA_KINDS, god * AGENDA_KINDS + AGENDA_KINDS):
            held += annex.hand[place]
            played += annex.played[place]
        return (c.agenda * held + c.played_agenda * played) * SERVICE[self._left]
