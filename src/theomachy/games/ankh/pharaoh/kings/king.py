"""What a pharaoh is: someone who answers at the moments of a match, is set up, is moved, and asks a riddle."""

from __future__ import annotations

from theomachy.games.ankh.moments import Moments
from theomachy.games.ankh.state import AnkhState
from theomachy.kernel.ids import Side


class King(Moments):
    """A pharaoh. His standing effects are answers at moments of the base game."""

    def prepare(self, s: AnkhState) -> None:
        """Before anything stands on the board: what his set-up changes about the pieces."""

    def placed(self, s: AnkhState, god: Side) -> None:
        """He was placed at the start of the match; `god` is the last player's."""

    def was_moved(self, s: AnkhState, god: Side) -> None:
        """A god moved him to another cell (pharaoh/king/moved)."""

    def riddle(self, s: AnkhState, god: Side, sphinxes: int) -> None:
        """The Riddle of the Sphinx, for a god that controls so many sphinxes, at least one."""
        raise NotImplementedError
