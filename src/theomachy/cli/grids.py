"""The lab's tables on a terminal."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table

from theomachy.lab.grids import Grid

#: the least width of a label that is longer
LABEL = 14


def print_grids(console: Console, grids: list[Grid]) -> None:
    """One table under another; a table without rows is left out."""
    for grid in grids:
        if grid.rows:
            console.print(_table(grid))


def _table(grid: Grid) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for column, heading in enumerate(grid.headings):
        if column < grid.labels:
            # A label may be broken into lines, but numbers never crowd it out.
            table.add_column(heading, min_width=min(LABEL, max(len(row[column].text) for row in grid.rows)))
        else:
            table.add_column(heading, justify="right", no_wrap=True)
    for row in grid.rows:
        table.add_row(*(cell.text for cell in row))
    return table
