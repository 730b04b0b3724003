"""A view of Ankh as a drawing, composed for the width of the terminal: map, legend, gods, tracks, supply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from theomachy.games.ankh.face import map as egypt_map
from theomachy.games.ankh.face import tables
from theomachy.kernel.catalogue import Catalogue
from theomachy.kernel.speech import Speech

#: from this width on the tables stand beside the map
WIDE = 150


def draw_view(
    catalogue: Catalogue, view: dict[str, Any], lang: str, players: Mapping[int, str], width: int
) -> RenderableType:
    """Everything a view shows."""
    names = Speech(catalogue, lang)
    board = [egypt_map.draw_map(view), _legend(view, names)]
    beside: list[RenderableType] = [
        tables.gods_table(view, names, players) if view["gods"] else Text(),
        tables.score_text(view, names),
        tables.tracks(view, names),
        Text(f"  {tables.event_legend(view, names)}", "dim"),
        tables.supply(view, names),
    ]
    battle = tables.battle_text(view, names)
    if battle is not None:
        beside.append(battle)
    pharaoh = tables.pharaoh_text(view, names)
    if pharaoh is not None:
        beside.append(pharaoh)
    if width < WIDE:
        return Group(*board, *beside)
    grid = Table.grid(padding=(0, 3, 0, 0))
    grid.add_column(width=egypt_map.WIDTH)
    grid.add_column()
    grid.add_row(Group(*board), Group(*beside))
    return grid


def _legend(view: dict[str, Any], names: Speech) -> Text:
    lines = [names.say(f"legend-{key}") for key in ("terrain", "marks", "pieces")]
    if "pharaoh" in view:
        lines.append(names.say("legend-pharaoh"))
    lines += [tables.guardian_legend(view, names), *tables.claw_lines(view, names)]
    return Text("\n".join(line for line in lines if line), "dim")
