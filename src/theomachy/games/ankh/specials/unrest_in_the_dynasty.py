"""Unrest in the Dynasty: who has no monument around the god figure loses devotion after events."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.components import CONFLICT, UNREST
from theomachy.games.ankh.devotion import lose_devotion
from theomachy.games.ankh.specials.special import Special
from theomachy.games.ankh.state import AnkhState, ascending, god_cell


class UnrestInTheDynasty(Special):
    """ankh/scenario/unrest-in-the-dynasty"""

    name = "unrest-in-the-dynasty"
    rules = UNREST

    def event_is_over(self, s: AnkhState, event: int) -> None:
        """After every event but a conflict: no monument in the region of one's god figure costs 1 devotion."""
        if not s.rules & UNREST or event == CONFLICT:
            return
        for god in ascending(s):
            home = s.region[god_cell(s, god)] if god_cell(s, god) >= 0 else 0
            if not any(s.control[cell] == god and s.region[cell] == home for cell in s.monuments):
                lose_devotion(s, god, 1, "ankh/scenario/unrest-in-the-dynasty")


RULES: Final = UnrestInTheDynasty()
