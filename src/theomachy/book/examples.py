"""Examples of the rules of a game: conformance cases that show something, chosen when the file of them was made.

They lie in `examples.json` beside the catalogue's other files, and what they are called in other languages than that of
the cases in `titles.LANGUAGE.toml`, by their title. A game without these files has rules without pictures.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from theomachy.kernel.catalogue import LANGUAGES
from theomachy.kernel.data_files import read_toml
from theomachy.kernel.errors import BadContent
from theomachy.kernel.game import Game
from theomachy.kernel.match import Match

FILE: Final = "examples.json"
#: the language in which cases have their titles
TITLED: Final = "en"


@dataclass(frozen=True, slots=True)
class Example:
    """A case as the book shows it: the position, what is chosen there, and what can't be chosen then."""

    key: str
    title: str
    seats: tuple[str, ...]
    position: Mapping[str, Any]
    #: lines like those of a case
    play: Sequence[Mapping[str, object]] = ()
    refuse: Sequence[Mapping[str, object]] = ()

    def begin(self, game: Game[Any]) -> Match:
        """The match at the position that the example begins with."""
        return Match(game, {game.seats_setting: list(self.seats), "position": dict(self.position)})


class Examples:
    """All examples of a game."""

    def __init__(
        self,
        cases: Mapping[str, int],
        known: Mapping[str, Example],
        chosen: Mapping[str, Sequence[str]],
        titles: Mapping[str, Mapping[str, str]],
    ) -> None:
        #: by rule, how many conformance cases prove it
        self.cases = cases
        self._known = known
        self._chosen = chosen
        #: by language, what titles are in it
        self.titles = titles

    def title(self, example: Example, lang: str) -> str:
        """What an example is called; empty where nobody has said it in that language."""
        return example.title if lang == TITLED else self.titles.get(lang, {}).get(example.title, "")

    def find(self, key: str) -> Example | None:
        return self._known.get(key)

    def of(self, rule: str) -> list[Example]:
        """The examples of a rule, the clearest first."""
        return [self._known[key] for key in self._chosen.get(rule, ())]


_READ: dict[int, tuple[Game[Any], Examples]] = {}


def examples_of(game: Game[Any]) -> Examples:
    """The examples of a game; read when they are first asked for."""
    kept = _READ.get(id(game))
    if kept is None:
        kept = _READ[id(game)] = game, _read(game)
    return kept[1]


def _read(game: Game[Any]) -> Examples:
    cases: dict[str, int] = {}
    known: dict[str, Example] = {}
    chosen: dict[str, list[str]] = {}
    for text in game.catalogue.files(FILE):
        try:
            data = json.loads(text)
            cases.update(data["cases"])
            chosen.update(data["rules"])
            for key, entry in data["examples"].items():
                known[key] = Example(key=key, **{**entry, "seats": tuple(entry["seats"])})
        except (ValueError, TypeError, KeyError, AttributeError) as error:
            raise BadContent(f"{game.name}: data/{FILE}: not a file of examples: {error!r}") from error
    missing = {key for keys in chosen.values() for key in keys} - set(known)
    if missing:
        raise BadContent(f"{game.name}: data/{FILE}: no example '{min(missing)}'")
    return Examples(cases, known, chosen, {lang: _titles(game, lang) for lang in LANGUAGES if lang != TITLED})


def _titles(game: Game[Any], lang: str) -> dict[str, str]:
    name = f"titles.{lang}.toml"
    found: dict[str, str] = {}
    for text in game.catalogue.files(name):
        found.update(read_toml(text, f"{game.name}: data/{name}"))
    return found
