"""Choices and facts as people read them, in a game's own words: for the terminal, the page and the bots."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from theomachy.kernel.catalogue import LANGUAGES, Catalogue
from theomachy.kernel.choice import Choice
from theomachy.kernel.game import Game
from theomachy.kernel.language import Field, Name, fill
from theomachy.kernel.match import Match

#: words that belong to no game, in the order of LANGUAGES
NEUTRAL = ("neutral", "neutral", "без владельца")
ORDER_TILE = ("order tile", "Abfolgeplättchen", "жетон очерёдности")
#: which names the nouns of a verb have
NOUN_NAMES = {
    "action": "action",
    "power": "power",
    "card": "card",
    "piece": "piece",
    "build": "monument",
    "hold": "god",
    "token": "token",
    "room": "room",
    "priest": "room",
    "agenda": "agenda",
    "take": "agenda",
    "remove": "agenda",
    "remove-played": "agenda",
    "tile": "tile",
    "mana": "mana",
    "extra": "extra",
    "resource": "resource",
    "god": "god",
    "weapon": "weapon",
    "row": "row",
    "track": "track",
    "artifact": "artifact",
    "horn": "horn",
}
#: where the name of a fact's {thing} is looked for; "temple" is a monument, except in the facts named below
THING_NAMES = (
    "card",
    "piece",
    "monument",
    "event",
    "god",
    "action",
    "how",
    "power",
    "room",
    "agenda",
    "king",
    "weapon",
    "artifact",
    "resource",
    "goal",
    "track",
    "tile",
)
THING_OF_FACT = {
    "unlocked": "power", "void": "void", "steps": "track", "steps-lost": "track", "figure-moved": "tile",
    "developed": "tile", "tile-activated": "tile", "mana-action": "mana", "pandora": "token", "token-ready": "ready",
    "fate-known": "track", "fate-shown": "track", "scored": "score",
}  # fmt: skip
#: fields of a fact that name a god
GOD_FIELDS = ("god", "house", "other")
#: fields of a fact that can name a place
PLACE_FIELDS = ("place", "from", "cell", "thing")


def find_name(catalogue: Catalogue, key: str, lang: str) -> str | None:
    """The display name for a key such as `card.flood`; None when the catalogue has none."""
    try:
        return catalogue.name(key, lang)
    except KeyError:
        return None


def _find_forms(catalogue: Catalogue, key: str, lang: str) -> Name | None:
    try:
        return catalogue.forms(key, lang)
    except KeyError:
        return None


def game_title(game: Game[Any], lang: str = "en") -> str:
    """What the game is called."""
    return find_name(game.catalogue, "game.title", lang) or game.name.capitalize()


def god_words(game: Game[Any], god: str, lang: str = "en") -> str:
    """The display name of who plays: a god, or a house."""
    return _god_name(game, god, lang).plain


def _god_name(game: Game[Any], god: str, lang: str) -> Name:
    found = _find_forms(game.catalogue, f"god.{god}", lang) or _find_forms(game.catalogue, f"house.{god}", lang)
    return found or Name(god)


# --- choices ----------------------------------------------------------------------------------------------------------


def place_words(match: Match, place: str, lang: str = "en") -> str:
    """What people call a place of the notation; one without a name names itself."""
    named = match.game.place_name(match.state, place, lang)
    return place if named is None else named.plain


def noun_words(match: Match, choice: Choice, lang: str = "en") -> str:
    """The noun of a choice by its display name; numbers, and places without a name, name themselves."""
    return _noun_name(match, choice, lang).plain


def _noun_name(match: Match, choice: Choice, lang: str) -> Name:
    prefix = NOUN_NAMES.get(choice.verb)
    if prefix is None:
        return match.game.place_name(match.state, choice.noun, lang) or Name(choice.noun)
    named = _find_forms(match.game.catalogue, f"{prefix}.{choice.noun}", lang)
    return named or _find_forms(match.game.catalogue, f"god.{choice.noun}", lang) or Name(choice.noun)


def choice_words(match: Match, choice: Choice, lang: str = "en", board: Mapping[str, Any] | None = None) -> str:
    """A choice as it reads in a list, with what stands at the place it names: 'Figure on C5 (Warrior)'.

    `board` is that of a view; who has many choices to name need not let each of them make its own.
    """
    words = fill(match.game.catalogue.verb(choice.verb, lang), {"noun": _noun_name(match, choice, lang)}, lang)
    remark = _remark(match, choice, lang, board)
    return f"{words} ({remark})" if remark else words


def _remark(match: Match, choice: Choice, lang: str, board: Mapping[str, Any] | None) -> str:
    if choice.verb not in ("figure", "monument", "region"):
        return ""
    if board is None:
        board = match.view()["board"]
    if choice.verb == "region":
        tiles = [tile for tile, cells in board["regions"].items() if choice.noun in cells]
        return f"{ORDER_TILE[LANGUAGES.index(lang)]} {tiles[0]}" if tiles else ""
    for piece in board["figures"] if choice.verb == "figure" else board["monuments"]:
        if piece["cell"] == choice.noun:
            key = f"piece.{piece['piece']}" if choice.verb == "figure" else f"monument.{piece['type']}"
            owner = god_words(match.game, piece["god"], lang) if piece["god"] else NEUTRAL[LANGUAGES.index(lang)]
            return f"{(_find_forms(match.game.catalogue, key, lang) or Name(key)).bracketed(lang)}, {owner}"
    return ""


# --- facts ------------------------------------------------------------------------------------------------------------


def fact_words(game: Game[Any], fact: Mapping[str, Any], lang: str = "en", match: Match | None = None) -> str:
    """A fact as a sentence of the log. One without a sentence reads as its name and fields.

    Where a place lies and what it is called depends on the `match`; without one, places name themselves.
    """
    name = str(fact["fact"])
    fields = {key: _field_words(game, name, key, value, lang, match) for key, value in fact.items()}
    sentence = _find_sentence(game.catalogue, name, fields, lang)
    if sentence is not None:
        return fill(sentence, fields, lang)
    told = [
        fill(f"{{{key}}}", fields, lang)
        for key, value in fact.items()
        if key not in ("fact", "rule") and value not in (None, "")
    ]
    return f"{name}: {', '.join(told)}" if told else name


def _find_sentence(catalogue: Catalogue, name: str, fields: Mapping[str, Field], lang: str) -> str | None:
    """The sentence `name+field` goes first where the fact has that field."""
    for key in (*(f"{name}+{field}" for field in fields), name):
        try:
            return catalogue.fact(key, lang)
        except KeyError:
            continue
    return None


def _field_words(game: Game[Any], fact: str, key: str, value: object, lang: str, match: Match | None) -> Field:
    if value is None:
        return NEUTRAL[LANGUAGES.index(lang)]
    if isinstance(value, list):
        return ", ".join(map(str, value))
    if isinstance(value, int):
        return value
    text = str(value)
    if key in GOD_FIELDS:
        return _god_name(game, text, lang)
    if key == "thing":
        first = (THING_OF_FACT[fact],) if fact in THING_OF_FACT else ()
        for prefix in (*first, *THING_NAMES):
            named = _find_forms(game.catalogue, f"{prefix}.{text}", lang)
            if named is not None:
                return named
    if key == "place":
        track = _find_forms(game.catalogue, f"track.{text}", lang)
        if track is not None:
            return track
    if match is not None and key in PLACE_FIELDS:
        return game.place_name(match.state, text, lang) or text
    return text
