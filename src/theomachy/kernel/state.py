"""The part of a state that every game has: the stack of steps, the facts told, the dice."""

from __future__ import annotations

from theomachy.kernel.fact import EVERYONE, Fact


class Step:
    """A frame of the stack. Immutable by contract: copies of a match share it. The fields mean what the kind says."""

    __slots__ = ("count", "kind", "what", "where", "who")

    def __init__(self, kind: int, who: int = -1, where: int = -1, what: int = -1, count: int = 0) -> None:
        self.kind = kind
        self.who = who
        self.where = where
        self.what = what
        self.count = count


class State:
    """A position in the middle of anything. Games extend it with flat, typed fields and say how they are copied."""

    def __init__(self, seats: int) -> None:
        self.seats: int = seats
        self.stack: list[Step] = []
        self.over: bool = False
        #: facts are only collected while somebody listens
        self.listening: bool = False
        self.facts: list[Fact] = []
        #: grows whenever something secret or random becomes known; undo never goes back across it
        self.reveals: int = 0
        #: the counter-based random numbers: draw number `draws` of stream `dice`
        self.dice: int = 0
        self.draws: int = 0

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
        who: int = -1,
        where: int = -1,
        what: str = "",
        amount: int = 0,
        other: int = -1,
        seen: int = EVERYONE,
    ) -> None:
        """Tell a fact, if somebody listens. Nothing happens after the end of a match, so nothing is told."""
        if self.listening:
            self.facts.append(Fact(rule, name, who, where, what, amount, other, seen))

    def copy_to(self, other: State) -> None:
        """Copy the common part; the copy tells its facts to nobody until somebody listens to it."""
        other.stack = self.stack.copy()
        other.over = self.over
        other.reveals = self.reveals
        other.dice = self.dice
        other.draws = self.draws
