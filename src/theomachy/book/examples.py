"""Examples of the rules of a game: conformance cases that show something, chosen when the file of them was made.

They lie in `examples.json` beside the catalogue's other files. A game without that file has rules without pictures.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from theomachy.kernel.errors import BadContent
from theomachy.kernel.game import Game
from theomachy.kernel.match import Match

FILE: Final = "examples.json"


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
        self, cases: Mapping[str, int], known: Mapping[str, Example], chosen: Mapping[str, Sequence[str]]
    ) -> None:
        #: by rule, how many conformance cases prove it
        self.cases = cases
        self._known = known
        self._chosen = chosen

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
    return Examples(cases, known, chosen)
