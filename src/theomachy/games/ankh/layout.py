"""Laying out a board from the notation: pieces, camels, order tiles; for scenarios and cases, with precise errors."""

from __future__ import annotations

from typing import Final

from theomachy.games.ankh.board import land_around, put_figure, put_monument
from theomachy.games.ankh.components import (
    CAMELS,
    CITY,
    EMPTY,
    EVERY_TYPE,
    FIGURES,
    GOD,
    GUARDIANS,
    MONUMENT_NAMES,
    MONUMENTS,
    NEUTRAL,
    OBELISK,
    PIECES,
    POOL_TOKENS,
    PYRAMID,
    RA,
    SUNS,
    TEMPLE,
    TILES,
    WARRIOR,
)
from theomachy.games.ankh.egypt import CAMEL_EDGES, EGYPT, LAND_CELLS, RIVER_EDGES, WATER
from theomachy.games.ankh.guardians.guardian import BESTIARY, is_large
from theomachy.games.ankh.ids import Figure
from theomachy.games.ankh.state import CAMEL_BARRIER, CLEAR, AnkhState, free_base, is_divine, pool_warrior
from theomachy.kernel.arrays import bit
from theomachy.kernel.errors import BadContent, allowed
from theomachy.kernel.ids import Side

MONUMENT_LETTERS: Final = {"O": OBELISK, "P": PYRAMID, "T": TEMPLE, "S": EVERY_TYPE}
FIGURE_WORDS: Final = {"G": GOD, "w": WARRIOR, **{PIECES[kind]: kind for kind in GUARDIANS}}
DIGITS: Final = tuple("0123456789")
_EXAMPLE = "write pieces like 'T D7' (neutral), 'O1 B7', 'w2 C5', 'mummy1 H8'"


def find_cell(name: object, place: str) -> int:
    cell = EGYPT.index.get(name) if isinstance(name, str) else None
    if cell is None:
        raise BadContent(f"{place}: no cell '{name}' on the map; cells are named like A2, F5, K3 (ankh/board/cells)")
    return cell


def lay_camels(s: AnkhState, camels: list[str], place: str) -> None:
    """ankh/event/camel-edges"""
    for number, name in enumerate(camels, 1):
        spot = f"{place}, camel {number} ('{name}')"
        edge = EGYPT.edge(name)
        if edge < 0:
            raise BadContent(f"{spot}: no such edge; name two neighbouring cells, like A5-B4 (ankh/board/cells)")
        if not CAMEL_EDGES[edge]:
            kind = "the river" if edge in RIVER_EDGES else "water"
            raise BadContent(f"{spot}: camels can't stand on {kind} (ankh/event/camel-edges)")
        if s.barrier[edge] != CLEAR:
            raise BadContent(f"{spot}: there is a camel already (ankh/event/camel-edges)")
        s.barrier[edge] = CAMEL_BARRIER
    if len(camels) > CAMELS:
        raise BadContent(f"{place}: {len(camels)} camels; there are only {CAMELS} (ankh/event/camel)")
    s.camels_left = CAMELS - len(camels)


def lay_tiles(s: AnkhState, order: list[str], place: str) -> None:
    """ankh/board/order-tiles: every region exactly one."""
    if len(order) > TILES:
        raise BadContent(f"{place}, order: {len(order)} tiles; there are only {TILES} (ankh/board/order-tiles)")
    for tile, name in enumerate(order, 1):
        spot = f"{place}, order tile {tile} ('{name}')"
        cell = find_cell(name, spot)
        if WATER[cell]:
            raise BadContent(f"{spot}: a water cell names no region (ankh/board/water-regions)")
        if s.region[cell]:
            raise BadContent(f"{spot}: its region has tile {s.region[cell]} already (ankh/board/order-tiles)")
        around = land_around(s, cell)
        for other in LAND_CELLS:
            if around[other]:
                s.region[other] = tile
        s.tiles_left &= ~bit(tile)
    for cell in LAND_CELLS:
        if not s.region[cell]:
            raise BadContent(
                f"{place}, order: the region of {EGYPT.names[cell]} has no order tile; name one of its cells "
                "(ankh/board/order-tiles)"
            )


def lay_cities(s: AnkhState, cities: list[str], place: str) -> None:
    for name in cities:
        cell = find_cell(name, f"{place}, cities")
        check_free(s, cell, f"{place}, city {name}", False)
        s.at[cell] = CITY


def check_free(s: AnkhState, cell: int, spot: str, water_allowed: bool) -> None:
    if WATER[cell] and not water_allowed:
        raise BadContent(f"{spot}: nothing may stand on water (ankh/board/water-regions)")
    if s.at[cell] != EMPTY:
        raise BadContent(f"{spot}: there is a piece already; a cell holds one (ankh/board/one-piece)")


def lay_pieces(s: AnkhState, pieces: list[str], gods: list[Side], place: str) -> None:
    """Put pieces on the board. `gods`: those of player 1, 2, …"""
    for number, text in enumerate(pieces, 1):
        lay_piece(s, text, gods, f"{place}, piece {number} ('{text}')")


def lay_piece(s: AnkhState, text: object, gods: list[Side], spot: str) -> None:
    words = text.split() if isinstance(text, str) else []
    if len(words) != 2:
        raise BadContent(f"{spot}: {_EXAMPLE}")
    word, name = words
    cell = find_cell(name, spot)
    sun = word.endswith("*")
    word = word.rstrip("*")
    digit = word[-1:] if word[-1:] in DIGITS else ""
    word = word.removesuffix(digit)
    words = [*(letter for letter, kind in MONUMENT_LETTERS.items() if kind != EVERY_TYPE or s.expansion), *FIGURE_WORDS]
    if word not in words:
        raise BadContent(f"{spot}: no piece '{word}'; allowed: {allowed(words)}")
    if digit and not 1 <= int(digit) <= len(gods):
        raise BadContent(f"{spot}: no player {digit}; there are {len(gods)}")
    god = gods[int(digit) - 1] if digit else Side(NEUTRAL)
    check_free(s, cell, spot, word in FIGURE_WORDS and BESTIARY[FIGURE_WORDS[word]].swims)
    if word in MONUMENT_LETTERS:
        if sun:
            raise BadContent(f"{spot}: only figures of Ra have suns (ankh/god/ra)")
        monument = MONUMENT_LETTERS[word]
        if s.monuments_left[monument] == 0:
            if monument == EVERY_TYPE:
                raise BadContent(f"{spot}: no {MONUMENT_NAMES[monument]} is left in this match")
            raise BadContent(f"{spot}: more than 10 {MONUMENTS[monument]}s (ankh/card/build)")
        put_monument(s, cell, monument, god)
        s.monuments_left[monument] -= 1
        if god != NEUTRAL:
            if s.tokens[god] == 0:
                raise BadContent(f"{spot}: a god has {POOL_TOKENS} ankh tokens for monuments (ankh/setup/power-tokens)")
            s.tokens[god] -= 1
        return
    if god == NEUTRAL:
        raise BadContent(f"{spot}: a figure needs a player; {_EXAMPLE}")
    figure = take_figure(s, god, FIGURE_WORDS[word], spot)
    put_figure(s, figure, cell)
    if sun:
        if not is_divine(s, god, RA) or s.suns_left == 0:
            raise BadContent(f"{spot}: only figures of Ra have suns, and he has {SUNS} (ankh/god/ra)")
        s.sun[figure] = 1
        s.suns_left -= 1


def take_figure(s: AnkhState, god: Side, kind: int, spot: str) -> Figure:
    """A figure of the kind that is not in use yet."""
    if kind == GOD:
        figure = Figure(god * FIGURES)
        if s.where[figure] >= 0:
            raise BadContent(f"{spot}: that god stands on {EGYPT.names[s.where[figure]]} already (ankh/setup/players)")
        return figure
    if kind == WARRIOR:
        figure = pool_warrior(s, god)
        if figure < 0:
            raise BadContent(f"{spot}: a god has 6 warriors (ankh/setup/players)")
        return figure
    figure = free_base(s, god, is_large(kind))
    if figure < 0:
        raise BadContent(f"{spot}: a god has 2 bases of that size (ankh/unlock/base)")
    s.kind[figure] = kind
    return figure
