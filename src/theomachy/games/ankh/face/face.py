"""Ankh as people meet it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from theomachy.games.ankh.content import term_names
from theomachy.kernel.face import Face


class AnkhFace(Face):
    place_verbs = ("cell", "figure", "claw", "monument", "token", "region", "infantry", "edge")

    def draw_view(self, view: dict[str, Any], lang: str, players: Mapping[int, str], width: int) -> Any:
        from theomachy.games.ankh.face.screen import draw_view

        return draw_view(self.game.catalogue, view, lang, players, width)

    def draw_board(self, view: dict[str, Any]) -> Any:
        from theomachy.games.ankh.face.map import draw_map

        return draw_map(view)

    def term_words(self, term: str, lang: str) -> str:
        return term_names(lang).get(term, term)
