"""The rule catalogue and the words of a game, in every language the project speaks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from theomachy.kernel.data_files import read_toml
from theomachy.kernel.errors import TheomachyError, allowed
from theomachy.kernel.language import NBSP, Field, Name, as_fields, fields_of, fill

LANGUAGES: Final = ("en", "de", "ru")
#: abbreviated units stay on the line of their number
_UNIT: Final = re.compile(r"(?<=\d) (?=(?:VP|SP|ПО|%)(?:\W|$))")


class Rule:
    """A rule in one language."""

    __slots__ = ("id", "ruling", "text", "title")

    def __init__(self, identifier: str, title: str, text: str, ruling: bool) -> None:
        self.id = identifier
        self.title = title
        self.text = text
        #: decided by this project where the rule books are silent or differ
        self.ruling = ruling


class Catalogue:
    """Rules, quick reference, names, prompts, fact sentences and other words of a game; read from data files when first
    asked.

    An expansion has data files of the same names, which add to those of the game. The file `words.<language>.toml` may
    be missing: a reader says so with `KeyError` or `FileNotFoundError`. Where a rule, the quick reference or a name
    tells a printed value, it has a placeholder (`{weapon.net.strength}`) filled in from `values`.
    """

    def __init__(self, game: str, *readers: Callable[[str], str], values: Mapping[str, int] | None = None) -> None:
        self.game = game
        self._readers = readers
        self._values: dict[str, Field] = {} if values is None else dict(values)
        self._rules: dict[str, dict[str, Rule]] = {}
        self._texts: dict[str, dict[str, dict[str, str]]] = {}
        self._words: dict[str, dict[str, str]] = {}
        self._names: dict[str, dict[str, Name]] = {}

    def rules(self, language: str = "en") -> dict[str, Rule]:
        """All rules by identifier, in the order of the rule book."""
        known = self._rules.get(language)
        if known is None:
            self._check(language)
            data: dict[str, dict[str, Any]] = {}
            for read in self._readers:
                data.update(self._read(read, f"rules.{language}.toml"))
            rulings = data if language == "en" else None
            known = {
                key: Rule(
                    key,
                    self._with_values(entry["title"], language),
                    self._with_values(entry["text"], language),
                    bool(entry.get("ruling")) if rulings is not None else self._is_ruling(key),
                )
                for key, entry in data.items()
            }
            self._rules[language] = known
        return known

    def _is_ruling(self, identifier: str) -> bool:
        english = self.rules("en").get(identifier)
        return english is not None and english.ruling

    def rule(self, identifier: str, language: str = "en") -> Rule:
        found = self.rules(language).get(identifier)
        if found is None:
            near = [key for key in self.rules(language) if identifier.rpartition("/")[2] in key]
            hint = f"; did you mean {allowed(near[:6])}?" if near else f"; 'theomachy rules {self.game}' lists them all"
            raise TheomachyError(f"no rule '{identifier}'{hint}")
        return found

    def quick(self, language: str = "en") -> str:
        """The quick reference, as Markdown."""
        self._check(language)
        return "\n".join(self._with_values(read(f"quick.{language}.md"), language) for read in self._readers)

    def _with_values(self, text: str, language: str) -> str:
        """A text with the printed values filled in; refuses one that asks for a value nobody gives."""
        unknown = [name for name in fields_of(text) if name not in self._values]
        if unknown:
            raise TheomachyError(f"{self.game}: no printed value '{unknown[0]}', in the text '{text[:60]}'")
        return _UNIT.sub(NBSP, fill(text, self._values, language))

    def _tables(self, language: str) -> dict[str, dict[str, str]]:
        texts = self._texts.get(language)
        if texts is None:
            self._check(language)
            texts = {}
            names: dict[str, Name] = {}
            for read in self._readers:
                for table, entries in self._read(read, f"text.{language}.toml").items():
                    if table == "name":
                        for key, entry in entries.items():
                            names[key] = self._read_name(entry, language)
                    else:
                        texts.setdefault(table, {}).update(entries)
            self._names[language] = names
            self._texts[language] = texts
        return texts

    def _read_name(self, entry: str | dict[str, str], language: str) -> Name:
        """A name is a text, or a table of its forms, of which `name` is the one in lists."""
        if isinstance(entry, str):
            return Name(self._with_values(entry, language))
        forms = {form: self._with_values(text, language) for form, text in entry.items()}
        return Name(forms.pop("name"), forms)

    def _text(self, table: str, key: str, language: str) -> str:
        return self._tables(language)[table][key]

    def names(self, language: str = "en") -> dict[str, str]:
        """The display names of all components, by key."""
        self._tables(language)
        return {key: name.plain for key, name in self._names[language].items()}

    def name(self, key: str, language: str = "en") -> str:
        """The display name of a component, as it stands in a list, by its kind and its name in the notation:
        `card.ace`."""
        return self.forms(key, language).plain

    def forms(self, key: str, language: str = "en") -> Name:
        """The name of a component with its forms."""
        self._tables(language)
        return self._names[language][key]

    def pattern(self, key: str, language: str = "en") -> str:
        """How a name is made of others, with those in braces: `territory`; `territory+in` inside sentences."""
        return self._text("pattern", key, language)

    def refusals(self, language: str = "en") -> dict[str, str]:
        """The game's own reasons for refusing a setup, by key; fields in braces."""
        return self._tables(language).get("refusal", {})

    def prompt(self, key: str, language: str = "en") -> str:
        """The sentence that asks for a decision."""
        return self._text("prompt", key, language)

    def verb(self, key: str, language: str = "en") -> str:
        """How a choice with this verb reads in a list."""
        return self._text("verb", key, language)

    def fact(self, key: str, language: str = "en") -> str:
        """The sentence of the log for a kind of fact, with its fields in braces."""
        return self._text("fact", key, language)

    def words(self, language: str = "en") -> dict[str, str]:
        """What the game's drawings, tables and settings say, by key."""
        known = self._words.get(language)
        if known is None:
            self._check(language)
            known = {}
            for read in self._readers:
                try:
                    known.update(self._read(read, f"words.{language}.toml"))
                except (KeyError, FileNotFoundError):
                    continue
            self._words[language] = known
        return known

    def word(self, key: str, language: str = "en", **fields: object) -> str:
        """A word or phrase, its fields filled in."""
        return fill(self.words(language)[key], as_fields(fields), language)

    def find_word(self, key: str, language: str = "en") -> str | None:
        """A word, if the game has it."""
        return self.words(language).get(key)

    def files(self, name: str) -> list[str]:
        """The texts of the data files of this name, of the game and of its expansions; whoever has none is left out."""
        found: list[str] = []
        for read in self._readers:
            try:
                found.append(read(name))
            except (KeyError, FileNotFoundError):
                continue
        return found

    def _read(self, read: Callable[[str], str], name: str) -> dict[str, Any]:
        return read_toml(read(name), f"{self.game}: data/{name}")

    def _check(self, language: str) -> None:
        if language not in LANGUAGES:
            raise TheomachyError(f"no language '{language}'; there are {allowed(LANGUAGES)}")
