"""The Androsphinx, which takes the strength of enemies beside it."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.components import ANDROSPHINX, FIGURES, MONUMENT
from theomachy.games.ankh.egypt import AROUND, AROUND_EDGE
from theomachy.games.ankh.guardians.guardian import LARGE, Guardian
from theomachy.games.ankh.ids import Figure
from theomachy.games.ankh.state import CLEAR, AnkhState


class Androsphinx(Guardian):
    """ankh/guardian/androsphinx"""

    name = "androsphinx"
    kind = ANDROSPHINX
    level = 3
    base = LARGE
    figures = 2

    def strength_is_void(self, s: AnkhState, figure: Figure) -> bool:
        """An enemy androsphinx is adjacent. It works in every battle of a figure on water, and also if the androsphinx
        is neutralised itself (ankh/battle/strength-when)."""
        cell = s.where[figure]
        for way in range(6 * cell, 6 * cell + 6):
            if s.barrier[AROUND_EDGE[way]] == CLEAR:
                piece = s.at[AROUND[way]]
                if 0 < piece < MONUMENT and s.kind[piece - 1] == ANDROSPHINX:
                    if (piece - 1) // FIGURES != figure // FIGURES:
                        s.tell("ankh/guardian/androsphinx", "neutralised", figure // FIGURES, cell)
                        return True
        return False


GUARDIAN: Final = Androsphinx()
