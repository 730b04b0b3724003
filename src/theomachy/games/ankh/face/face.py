"""Ankh as people meet it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from theomachy.games.ankh.content import term_names
from theomachy.kernel.choice import Choice
from theomachy.kernel.face import Face
from theomachy.kernel.language import Name
from theomachy.kernel.match import Match
from theomachy.kernel.wording import kind_name, neutral_words, side_words


class AnkhFace(Face):
    side_names = ("god",)
    noun_names: Mapping[str, tuple[str, ...]] = {
        "build": ("monument",),
        "hold": ("god",),
        "priest": ("room",),
        "take": ("agenda",),
        "remove": ("agenda",),
        "remove-played": ("agenda",),
    }
    # "temple" is a monument, except where a power is unlocked
    field_names: Mapping[str, tuple[str, ...]] = {
        "god": ("god",),
        "other": ("god",),
        "thing": ("card", "piece", "monument", "event", "god", "action", "how", "power", "room", "agenda", "king"),
    }
    thing_of_fact: Mapping[str, str] = {"unlocked": "power", "void": "void"}
    headlines = ("turn", "event", "battle", "conflict-over", "match-over")
    aims = (
        "match-over", "battle-won", "domination", "merged", "event", "guardian-taken", "controlled", "monument-built",
        "devotion-gained", "unlocked", "killed", "followers-gained", "summoned", "moved",
    )  # fmt: skip
    warnings = ("hard-setup",)
    place_verbs = ("cell", "figure", "claw", "monument", "token", "region", "infantry", "edge")
    place_fields = ("cell", "from", "edge", "cells")

    def side_text(self, side: str, lang: str) -> str:
        return self.game.catalogue.rule(f"ankh/god/{side}", lang).text

    def places(self) -> frozenset[str]:
        board = self.game.board_info()
        return frozenset([*(cell["name"] for cell in board["cells"]), *board["edges"]])

    def place_of(self, choice: Choice) -> str | None:
        """All nouns of these verbs are cells and edges, except the token that is not on the board yet."""
        return None if choice.noun == "pool" else super().place_of(choice)

    def remark(self, match: Match, choice: Choice, lang: str, view: Mapping[str, Any] | None) -> str:
        """The piece at a cell and whose it is; the order tile of a region."""
        if choice.verb not in ("figure", "monument", "region"):
            return ""
        board = (match.view() if view is None else view)["board"]
        if choice.verb == "region":
            tiles = [tile for tile, cells in board["regions"].items() if choice.noun in cells]
            return f"{self.game.catalogue.word('order-tile', lang)} {tiles[0]}" if tiles else ""
        for piece in board["figures"] if choice.verb == "figure" else board["monuments"]:
            if piece["cell"] == choice.noun:
                kind, key = ("piece", "piece") if choice.verb == "figure" else ("monument", "type")
                owner = side_words(self.game, piece["god"], lang) if piece["god"] else neutral_words(lang)
                name = kind_name(self.game, (kind,), piece[key], lang) or Name(piece[key])
                return f"{name.bracketed(lang)}, {owner}"
        return ""

    def term_words(self, term: str, lang: str) -> str:
        return term_names(lang).get(term, term)

    def draw_view(self, match: Match, view: dict[str, Any], lang: str, players: Mapping[int, str], width: int) -> Any:
        from theomachy.games.ankh.face.screen import draw_view

        return draw_view(self.game.catalogue, view, lang, players, width)

    def draw_board(self, match: Match, view: dict[str, Any], lang: str) -> Any:
        from theomachy.games.ankh.face.map import draw_map

        return draw_map(view)
