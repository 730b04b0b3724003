"""What the languages do to words: plural forms, cases, numbers. Templates and names, and how one is put into the other.

docs/catalogue.md describes the syntax for whoever writes texts:

    {thing}                      the name as it stands in a list, or the number
    {thing:acc}                  the name in a form it carries; where it carries none, as it stands in a list
    {amount:count thing}         the number and the thing in the form that goes with it: "2 воина"
    {amount:count карта|карты|карт}   the same with a word of the template
    {amount:plural карта|карты|карт}  only the word
    {number:ordinal}             "3rd", "3.", "3-й"
    {house:verb goes|go}         the word that agrees with a name in singular or plural
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from string import Formatter
from typing import Final

#: the categories of whole numbers by the plural rules of the CLDR, in the order in which a template lists its words
PLURALS: Final = {"en": ("one", "other"), "de": ("one", "other"), "ru": ("one", "few", "many")}
NBSP: Final = "\u00a0"
MINUS: Final = "\u2212"
#: operations of a template; anything else after a colon is the name of a form
_OPERATIONS: Final = ("count", "plural", "ordinal", "verb")
#: what stands for a field that is missing
_MISSING: Final = "–"


class Name:
    """A name in one language: as it stands in a list, and the forms that sentences may ask for."""

    __slots__ = ("forms", "plain")

    def __init__(self, plain: str, forms: dict[str, str] | None = None) -> None:
        self.plain = plain
        self.forms: dict[str, str] = {} if forms is None else forms

    def form(self, wanted: str) -> str:
        """The form asked for; where the name has none, the one inside sentences, and without that the plain name."""
        found = self.forms.get(wanted)
        if found is None:
            found = self.forms.get("in")
        return self.plain if found is None else found

    def counted(self, number: int, lang: str) -> str:
        """The form that goes with a number."""
        return self.form(plural(number, lang))

    def bracketed(self, lang: str) -> str:
        """Within brackets: Russian writes common nouns small there, English and German keep them as in a list."""
        return self.form("in") if lang == "ru" else self.plain

    @property
    def is_plural(self) -> bool:
        return self.forms.get("number") == "plural"


#: what a template is filled in with
Field = Name | int | str


def as_fields(given: Mapping[str, object]) -> dict[str, Field]:
    """Values of any kind as what a template takes: what is neither a name nor a number reads as it is written."""
    return {key: value if isinstance(value, (Name, int)) else str(value) for key, value in given.items()}


def plural(number: int, lang: str) -> str:
    """The plural category of a whole number."""
    count = abs(number)
    if lang != "ru":
        return "one" if count == 1 else "other"
    if count % 10 == 1 and count % 100 != 11:
        return "one"
    if 2 <= count % 10 <= 4 and not 12 <= count % 100 <= 14:
        return "few"
    return "many"


def ordinal(number: int, lang: str) -> str:
    """The number as one in a row: in Russian as it goes with a masculine noun."""
    if lang != "en":
        return f"{number}." if lang == "de" else f"{number}-й"
    teens = 11 <= number % 100 <= 13
    return str(number) + ("th" if teens else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th"))


def number_words(number: str, lang: str = "en") -> str:
    """A number written with point and hyphen, as the language writes it: with comma and minus sign."""
    written = number.replace("-", MINUS)
    return written if lang == "en" else written.replace(".", ",")


def fill(template: str, fields: Mapping[str, Field], lang: str) -> str:
    """A template with its fields put in; a field that is missing reads as a dash."""
    if "{" not in template:
        return template
    parts: list[str] = []
    for text, name, asked in _parsed(template):
        parts.append(text)
        if name is not None:
            parts.append(_filled(fields, name, asked, lang))
    return "".join(parts)


@lru_cache(maxsize=4096)
def _parsed(template: str) -> list[tuple[str, str | None, str]]:
    """The parts of a template: a text, and the field that follows it with what is asked of it. The same few templates
    are filled in all the time."""
    return [(text, name, asked or "") for text, name, asked, _ in Formatter().parse(template)]


def _filled(fields: Mapping[str, Field], name: str, asked: str, lang: str) -> str:
    value = fields.get(name)
    if value is None:
        return _MISSING
    if not asked:
        if isinstance(value, Name):
            return value.plain
        return number_words(str(value), lang) if isinstance(value, int) else value
    operation, _, words = asked.partition(" ")
    if operation == "verb":
        singular, _, many = words.partition("|")
        return many if isinstance(value, Name) and value.is_plural else singular
    if operation in _OPERATIONS:
        number = value.plain if isinstance(value, Name) else str(value)
        # What is no number ("…" in a heading) has the form of many.
        count = int(number) if number.removeprefix("-").isdecimal() else 0
        if operation == "ordinal":
            return ordinal(count, lang)
        word = _counted(fields, words, count, lang)
        return word if operation == "plural" else f"{number_words(number, lang)}{NBSP}{word}"
    if isinstance(value, Name):
        return value.form(asked)
    return number_words(str(value), lang) if isinstance(value, int) else value


def _counted(fields: Mapping[str, Field], words: str, number: int, lang: str) -> str:
    """The word that goes with a number: one of the template's, or a form of the name in a field."""
    if "|" in words:
        return words.split("|")[PLURALS[lang].index(plural(number, lang))]
    value = fields.get(words)
    if value is None:
        return _MISSING
    return value.counted(number, lang) if isinstance(value, Name) else str(value)


def fields_of(template: str) -> dict[str, set[str]]:
    """The fields a template uses, each with the forms it asks for ('' for the plain name)."""
    used: dict[str, set[str]] = {}
    for _, name, asked, _ in Formatter().parse(template):
        if name is None:
            continue
        operation, _, words = (asked or "").partition(" ")
        if operation in _OPERATIONS:
            used.setdefault(name, set())
            if operation in ("count", "plural") and "|" not in words:
                used.setdefault(words, set()).add("plural")
        else:
            used.setdefault(name, set()).add(asked or "")
    return used


def faults_of(template: str, lang: str) -> str:
    """What is wrong with a template's syntax in a language; empty when nothing is."""
    try:
        parsed = list(Formatter().parse(template))
    except ValueError as error:
        return str(error)
    for _, name, asked, conversion in parsed:
        if name is None:
            continue
        operation, _, words = (asked or "").partition(" ")
        if not name or conversion:
            return f"'{{{name}}}' names no field"
        wanted = 2 if operation == "verb" else len(PLURALS[lang])
        literal = "|" in words or operation == "verb"
        if operation == "ordinal":
            if words:
                return f"'{asked}': an ordinal takes no words"
            continue
        if operation in _OPERATIONS and (not words or (literal and len(words.split("|")) != wanted)):
            return f"'{operation} {words}' must have {wanted} words, or name a field"
        if operation not in _OPERATIONS and words:
            return f"'{asked}' is no form of a name"
    return ""
