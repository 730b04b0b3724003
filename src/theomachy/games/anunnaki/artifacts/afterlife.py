"""The Map of the Afterlife: a territory of one's own, one step from wherever one rules.

Who may ever stand there is in `state.own_land`; its symbols and its shrine are in the content, and in the tables like
those of any other territory.
"""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.artifacts.artifact import Artifact
from theomachy.games.anunnaki.components import AFTERLIFE, MAP
from theomachy.games.anunnaki.control import controlled
from theomachy.games.anunnaki.state import AnunnakiState
from theomachy.kernel.arrays import bit
from theomachy.kernel.ids import Seat


class Afterlife(Artifact):
    """anunnaki/artifact/afterlife"""

    name = "afterlife"


def beyond_borders(s: AnunnakiState, seat: Seat, start: int) -> int:
    """anunnaki/afterlife/numbers: it is adjacent to all controlled territories both ways, never into Atlantis."""
    if s.artifact_at[MAP] != seat:
        return 0
    own = controlled(s, seat)
    if start == AFTERLIFE:
        return own & ~s.tables.atlantis & ~bit(AFTERLIFE)
    return bit(AFTERLIFE) if own >> start & 1 else 0


ARTIFACT: Final[Artifact] = Afterlife()
