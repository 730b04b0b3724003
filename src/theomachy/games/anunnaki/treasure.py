"""Chapter "artifact": the conquerors of Atlantis look at them and keep one. What each does is in `artifacts`."""

from __future__ import annotations

from theomachy.games.anunnaki.artifacts.artifact import TREASURES
from theomachy.games.anunnaki.components import ARTIFACT_, ARTIFACTS, DISCARDED, PILED, REMOVED
from theomachy.games.anunnaki.question import Question
from theomachy.games.anunnaki.state import AnunnakiState
from theomachy.games.anunnaki.steps import KEEP_ARTIFACT
from theomachy.kernel.arrays import bit
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step


def pile(s: AnunnakiState) -> list[int]:
    """The artifacts the next conqueror of Atlantis looks at."""
    return [artifact for artifact in range(len(ARTIFACTS)) if s.artifact_at[artifact] == PILED]


def conquests_left(s: AnunnakiState) -> bool:
    """anunnaki/battle/atlantis-artifacts: one artifact with 2 players, otherwise two."""
    taken = 0
    for artifact in range(len(ARTIFACTS)):
        where = s.artifact_at[artifact]
        if where >= 0 or where == DISCARDED:
            taken += 1
    return taken < (1 if s.seats == 2 else 2)


def look_at_pile(s: AnunnakiState, seat: Seat) -> None:
    """anunnaki/battle/atlantis: the conqueror looks and keeps one; which ones is not for the others to know."""
    found = pile(s)
    if not found or not conquests_left(s):
        return
    s.artifact_seen |= bit(seat)
    s.reveals += 1
    s.tell("anunnaki/battle/atlantis", "artifacts-looked", seat, amount=len(found))
    for artifact in found:
        s.tell("anunnaki/battle/atlantis", "artifact-seen", seat, what=ARTIFACTS[artifact], seen=bit(seat))
    s.push(Step(KEEP_ARTIFACT, seat))


class KeepArtifact(Question):
    """Which of the artifacts is kept?"""

    name = "keep-artifact"
    prompt = "keep-artifact"
    verbs = "artifact"
    forbids = "anunnaki/battle/atlantis"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        return [ARTIFACT_ + artifact for artifact in pile(s)]

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        artifact = choice - ARTIFACT_
        s.pop()
        s.artifact_at[artifact] = seat
        s.tell("anunnaki/battle/atlantis", "artifact-taken", seat, what=ARTIFACTS[artifact])
        if not conquests_left(s) and s.seats > 2:
            # The last one leaves the game, unseen by the others.
            for other in pile(s):
                s.artifact_at[other] = REMOVED
        TREASURES[artifact].kept(s, seat)
