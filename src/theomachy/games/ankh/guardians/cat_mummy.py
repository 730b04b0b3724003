"""The Cat Mummy, whose death the others pay for with devotion."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.components import CAT_MUMMY, FIGURES
from theomachy.games.ankh.deaths import order_now
from theomachy.games.ankh.devotion import lose_devotion
from theomachy.games.ankh.guardians.guardian import SMALL, Guardian
from theomachy.games.ankh.ids import Figure
from theomachy.games.ankh.state import AnkhState, ascending
from theomachy.kernel.ids import Side


class CatMummy(Guardian):
    """ankh/guardian/cat-mummy. Who has lost some in the current moment is in `s.cats`."""

    name = "cat-mummy"
    kind = CAT_MUMMY
    level = 1
    base = SMALL
    figures = 3

    def buried(self, s: AnkhState, figure: Figure) -> bool:
        if s.kind[figure] == CAT_MUMMY:
            s.cats.append(Side(figure // FIGURES))
        return False

    def dead_avenged(self, s: AnkhState) -> None:
        """ankh/guardian/cat-mummy-each: each dead one is a separate loss; owners in ascending devotion."""
        owners = s.cats
        s.cats = []
        for god in ascending(s):
            for _ in range(owners.count(god)):
                for other in order_now(s, god):
                    lose_devotion(s, other, 1, "ankh/guardian/cat-mummy")


GUARDIAN: Final = CatMummy()
