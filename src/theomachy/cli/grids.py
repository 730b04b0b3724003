"""The lab's tables on a terminal, however narrow.

On a screen columns move together, labels and headings are broken into lines, and at last columns that say least are
left out and named below the table. Labels, shares and intervals always stay. What goes into a file or another program
has no width, so there every row is one line.
"""

from __future__ import annotations

from typing import Final

from rich import box
from rich.console import Console
from rich.measure import Measurement
from rich.table import Table

from theomachy.lab.grids import Grid

#: the least width of a label, where it has to be broken within a word
LABEL: Final = 6
#: room to lay out a table as wide as it likes
ANY_WIDTH: Final = 10_000


def print_grids(console: Console, grids: list[Grid]) -> None:
    """One table under another; a table without rows is left out."""
    for grid in grids:
        if not grid.rows:
            continue
        columns = list(range(len(grid.headings)))
        table = _table(grid, columns, tight=False)
        if not console.is_terminal:
            _print_wide(console, table, ANY_WIDTH)
        elif _least_width(console, table) <= console.width:
            console.print(table)
        else:
            _print_tight(console, grid, columns)


def _print_tight(console: Console, grid: Grid, columns: list[int]) -> None:
    spare = list(grid.spare)
    while _least_width(console, table := _table(grid, columns, tight=True)) > console.width and spare:
        columns.remove(spare.pop(0))
    # Where not even labels in pieces fit, the terminal breaks the lines.
    numbers = _table(grid, columns[grid.labels :], tight=True)
    _print_wide(console, table, max(console.width, _least_width(console, numbers) + grid.labels * (LABEL + 1)))
    left_out = [heading for column, heading in enumerate(grid.headings) if column not in columns]
    if left_out:
        console.print(_plain(f"{grid.no_room}: {', '.join(left_out)}"), style="dim")


def _print_wide(console: Console, table: Table, width: int) -> None:
    """Print as if the screen had this width; a console makes nothing wider than itself."""
    before = console.width
    console.width = width
    console.print(table)
    console.width = before


def _table(grid: Grid, columns: list[int], tight: bool) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=0 if tight else (0, 1), header_style="bold")
    for column in columns:
        heading = _plain(grid.headings[column])
        if column < grid.labels:
            table.add_column(heading, overflow="fold")
        else:
            # Numbers are never broken, so headings have to be before.
            lines = grid.headings[column].split(" ") if tight else [heading]
            width = max(map(len, [*lines, *(row[column].text for row in grid.rows)]))
            heading = "\n".join(map(_plain, lines))
            table.add_column(heading, justify="right", no_wrap=True, min_width=width)
    for row in grid.rows:
        table.add_row(*(_plain(row[column].text) for column in columns))
    return table


def _least_width(console: Console, table: Table) -> int:
    """With labels broken between words alone."""
    return Measurement.get(console, console.options.update_width(ANY_WIDTH), table).minimum


def _plain(text: str) -> str:
    """Spaces that hold a number and its sign together have done so; who searches the output types plain ones."""
    return text.replace("\u00a0", " ")
