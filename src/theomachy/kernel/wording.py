"""Choices and facts as people read them, in a game's own words: for the terminal, the page and the bots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from theomachy.kernel.catalogue import LANGUAGES, Catalogue
from theomachy.kernel.choice import Choice
from theomachy.kernel.game import Game
from theomachy.kernel.language import Field, Name, fields_of, fill
from theomachy.kernel.match import Match

#: words that belong to no game, in the order of LANGUAGES
NEUTRAL = ("neutral", "neutral", "без владельца")


def find_name(catalogue: Catalogue, key: str, lang: str) -> str | None:
    """The display name for a key such as `card.ace`; None when the catalogue has none."""
    named = _find_forms(catalogue, key, lang)
    return None if named is None else named.plain


def _find_forms(catalogue: Catalogue, key: str, lang: str) -> Name | None:
    try:
        return catalogue.forms(key, lang)
    except KeyError:
        return None


def kind_name(game: Game[Any], kinds: Iterable[str], name: str, lang: str = "en") -> Name | None:
    """The name, with its forms, of something that is of one of these kinds."""
    return _kind_name(game.catalogue, tuple(kinds), name, lang)


@lru_cache(maxsize=16_384)
def _kind_name(catalogue: Catalogue, kinds: tuple[str, ...], name: str, lang: str) -> Name | None:
    for kind in kinds:
        found = _find_forms(catalogue, f"{kind}.{name}", lang)
        if found is not None:
            return found
    return None


def kind_words(game: Game[Any], kinds: Iterable[str], name: str, lang: str = "en") -> str:
    """The display name of something that is of one of these kinds; without one it goes by its name in the notation."""
    named = kind_name(game, kinds, name, lang)
    return name if named is None else named.plain


def side_words(game: Game[Any], side: str, lang: str = "en") -> str:
    """The display name of who plays."""
    return kind_words(game, game.face().side_names, side, lang)


def place_words(match: Match, place: str, lang: str = "en") -> str:
    """What people call a place of the notation; one without a name names itself."""
    named = match.game.face().place_name(match, place, lang)
    return place if named is None else named.plain


# --- choices ----------------------------------------------------------------------------------------------------------


def noun_words(match: Match, choice: Choice, lang: str = "en") -> str:
    """The noun of a choice by its display name; numbers, and places without a name, name themselves."""
    return _noun_name(match, choice, lang).plain


def _noun_name(match: Match, choice: Choice, lang: str) -> Name:
    face = match.game.face()
    kinds = face.noun_names.get(choice.verb, (choice.verb,))
    named = kind_name(match.game, kinds, choice.noun, lang)
    return named or face.place_name(match, choice.noun, lang) or Name(choice.noun)


def choice_words(match: Match, choice: Choice, lang: str = "en", view: Mapping[str, Any] | None = None) -> str:
    """A choice as it reads in a list, with what stands at the place it names: 'Figure on C5 (Warrior)'.

    `view` is any view of the match; who has many choices to name need not let each of them make its own.
    """
    game, face = match.game, match.game.face()
    kinds = face.noun_names.get(choice.verb, (choice.verb,))
    verb = _verb_key(game.catalogue, choice.verb, match.decision.prompt, lang)
    words = _named_choice(game.catalogue, verb, kinds, choice.noun, lang)
    if words is None:
        place = face.place_name(match, choice.noun, lang)
        if place is None:
            words = _unnamed_choice(game.catalogue, verb, choice.noun, lang)
        else:
            words = fill(game.catalogue.verb(verb, lang), {"noun": place}, lang)
    remark = face.remark(match, choice, lang, view)
    return f"{words} ({remark})" if remark else words


@lru_cache(maxsize=4096)
def _verb_key(catalogue: Catalogue, verb: str, prompt: str, lang: str) -> str:
    """The key of the words for a verb: `verb+prompt` where it means something else in that decision."""
    key = f"{verb}+{prompt}"
    try:
        catalogue.verb(key, lang)
    except KeyError:
        return verb
    return key


def prompt_words(match: Match, lang: str = "en") -> str:
    """What is asked now. A sentence may name what was picked so far: `{tile}`."""
    sentence = match.game.catalogue.prompt(match.decision.prompt, lang)
    used = _fields_of(sentence)
    if not used:
        return sentence
    picked = match.game.picked(match.state, match.state.stack[-1])
    fields: dict[str, Field] = {}
    for key in used:
        text = str(picked.get(key, ""))
        fields[key] = kind_name(match.game, (key,), text, lang) or text
    return fill(sentence, fields, lang)


@lru_cache(maxsize=16_384)
def _named_choice(catalogue: Catalogue, verb: str, kinds: tuple[str, ...], noun: str, lang: str) -> str | None:
    """A choice whose noun has a name of its own, which is the same in every match."""
    named = _kind_name(catalogue, kinds, noun, lang)
    return None if named is None else fill(catalogue.verb(verb, lang), {"noun": named}, lang)


@lru_cache(maxsize=16_384)
def _unnamed_choice(catalogue: Catalogue, verb: str, noun: str, lang: str) -> str:
    """A choice whose noun names itself, as cells do."""
    return fill(catalogue.verb(verb, lang), {"noun": Name(noun)}, lang)


def neutral_words(lang: str) -> str:
    """What belongs to nobody."""
    return NEUTRAL[LANGUAGES.index(lang)]


# --- facts ------------------------------------------------------------------------------------------------------------


def fact_words(game: Game[Any], fact: Mapping[str, Any], lang: str = "en", match: Match | None = None) -> str:
    """A fact as a sentence of the log. One without a sentence reads as its name and fields.

    Where a place lies and what it is called depends on the `match`; without one, places name themselves.
    """
    name = str(fact["fact"])
    sentence = _find_sentence(game.catalogue, name, tuple(fact), lang)
    if sentence is not None:
        used = {key: fact[key] for key in _fields_of(sentence) if key in fact}
        return fill(sentence, _fields_words(game, name, used, lang, match), lang)
    fields = _fields_words(game, name, fact, lang, match)
    told = [
        fill(f"{{{key}}}", fields, lang)
        for key, value in fact.items()
        if key not in ("fact", "rule") and value not in (None, "")
    ]
    return f"{name}: {', '.join(told)}" if told else name


@lru_cache(maxsize=4096)
def _find_sentence(catalogue: Catalogue, name: str, fields: tuple[str, ...], lang: str) -> str | None:
    """The sentence `name+field` goes first where the fact has that field."""
    for key in (*(f"{name}+{field}" for field in fields), name):
        try:
            return catalogue.fact(key, lang)
        except KeyError:
            continue
    return None


@lru_cache(maxsize=4096)
def _fields_of(sentence: str) -> tuple[str, ...]:
    return tuple(fields_of(sentence))


def _fields_words(
    game: Game[Any], name: str, fact: Mapping[str, Any], lang: str, match: Match | None
) -> dict[str, Field]:
    return {key: _field_words(game, name, key, value, lang, match) for key, value in fact.items()}


def _field_words(game: Game[Any], fact: str, key: str, value: object, lang: str, match: Match | None) -> Field:
    if value is None:
        return neutral_words(lang)
    if isinstance(value, list):
        texts = list(map(str, value))
        return ", ".join(texts if match is None else [place_words(match, text, lang) for text in texts])
    if isinstance(value, int):
        return value
    text = str(value)
    face = game.face()
    kinds = face.field_names.get(key, ())
    if key == "thing" and fact in face.thing_of_fact:
        kinds = (face.thing_of_fact[fact], *kinds)
    named = kind_name(game, kinds, text, lang)
    if named is None and match is not None:
        named = face.place_name(match, text, lang)
    return text if named is None else named
