"""A game's words in one language, at hand for whoever draws."""

from __future__ import annotations

from theomachy.kernel.catalogue import Catalogue
from theomachy.kernel.match import Match
from theomachy.kernel.wording import place_words


class Speech:
    """Called with a key such as `card.ace` it gives a display name; `say` has the other words, fields filled in."""

    def __init__(self, catalogue: Catalogue, lang: str) -> None:
        self.catalogue = catalogue
        self.lang = lang

    def __call__(self, key: str) -> str:
        return self.catalogue.name(key, self.lang)

    def say(self, key: str, **fields: object) -> str:
        return self.catalogue.word(key, self.lang, **fields)


class PlaceSpeech(Speech):
    """The words of a game in one match of it, where places have names."""

    def __init__(self, match: Match, lang: str) -> None:
        super().__init__(match.game.catalogue, lang)
        self._match = match

    def place(self, place: str) -> str:
        """What people call a place of the notation."""
        return place_words(self._match, place, self.lang)
