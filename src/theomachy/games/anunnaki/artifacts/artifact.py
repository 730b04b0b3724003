"""What an artifact is: what it does when it is kept, when it is used, and at the end."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.components import ARTIFACTS, EXTRAS, MANA_ACTIONS
from theomachy.games.anunnaki.state import AnunnakiState
from theomachy.kernel.arrays import Numbers, filled
from theomachy.kernel.ids import Seat
from theomachy.kernel.step import StepKind


class Artifact:
    """It has a name `artifact.NAME` and a rule of its own, `anunnaki/artifact/NAME`."""

    name: str = ""
    #: the extra action, and the choice of the mana phase, that it gives whoever holds it; -1 none
    extra: int = -1
    mana: int = -1

    def questions(self) -> dict[int, StepKind[AnunnakiState]]:
        """The kinds of steps it brings along, by number (see `steps`)."""
        return {}

    # Its moments, in the order in which a match meets them. `seat` holds it.

    def kept(self, s: AnunnakiState, seat: Seat) -> None:
        """The conqueror of Atlantis keeps it."""

    def may_be_used(self, s: AnunnakiState, seat: Seat) -> bool:
        """Whether its extra action or its choice of the mana phase can be taken now."""
        return True

    def used(self, s: AnunnakiState, seat: Seat) -> None:
        """That action or choice was taken."""

    def last_turn_over(self, s: AnunnakiState, seat: Seat) -> None:
        """anunnaki/end/score-artifacts: after the last turn, before the scoring."""

    def scored(self, s: AnunnakiState, seat: Seat) -> int:
        """Victory points in the final scoring."""
        return 0


#: by number; `box` enters them
TREASURES: Final[list[Artifact]] = [Artifact() for _ in ARTIFACTS]
#: the artifact that gives each extra action, and each choice of the mana phase; -1 none
OF_EXTRA: Final[Numbers] = filled(len(EXTRAS), -1)
OF_MANA: Final[Numbers] = filled(len(MANA_ACTIONS), -1)


def may_use(s: AnunnakiState, seat: Seat, artifact: int) -> bool:
    """Whether a seat holds an artifact and can use it now."""
    return s.artifact_at[artifact] == seat and TREASURES[artifact].may_be_used(s, seat)


def enter(artifact: Artifact, number: int) -> None:
    """From now on it is the artifact of that number."""
    TREASURES[number] = artifact
    if artifact.extra >= 0:
        OF_EXTRA[artifact.extra] = number
    if artifact.mana >= 0:
        OF_MANA[artifact.mana] = number
