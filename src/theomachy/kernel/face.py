"""How a game shows itself to people: the contract, and what serves a game that says nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from theomachy.kernel.game import Game


class Face:
    """The face of a game. This one is for a game of which nothing is known beyond its view and its catalogue."""

    #: verbs of choices that point at something on the board, the plainest first
    place_verbs: tuple[str, ...] = ()

    def __init__(self, game: Game[Any]) -> None:
        self.game = game

    def draw_view(self, view: dict[str, Any], lang: str, players: Mapping[int, str], width: int) -> Any:
        """Everything a view shows, as something rich prints; None: the terminal draws the view as plain tables.

        `players`: who plays a seat, in words.
        """
        return None

    def draw_board(self, view: dict[str, Any]) -> Any:
        """The board of a view alone, for a decision in the middle of an action; None: there is none."""
        return None

    def term_words(self, term: str, lang: str) -> str:
        """The name of a term of the evaluation."""
        return term
