"""A game's words in one language, at hand for whoever draws."""

from __future__ import annotations

from theomachy.kernel.catalogue import Catalogue


class Speech:
    """Called with a key such as `card.ace` it gives a display name; `say` has the other words, fields filled in."""

    def __init__(self, catalogue: Catalogue, lang: str) -> None:
        self.catalogue = catalogue
        self.lang = lang

    def __call__(self, key: str) -> str:
        return self.catalogue.name(key, self.lang)

    def say(self, key: str, **fields: object) -> str:
        return self.catalogue.word(key, self.lang, **fields)
