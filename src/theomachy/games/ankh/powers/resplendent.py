"""Resplendent: three monuments of a type make the god figure strong."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.board import controlled
from theomachy.games.ankh.components import MONUMENTS, RESPLENDENT
from theomachy.games.ankh.powers.power import Power
from theomachy.games.ankh.state import AnkhState, has_power
from theomachy.kernel.ids import Side


class Resplendent(Power):
    """ankh/power/resplendent"""

    name = "resplendent"
    power = RESPLENDENT

    def god_strength(self, s: AnkhState, god: Side) -> int:
        """3 instead of 1."""
        if has_power(s, god, RESPLENDENT):
            for monument in range(len(MONUMENTS)):
                if controlled(s, god, monument) >= 3:
                    return 2
        return 0


POWER: Final = Resplendent()
