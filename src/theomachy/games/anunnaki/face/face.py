"""Anunnaki as people meet it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from theomachy.games.anunnaki.content import term_names
from theomachy.kernel.choice import Choice
from theomachy.kernel.face import Face
from theomachy.kernel.language import Name
from theomachy.kernel.match import Match
from theomachy.kernel.speech import PlaceSpeech

#: verbs whose nouns are no places by themselves, but stand for the tile or the track of that name
NAMED_PLACES: Final = {"tile": "tile", "track": "track"}
#: facts whose thing is a tile or a track
PLACE_OF_THING: Final = {
    "figure-moved": "tile", "tile-activated": "tile", "developed": "tile", "steps": "track", "steps-lost": "track",
}  # fmt: skip


class AnunnakiFace(Face):
    side_names = ("house",)
    noun_names: Mapping[str, tuple[str, ...]] = {"piece": ("piece", "god")}
    field_names: Mapping[str, tuple[str, ...]] = {
        "house": ("house",),
        "other": ("house",),
        # Other places have names by where they lie in a match.
        "place": ("track",),
        "thing": ("piece", "god", "how", "weapon", "artifact", "resource", "goal", "track", "tile"),
    }
    thing_of_fact: Mapping[str, str] = {
        "steps": "track", "steps-lost": "track", "figure-moved": "tile", "developed": "tile", "tile-activated": "tile",
        "mana-action": "mana", "pandora": "token", "token-ready": "ready", "fate-known": "track", "fate-shown": "track",
        "scored": "score", "no-effect": "tile",
    }  # fmt: skip
    headlines = ("turn", "battle", "match-over")
    aims = (
        "match-over", "end-triggered", "battle-won", "civilization-conquered", "battle", "artifact-taken",
        "contract-fulfilled", "summoned", "settlement-built", "vp-gained", "weapon-taken", "developed", "one-more",
        "steps", "token-ready", "harvested", "resource-gained", "mana-gained", "moved",
    )  # fmt: skip
    place_verbs = ("territory", "culture", "line", "cube")
    place_fields = ("place", "from")

    def places(self) -> frozenset[str]:
        from theomachy.games.anunnaki.face.boards import place_names

        return place_names()

    def place_name(self, match: Match, place: str, lang: str) -> Name | None:
        from theomachy.games.anunnaki.face.places import place_name

        return place_name(self.game.catalogue, match.state, place, lang)

    def place_of(self, choice: Choice) -> str | None:
        """Territories, meeting points and lines of the star by their names; `tile.trade` and `track.trade`, because a
        tile and a track can have the same."""
        if choice.verb in NAMED_PLACES:
            return f"{NAMED_PLACES[choice.verb]}.{choice.noun}"
        return super().place_of(choice)

    def places_of(self, fact: Mapping[str, Any]) -> list[str]:
        kind = PLACE_OF_THING.get(fact["fact"])
        if kind is not None:
            return [f"{kind}.{fact['thing']}"]
        if fact["fact"] == "goal":
            return [f"track.{fact['place']}"]
        return super().places_of(fact)

    def remark(self, match: Match, choice: Choice, lang: str, view: Mapping[str, Any] | None) -> str:
        if choice.verb not in ("tile", "weapon", "contract", "culture"):
            return ""
        from theomachy.games.anunnaki.face.remarks import remark

        return remark(match.view() if view is None else view, choice, PlaceSpeech(match, lang))

    def term_words(self, term: str, lang: str) -> str:
        return term_names(lang).get(term, term)

    def draw_view(self, match: Match, view: dict[str, Any], lang: str, players: Mapping[int, str], width: int) -> Any:
        from theomachy.games.anunnaki.face.screen import draw_view

        return draw_view(PlaceSpeech(match, lang), view, players)

    def draw_board(self, match: Match, view: dict[str, Any], lang: str) -> Any:
        from theomachy.games.anunnaki.face.map import draw_map

        return draw_map(view, PlaceSpeech(match, lang))
