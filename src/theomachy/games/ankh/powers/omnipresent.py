"""Omnipresent: followers for every region one is in."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.board import regions_with
from theomachy.games.ankh.components import OMNIPRESENT
from theomachy.games.ankh.followers import gain_followers
from theomachy.games.ankh.powers.power import Power
from theomachy.games.ankh.state import AnkhState
from theomachy.kernel.arrays import ones


class Omnipresent(Power):
    """ankh/power/omnipresent"""

    name = "omnipresent"
    power = OMNIPRESENT

    def conflict_starts(self, s: AnkhState) -> None:
        """A figure on water counts for every region of its cell."""
        for god in self.owners(s, s.ladder):
            gain_followers(s, god, ones(regions_with(s, god)), "ankh/power/omnipresent")


POWER: Final = Omnipresent()
