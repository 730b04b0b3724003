"""What the rules make certain after a choice, for previews: an event that is triggered, an action without effect."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.components import ACTION_, ACTIONS, EVENTS, GAIN, MOVE, SUMMON
from theomachy.games.ankh.state import AnkhState, god_of
from theomachy.games.ankh.steps import ACTION, TURN
from theomachy.games.ankh.turn import event_track, moves_left
from theomachy.kernel.ids import Seat

#: facts with which an action is over
AFTER_ACTION: Final = ("action", "turn", "event", "match-over")


def forecast(before: AnkhState, s: AnkhState, seat: Seat, choice: int) -> None:
    """Tell in `s`, a copy in which a seat has made a choice, what is certain to follow. Its facts are those of the
    choice alone."""
    action = choice - ACTION_
    if before.stack[-1].kind != TURN or not 0 <= action < len(ACTIONS) or s.over:
        return
    god = god_of(before, seat)
    if any(step.kind == ACTION for step in s.stack):
        if moves_left(s, action) <= 0 and s.events_done < len(event_track(s)):
            event = event_track(s)[s.events_done]
            s.tell("ankh/turn/trigger", "event-coming", god, what=EVENTS[event])
    elif _is_void(s):
        # Unlocking tells it itself.
        if action == MOVE:
            s.tell("ankh/turn/choose-even-if-void", "void", god, what="move")
        elif action == SUMMON:
            s.tell("ankh/summon/void", "void", god, what="summon")
        elif action == GAIN:
            s.tell("ankh/gain/count", "void", god, what="gain")


def _is_void(s: AnkhState) -> bool:
    """Whether nothing was told of the action but that it was chosen."""
    return len(s.facts) < 2 or s.facts[1].name in AFTER_ACTION
