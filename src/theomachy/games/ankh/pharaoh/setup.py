"""Chapter "setup": the palace, the agenda deck, the priests, the sphinxes, and the pharaoh of this match."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.components import EVERY_TYPE, UNREST
from theomachy.games.ankh.pharaoh.components import KINGS, SPHINXES, WAR, XERXES
from theomachy.games.ankh.pharaoh.deck import all_cards, refill
from theomachy.games.ankh.pharaoh.dynasty import king_of
from theomachy.games.ankh.pharaoh.figure import last_player
from theomachy.games.ankh.pharaoh.priests import enter_room
from theomachy.games.ankh.pharaoh.state import Realm, realm
from theomachy.games.ankh.pharaoh.steps import PLACE_PHARAOH
from theomachy.games.ankh.state import AnkhState
from theomachy.kernel.dice import roll, shuffled
from theomachy.kernel.errors import BadSetup, allowed
from theomachy.kernel.ids import Side
from theomachy.kernel.state import Step

RANDOM: Final = "random"


def check_pharaoh(name: object) -> str:
    """pharaoh/setup/pharaoh: one of five, or random. pharaoh/setup/any-scenario: with any scenario."""
    known = [*KINGS, RANDOM]
    if not isinstance(name, str) or name.strip().lower() not in known:
        raise BadSetup(f"pharaoh: no pharaoh '{name}'; there are {allowed(known)} (pharaoh/setup/pharaoh)")
    return name.strip().lower()


def draw_pharaoh(s: AnkhState, name: str) -> str:
    return KINGS[roll(s, len(KINGS))] if name == RANDOM else name


def open_box(s: AnkhState, name: str) -> None:
    """pharaoh/setup/sphinxes, and the pharaoh with what he changes about the pieces."""
    s.annex = Realm(KINGS.index(name), s.seats)
    s.monuments_left[EVERY_TYPE] = SPHINXES
    king_of(s).prepare(s)


def fill_palace(s: AnkhState) -> None:
    """pharaoh/setup/priests: one in the Chamber of War, the others in the pool (pharaoh/setup/palace)."""
    for god in range(s.seats):
        enter_room(s, Side(god), WAR)


def begin(s: AnkhState) -> None:
    """pharaoh/setup/agenda, and who places the pharaoh (pharaoh/setup/pharaoh-place), before the first turn."""
    annex = realm(s)
    s.tell("pharaoh/setup/pharaoh", "pharaoh", what=KINGS[annex.king])
    warn(s)
    fill_palace(s)
    annex.deck = shuffled(s, all_cards())
    refill(s)
    place_pharaoh(s)


def warn(s: AnkhState) -> None:
    """pharaoh/scenario/dynasty-xerxes: allowed, but very hard."""
    if realm(s).king == XERXES and s.rules & UNREST:
        s.tell("pharaoh/scenario/dynasty-xerxes", "hard-setup", what=KINGS[XERXES])


def place_pharaoh(s: AnkhState) -> None:
    s.push(Step(PLACE_PHARAOH, s.first_seat if realm(s).king == XERXES else last_player(s)))
