"""Data files of a game, looked at when it is made: can they be read, and does each language name the same things?

To read them properly would double the time of a start. A glance does: nearly all lines are of a few simple forms, and a
file with any other line is read properly, so that what is wrong with it is said then, with its file and line.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from typing import Any, Final

from theomachy.kernel.errors import BadContent

_TEXT: Final = r'"[^"\\\x00-\x1f]*"'
#: a text, or a name with its forms
_VALUE: Final = rf"(?:{_TEXT}|true|\{{ name = {_TEXT}(?:, \w+ = {_TEXT})* \}})"
#: a line with a heading (the first group), a key (the second) and its value, or neither
_LINE: Final = re.compile(rf'(?:\[("?[\w/+-]+"?)\]|("?[\w/+.-]+"?) = {_VALUE})?(?:#[^\n]*)?\n', re.ASCII)

#: the keys of the tables of a file; those outside of any table belong to the table ""
Tables = dict[str, set[str]]


def read_toml(text: str, file: str) -> dict[str, Any]:
    """What stands in a data file; refuses one that is broken, with its name and the place in it."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadContent(f"{file}: not a TOML file: {error}") from error


def tables_of(text: str, file: str) -> Tables:
    """The keys of a data file, at a glance; refuses a broken one."""
    keys: set[str] = set()
    found: Tables = {"": keys}
    end = 0
    for line in _LINE.finditer(text):
        if line.start() != end:
            break
        end = line.end()
        heading, key = line.group(1, 2)
        if key is not None:
            bare = key.strip('"')
            if bare in keys or ("." in key and not key.startswith('"')):
                return _tables_read(text, file)
            keys.add(bare)
        elif heading is not None:
            name = heading.strip('"')
            if name in found:
                return _tables_read(text, file)
            keys = found[name] = set()
    return found if end == len(text) else _tables_read(text, file)


def _tables_read(text: str, file: str) -> Tables:
    """The same for a file in which a line is unusual."""
    found: Tables = {"": set()}
    for key, value in read_toml(text, file).items():
        if not isinstance(value, dict):
            found[""].add(key)
            continue
        found[key] = set(value)
        for name, forms in value.items() if key == "name" else ():
            if isinstance(forms, dict) and "name" not in forms:
                raise BadContent(f"{file}: '{name}': has no form 'name', as it stands in lists")
    return found


class Texts:
    """What the texts of a game, or of an expansion, speak of in each language, and whether they are complete."""

    def __init__(self, read: Callable[[str], str], folder: str, languages: tuple[str, ...]) -> None:
        """`read` gives a file by its name, `folder` is where it is, for people. Refuses files that are broken."""
        self.languages = languages
        self._folder = folder
        self._tables: dict[str, Tables] = {}
        for language in languages:
            for kind in ("text", "rules", "words"):
                name = f"{kind}.{language}.toml"
                self._tables[name] = tables_of(read(name), f"{folder}/{name}")

    def has(self, kind: str, language: str, table: str, key: str) -> bool:
        """Whether `<kind>.<language>.toml` has a key in a table."""
        return key in self._tables[f"{kind}.{language}.toml"].get(table, ())

    def lacks(self, kind: str, table: str, key: str, what: str, asker: str) -> list[str]:
        """The languages without a key, each with its file. `what` it is, and the file that needs it."""
        return [
            f"{self._folder}/{kind}.{language}.toml: has no {what} '{key}', which {asker} needs"
            for language in self.languages
            if not self.has(kind, language, table, key)
        ]

    def lacks_rule(self, rule: str, asker: str) -> list[str]:
        """The same for a rule, with its title and its text."""
        found: list[str] = []
        for language in self.languages:
            file = f"rules.{language}.toml"
            keys = self._tables[file].get(rule)
            if keys is None:
                found.append(f"{self._folder}/{file}: has no rule '{rule}', which {asker} needs")
                continue
            for key in ("title", "text"):
                if key not in keys:
                    found.append(f"{self._folder}/{file}: the rule '{rule}' has no {key}")
        return found

    def lacks_sentence(self, fact: str, asker: str) -> list[str]:
        """The same for the sentence of a fact: `fact`, or `fact+field` for facts that have a field."""
        return [
            f"{self._folder}/text.{language}.toml: has no sentence '{fact}', which {asker} needs"
            for language in self.languages
            if not any(key.partition("+")[0] == fact for key in self._tables[f"text.{language}.toml"].get("fact", ()))
        ]

    def differences(self) -> list[str]:
        """What one language has and another lacks."""
        found: list[str] = []
        for kind in ("text", "rules", "words"):
            files = [f"{kind}.{language}.toml" for language in self.languages]
            for file in files:
                ours = self._tables[file]
                for other in files:
                    if self._tables[other] != ours:
                        found += self._lacking(ours, file, other)
        return found

    def _lacking(self, ours: Tables, file: str, other: str) -> list[str]:
        """What `other` has and `file` lacks. Only the English rules say which are rulings of ours."""
        return [
            f"{self._folder}/{file}: has no '{key}'{f' in [{table}]' if table else ''}, which {other} has"
            for table, keys in self._tables[other].items()
            for key in sorted(keys - ours.get(table, set()))
            if key != "ruling"
        ]
