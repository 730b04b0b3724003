"""What must be chosen first, so that something else can be chosen: the rest of the answer to "why not?"."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from theomachy.kernel.choice import Choice
from theomachy.kernel.ids import Seat
from theomachy.kernel.match import Match

#: the rule that forbids what is of another kind than what is asked
ASKED: Final = "theomachy/asked"
#: and the one that knows no such choice
UNKNOWN: Final = "theomachy/unknown"
#: choices ahead that are looked at, and positions altogether
DEPTH: Final = 2
POSITIONS: Final = 60


@dataclass(frozen=True)
class Beforehand:
    """After any of the `first` it can be chosen; with a `rule` it can't even then, and that rule forbids it."""

    first: tuple[Choice, ...]
    rule: str | None


def beforehand(match: Match, choice: object, seat: int) -> Beforehand | None:
    """What a seat must choose before it may choose this, which is not legal now; None: nothing it could.

    It looks no further than the seat's own next choices, in a planner's copy, so nothing hidden shows. What is of the
    kind asked for, but forbidden, is looked for only where the same kind of choice means something else next (from
    where, and then where to); there only what makes it legal is told.
    """
    rule = match.why_not(choice, seat)
    if rule in (None, UNKNOWN) or seat not in match.decision.seats:
        return None
    number = match.find(choice)
    root = match.planner_copy(seat, 0)
    root.state.listening = False
    verb = match.game.table.verb(number)
    firsts = [one for one in root.choices_of(seat) if rule == ASKED or one.verb == verb]
    return _Looking(number, Seat(seat), rule == ASKED, match.decision.prompt).from_here(root, firsts)


class _Looking:
    """One question, and how many positions may still be looked at for it."""

    def __init__(self, number: int, seat: Seat, is_other: bool, prompt: str) -> None:
        self.number = number
        self.seat = seat
        #: whether another kind of choice is asked for now
        self.is_other = is_other
        self.prompt = prompt
        self.left = POSITIONS

    def from_here(self, root: Match, firsts: list[Choice]) -> Beforehand | None:
        """Nearer answers come before further ones, and what makes it legal before what does not."""
        layer = [(first, root, first) for first in firsts]
        barred: Beforehand | None = None
        for _ in range(DEPTH):
            opened: dict[Choice, None] = {}
            following: list[tuple[Choice, Match, Choice]] = []
            for first, before, step in layer:
                after = self._after(before, step)
                if after is None:
                    continue
                rule = after.why_not(self.number, self.seat)
                if rule is None and (self.is_other or after.decision.prompt != self.prompt):
                    opened[first] = None
                elif rule is not None and rule != ASKED and self.is_other and barred is None:
                    barred = Beforehand((first,), rule)
                following += [(first, after, next_one) for next_one in after.choices_of(self.seat)]
            if opened:
                return Beforehand(tuple(opened), None)
            layer = following
        return barred

    def _after(self, before: Match, choice: Choice) -> Match | None:
        """The match after a choice, if the seat goes on deciding and nothing hidden came up. Of the kind asked for,
        only what belongs to the same question counts: whatever ends it leads to something else of the same name."""
        if self.left == 0:
            return None
        self.left -= 1
        after = before.copy()
        reveals = after.state.reveals
        after.play(choice.id, self.seat)
        goes_on = not after.over and self.seat in after.decision.seats and after.state.reveals == reveals
        within = self.is_other or len(after.state.stack) >= len(before.state.stack)
        return after if goes_on and within else None
