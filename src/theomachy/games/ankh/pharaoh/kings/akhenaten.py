"""Akhenaten, the unifier: warriors and priests are one; whoever moves him gathers figures around him."""

from __future__ import annotations

from theomachy.games.ankh.components import EXTRA_WARRIORS, FIGURES, FIRST_EXTRA_WARRIOR, POOL, WARRIOR
from theomachy.games.ankh.pharaoh.calls import begin_call
from theomachy.games.ankh.pharaoh.kings.king import King
from theomachy.games.ankh.pharaoh.state import realm
from theomachy.games.ankh.pharaoh.steps import FLOCK_PIECE, RIDDLE_PIECE
from theomachy.games.ankh.state import AnkhState
from theomachy.kernel.arrays import filled
from theomachy.kernel.ids import Side


class Akhenaten(King):
    def prepare(self, s: AnkhState) -> None:
        """pharaoh/king/akhenaten-unifier, pharaoh/king/akhenaten-pool: one pool of nine pieces."""
        annex = realm(s)
        annex.unified = 1
        annex.pool = filled(s.seats, 0)
        for god in range(s.seats):
            first = god * FIGURES + FIRST_EXTRA_WARRIOR
            for figure in range(first, first + EXTRA_WARRIORS):
                s.kind[figure] = WARRIOR
                s.where[figure] = POOL

    def was_moved(self, s: AnkhState, god: Side) -> None:
        """pharaoh/king/akhenaten-flock: up to two own figures into his region."""
        begin_call(s, god, FLOCK_PIECE)

    def riddle(self, s: AnkhState, god: Side, sphinxes: int) -> None:
        """pharaoh/king/akhenaten-riddle: one figure beside each own sphinx."""
        begin_call(s, god, RIDDLE_PIECE)
