"""A view of any game as plain tables, for games that bring no drawing of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.table import Table
from rich.tree import Tree

from theomachy.kernel.game import Game

#: parts of a view that the terminal shows in other ways
SHOWN_ELSEWHERE = ("decision", "outcome")


def draw_plain(game: Game[Any], view: Mapping[str, Any], lang: str, players: Mapping[int, str]) -> Tree:
    """Everything a view shows, as a tree of its parts; lists of alike things as tables."""
    tree = Tree(f"[bold]{game.name.capitalize()}[/bold]", guide_style="dim")
    for seat, player in players.items():
        tree.add(f"{seat}: {player}")
    for key, value in view.items():
        if key not in SHOWN_ELSEWHERE:
            _grow(tree, str(key), value)
    return tree


def _grow(tree: Tree, label: str, value: object) -> None:
    if isinstance(value, Mapping) and value:
        branch = tree.add(label)
        for key, inner in value.items():
            _grow(branch, str(key), inner)
    elif isinstance(value, list) and value and all(isinstance(entry, Mapping) for entry in value):
        tree.add(label).add(_table(value))
    elif isinstance(value, list):
        tree.add(f"{label}: {', '.join(map(str, value)) or '–'}")
    else:
        tree.add(f"{label}: {'–' if value is None else value}")


def _table(rows: list[Mapping[str, Any]]) -> Table:
    columns = list(dict.fromkeys(key for row in rows for key in row))
    table = Table(box=None, pad_edge=False, header_style="dim")
    for column in columns:
        table.add_column(str(column))
    for row in rows:
        table.add_row(*("–" if row.get(column) is None else str(row[column]) for column in columns))
    return table
