"""The expansion's part of a position of the case notation (docs/notation.md). Everything is checked."""

from __future__ import annotations

from typing import Any, Final

from theomachy.games.ankh.board import may_build
from theomachy.games.ankh.components import EVERY_TYPE
from theomachy.games.ankh.egypt import EGYPT
from theomachy.games.ankh.layout import find_cell
from theomachy.games.ankh.pharaoh.components import (
    AGENDA,
    AGENDA_KINDS,
    COPIES,
    INFANTRY,
    KING_TOKENS,
    OPEN_CARDS,
    RAMSES,
    ROOMS,
    SPHINXES,
    TUTANKHAMUN,
)
from theomachy.games.ankh.pharaoh.deck import all_cards
from theomachy.games.ankh.pharaoh.figure import put_pharaoh
from theomachy.games.ankh.pharaoh.priests import enter_room, is_closed, priests_in_pool
from theomachy.games.ankh.pharaoh.setup import check_pharaoh, fill_palace, open_box, warn
from theomachy.games.ankh.pharaoh.state import Realm, realm
from theomachy.games.ankh.reader import Reader
from theomachy.games.ankh.state import AnkhState
from theomachy.kernel.dice import shuffled
from theomachy.kernel.errors import BadCase, allowed

KEYS: Final = ("priests", "agenda", "played_agenda", "open", "deck", "discard", "infantry")
DEFAULT_OPEN: Final = ["declare-war", "convert-the-weak", "sow-the-seeds"]
_FIELDS: Final = ("name", "cell", "tokens", "dead")


def pharaoh_table(value: object) -> dict[str, Any]:
    """The key `pharaoh`: a name, or a table with one."""
    table = value if isinstance(value, dict) else {"name": value}
    for key in table:
        if key not in _FIELDS:
            raise BadCase(f"position, pharaoh: unknown key '{key}'; allowed: {allowed(_FIELDS)}")
    if "name" not in table:
        raise BadCase("position, pharaoh: needs a name, like {name: ramses, cell: D5}")
    return table


def lay_box(s: AnkhState, value: object) -> None:
    open_box(s, check_pharaoh(pharaoh_table(value)["name"]))


def lay_realm(s: AnkhState, read: Reader) -> None:
    """The pharaoh, the palace, the cards and the infantry of a position."""
    annex = realm(s)
    warn(s)
    _lay_king(s, annex, pharaoh_table(read.position["pharaoh"]))
    _lay_infantry(s, annex, read)
    _lay_priests(s, read)
    _lay_cards(s, annex, read)
    if s.monuments_left[EVERY_TYPE] > SPHINXES:
        raise BadCase(f"position, supply: there are {SPHINXES} sphinxes (pharaoh/setup/sphinxes)")


def _lay_king(s: AnkhState, annex: Realm, table: dict[str, Any]) -> None:
    if annex.king == TUTANKHAMUN:
        annex.dead = int(bool(table.get("dead", s.conflicts_done >= KING_TOKENS)))
        tokens = table.get("tokens", KING_TOKENS if annex.dead else min(KING_TOKENS, 1 + s.conflicts_done))
        if type(tokens) is not int or not 1 <= tokens <= KING_TOKENS:
            raise BadCase("position, pharaoh, tokens: Tutankhamun has 1 to 3 (pharaoh/king/tut-setup)")
        annex.tokens = tokens
    elif "tokens" in table or "dead" in table:
        raise BadCase("position, pharaoh: only Tutankhamun has tokens and dies (pharaoh/king/tut-setup)")
    if table.get("cell") is not None:
        cell = find_cell(table["cell"], "position, pharaoh")
        _check_empty(s, cell, "position, pharaoh")
        if annex.dead:
            raise BadCase("position, pharaoh: a dead pharaoh has no cell (pharaoh/king/tut-legacy)")
        put_pharaoh(s, cell)


def _check_empty(s: AnkhState, cell: int, place: str) -> None:
    if not may_build(s, cell):
        raise BadCase(f"{place}: {EGYPT.names[cell]} is no empty land cell (ankh/board/empty)")


def _lay_infantry(s: AnkhState, annex: Realm, read: Reader) -> None:
    for name in read.texts("infantry"):
        if annex.king != RAMSES:
            raise BadCase("position, infantry: only Ramses has infantry (pharaoh/king/ramses-setup)")
        cell = find_cell(name, "position, infantry")
        _check_empty(s, cell, "position, infantry")
        s.at[cell] = INFANTRY
        annex.infantry.append(cell)


def _lay_priests(s: AnkhState, read: Reader) -> None:
    if read.position.get("setup") and "priests" not in read.position:
        fill_palace(s)
    for god, rooms in read.by_god("priests"):
        if not isinstance(rooms, dict):
            raise BadCase("position, priests: must be a table by god and room, like {isis: {war: 1}}")
        for name, count in rooms.items():
            (room,) = read.named([name], ROOMS, "priests")
            if is_closed(s, room):
                raise BadCase("position, priests: the Throne Room is closed (pharaoh/king/tut-legacy)")
            for _ in range(read.number(count, "priests", 9)):
                if priests_in_pool(s, god) == 0:
                    raise BadCase("position, priests: more than that god has (pharaoh/setup/priests)")
                enter_room(s, god, room)


def _lay_cards(s: AnkhState, annex: Realm, read: Reader) -> None:
    left = all_cards()
    for key, table in (("agenda", annex.hand), ("played_agenda", annex.played)):
        for god, names in read.by_god(key):
            for card in read.named(names, AGENDA, key):
                _draw(left, card, key)
                table[god * AGENDA_KINDS + card] += 1
    annex.open = _pile(read, "open", left, DEFAULT_OPEN)
    if len(annex.open) > OPEN_CARDS:
        raise BadCase("position, open: at most three cards lie open (pharaoh/setup/agenda)")
    annex.discard = _pile(read, "discard", left, [])
    if "deck" in read.position:
        # Written top card first; in the state the top card is the last.
        annex.deck = _pile(read, "deck", left, [])[::-1]
        for card in left:
            annex.removed[card] += 1
    else:
        annex.deck = shuffled(s, left)


def _pile(read: Reader, key: str, left: list[int], default: list[str]) -> list[int]:
    names = read.position.get(key)
    if names is None:
        # The default, as far as these cards are not named elsewhere
        names = [name for name in default if AGENDA.index(name) in left]
    cards = read.named(names, AGENDA, key)
    for card in cards:
        _draw(left, card, key)
    return cards


def _draw(left: list[int], card: int, key: str) -> None:
    if card not in left:
        raise BadCase(f"position, {key}: there are {COPIES[card]} cards of {AGENDA[card]} (pharaoh/setup/agenda)")
    left.remove(card)
