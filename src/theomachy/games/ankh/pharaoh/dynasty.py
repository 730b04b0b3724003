"""The five pharaohs by number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from theomachy.games.ankh.pharaoh.components import KINGS
from theomachy.games.ankh.pharaoh.kings.akhenaten import Akhenaten
from theomachy.games.ankh.pharaoh.kings.amenhotep import Amenhotep
from theomachy.games.ankh.pharaoh.kings.king import King
from theomachy.games.ankh.pharaoh.kings.ramses import Ramses
from theomachy.games.ankh.pharaoh.kings.tutankhamun import Tutankhamun
from theomachy.games.ankh.pharaoh.kings.xerxes import Xerxes
from theomachy.games.ankh.pharaoh.state import realm
from theomachy.games.ankh.state import AnkhState
from theomachy.kernel.answers import facts_told, misfits
from theomachy.kernel.catalogue import LANGUAGES
from theomachy.kernel.data_files import Texts
from theomachy.kernel.errors import BadContent

#: in the order of `components.KINGS`
DYNASTY: Final[list[King]] = [Ramses(), Xerxes(), Amenhotep(), Tutankhamun(), Akhenaten()]


def king_of(s: AnkhState) -> King:
    """The pharaoh of this match."""
    return DYNASTY[realm(s).king]


def check_dynasty(read: Callable[[str], str], base: Texts) -> None:
    """Refuses pharaohs of whom something is missing. `read`: gives a data file of the expansion by name; `base`: the
    texts of the game."""
    texts = Texts(read, "pharaoh/data", LANGUAGES)
    if len(DYNASTY) != len(KINGS):
        raise BadContent(f"pharaoh/dynasty.py: DYNASTY has {len(DYNASTY)} pharaohs, components.KINGS {len(KINGS)}")
    found: list[str] = []
    for name, king in zip(KINGS, DYNASTY, strict=True):
        found += king_faults(name, king, texts, base)
    found = found or texts.differences()
    if found:
        raise BadContent("\n".join(found))


def king_faults(name: str, king: Any, texts: Texts, base: Texts) -> list[str]:
    """What is wrong with a pharaoh, each with the file in which it is to be mended."""
    file = f"pharaoh/kings/{name}.py"
    if type(king).__module__.rpartition(".")[2] != name:
        return [
            f"pharaoh/dynasty.py: number {KINGS.index(name)} is {type(king).__name__}; components.KINGS says {name}"
        ]
    found = [f"{file}: {fault}" for fault in misfits(type(king), King)]
    found += texts.lacks("text", "name", f"king.{name}", "name", file)
    for fact in facts_told(king):
        if base.lacks_sentence(fact, file):
            found += texts.lacks_sentence(fact, file)
    return found
