"""Matches as learners step them: one (`Lane`), or many side by side in shared arrays (`Lanes`).

A lane is a match without history and facts: a state, who is asked, and its choices by their dense numbers. Of several
seats that decide secretly at once the first one that waits is asked; it can't see what others have chosen.
"""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i16, i64

from theomachy.kernel.arrays import Marks, Shorts, marks, shorts
from theomachy.kernel.dice import mix
from theomachy.kernel.errors import IllegalChoice, TheomachyError
from theomachy.kernel.game import Game, next_decision
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import State

#: how many legal choices an error names
NAMED: Final = 12


class Lane:
    """One match."""

    def __init__(self, game: Game[Any], setup: dict[str, Any], seed: int) -> None:
        """`setup` must be a checked one. Without a seed (-1) nothing is begun: `copy` fills such a one."""
        self.game = game
        self.outlook = game.outlook()
        self.setup = setup
        if seed >= 0:
            self.begin(seed)
            self.size: int = self.outlook.layout(self.state).size

    def begin(self, seed: int) -> None:
        """A new match."""
        game = self.game
        self.seed = seed
        self.decisions = 0
        self.state: State = game.begin(game.drawn(self.setup, seed), seed, False)
        self.go_on()

    def go_on(self) -> None:
        """Up to the next decision, whose seat and choices are noted."""
        decision = next_decision(self.game, self.state)
        self.seat: int = decision[0]
        self.options: list[int] = decision[1]

    @property
    def over(self) -> bool:
        return self.state.over

    def actions(self) -> list[int]:
        """The dense numbers of the choices of the asked seat."""
        found: list[int] = []
        dense = self.outlook.dense_of
        for choice in self.options:
            if dense[choice] >= 0:
                found.append(dense[choice])
        return found

    def play(self, action: int) -> None:
        """Make the choice with a dense number for the asked seat; refuses what is not legal."""
        choice = self.checked(action)
        s = self.state
        step = s.stack[-1]
        self.game.kind_row[step.kind].choose(s, step, Seat(self.seat), choice)
        self.go_on()
        self.decisions += 1

    def checked(self, action: int) -> int:
        """The choice with a dense number, which must be legal now."""
        outlook = self.outlook
        if not self.state.over and 0 <= action < len(outlook.dense):
            choice = outlook.dense[action]
            if choice in self.options:
                return choice
        raise IllegalChoice(self.refusal(action), "theomachy/over" if self.state.over else "theomachy/asked")

    def refusal(self, action: int) -> str:
        """Why an action can't be taken, and what can."""
        if self.state.over:
            return f"action {action}: the match is over; reset it, or begin a new one"
        dense = self.outlook.dense
        texts = self.game.table.texts
        known = f" ('{texts[dense[action]]}')" if 0 <= action < len(dense) else f", of 0..{len(dense) - 1}"
        legal = self.actions()
        named = ", ".join([f"{number} ('{texts[dense[number]]}')" for number in legal[:NAMED]])
        more = f" and {len(legal) - NAMED} more" if len(legal) > NAMED else ""
        return f"action {action}{known} is not legal for seat {self.seat} now; legal are {named}{more}"

    def observation(self, seat: int) -> Shorts:
        """What a seat may know."""
        out = shorts(self.size)
        self.outlook.observe(self.state, seat, out, 0)
        return out

    def mask(self, seat: int) -> Marks:
        """The choices of a seat; none if it is not the one that is asked."""
        out = marks(len(self.outlook.dense))
        if seat == self.seat:
            self.outlook.mark(self.options, out, 0, True)
        return out

    def options_of(self, seat: int) -> list[int]:
        """The choices of any seat that must decide now, also of one that is asked later."""
        s = self.state
        if s.over:
            return []
        step = s.stack[-1]
        kind = self.game.kinds[step.kind]
        waiting: i64 = kind.deciders(s, step)
        options: list[int] = kind.options(s, step, Seat(seat)) if waiting >> seat & 1 else []
        return options

    def returns(self) -> list[int]:
        """What each seat gets; nothing as long as the match goes on."""
        return self.outlook.returns(self.state) if self.state.over else [0] * self.state.seats

    def copy(self) -> Lane:
        """An independent copy, which goes on with the same dice."""
        other = Lane(self.game, self.setup, -1)
        other.seed = self.seed
        other.size = self.size
        other.decisions = self.decisions
        other.state = self.game.copy(self.state)
        other.options = self.options
        other.seat = self.seat
        return other


def match_seed(seed: int, lane: int, number: int) -> int:
    """The seed of match number `number` of a lane: the same wherever the lane is played."""
    return mix(mix(seed, lane) >> 2, number) >> 2


class Lanes:
    """Many matches of one set-up, stepped together; where one ends, the next begins at once.

    The arrays are written in place: what is observed by the asked seat, its mask, which seat it is, what each seat got
    in the last step, and whether a match ended in it. Lane `n` is number `first + n` of all, if others play the rest.
    """

    def __init__(self, game: Game[Any], setup: dict[str, Any], count: int, seed: int, first: int = 0) -> None:
        if count < 1:
            raise TheomachyError(f"{count} matches; there must be at least one")
        self.game = game
        self.outlook = game.outlook()
        checked = game.check_setup(setup)
        self.seed = seed
        self.first = first
        self.lanes: list[Lane] = [Lane(game, checked, match_seed(seed, first + lane, 0)) for lane in range(count)]
        self.numbers: list[int] = [0] * count
        self.seats: int = self.lanes[0].state.seats
        self.layout = self.outlook.layout(self.lanes[0].state)
        self.size: int = self.layout.size
        self.choices: int = len(self.outlook.dense)
        self.observations: Shorts = shorts(count * self.size)
        self.masks: Marks = marks(count * self.choices)
        self.asked: Shorts = shorts(count)
        self.rewards: Shorts = shorts(count * self.seats)
        self.dones: Marks = marks(count)
        for lane in range(count):
            self._show(lane)

    def _show(self, number: int) -> None:
        lane = self.lanes[number]
        self.asked[number] = lane.seat
        self.outlook.observe(lane.state, lane.seat, self.observations, number * self.size)
        self.outlook.mark(lane.options, self.masks, number * self.choices, True)

    def check(self, actions: list[int]) -> None:
        """Refuse actions of which one is not legal; nothing has changed then."""
        count = len(self.lanes)
        if len(actions) != count:
            raise TheomachyError(f"{len(actions)} actions for {count} matches")
        choices: i64 = self.choices
        place: i64 = 0
        for number in range(count):
            action = actions[number]
            if not 0 <= action < self.choices or not self.masks[place + action]:
                lane = self.lanes[number]
                raise IllegalChoice(f"match {self.first + number}: {lane.refusal(action)}", "theomachy/asked")
            place += choices

    def step(self, actions: list[int]) -> None:
        """An action for each match, by dense number; all are legal, or nothing happens."""
        self.check(actions)
        outlook = self.outlook
        dense = outlook.dense
        seats: i64 = self.seats
        for number in range(len(self.lanes)):
            lane = self.lanes[number]
            outlook.mark(lane.options, self.masks, number * self.choices, False)
            s = lane.state
            step = s.stack[-1]
            self.game.kind_row[step.kind].choose(s, step, Seat(lane.seat), dense[actions[number]])
            lane.go_on()
            lane.decisions += 1
            if self.dones[number]:
                self.dones[number] = 0
                for seat in range(self.seats):
                    self.rewards[number * seats + seat] = 0
            if s.over:
                self._end(number, lane)
            self._show(number)

    def _end(self, number: int, lane: Lane) -> None:
        """What everybody gets, and the next match."""
        self.dones[number] = 1
        got = self.outlook.returns(lane.state)
        for seat in range(self.seats):
            self.rewards[number * self.seats + seat] = i16(got[seat])
        self.numbers[number] += 1
        lane.begin(match_seed(self.seed, self.first + number, self.numbers[number]))

    def pick(self, numbers: list[int]) -> list[int]:
        """A legal action for each match, chosen by any numbers: whoever plays at random draws them."""
        found: list[int] = []
        dense = self.outlook.dense_of
        for number in range(len(self.lanes)):
            options = self.lanes[number].options
            action = dense[options[numbers[number] % len(options)]]
            found.append(action if action >= 0 else self.lanes[number].actions()[0])
        return found
