"""Going back in a match: what it was after each of its choices."""

from __future__ import annotations

from collections.abc import Iterator

from theomachy.kernel.match import Match
from theomachy.server.course import Course

#: copies kept of a match, spread evenly over its choices. A copy holds the choices up to it, so all of a long match
#: would take hundreds of megabytes
MARKS = 32
#: the smallest distance of two copies, in choices
NEAR = 16


class Rewind:
    """Goes to any moment of a match, from the nearest one before it of which it has kept a copy."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._undone = course.undone
        self._apart = NEAR
        self._marks: list[Match] = []

    @property
    def kept(self) -> int:
        """How many copies are kept."""
        return len(self._marks)

    def way(self, first: int, last: int) -> Iterator[Match | None]:
        """The match after `first` choices, and after each one more up to `last`; before that, None for each choice on
        the way. It is one match that goes on: whoever wants to keep it copies it."""
        match, at = self._nearest(first)
        while True:
            if at == len(self._marks) * self._apart:
                self._mark(match)
            yield match if at >= first else None
            if at >= last:
                return
            seat, number = self._course.match.history[at]
            match.play(number, seat)
            at += 1

    def _nearest(self, step: int) -> tuple[Match, int]:
        """A copy of the last match kept before a step, and how many choices were made in it."""
        if self._undone != self._course.undone:
            self._undone = self._course.undone
            self._marks = []
            self._apart = NEAR
        past = self._course.match
        if not self._marks:
            self._marks.append(Match(past.game, past.setup, past.seed, False))
        index = min(step // self._apart, len(self._marks) - 1)
        return self._marks[index].copy(), index * self._apart

    def _mark(self, match: Match) -> None:
        if len(self._marks) == MARKS:
            # Half as many, twice as far apart; the new one is at such a distance, too, for MARKS is even.
            self._marks = self._marks[::2]
            self._apart *= 2
        self._marks.append(match.copy())
