"""Going back in a match: what it was after each of its choices."""

from __future__ import annotations

from theomachy.kernel.match import Match
from theomachy.server.course import Course


class Rewind:
    """Copies of a match after each of its choices, made when first asked for. Copying and playing take a fraction of a
    millisecond each; a whole match is a matter of some hundredths of a second."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._undone = course.undone
        self._copies: list[Match] = []

    def at(self, step: int) -> Match:
        """The match after so many choices; not to be changed."""
        match = self._course.match
        if self._undone != self._course.undone:
            self._undone = self._course.undone
            self._copies = []
        if not self._copies:
            self._copies.append(Match(match.game, match.setup, match.seed, False))
        while len(self._copies) <= step:
            following = self._copies[-1].copy()
            seat, number = match.history[len(self._copies) - 1]
            following.play(number, seat)
            self._copies.append(following)
        return self._copies[step]
