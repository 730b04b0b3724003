"""The part of a state that every game has: the stack of steps, the facts told, the dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from mypy_extensions import i64, mypyc_attr

from theomachy.kernel.fact import EVERYONE, Fact
from theomachy.kernel.ids import Seat, Side


# Made and dropped hundreds of times in a match: it holds machine numbers alone, and the one dropped last is used again.
@mypyc_attr(acyclic=True, free_list_len=1)
class Step:
    """A frame of the stack. Immutable by contract: copies of a match share it. The fields mean what the kind says."""

    __slots__ = ("count", "kind", "what", "where", "who")

    def __init__(self, kind: i64, who: i64 = -1, where: i64 = -1, what: i64 = -1, count: i64 = 0) -> None:
        self.kind = kind
        self.who = who
        self.where = where
        self.what = what
        self.count = count

    @property
    def seat(self) -> Seat:
        """`who`, of a kind whose steps hold a seat there."""
        return Seat(self.who)

    @property
    def side(self) -> Side:
        """`who`, of a kind whose steps hold a side there."""
        return Side(self.who)


if __file__.endswith(".py"):
    # Interpreted, reading a slot by another name takes no call.
    for _other_name in ("seat", "side"):
        setattr(Step, _other_name, vars(Step)["who"])


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position in the middle of anything. Games extend it with flat, typed fields and say how they are copied.

    Fields are declared in the class and set by whoever makes one, so that a copy costs no initialisation.
    """

    __slots__ = ("dice", "draws", "facts", "listening", "over", "reveals", "seats", "stack")

    #: whose states these are, as `module:class`: so that they can be pickled
    game_class: ClassVar[str] = ""

    seats: int
    stack: list[Step]
    over: bool
    #: facts are only collected while somebody listens
    listening: bool
    facts: list[Fact]
    #: grows whenever something secret or random becomes known; undo never goes back across it
    reveals: int
    #: the counter-based random numbers: draw number `draws` of stream `dice`
    dice: int
    draws: int

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        """Pickled and deep-copied as its game writes it down for another process, with the facts told."""
        from theomachy.kernel.game import opened_game, restored_state

        if not self.game_class:
            raise TypeError(f"{type(self).__name__} does not say whose states it holds (game_class); use Game.encode")
        data = opened_game(self.game_class).portable(self)
        return restored_state, (self.game_class, data, self.listening, self.facts)

    def every_seat(self) -> list[Seat]:
        return [Seat(number) for number in range(self.seats)]

    def push(self, step: Step) -> None:
        self.stack.append(step)

    def pop(self) -> None:
        self.stack.pop()

    def become(self, step: Step) -> None:
        """Replace the top step by its continuation."""
        self.stack[-1] = step

    def tell(
        self,
        rule: str,
        name: str,
        who: i64 = -1,
        where: i64 = -1,
        what: str = "",
        amount: i64 = 0,
        other: i64 = -1,
        seen: i64 = EVERYONE,
    ) -> None:
        """Tell a fact, if somebody listens. Nothing happens after the end of a match, so nothing is told."""
        if self.listening:
            self.facts.append(Fact(rule, name, who, where, what, amount, other, seen))

    def copy_to(self, other: State) -> None:
        """Copy the common part; the copy tells its facts to nobody until somebody listens to it."""
        other.seats = self.seats
        other.listening = False
        other.facts = []
        other.stack = self.stack.copy()
        other.over = self.over
        other.reveals = self.reveals
        other.dice = self.dice
        other.draws = self.draws


def clear_state(s: State, seats: int) -> None:
    """Set the common part of a fresh state."""
    s.seats = seats
    s.stack = []
    s.over = False
    s.listening = False
    s.facts = []
    s.reveals = 0
    s.dice = 0
    s.draws = 0
