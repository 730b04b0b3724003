"""A lesson that was read and rehearsed: what is said, what is expected, and what the others do.

Where a learner stands follows from the choices made so far and nothing else: beat number n is the one to be played when
n choices have been made. So a lesson survives a reload, an undo and a move to another process like any match.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from theomachy.kernel.choice import Choice
from theomachy.kernel.game import Game
from theomachy.kernel.ids import Seat
from theomachy.kernel.match import Match

#: the same words in every language
Words = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Reply:
    """What a choice is told that is legal but not what the lesson is about."""

    say: Words
    #: the choices it answers; none: all that no other reply answers
    to: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Scene:
    """What is said at one place of the lesson, and what is pointed at meanwhile."""

    say: Words
    #: choices, or things a choice could name, in the notation: `action summon`, `cell D6`
    point: tuple[str, ...] = ()
    #: an identifier: the rule behind what is said
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Beat:
    """One choice of the match: whose, and which ones go on with the lesson."""

    seat: Seat
    choices: tuple[int, ...]
    #: made by the script, not by the learner
    scripted: bool
    #: said before it
    scenes: tuple[Scene, ...] = ()
    replies: tuple[Reply, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    game: Game[Any]
    name: str
    path: str
    title: Words
    about: Words
    #: how long it takes, about
    minutes: int
    #: whom the learner plays
    learner: Seat
    setup: Mapping[str, Any]
    beats: tuple[Beat, ...]
    #: said when everything is done
    ending: tuple[Scene, ...]
    #: whether the learner plays the match to its end when the beats are over, against bots
    free: bool = False

    def begin(self) -> Match:
        """The match that the lesson is about, at its beginning."""
        return Match(self.game, dict(self.setup))

    def beat(self, match: Match) -> Beat | None:
        """What is to be played now; None when the lesson has said everything."""
        made = len(match.history)
        return self.beats[made] if made < len(self.beats) else None

    def scenes(self, match: Match) -> tuple[Scene, ...]:
        """What is to be said now, one after the other."""
        beat = self.beat(match)
        if beat is not None:
            return beat.scenes
        return self.ending if len(match.history) == len(self.beats) else ()

    def due(self, match: Match) -> tuple[Seat, Choice] | None:
        """The choice that the script makes now; None: the learner is asked, or it is over."""
        beat = self.beat(match)
        if beat is None or not beat.scripted:
            return None
        return beat.seat, Choice(self.game.table, beat.choices[0])

    def answer(self, match: Match, choice: int) -> Words | None:
        """What a legal choice of the learner is told; None: it is what the lesson asks for, or one's own affair."""
        beat = self.beat(match)
        if beat is None or beat.scripted or choice in beat.choices:
            return None
        for reply in beat.replies:
            if not reply.to or choice in reply.to:
                return reply.say
        return beat.scenes[-1].say

    def progress(self, match: Match) -> tuple[int, int]:
        """How many of the learner's choices are made, of how many."""
        own = [number for number, beat in enumerate(self.beats) if not beat.scripted]
        return sum(number < len(match.history) for number in own), len(own)
