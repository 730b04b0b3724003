"""Choices and facts as people read them, in a game's own words: for the terminal, the page and the bots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from theomachy.kernel.catalogue import LANGUAGES, Catalogue
from theomachy.kernel.choice import Choice
from theomachy.kernel.game import Game
from theomachy.kernel.match import Match

#: words that belong to no game, in the order of LANGUAGES
NEUTRAL = ("neutral", "neutral", "без владельца")


def find_name(catalogue: Catalogue, key: str, lang: str) -> str | None:
    """The display name for a key such as `card.ace`; None when the catalogue has none."""
    try:
        return catalogue.name(key, lang)
    except KeyError:
        return None


def kind_words(game: Game[Any], kinds: Iterable[str], name: str, lang: str = "en") -> str:
    """The display name of something that is of one of these kinds; without one it goes by its name in the notation."""
    for kind in kinds:
        found = find_name(game.catalogue, f"{kind}.{name}", lang)
        if found is not None:
            return found
    return name


def side_words(game: Game[Any], side: str, lang: str = "en") -> str:
    """The display name of who plays."""
    return kind_words(game, game.face().side_names, side, lang)


# --- choices ----------------------------------------------------------------------------------------------------------


def noun_words(match: Match, choice: Choice, lang: str = "en") -> str:
    """The noun of a choice by its display name; places and numbers name themselves."""
    kinds = match.game.face().noun_names.get(choice.verb, (choice.verb,))
    return kind_words(match.game, kinds, choice.noun, lang)


def choice_words(match: Match, choice: Choice, lang: str = "en", view: Mapping[str, Any] | None = None) -> str:
    """A choice as it reads in a list, with what stands at the place it names: 'Figure on C5 (Warrior)'.

    `view` is any view of the match; who has many choices to name need not let each of them make its own.
    """
    words = match.game.catalogue.verb(choice.verb, lang).replace("{noun}", noun_words(match, choice, lang))
    remark = match.game.face().remark(match, choice, lang, view)
    return f"{words} ({remark})" if remark else words


def neutral_words(lang: str) -> str:
    """What belongs to nobody."""
    return NEUTRAL[LANGUAGES.index(lang)]


# --- facts ------------------------------------------------------------------------------------------------------------


class _Fields(dict[str, str]):
    """The fields of a sentence; one that the fact lacks reads as a dash."""

    def __missing__(self, key: str) -> str:
        return "–"


def fact_words(game: Game[Any], fact: Mapping[str, Any], lang: str = "en") -> str:
    """A fact as a sentence of the log. One without a sentence reads as its name and fields."""
    name = str(fact["fact"])
    fields = _Fields({key: _field_words(game, name, key, value, lang) for key, value in fact.items()})
    sentence = _find_sentence(game.catalogue, name, fields, lang)
    if sentence is not None:
        return sentence.format_map(fields)
    told = [fields[key] for key in fact if key not in ("fact", "rule") and fact[key] not in (None, "")]
    return f"{name}: {', '.join(told)}" if told else name


def _find_sentence(catalogue: Catalogue, name: str, fields: Mapping[str, str], lang: str) -> str | None:
    """The sentence `name+field` goes first where the fact has that field."""
    for key in (*(f"{name}+{field}" for field in fields), name):
        try:
            return catalogue.fact(key, lang)
        except KeyError:
            continue
    return None


def _field_words(game: Game[Any], fact: str, key: str, value: object, lang: str) -> str:
    if value is None:
        return neutral_words(lang)
    if isinstance(value, list):
        return ", ".join(map(str, value))
    face = game.face()
    kinds = face.field_names.get(key, ())
    if key == "thing" and fact in face.thing_of_fact:
        kinds = (face.thing_of_fact[fact], *kinds)
    return kind_words(game, kinds, str(value), lang)


def number_words(number: str, lang: str = "en") -> str:
    """A number written with a point, as the language writes it."""
    return number if lang == "en" else number.replace(".", ",")
