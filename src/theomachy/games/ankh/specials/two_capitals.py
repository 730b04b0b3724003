"""Two Capitals: whoever has the most figures beside a city is rewarded after every conflict."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.board import adjacent_cells
from theomachy.games.ankh.chorus import CHORUS
from theomachy.games.ankh.components import TWO_CAPITALS
from theomachy.games.ankh.devotion import gain_devotion
from theomachy.games.ankh.ids import Region
from theomachy.games.ankh.scenarios import capitals
from theomachy.games.ankh.specials.special import Special
from theomachy.games.ankh.state import AnkhState, ascending, owner_at
from theomachy.kernel.ids import Side


class TwoCapitals(Special):
    """ankh/scenario/two-capitals"""

    name = "two-capitals"
    rules = TWO_CAPITALS

    def conflict_rewards(self, s: AnkhState) -> None:
        """1 devotion for a city, 3 for both together, as one gain."""
        if not s.rules & TWO_CAPITALS:
            return
        holders = [capital_holder(s, city) for city in capitals() if CHORUS.devotion_flows(s, Region(s.region[city]))]
        for god in ascending(s):
            held = holders.count(god)
            if held:
                gain_devotion(s, god, 3 if held == 2 else 1, "ankh/scenario/two-capitals")


def _figures_beside(s: AnkhState, god: Side, city: int) -> int:
    count = 0
    for cell in adjacent_cells(s, city):
        if owner_at(s, cell) == god:
            count += 1
    return count


def capital_holder(s: AnkhState, city: int) -> int:
    """The god with strictly the most figures adjacent to a city; -1 if none."""
    counts = [_figures_beside(s, god, city) for god in s.ladder]
    highest = max(counts)
    if highest == 0 or counts.count(highest) > 1:
        return -1
    return s.ladder[counts.index(highest)]


RULES: Final = TwoCapitals()
