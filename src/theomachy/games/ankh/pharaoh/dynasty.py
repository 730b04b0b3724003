"""The five pharaohs by number."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.pharaoh.kings.akhenaten import Akhenaten
from theomachy.games.ankh.pharaoh.kings.amenhotep import Amenhotep
from theomachy.games.ankh.pharaoh.kings.king import King
from theomachy.games.ankh.pharaoh.kings.ramses import Ramses
from theomachy.games.ankh.pharaoh.kings.tutankhamun import Tutankhamun
from theomachy.games.ankh.pharaoh.kings.xerxes import Xerxes
from theomachy.games.ankh.pharaoh.state import realm
from theomachy.games.ankh.state import AnkhState

#: in the order of `components.KINGS`
DYNASTY: Final[list[King]] = [Ramses(), Xerxes(), Amenhotep(), Tutankhamun(), Akhenaten()]


def king_of(s: AnkhState) -> King:
    """The pharaoh of this match."""
    return DYNASTY[realm(s).king]
