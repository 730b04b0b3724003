"""Xerxes, the tyrant: nobody gains devotion in his region during conflicts."""

from __future__ import annotations

from theomachy.games.ankh.deaths import order_now
from theomachy.games.ankh.devotion import lose_devotion
from theomachy.games.ankh.ids import Region
from theomachy.games.ankh.pharaoh.kings.king import King
from theomachy.games.ankh.pharaoh.state import royal_region
from theomachy.games.ankh.state import AnkhState
from theomachy.kernel.ids import Side


class Xerxes(King):
    """pharaoh/king/xerxes-scope: the dominated or battle region counts, or the city's."""

    def devotion_flows(self, s: AnkhState, region: Region) -> bool:
        """pharaoh/king/xerxes-tyrant: not in his region during a conflict, by nothing at all."""
        return s.in_conflict == 0 or region != royal_region(s)

    def devotion_denied(self, s: AnkhState, god: Side, amount: int, region: Region) -> None:
        s.tell("pharaoh/king/xerxes-tyrant", "devotion-denied", god, amount=amount)

    def riddle(self, s: AnkhState, god: Side, sphinxes: int) -> None:
        """pharaoh/king/xerxes-riddle: each opponent loses as much devotion as the god controls sphinxes."""
        for other in order_now(s, god):
            lose_devotion(s, other, sphinxes, "pharaoh/king/xerxes-riddle")
