"""Chapter "palace": the four rooms, resolved at the end of every "Control monument" event."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.deaths import order_now
from theomachy.games.ankh.devotion import lose_devotion
from theomachy.games.ankh.followers import gain_followers
from theomachy.games.ankh.pharaoh.components import (
    AGENDA,
    AGENDA_KINDS,
    COURT,
    KINGS,
    LAW,
    REMOVE_,
    REMOVE_PLAYED_,
    ROOM_COUNT,
    ROOMS,
    TAKE_,
    WAR,
)
from theomachy.games.ankh.pharaoh.deck import refill, take_open
from theomachy.games.ankh.pharaoh.dynasty import king_of
from theomachy.games.ankh.pharaoh.priests import is_closed, priests_in, return_priests
from theomachy.games.ankh.pharaoh.sphinx import replaceable, sphinxes_of
from theomachy.games.ankh.pharaoh.state import realm
from theomachy.games.ankh.pharaoh.steps import (
    MOVE_PHARAOH,
    REPLACE_MONUMENT,
    RESOLVE_PALACE,
    RIDDLE,
    ROOM_LAW,
    TAKE_AGENDA,
)
from theomachy.games.ankh.question import Question
from theomachy.games.ankh.state import AnkhState
from theomachy.kernel.ids import NO_SIDE, Seat, Side
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind

COURT_FOLLOWERS: Final = 2


def majority_of(s: AnkhState, room: int) -> Side:
    """pharaoh/palace/majority: the god with the most priests there; of those with equally many the least devoted. -1 if
    the room is empty."""
    best = NO_SIDE
    for god in s.ladder:
        count = priests_in(s, god, room)
        if count and (best < 0 or count > priests_in(s, best, room)):
            best = god
    return best


class ResolvePalace(StepKind[AnkhState]):
    """pharaoh/palace/order: the rooms with priests, 1 to 4. `count`: the next room."""

    name = "palace"
    holds = "count=phase"

    def run(self, s: AnkhState, step: Step) -> None:
        room = step.count
        if room == ROOM_COUNT:
            # pharaoh/palace/refill: only after all rooms
            s.pop()
            refill(s)
            return
        s.become(Step(RESOLVE_PALACE, count=room + 1))
        god = NO_SIDE if is_closed(s, room) else majority_of(s, room)
        if god < 0:
            return
        s.tell("pharaoh/palace/majority", "room-won", god, what=ROOMS[room])
        count = return_priests(s, god, room)
        s.tell("pharaoh/palace/return", "priests-returned", god, what=ROOMS[room], amount=count)
        self.effect(s, god, room)

    def effect(self, s: AnkhState, god: Side, room: int) -> None:
        """What is pushed last is asked first."""
        if room == LAW:
            if law_options(s, god):
                s.push(Step(ROOM_LAW, god))
        elif room == WAR:
            s.push(Step(RIDDLE, god))
            if replaceable(s, god):
                s.push(Step(REPLACE_MONUMENT, god))
        elif room == COURT:
            gain_followers(s, god, COURT_FOLLOWERS, "pharaoh/palace/court")
            take_agenda(s, god, room)
        else:
            if realm(s).cell >= 0:
                s.push(Step(MOVE_PHARAOH, god, what=0))
            take_agenda(s, god, room)


def take_agenda(s: AnkhState, god: Side, room: int) -> None:
    """pharaoh/palace/no-card: without an open card the rest of the room still works."""
    if realm(s).open:
        s.push(Step(TAKE_AGENDA, god, what=room))


def open_choices(s: AnkhState) -> list[int]:
    return [TAKE_ + card for card in range(AGENDA_KINDS) if card in realm(s).open]


class TakeAgenda(Question):
    """Which open card? `who`: the god; `what`: the room."""

    name = "take-agenda"
    prompt = "take-agenda"
    verbs = "take"
    public = True
    holds = "who=god what=room"

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return open_choices(s)

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        take_open(s, step.side, choice - TAKE_, self.rule(step))

    def rule(self, step: Step) -> str:
        return "pharaoh/palace/court" if step.what == COURT else "pharaoh/palace/throne"

    def refusal(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> str:
        return self.rule(step)


def law_options(s: AnkhState, god: Side) -> list[int]:
    """pharaoh/palace/law: an open card, or an own one, in hand or played, to remove."""
    annex = realm(s)
    found = open_choices(s)
    for card in range(AGENDA_KINDS):
        if annex.hand[god * AGENDA_KINDS + card]:
            found.append(REMOVE_ + card)
    for card in range(AGENDA_KINDS):
        if annex.played[god * AGENDA_KINDS + card]:
            found.append(REMOVE_PLAYED_ + card)
    return found


class RoomLaw(Question):
    """Chamber of Law: take a card or remove one? `who`: the god."""

    name = "room-law"
    prompt = "room-law"
    forbids = "pharaoh/palace/law"
    verbs = "take remove remove-played done"
    public = True

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        return law_options(s, step.side)

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        if choice < REMOVE_:
            take_open(s, step.side, choice - TAKE_, "pharaoh/palace/law")
            return
        annex = realm(s)
        if choice < REMOVE_PLAYED_:
            card = choice - REMOVE_
            annex.hand[step.side * AGENDA_KINDS + card] -= 1
        else:
            card = choice - REMOVE_PLAYED_
            annex.played[step.side * AGENDA_KINDS + card] -= 1
        annex.removed[card] += 1
        s.tell("pharaoh/palace/law", "agenda-removed", step.side, what=AGENDA[card])
        for other in order_now(s, step.side):
            lose_devotion(s, other, 1, "pharaoh/palace/law")


class Riddle(StepKind[AnkhState]):
    """Chamber of War: the pharaoh's Riddle of the Sphinx. `who`: the god."""

    name = "riddle"
    holds = "who=god"

    def run(self, s: AnkhState, step: Step) -> None:
        s.pop()
        # pharaoh/palace/riddle-zero: a sphinx placed just now counts; without one nothing happens
        sphinxes = len(sphinxes_of(s, step.side))
        if sphinxes:
            s.tell("pharaoh/palace/war", "riddle", step.side, what=KINGS[realm(s).king], amount=sphinxes)
            king_of(s).riddle(s, step.side, sphinxes)
