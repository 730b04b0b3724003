"""Where in a match of Ankh a position is: what of the conflict under way, or the next one, is still to come."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.components import CONFLICT
from theomachy.games.ankh.conflict import AFTER_LAST_REGION, END_AFTER
from theomachy.games.ankh.ids import Region
from theomachy.games.ankh.mind.survey import Survey
from theomachy.games.ankh.pharaoh.components import TUTANKHAMUN
from theomachy.games.ankh.state import AnkhState
from theomachy.games.ankh.steps import FIGHT_BATTLE, FIGHT_CONFLICT
from theomachy.games.ankh.turn import event_track

#: by the conflicts that could still come: how many really do (most matches are won in the fourth), and how much
#: things that serve over conflicts keep of their worth
TO_COME: Final[list[float]] = [0.0, 1.0, 1.3, 2.1, 3.0, 4.0]
SERVICE: Final[list[float]] = [0.0, 0.25, 0.35, 0.55, 0.75, 1.0]
#: the doubt that each event before the next conflict adds to what it will bring
DOUBT: Final = 0.06


class Stage:
    """The stage of a match, the same for all gods. Made once and found again for every position."""

    def __init__(self, survey: Survey) -> None:
        self._survey = survey
        #: conflicts that are not over
        self.left: int = 0
        #: events before the next conflict
        self.events: int = 0
        #: how sure the next conflict is to find the board as it is
        self.soon: float = 1.0
        #: in a conflict: the tile of the region resolved last or now (0: none yet; -1: there is no conflict)
        self.resolved: int = -1
        #: the part of the battle there, -1 if there is none
        self.part: int = -1

    def service(self) -> float:
        """How much things that serve over conflicts keep of their worth."""
        return SERVICE[self.left]

    def to_come(self) -> float:
        """How many more conflicts are to be expected."""
        return TO_COME[self.left]

    def find(self, s: AnkhState) -> None:
        """Find it for a position; the survey has looked at it."""
        self.left = END_AFTER - s.conflicts_done
        self.resolved = -1
        self.part = -1
        for step in s.stack:
            if step.kind == FIGHT_CONFLICT and step.count < AFTER_LAST_REGION:
                self.resolved = max(0, step.where)
            elif step.kind == FIGHT_BATTLE:
                self.part = step.count
        self.events = 0
        if self.resolved < 0:
            track = event_track(s)
            while s.events_done + self.events < len(track) and track[s.events_done + self.events] != CONFLICT:
                self.events += 1
        self.soon = 1.0 - DOUBT * self.events

    def now(self, tile: Region, over_with: int) -> float:
        """How sure the conflict under way, or the next one, is to bring what a region promises; 0 if that is past.

        `over_with`: the part of a battle after which this conflict brings it no more.
        """
        if self.resolved < 0:
            return self.soon
        if tile == self.resolved:
            return 1.0 if 0 <= self.part <= over_with else 0.0
        survey = self._survey
        if survey.king == TUTANKHAMUN and self.resolved:
            # His region is the first of all.
            if tile == survey.royal:
                return 0.0
            return 1.0 if self.resolved == survey.royal or tile > self.resolved else 0.0
        return 1.0 if tile > self.resolved else 0.0

    def later(self, lasting: float) -> float:
        """How much of what the board promises now the conflicts after that one still bring."""
        return lasting * max(0.0, TO_COME[self.left] - 1.0)
