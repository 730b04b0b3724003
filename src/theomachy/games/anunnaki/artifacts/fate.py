"""The Tablet of Fate: points for how far the leader of a track comes, which its holder names in secret."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.artifacts.artifact import Artifact
from theomachy.games.anunnaki.components import TRACK_, TRACKS
from theomachy.games.anunnaki.question import Question
from theomachy.games.anunnaki.state import AnunnakiState
from theomachy.games.anunnaki.steps import FATE_TRACK
from theomachy.kernel.arrays import bit, numbers
from theomachy.kernel.ids import Seat
from theomachy.kernel.state import Step
from theomachy.kernel.step import StepKind

#: by the multiplier of the leader, 1 to 5
FATE_VP: Final = numbers([0, 0, 1, 2, 4, 7])


class Fate(Artifact):
    """anunnaki/artifact/fate. The track is in `s.fate`."""

    name = "fate"

    def questions(self) -> dict[int, StepKind[AnunnakiState]]:
        return {FATE_TRACK: FateTrack()}

    def kept(self, s: AnunnakiState, seat: Seat) -> None:
        s.push(Step(FATE_TRACK, seat))

    def scored(self, s: AnunnakiState, seat: Seat) -> int:
        s.tell("anunnaki/artifact/fate", "fate-shown", seat, what=TRACKS[max(s.fate, 0)])
        return fate_score(s)


def fate_score(s: AnunnakiState) -> int:
    """By the multiplier step of the leader on the chosen track."""
    if s.fate < 0:
        return 0
    furthest = max([s.track[3 * seat + s.fate] for seat in range(s.seats)])
    return FATE_VP[s.tables.multiplier[s.fate][furthest]]


class FateTrack(Question):
    """Which track does the fate tablet name? Nobody else learns it. (anunnaki/artifact/fate)"""

    name = "fate-track"
    prompt = "fate-track"
    verbs = "track"
    forbids = "anunnaki/artifact/fate"

    def options(self, s: AnunnakiState, step: Step, seat: Seat) -> list[int]:
        return [TRACK_ + track for track in range(3)]

    def choose(self, s: AnunnakiState, step: Step, seat: Seat, choice: int) -> None:
        s.pop()
        s.fate = choice - TRACK_
        s.tell("anunnaki/artifact/fate", "fate-chosen", seat)
        s.tell("anunnaki/artifact/fate", "fate-known", seat, what=TRACKS[s.fate], seen=bit(seat))


ARTIFACT: Final[Artifact] = Fate()
