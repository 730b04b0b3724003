"""A view of any game as plain tables, for games that bring no drawing of their own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from theomachy.cli.phrases import PHRASES, phrase
from theomachy.kernel.game import Game

#: parts of a view that the terminal shows in other ways
SHOWN_ELSEWHERE = ("game", "seat", "decision", "outcome", "scoreboard")

#: gives the heading for a key of a view
Headings = Callable[[str], str]


def draw_plain(game: Game[Any], view: Mapping[str, Any], lang: str, players: Mapping[int, str]) -> RenderableType:
    """Everything a view shows: what there is one of for each seat in a table, the rest as a tree of its parts.

    Headings are the game's words `view.<key>`, or else ours, or else the keys themselves.
    """

    def heading(key: str) -> str:
        own = game.catalogue.find_word(f"view.{key}", lang)
        ours = phrase(f"view-{key}", lang) if f"view-{key}" in PHRASES else key.replace("_", " ")
        return own or ours

    shown = {str(key): value for key, value in view.items() if key not in SHOWN_ELSEWHERE}
    by_seat = {key: value for key, value in shown.items() if _is_by_seat(value, len(players))}
    tree = Tree(Text(game.face().title(lang), "bold"), guide_style="dim")
    for key, value in shown.items():
        if key not in by_seat:
            _grow(tree, heading(key), value, heading, lang)
    return Group(_seats_table(by_seat, heading, players), tree)


def _is_by_seat(value: object, seats: int) -> bool:
    return isinstance(value, list) and len(value) == seats and all(isinstance(entry, int | str) for entry in value)


def _seats_table(columns: Mapping[str, list[Any]], heading: Headings, players: Mapping[int, str]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for key in ("seat", "player", *columns):
        table.add_column(heading(key), justify="left" if key == "player" else "right")
    for seat, player in players.items():
        table.add_row(str(seat), player, *(str(values[seat]) for values in columns.values()))
    return table


def _grow(tree: Tree, label: str, value: object, heading: Headings, lang: str) -> None:
    if isinstance(value, Mapping) and value:
        branch = tree.add(Text(label))
        for key, inner in value.items():
            _grow(branch, heading(str(key)), inner, heading, lang)
    elif isinstance(value, list) and value and all(isinstance(entry, Mapping) for entry in value):
        tree.add(Text(label)).add(_table(value, heading, lang))
    elif isinstance(value, list):
        tree.add(Text(f"{label}: {', '.join(_value(entry, lang) for entry in value) or '–'}"))
    else:
        tree.add(Text(f"{label}: {_value(value, lang)}"))


def _table(rows: list[Mapping[str, Any]], heading: Headings, lang: str) -> Table:
    columns = list(dict.fromkeys(str(key) for row in rows for key in row))
    table = Table(box=None, pad_edge=False, header_style="dim")
    for column in columns:
        table.add_column(heading(column))
    for row in rows:
        table.add_row(*(Text(_value(row.get(column), lang)) for column in columns))
    return table


def _value(value: object, lang: str) -> str:
    if isinstance(value, bool):
        return phrase("view-yes" if value else "view-no", lang)
    return "–" if value is None or value == {} else str(value)
