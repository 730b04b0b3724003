"""The course of a match: its versions, which choice made which, and what is up to date. No sockets, no storage."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import Any

from theomachy.kernel.errors import NoUndo
from theomachy.kernel.game import Game
from theomachy.kernel.match import Match
from theomachy.server.storage import Event


class Made:
    """A choice of the history: the version it made, and how many facts were told after it."""

    __slots__ = ("told", "version")

    def __init__(self, version: int, told: int) -> None:
        self.version = version
        self.told = told


class Course:
    """A match and its versions. Each accepted choice and each undo makes a new version; none is ever used twice."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.version = 0
        #: one for each choice of `match.history`
        self.made: list[Made] = []
        #: facts told before the first choice
        self.told_first = match.told
        #: the version at which the present decision began
        self.began = 0
        #: the version of the last undo
        self.undone = 0
        #: the version of each seat's last choice or undo
        self._acted = [0] * match.seats

    @classmethod
    def of_events(cls, game: Game[Any], setup: dict[str, Any], seed: int, events: Iterable[Event]) -> Course:
        """The course that these events made."""
        course = cls(Match(game, setup, seed))
        standing: list[Event] = []
        for event in events:
            if event.kind == "undo":
                if event.choice:
                    # By agreement: everything from a choice on.
                    del standing[int(event.choice) :]
                else:
                    last = max(index for index, made in enumerate(standing) if made.seat == event.seat)
                    del standing[last]
                course.undone = event.version
            else:
                standing.append(event)
            course._acted[event.seat] = event.version
            course.version = event.version
        newest, course.version = course.version, 0
        for event in standing:
            course._play(event.choice, event.seat, event.version)
        course.version = newest
        return course

    @classmethod
    def of_match(cls, match: Match) -> Course:
        """The course of a match that was opened: as if its choices had been made here, one by one."""
        return cls.of_events(match.game, match.setup, match.seed, events_of(match, 0.0))

    # --- changing -----------------------------------------------------------------------------------------------------

    def play(self, choice: object, seat: int) -> None:
        """Make a choice; refuses what is not legal with `IllegalChoice`, and nothing has changed then."""
        self._play(choice, seat, self.version + 1)
        self._acted[seat] = self.version

    def _play(self, choice: object, seat: int, version: int) -> None:
        before = self._decision_mark()
        self.match.play(choice, seat)
        self.version = version
        self.made.append(Made(version, self.match.told))
        if before != self._decision_mark():
            self.began = version

    def undo(self, seat: int) -> None:
        """Take back a seat's last choice: the match is played again without it, a few milliseconds."""
        if not self.match.can_undo(seat):
            raise NoUndo("nothing to take back")
        last = self.last_choice(seat)
        self._play_again([index for index in range(len(self.match.history)) if index != last], seat)

    def rewind(self, seat: int) -> None:
        """By agreement: the match goes back to before a seat's last choice, whatever has happened since."""
        self._play_again(list(range(self.last_choice(seat))), seat)

    def last_choice(self, seat: int) -> int:
        """The place of a seat's last choice in the history; refuses with `NoUndo` who has made none."""
        last = max((index for index, (who, _) in enumerate(self.match.history) if who == seat), default=-1)
        if last < 0:
            raise NoUndo("nothing to take back")
        return last

    def _play_again(self, kept: list[int], seat: int) -> None:
        """The match with these of its choices alone, as the next version."""
        before = self._decision_mark()
        history = self.match.history
        again = Match(self.match.game, self.match.setup, self.match.seed)
        made: list[Made] = []
        for index in kept:
            who, number = history[index]
            again.play(number, who)
            made.append(Made(self.made[index].version, again.told))
        self.match = again
        self.made = made
        self.version += 1
        self.undone = self.version
        self._acted[seat] = self.version
        if before != self._decision_mark():
            self.began = self.version

    def _decision_mark(self) -> tuple[bool, int, int]:
        """Equal before and after a choice if it was one of several made secretly at once, and more are to come. Between
        two secret decisions something is revealed."""
        secret = self.match.decision.secret
        return secret, self.match.state.reveals, 0 if secret else len(self.match.history)

    # --- asking -------------------------------------------------------------------------------------------------------

    def is_current(self, version: int, seat: int) -> bool:
        """Whether a seat that saw this version may act on it: nothing has happened since, or only what others chose
        secretly in the same decision."""
        if version == self.version:
            return True
        return self.match.decision.secret and self.began <= version < self.version and self._acted[seat] <= version

    def facts_of(self, index: int) -> range:
        """The numbers of the facts that a choice of the history made; -1: those of the set-up."""
        if index < 0:
            return range(self.told_first)
        before = self.made[index - 1].told if index else self.told_first
        return range(before, self.made[index].told)

    def choice_of(self, fact: int) -> int:
        """The choice of the history that made the fact of this number; -1: it is of the set-up."""
        return -1 if fact < self.told_first else bisect_right(self.made, fact, key=_told)


def _told(made: Made) -> int:
    return made.told


def events_of(match: Match, at: float) -> list[Event]:
    """The choices of a match as events."""
    return [
        Event(version, "choose", seat, match.game.table.text(number), at)
        for version, (seat, number) in enumerate(match.history, 1)
    ]
