"""The evaluation of Ankh, with Pharaoh: what a position is worth for a god, in devotion at the end of the match.

A god's character says what it thinks things are worth, the survey counts them; here one is multiplied with the
other, term by term.
"""

from __future__ import annotations

from math import exp, log1p
from typing import Any, Final

from theomachy.games.ankh.components import (
    ACTIONS,
    CARDS,
    CONFLICT,
    CONTROL,
    GODS,
    POWERS,
    RED_UNTIL,
    TILES,
    TOP,
    UNREST,
    WORSHIPFUL,
)
from theomachy.games.ankh.conflict import FORGOTTEN_AFTER, MERGE_AFTER
from theomachy.games.ankh.gods.god import PANTHEON
from theomachy.games.ankh.mind.characters import Character
from theomachy.games.ankh.mind.prospects import Prospects
from theomachy.games.ankh.mind.stage import Stage
from theomachy.games.ankh.mind.survey import REGIONS, Survey
from theomachy.games.ankh.pharaoh.components import AGENDA_KINDS, ROOM_COUNT
from theomachy.games.ankh.pharaoh.state import Realm
from theomachy.games.ankh.state import AnkhState, god_cell, god_of
from theomachy.games.ankh.turn import (
    AFTER_FIRST,
    FIRST_ACTION,
    SECOND_ACTION,
    event_track,
    is_merged_seat,
    moves_left,
)
from theomachy.kernel.arrays import numbers
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.worth import Worth, kept_calibration, kept_levels

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


def softly(amount: float) -> float:
    """The amount where it is well above 0, nothing where it is well below, and smooth in between."""
    return 2.0 * log1p(exp(min(amount, 60.0) / 2.0))


def _powers_of(character: Character) -> list[float]:
    return [float(getattr(character, power)) for power in POWERS]


def _cards_of(character: Character) -> list[float]:
    return [float(getattr(character, card)) for card in CARDS]


def characters_of_gods() -> dict[str, Character]:
    """How each god likes to play, by name."""
    return {god.name: god.character() for god in PANTHEON}


class AnkhWorth(Worth):
    """What each god's position is worth, by the character of the god. A merged god has that of its higher god."""

    scale = 6.0

    def __init__(self, characters: dict[str, Character] | None = None) -> None:
        known = characters_of_gods() if characters is None else characters
        #: by the kind of god: the character, its powers and its cards
        self._characters: list[Character] = [known[god] for god in GODS]
        self._powers: list[list[float]] = [_powers_of(character) for character in self._characters]
        self._cards: list[list[float]] = [_cards_of(character) for character in self._characters]
        self._survey = Survey()
        self._stage = Stage(self._survey)
        self._prospects = Prospects(self._survey, self._stage)

    # --- the contract of `Worth` --------------------------------------------------------------------------------------

    def calibration(self) -> dict[str, Any]:
        """As it was measured."""
        return kept_calibration("theomachy.games.ankh.mind")

    def levels(self) -> dict[str, str]:
        return kept_levels("theomachy.games.ankh.mind")

    def sides(self, s: Any) -> list[Side]:
        state: AnkhState = s
        return [Side(god) for god in state.side]

    def points(self, s: Any, side: Side) -> float:
        return self.points_of(s, [side])[0]

    def points_of(self, s: Any, sides: list[Side]) -> list[float]:
        state: AnkhState = s
        if not state.over:
            self._look(state)
        found: list[float] = []
        for side in sides:
            total = 0.0
            if state.over or not state.alive[side]:
                total = self._outcome(state, side)
            else:
                for value in self._values(state, side):
                    total += value
            found.append(total)
        return found

    def values_of(self, s: Any, sides: list[Side]) -> list[list[float]]:
        state: AnkhState = s
        self._look(state)
        return [self._values(state, side) if state.alive[side] else [] for side in sides]

    def terms(self, s: Any, side: Side) -> list[tuple[str, float]]:
        state: AnkhState = s
        if state.over or not state.alive[side]:
            return [(OUTCOME, self._outcome(state, side))]
        self._look(state)
        return list(zip(TERMS, self._values(state, side), strict=True))

    def _outcome(self, s: AnkhState, side: Side) -> float:
        """A forgotten god has lost, even while others play on; where nobody wins, everybody has."""
        return WON if s.over and s.winner == side else LOST

    def _look(self, s: AnkhState) -> None:
        """Count what is the same for all gods."""
        self._survey.look(s)
        self._stage.find(s)

    def _values(self, s: AnkhState, god: Side) -> list[float]:
        """The values of TERMS, after `_look`."""
        kind = s.god_kind[god]
        c = self._characters[kind]
        self._prospects.harvest = 0.0
        majorities = self._prospects.majorities(s, god, c)
        dominations = self._prospects.dominations(s, god, c)
        battles = self._prospects.battles(s, god, c)
        capitals = self._prospects.capitals(s, god, c)
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
            c.monument * float(self._survey.owned[god]) * self._stage.to_come(),
            self._claims(s, god, c),
            c.income * float(self._survey.income[god]) * self._stage.service(),
            self._figures(god, c),
            c.guardian * float(self._survey.guardians[god]) * self._stage.service(),
            self._presence(s, god, c),
            self._initiative(s, god, c),
            self._followers(s, god, c),
            c.token * float(min(3, s.tokens[god])) * self._stage.service(),
            self._hand(s, god, self._cards[kind]),
            self._unlocked(s, god, self._powers[kind]),
            self._divinity(s, god, c),
            self._palace(s, god, c),
            self._agenda(s, god, c),
        ]

    # --- the track ----------------------------------------------------------------------------------------------------

    def _rank(self, s: AnkhState, god: Side, c: Character) -> float:
        place = 0
        for other in s.ladder:
            if other == god:
                break
            place += 1
        return c.rank * place

    def _finish(self, s: AnkhState, god: Side, c: Character) -> float:
        """How near the top is, with what the next conflict should bring."""
        return c.finish * softly(float(s.devotion[god]) + self._prospects.harvest - TOP + 1.0)

    def _forgotten(self, s: AnkhState, god: Side, c: Character) -> float:
        """How far the god falls short of leaving the red part by the fourth conflict, at the pace of the next one."""
        conflicts = FORGOTTEN_AFTER - s.conflicts_done
        if conflicts <= 0:
            return 0.0
        expected = float(s.devotion[god]) + self._prospects.harvest * conflicts
        return -c.forgotten / conflicts * softly(RED_UNTIL + 1.0 - expected)

    def _merging(self, s: AnkhState, god: Side, c: Character) -> float:
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

    def _unrest(self, s: AnkhState, god: Side, c: Character) -> float:
        """The scenario of unrest: devotion is lost after events while the god's region has no monument of its own."""
        if not s.rules & UNREST:
            return 0.0
        home = god_cell(s, god)
        if home >= 0:
            for cell in s.monuments:
                if s.control[cell] == god and s.region[cell] == s.region[home]:
                    return 0.0
        return -c.devotion * float(self._stage.events + 1)

    # --- the board ----------------------------------------------------------------------------------------------------

    def _figures(self, god: Side, c: Character) -> float:
        on_board = c.figure * float(self._survey.figures[god])
        return (on_board + c.reserve * float(self._survey.reserve[god])) * self._stage.service()

    def _claims(self, s: AnkhState, god: Side, c: Character) -> float:
        """Monuments in reach; a second one counts less, because there is one for each event."""
        claims: int = self._survey.claims[god]
        if claims == 0 or s.tokens[god] == 0:
            return 0.0
        return c.claim * (1.0 + 0.4 * min(claims - 1, 2)) * self._stage.service()

    def _presence(self, s: AnkhState, god: Side, c: Character) -> float:
        count = 0
        for tile in range(1, TILES + 1):
            if self._survey.present[god * REGIONS + tile]:
                count += 1
        return c.presence * count

    def _initiative(self, s: AnkhState, god: Side, c: Character) -> float:
        """Whether the god has the next action that could trigger the next event."""
        if s.in_conflict or not s.stack:
            return 0.0
        turn = s.stack[0]
        seat = turn.seat
        first = 0
        if turn.count == SECOND_ACTION:
            first = turn.what + 1
        elif turn.count != FIRST_ACTION:
            # In the middle of an action: whose action is next? An event that it triggers itself is no promise any more.
            if turn.count == AFTER_FIRST and moves_left(s, turn.what) > 0 and not is_merged_seat(s, seat):
                first = turn.what + 1
            else:
                seat = Seat((seat + 1) % s.seats)
                while not s.alive[god_of(s, seat)]:
                    seat = Seat((seat + 1) % s.seats)
        if god_of(s, seat) != god:
            return 0.0
        for action in range(first, len(ACTIONS)):
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

    def _followers(self, s: AnkhState, god: Side, c: Character) -> float:
        followers: int = s.followers[god]
        useful: int = min(followers, UNLOCK_COSTS[s.row[god]])
        spare = followers - useful
        value = c.follower * useful * self._stage.service() + c.spare_follower * min(spare, 8)
        if s.powers[god] & WORSHIPFUL:
            # Two of them are a devotion in every battle.
            value += 0.3 * min(followers, 2 * self._stage.left)
        return value

    def _hand(self, s: AnkhState, god: Side, worth: list[float]) -> float:
        hand = s.hand[god]
        value = 0.0
        for card in range(len(CARDS)):
            if hand >> card & 1:
                value += worth[card]
        return value * self._stage.service()

    def _unlocked(self, s: AnkhState, god: Side, worth: list[float]) -> float:
        powers = s.powers[god]
        value = 0.0
        for power in range(len(POWERS)):
            if powers >> power & 1:
                value += worth[power]
        return value * self._stage.service()

    def _divinity(self, s: AnkhState, god: Side, c: Character) -> float:
        """What the god power has brought: captives, suns, underworld tokens …"""
        divine = s.divine[god]
        value = 0.0
        for power in PANTHEON:
            if divine & power.power:
                value += power.worth(s, god, c, self._survey)
        return value * self._stage.service()

    # --- Pharaoh ------------------------------------------------------------------------------------------------------

    def _palace(self, s: AnkhState, god: Side, c: Character) -> float:
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
        return value * self._stage.service()

    def _agenda(self, s: AnkhState, god: Side, c: Character) -> float:
        annex = s.annex
        if not isinstance(annex, Realm):
            return 0.0
        held = 0
        played = 0
        for place in range(god * AGENDA_KINDS, god * AGENDA_KINDS + AGENDA_KINDS):
            held += annex.hand[place]
            played += annex.played[place]
        return (c.agenda * held + c.played_agenda * played) * self._stage.service()
