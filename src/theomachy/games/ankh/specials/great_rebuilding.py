"""The Great Rebuilding: every god has monuments of its own, and builds them instead of taking others."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.board import adjacent_cells, may_build
from theomachy.games.ankh.components import BUILD_, FIGURES, MONUMENTS, REBUILDING
from theomachy.games.ankh.event import has_stock
from theomachy.games.ankh.moments import NOTHING
from theomachy.games.ankh.specials.special import Special
from theomachy.games.ankh.state import AnkhState, set_stock
from theomachy.kernel.ids import Side


class GreatRebuilding(Special):
    """ankh/scenario/great-rebuilding. The stocks are in `s.stock`."""

    name = "great-rebuilding"
    rules = REBUILDING

    def prepare(self, s: AnkhState) -> None:
        set_stock(s)

    def builds_instead(self, s: AnkhState, god: Side) -> list[int]:
        if not s.rules & REBUILDING or s.tokens[god] == 0:
            return NOTHING
        found = [BUILD_ + monument for monument in range(len(MONUMENTS)) if has_stock(s, god, monument)]
        return found if found and self.free_sites(s, god) else NOTHING

    def free_sites(self, s: AnkhState, god: Side) -> list[int]:
        """Empty land cells adjacent to an own figure."""
        if not s.rules & REBUILDING:
            return NOTHING
        sites: set[int] = set()
        for figure in range(god * FIGURES, god * FIGURES + FIGURES):
            if s.where[figure] >= 0:
                sites.update(cell for cell in adjacent_cells(s, s.where[figure]) if may_build(s, cell))
        return sorted(sites)


RULES: Final = GreatRebuilding()
