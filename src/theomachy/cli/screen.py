"""Views as drawings: what a person sees of a match, composed for the width of the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from theomachy.cli import ankh_map, ankh_tables, anunnaki_board
from theomachy.cli.phrases import phrase
from theomachy.kernel.game import Game
from theomachy.kernel.match import Match
from theomachy.wording import place_words

#: from this width on the tables stand beside the map
WIDE = 150

#: gives what people call a place of the notation
Places = Callable[[str], str]
#: draws a view of a game: catalogue and language, who plays the seats, the width, names of places
Drawing = Callable[[Game[Any], dict[str, Any], str, Mapping[int, str], int, Places], RenderableType]


def draw_ankh(
    game: Game[Any], view: dict[str, Any], lang: str, players: Mapping[int, str], width: int, places: Places
) -> RenderableType:
    """Map, legend, gods, tracks, supply."""
    names = ankh_tables.names_of(game.catalogue, lang)
    board = [ankh_map.draw_map(view), _ankh_legend(view, names, lang)]
    tables: list[RenderableType] = [
        ankh_tables.gods_table(view, names, lang, players) if view["gods"] else Text(),
        ankh_tables.tracks(view, names, lang),
        Text(f"  {ankh_tables.event_legend(view, names)}", "dim"),
        ankh_tables.supply(view, names, lang),
    ]
    battle = ankh_tables.battle_text(view, names, lang)
    if battle is not None:
        tables.append(battle)
    pharaoh = ankh_tables.pharaoh_text(view, names, lang)
    if pharaoh is not None:
        tables.append(pharaoh)
    if width < WIDE:
        return Group(*board, *tables)
    grid = Table.grid(padding=(0, 3, 0, 0))
    grid.add_column(width=ankh_map.WIDTH)
    grid.add_column()
    grid.add_row(Group(*board), Group(*tables))
    return grid


def _ankh_legend(view: dict[str, Any], names: ankh_tables.Names, lang: str) -> Text:
    lines = [phrase(f"legend-{key}", lang) for key in ("terrain", "marks", "pieces")]
    if "pharaoh" in view:
        lines.append(phrase("legend-pharaoh", lang))
    lines += [ankh_tables.guardian_legend(view, names), *ankh_tables.claw_lines(view, lang)]
    return Text("\n".join(line for line in lines if line), "dim")


def draw_anunnaki(
    game: Game[Any], view: dict[str, Any], lang: str, players: Mapping[int, str], width: int, places: Places
) -> RenderableType:
    """Planets and Gaia, houses, star, markers, contracts."""
    return anunnaki_board.draw_view(game.catalogue, view, lang, players, places)


DRAWINGS: dict[str, Drawing] = {"ankh": draw_ankh, "anunnaki": draw_anunnaki}
MAPS: dict[str, Callable[[Game[Any], dict[str, Any], str], RenderableType]] = {
    "ankh": lambda game, view, lang: ankh_map.draw_map(view),
    "anunnaki": lambda game, view, lang: anunnaki_board.draw_map(game.catalogue, view, lang),
}
#: verbs of choices that point at something on the board
PLACE_VERBS: dict[str, tuple[str, ...]] = {
    "ankh": (*ankh_map.CELL_VERBS, "edge"),
    "anunnaki": anunnaki_board.PLACE_VERBS,
}


def draw_view(match: Match, view: dict[str, Any], lang: str, players: Mapping[int, str], width: int) -> RenderableType:
    """Everything a view of a match shows. `players`: who plays a seat, in words."""
    return DRAWINGS[match.game.name](
        match.game, view, lang, players, width, lambda place: place_words(match, place, lang)
    )


def draw_board(game: Game[Any], view: dict[str, Any], lang: str) -> RenderableType:
    """The board of a view alone, for a decision in the middle of an action."""
    return MAPS[game.name](game, view, lang)


def place_verbs(game: Game[Any]) -> tuple[str, ...]:
    """The verbs of choices that name a place on the board, the plainest first."""
    return PLACE_VERBS[game.name]
