"""Looking ahead in imagined states: the moves of planning that the greedy and the searching bot share.

Everything here works on states that `Sight.imagine` gave, or on copies of them.
"""

from __future__ import annotations

from time import perf_counter
from typing import Any, Final

from theomachy.kernel.game import Game, next_decision
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import State
from theomachy.kernel.worth import Worth, chances

#: an unfinished action is carried on for so many clicks at most
CARRY_ON: Final = 12
#: and so many of a decision's choices are compared on the way
CARRY_WIDTH: Final = 6
#: positions judged for each choice that begins an action
ACTION_BUDGET: Final = 8
#: turns are played on for so many clicks at most
LONGEST: Final = 40
#: no deadline: later than any clock
NEVER: Final = 1e300


class Horizon:
    """How far imagined play goes: up to the beginning of a turn, the so manyth after the one under way.

    Positions are compared only at equal distance, so that who has the next turn does not weigh in.
    """

    def __init__(self, s: State, turns: int) -> None:
        self.turns = turns
        self._first = s.stack[0].who
        self._who = self._first
        self._left = turns

    def begin(self) -> None:
        """Play begins anew."""
        self._who = self._first
        self._left = self.turns

    def is_reached(self, s: State) -> bool:
        """To be asked after every choice."""
        if s.over:
            return True
        if len(s.stack) == 1 and s.stack[0].who != self._who:
            self._who = s.stack[0].who
            self._left -= 1
        return self._left <= 0


class Lookahead:
    """Imagined play of one game, judged by its evaluation. `draw` is its own dice: the same seed, the same answers."""

    def __init__(
        self, game: Game[Any], worth: Worth, seed: int, deadline: float = NEVER, final: Worth | None = None
    ) -> None:
        self.game = game
        self.worth = worth
        #: judges where imagined play ends
        self.final = worth if final is None else final
        #: by the clock of `perf_counter`; after `early` it is kept in mind that the machine may pause again
        self.deadline = deadline
        self.early = deadline
        #: whether the deadline has passed; what was being worked out then is not to be relied on
        self.late = False
        #: how many positions were judged
        self.judged = 0
        #: when the clock was looked at last, and the longest time between two looks: other work on the machine
        self._clock = 0.0
        self._pause = 0.0
        self._luck = seed & 0x7FFFFFFF | 1

    def draw(self, sides: int) -> int:
        """A random number 0..sides-1 (xorshift32)."""
        x = self._luck
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        self._luck = x
        return x % sides

    # --- the state of things ------------------------------------------------------------------------------------------

    def waiting(self, s: State) -> int:
        """Bit mask of the seats that must decide."""
        if s.over:
            return 0
        step = s.stack[-1]
        return self.game.kind_row[step.kind].deciders(s, step)

    def is_secret(self, s: State) -> bool:
        return self.game.kinds[s.stack[-1].kind].secret

    def options(self, s: State, seat: Seat) -> list[int]:
        step = s.stack[-1]
        return self.game.kind_row[step.kind].options(s, step, seat)

    def make(self, s: State, seat: Seat, choice: int) -> tuple[Seat, list[int]]:
        """Make a choice and run to the next decision: its first waiting seat, and that seat's choices."""
        step = s.stack[-1]
        self.game.kind_row[step.kind].choose(s, step, seat, choice)
        return next_decision(self.game, s)

    def after(self, s: State, seat: Seat, choice: int) -> State:
        """A copy in which the choice is made."""
        copy: State = self.game.copy(s)
        self.make(copy, seat, choice)
        return copy

    def judge(self, s: State) -> list[float]:
        """Each seat's chance to win, as the evaluation sees it; when the match is over, who has won."""
        return self._judge(s, self.worth)

    def judge_end(self, s: State) -> list[float]:
        """The same where imagined play ends, as the evaluation for that sees it."""
        return self._judge(s, self.final)

    def _judge(self, s: State, worth: Worth) -> list[float]:
        self.judged += 1
        if self.deadline < NEVER:
            self.look_at_clock()
        if s.over:
            # Nobody at all may have won, which no evaluation of the sides against each other can say.
            winners = self.game.outcome(s).winners
            return [1.0 if seat in winners else 0.0 for seat in range(s.seats)]
        return chances(worth, s)

    def look_at_clock(self) -> None:
        """Notice whether it is too late, or would be after one more pause like the longest so far."""
        now = perf_counter()
        if self._clock > 0.0 and now - self._clock > self._pause:
            self._pause = now - self._clock
        self._clock = now
        if now > self.deadline or (now > self.early and now + self._pause > self.deadline):
            self.late = True

    # --- following an action ------------------------------------------------------------------------------------------

    def best_after(self, s: State, seat: Seat, choice: int, clicks: int, budget: int) -> float:
        """The seat's chance at the best end it can reach after a choice, with so many more clicks of its action.

        About so many positions are judged: where there are more choices than that, only some are looked at.
        """
        copy: State = self.game.copy(s)
        asked, options = self.make(copy, seat, choice)
        if clicks == 0 or budget <= 1 or asked != seat or is_quiet(copy) or self.is_secret(copy):
            return self.judge(copy)[seat]
        count = min(len(options), budget)
        best = -1.0
        for index in range(count):
            further = options[index * len(options) // count]
            value = self.best_after(copy, seat, further, clicks - 1, budget // count)
            if value > best:
                best = value
            if self.late:
                break
        return best

    def follow(self, s: State, seat: Seat, clicks: int, budget: int) -> None:
        """Make the clicks, in place, that lead to the best end."""
        while clicks and not is_quiet(s) and self.waiting(s) == 1 << seat and not self.is_secret(s):
            options = self.options(s, seat)
            best = options[0]
            most = -1.0
            for choice in options:
                value = self.best_after(s, seat, choice, clicks - 1, budget // len(options))
                if value > most:
                    best = choice
                    most = value
            self.make(s, seat, best)
            clicks -= 1

    def carry_on(self, s: State, clicks: int = CARRY_ON) -> None:
        """Play on, in place, until nothing is pending: what follows a choice is part of its result."""
        for _number in range(clicks):
            if self.late or is_quiet(s):
                return
            self.make_likely(s)

    def play_turns(self, s: State, horizon: Horizon) -> None:
        """Play on with likely choices, in place, up to a horizon."""
        for _number in range(LONGEST):
            if self.late or horizon.is_reached(s):
                return
            self.make_likely(s)

    def make_likely(self, s: State) -> None:
        """Make a likely choice, in place: the best of a few, one click ahead; a new action is looked through."""
        if self.is_secret(s):
            self.answer_secretly(s)
            return
        seat = lowest(self.waiting(s))
        options = self.options(s, seat)
        count = min(len(options), CARRY_WIDTH)
        budget = ACTION_BUDGET if is_quiet(s) else 1
        offset = self.draw(len(options))
        best = options[offset]
        value = -1.0
        for index in range(count):
            choice = options[(offset + index * len(options) // count) % len(options)]
            chance = self.best_after(s, seat, choice, 2, budget)
            if chance > value:
                best = choice
                value = chance
            if self.late:
                return
        self.make(s, seat, best)

    def answer_secretly(self, s: State) -> None:
        """Make everybody's likely choices in a secret decision, in place.

        Each seat draws two and takes the one that looks better against the first draws of the others.
        """
        seats: list[Seat] = []
        first: list[int] = []
        second: list[int] = []
        waiting = self.waiting(s)
        while waiting:
            seat = lowest(waiting)
            waiting &= waiting - 1
            options = self.options(s, seat)
            seats.append(seat)
            first.append(options[self.draw(len(options))])
            second.append(options[self.draw(len(options))])
        usual = self.judge_answers(s, seats, first)
        final = first.copy()
        for index in range(len(seats)):
            if second[index] != first[index]:
                picks = first.copy()
                picks[index] = second[index]
                if self.judge_answers(s, seats, picks)[seats[index]] > usual[seats[index]]:
                    final[index] = second[index]
        self.make_all(s, seats, final)

    def judge_answers(self, s: State, seats: list[Seat], picks: list[int]) -> list[float]:
        copy: State = self.game.copy(s)
        self.make_all(copy, seats, picks)
        return self.judge(copy)

    def make_all(self, s: State, seats: list[Seat], picks: list[int]) -> None:
        """Make secret choices at once and run to the next decision."""
        step = s.stack[-1]
        kind = self.game.kind_row[step.kind]
        for index in range(len(seats)):
            kind.choose(s, step, seats[index], picks[index])
        next_decision(self.game, s)

    def answer_others(self, s: State, seat: Seat) -> None:
        """In a secret decision: the others choose by lot, in place, without knowing what the seat has chosen."""
        step = s.stack[-1]
        others = self.waiting(s) & ~(1 << seat)
        while others:
            other = lowest(others)
            others &= others - 1
            options = self.options(s, other)
            self.game.kind_row[step.kind].choose(s, step, other, options[self.draw(len(options))])


def is_quiet(s: State) -> bool:
    """Whether no action is under way: the match is over, or waits for what a turn does next."""
    return s.over or len(s.stack) == 1


def lowest(mask: int) -> Seat:
    """The first seat of a bit mask."""
    number = 0
    while not mask >> number & 1:
        number += 1
    return Seat(number)
