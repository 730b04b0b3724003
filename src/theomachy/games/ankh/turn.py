"""Chapter "turn": one or two actions, markers, and the event that a marker triggers."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from theomachy.games.ankh.chorus import CHORUS
from theomachy.games.ankh.components import (
    ACTION_,
    ACTIONS,
    CAMEL,
    CONFLICT,
    CONTROL,
    DONE,
    EVENT_LETTERS,
    EVENTS,
    GAIN,
    KEMET,
    MAX_PLAYERS,
    MOVE,
    SUMMON,
    UNLOCK,
)
from theomachy.games.ankh.content import CONTENT
from theomachy.games.ankh.gain import gain_action
from theomachy.games.ankh.move import begin_move
from theomachy.games.ankh.scenarios import scenario_events
from theomachy.games.ankh.state import AnkhState, god_of
from theomachy.games.ankh.steps import (
    ACTION,
    CONTROL_MONUMENT,
    EVENT,
    FIGHT_CONFLICT,
    GUARDIAN_BID,
    LAY_CAMEL,
    TURN,
)
from theomachy.games.ankh.summon import begin_summon
from theomachy.games.ankh.unlock import begin_unlock
from theomachy.kernel.arrays import bit
from theomachy.kernel.ids import Seat, Side
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind


def _track(letters: str) -> list[int]:
    return [EVENT_LETTERS.index(letter) for letter in letters if letter != " "]


#: marker moves until the event, by action, for the starting number of players (ankh/setup/action-markers)
MOVES_TO_EVENT: Final[list[list[int]]] = [
    [CONTENT["tracks"]["moves_to_event"][action].get(str(players), 0) for players in range(6)] for action in ACTIONS
]
EVENT_TRACK: Final = _track(CONTENT["tracks"]["events"]["order"])
KEMET_TRACK: Final = _track(scenario_events("guardians-of-kemet"))

#: the choices of an action from one downwards
_FROM_ACTION: Final = [[ACTION_ + action for action in range(first, len(ACTIONS))] for first in range(len(ACTIONS) + 1)]

# The phases of a turn, in `step.count`
FIRST_ACTION: Final = 0
AFTER_FIRST: Final = 1
SECOND_ACTION: Final = 2
AFTER_SECOND: Final = 3
AFTER_EVENT: Final = 4
_TURN_PHASES: Final = 5

# The phases of an action
ACTION_BEGINS: Final = 0
RESOLVE_ACTION: Final = 1
ACTION_ENDS: Final = 2
_ACTION_PHASES: Final = 3
_KINDS: Final = 4

# The phases of an event; 0 begins it
EVENT_ENDS: Final = 1
AFTER_EFFECTS: Final = 2


# Steps are never changed, so those of which a match needs hundreds are made once: a third of what making them costs.
_NO_ACTION: Final = -1
_TURNS: Final = [
    Step(TURN, seat, -1, action, phase)
    for seat in range(MAX_PLAYERS)
    for action in range(_NO_ACTION, _KINDS)
    for phase in range(_TURN_PHASES)
]
_ACTIONS: Final = [
    Step(ACTION, seat, second, action, phase)
    for seat in range(MAX_PLAYERS)
    for second in range(2)
    for action in range(_KINDS)
    for phase in range(_ACTION_PHASES)
]


def _turn(seat: i64, action: i64, phase: i64) -> Step:
    """A seat's turn after an action, or before the first one."""
    return _TURNS[(seat * (_KINDS + 1) + action + 1) * _TURN_PHASES + phase]


def _action(seat: i64, second: i64, action: i64, phase: i64) -> Step:
    """The first or second action of a seat's turn."""
    return _ACTIONS[((seat * 2 + second) * _KINDS + action) * _ACTION_PHASES + phase]


def moves_left(s: AnkhState, action: int) -> int:
    """How many more moves of the marker until it triggers an event."""
    return MOVES_TO_EVENT[action][s.seats] - s.marker[action]


def event_track(s: AnkhState) -> list[int]:
    return KEMET_TRACK if s.rules & KEMET else EVENT_TRACK


def is_merged_seat(s: AnkhState, seat: Seat) -> bool:
    """Whether the seat plays a god together with another seat."""
    side = s.side
    number: i64 = seat
    for other in range(len(side)):
        if other != number and side[other] == side[number]:
            return True
    return False


class TakeTurn(StepKind[AnkhState]):
    """A seat's turn. `who`: the seat; `what`: the last action taken; `count`: the phase."""

    name = "turn"
    prompt = "choose-action"
    verbs = "action done"
    public = True
    holds = "who=seat what=last:action count=phase"

    def deciders(self, s: AnkhState, step: Step) -> int:
        if step.count == FIRST_ACTION or step.count == SECOND_ACTION:
            return bit(step.seat)
        return 0

    def options(self, s: AnkhState, step: Step, seat: Seat) -> list[int]:
        # ankh/turn/second-below: the second action's track must lie below the first one's.
        # ankh/turn/choose-even-if-void: nothing else matters.
        first = 0 if step.count == FIRST_ACTION else CHORUS.second_action_from(s, step.what)
        found = _FROM_ACTION[first].copy()
        if step.count == SECOND_ACTION and step.what == UNLOCK:
            # Nothing lies below: only an expansion allows one more, and nothing forces it.
            found.append(DONE)
        return found

    def choose(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> None:
        if choice == DONE:
            self.end(s, step)
            return
        action = choice - ACTION_
        s.marker[action] += 1
        s.tell("ankh/turn/actions", "action", god_of(s, seat), what=ACTIONS[action], other=seat)
        s.become(_turn(step.seat, action, step.count + 1))
        s.push(_action(seat, int(step.count == SECOND_ACTION), action, ACTION_BEGINS))

    def run(self, s: AnkhState, step: Step) -> None:
        if step.count == AFTER_EVENT:
            # ankh/turn/trigger: the marker goes back only now; ankh/turn/event-ends: no second action.
            if step.what >= 0:
                s.marker[step.what] = 0
            self.end(s, step)
        elif moves_left(s, step.what) <= 0:
            s.become(_turn(step.seat, step.what, AFTER_EVENT))
            s.push(Step(EVENT, god_of(s, step.seat)))
        elif (
            step.count == AFTER_FIRST
            and not is_merged_seat(s, step.seat)
            and CHORUS.second_action_from(s, step.what) < len(ACTIONS)
        ):
            # ankh/turn/second-forced; ankh/turn/merged-one-action
            s.become(_turn(step.seat, step.what, SECOND_ACTION))
        else:
            self.end(s, step)

    def end(self, s: AnkhState, step: Step) -> None:
        """The next seat clockwise whose god is still in play (ankh/forgotten/go-on)."""
        CHORUS.turn_ends(s)
        seat = Seat((step.seat + 1) % s.seats)
        while not s.alive[god_of(s, seat)]:
            seat = Seat((seat + 1) % s.seats)
        s.turn_seat = seat
        s.tell("ankh/turn/actions", "turn", god_of(s, seat), other=seat)
        s.become(_turn(seat, _NO_ACTION, FIRST_ACTION))

    def refusal(self, s: AnkhState, step: Step, seat: Seat, choice: int) -> str:
        if ACTION_ <= choice < ACTION_ + 4:
            return "ankh/turn/second-below"
        return "ankh/turn/actions"


class TakeAction(StepKind[AnkhState]):
    """An action, its marker moved already. `who`: the seat; `where`: 0 the first of the turn, 1 the second; `what`: the
    action; `count`: the phase."""

    name = "action"
    holds = "who=seat where=second:number what=action count=phase"

    def run(self, s: AnkhState, step: Step) -> None:
        """A phase that asks nothing is followed by the next one at once."""
        seat = step.seat
        depth = len(s.stack)
        phase = step.count
        while len(s.stack) == depth and not s.over:
            if phase == ACTION_BEGINS:
                s.become(_action(seat, step.where, step.what, RESOLVE_ACTION))
                CHORUS.action_begins(s, seat, step.what, step.where)
            elif phase == RESOLVE_ACTION:
                s.become(_action(seat, step.where, step.what, ACTION_ENDS))
                self.resolve(s, god_of(s, seat), step.what)
            else:
                s.pop()
                CHORUS.action_ends(s, seat, step.what, step.where)
                return
            phase += 1

    def resolve(self, s: AnkhState, god: Side, action: int) -> None:
        if action == MOVE:
            begin_move(s, god)
        elif action == SUMMON:
            begin_summon(s, god)
        elif action == GAIN:
            gain_action(s, god)
        else:
            begin_unlock(s, god)


class ResolveEvent(StepKind[AnkhState]):
    """An event. `who`: the god that triggered it; `count`: the phase."""

    name = "event"
    holds = "who=god count=phase"

    def run(self, s: AnkhState, step: Step) -> None:
        if step.count == EVENT_ENDS:
            s.become(Step(EVENT, step.side, count=AFTER_EFFECTS))
            CHORUS.event_ends(s, event_track(s)[s.events_done - 1], step.side)
            return
        if step.count == AFTER_EFFECTS:
            s.pop()
            CHORUS.event_is_over(s, event_track(s)[s.events_done - 1])
            return
        event = event_track(s)[s.events_done]
        s.events_done += 1
        s.tell("ankh/turn/trigger", "event", step.side, what=EVENTS[event], amount=s.events_done)
        s.become(Step(EVENT, step.side, count=EVENT_ENDS))
        # ankh/event/individual: only the god that triggered it, except conflicts (and the bids of Kemet).
        if event == CONTROL:
            s.push(Step(CONTROL_MONUMENT, step.side))
        elif event == CAMEL:
            s.chain = []
            s.push(Step(LAY_CAMEL, step.side))
        elif event == CONFLICT:
            s.push(Step(FIGHT_CONFLICT, step.side))
        else:
            s.push(Step(GUARDIAN_BID, step.side))
