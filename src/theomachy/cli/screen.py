"""Views as drawings: what a person sees of a match, drawn by the game's face or else as plain tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import RenderableType

from theomachy.cli.plain import draw_plain
from theomachy.kernel.game import Game
from theomachy.kernel.match import Match


def draw_view(match: Match, view: dict[str, Any], lang: str, players: Mapping[int, str], width: int) -> RenderableType:
    """Everything a view of a match shows. `players`: who plays a seat, in words."""
    drawing: RenderableType | None = match.game.face().draw_view(match, view, lang, players, width)
    return draw_plain(match.game, view, lang, players) if drawing is None else drawing


def draw_board(match: Match, view: dict[str, Any], lang: str) -> RenderableType | None:
    """The board of a view alone, for a decision in the middle of an action; None where there is none."""
    drawing: RenderableType | None = match.game.face().draw_board(match, view, lang)
    return drawing


def place_verbs(game: Game[Any]) -> tuple[str, ...]:
    """The verbs of choices that name a place on the board, the plainest first."""
    return game.face().place_verbs
