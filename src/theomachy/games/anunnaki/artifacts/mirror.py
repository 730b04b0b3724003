"""The Double Mirror: two mana actions in one turn, each a crystal cheaper."""

from __future__ import annotations

from typing import Final

from theomachy.games.anunnaki.artifacts.artifact import Artifact
from theomachy.games.anunnaki.components import DISCARDED, MANA_MIRROR, MIRROR
from theomachy.games.anunnaki.state import AnunnakiState
from theomachy.kernel.ids import Seat


class Mirror(Artifact):
    """anunnaki/artifact/mirror: once, before the mana action. How much cheaper they are is in `s.mirror`."""

    name = "mirror"
    mana = MANA_MIRROR

    def may_be_used(self, s: AnunnakiState, seat: Seat) -> bool:
        return s.mana_done == 0

    def used(self, s: AnunnakiState, seat: Seat) -> None:
        s.artifact_at[MIRROR] = DISCARDED
        s.mirror = 1
        s.mana_left = 2
        s.tell("anunnaki/artifact/mirror", "artifact-used", seat, what="mirror")


ARTIFACT: Final[Artifact] = Mirror()
