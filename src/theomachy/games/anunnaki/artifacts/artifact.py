"""What an artifact is: what it does when it is kept, when it is used, and at the end."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.components import ARTIFACTS
from theomachy.games.anunnaki.state import AnunnakiState
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

    def kept(self, s: AnunnakiState, seat: int) -> None:
        """The conqueror of Atlantis keeps it."""

    def may_be_used(self, s: AnunnakiState, seat: int) -> bool:
        """Whether its extra action or its choice of the mana phase can be taken now."""
        return True

    def used(self, s: AnunnakiState, seat: int) -> None:
        """That action or choice was taken."""

    def last_turn_over(self, s: AnunnakiState, seat: int) -> None:
        """anunnaki/end/score-artifacts: after the last turn, before the scoring."""

    def scored(self, s: AnunnakiState, seat: int) -> int:
        """Victory points in the final scoring."""
        return 0


#: by number; `box` enters them
TREASURES: Final[list[Artifact]] = [Artifact() for _ in ARTIFACTS]


def artifact_of_extra(extra: int) -> int:
    """The artifact that gives an extra action."""
    for number in range(len(TREASURES)):
        if TREASURES[number].extra == extra:
            return number
    raise AssertionError(f"no artifact gives extra action {extra}")


def artifact_of_mana(action: int) -> int:
    """The artifact that gives a choice of the mana phase."""
    for number in range(len(TREASURES)):
        if TREASURES[number].mana == action:
            return number
    raise AssertionError(f"no artifact gives mana action {action}")
