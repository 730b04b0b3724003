"""Chapter "turn": five phases, the next player, the end of the last round."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from theomachy.games.anunnaki.components import ACTIONS, MAX_PLAYERS, ROUNDS, TILE_
from theomachy.games.anunnaki.control import contested
from theomachy.games.anunnaki.culture import surrounded
from theomachy.games.anunnaki.star import figure_action, move_figure
from theomachy.games.anunnaki.state import AnunnakiState
from theomachy.games.anunnaki.steps import CHOOSE_BATTLE, CHOOSE_MARKER, END, EXTRA_ACTION, MANA_ACTION, PERFORM, TURN
from theomachy.games.anunnaki.summoning import is_extra_possible
from theomachy.kernel.arrays import bit
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind

# The phases of a turn, in `step.count`; `step.what` is 1 when a phase has begun
MAIN: Final = 0
MANA: Final = 1
EXTRA: Final = 2
BATTLE: Final = 3
CULTURE: Final = 4
_PHASES: Final = 5
#: by tile the choices of all others
_ALL_BUT: Final = [[TILE_ + other for other in range(len(ACTIONS)) if other != tile] for tile in range(len(ACTIONS))]
PHASES: Final = ("main", "mana", "extra", "battle", "culture")


# Steps are never changed, so those of which a match needs thousands are made once: a third of what making them costs.
_TURNS: Final = [
    Step(TURN, seat, what=begun, count=phase)
    for seat in range(MAX_PLAYERS)
    for begun in (-1, 1)
    for phase in range(_PHASES)
]


def _turn(seat: i64, phase: i64) -> Step:
    """A seat's turn at the beginning of a phase."""
    return _TURNS[2 * _PHASES * seat + phase]


def _begun(seat: i64, phase: i64) -> Step:
    """A seat's turn in a phase that has begun."""
    return _TURNS[2 * _PHASES * seat + _PHASES + phase]


def begin_turn(s: AnunnakiState, seat: Seat) -> None:
    """Forget what belonged to the turn before."""
    s.turn_seat = seat
    s.mana_left = 1
    s.mana_done = 0
    s.mirror = 0
    s.extras = 0
    s.tell("anunnaki/turn/perform", "turn", seat)


class TakeTurn(StepKind[AnunnakiState]):
    """A seat's turn. `who`: the seat; `count`: the phase; `what`: 1 when it has begun. (anunnaki/turn/phases)"""

    name = "turn"
    prompt = "choose-tile"
    verbs = "tile"
    public = True
    holds = "who=house what=begun:number count=phase"

    def deciders(self, s: AnunnakiState, step: Step) -> int:
        return bit(step.seat) if step.count == MAIN and step.what != 1 else 0

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        under = figure_action(s, seat)
        if under < 0:
            # anunnaki/turn/first-blue
            return [TILE_ + action for action in range(len(ACTIONS)) if not s.tables.red[action]]
        # anunnaki/turn/must-change
        return _ALL_BUT[under].copy()

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        action = choice - TILE_
        s.become(_begun(seat, MAIN))
        s.push(Step(PERFORM, seat, what=action))
        move_figure(s, seat, action)

    def run(self, s: AnunnakiState, step: Step) -> None:
        """Phases in which nothing is done follow each other at once."""
        depth = len(s.stack)
        while step.kind == TURN and not self.deciders(s, step):
            self.go_on(s, step)
            if len(s.stack) != depth:
                return
            step = s.stack[-1]

    def go_on(self, s: AnunnakiState, step: Step) -> None:
        seat = step.seat
        if step.count == MAIN:
            s.become(_turn(seat, MANA))
        elif step.count == MANA:
            self.once(s, step, MANA_ACTION)
        elif step.count == EXTRA:
            # Usually there is nothing to do: then the phase is passed without a step of its own.
            if step.what == 1 or is_extra_possible(s, seat):
                self.once(s, step, EXTRA_ACTION)
            else:
                s.become(_turn(seat, BATTLE))
        elif step.count == BATTLE:
            if contested(s, seat):
                s.push(Step(CHOOSE_BATTLE, seat))
            else:
                s.become(_turn(seat, CULTURE))
        elif surrounded(s):
            s.push(Step(CHOOSE_MARKER, seat))
        else:
            self.end(s, seat)

    def once(self, s: AnunnakiState, step: Step, kind: int) -> None:
        """A phase that is one step of its own."""
        if step.what == 1:
            s.become(_turn(step.seat, step.count + 1))
        else:
            s.become(_begun(step.seat, step.count))
            s.push(Step(kind, step.seat))

    def end(self, s: AnunnakiState, seat: Seat) -> None:
        """anunnaki/end/trigger: the round is finished, so that all had equally many turns. anunnaki/end/rounds: the
        hundredth is the last."""
        following = Seat((seat + 1) % s.seats)
        if following == s.first_seat:
            s.rounds += 1
            if not s.ending and s.rounds >= ROUNDS:
                s.ending = 1
                s.how = "rounds"
                s.tell("anunnaki/end/rounds", "end-triggered", what="rounds")
            if s.ending:
                s.become(Step(END))
                return
        begin_turn(s, following)
        s.become(_turn(following, MAIN))

    def refusal(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> str:
        return "anunnaki/turn/first-blue" if s.figure[seat] < 0 else "anunnaki/turn/must-change"
