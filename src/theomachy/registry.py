"""The games there are: ours and those of other installed packages, found by their entry points.

A package offers a game under the group `theomachy.games`; the entry names a class without arguments that extends
`Game`, or an object that is one. Ours are offered the same way, in pyproject.toml.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from theomachy.kernel.errors import BadSetup, TheomachyError, allowed
from theomachy.kernel.game import Game

#: installed packages offer games under this group of entry points
ENTRY_POINTS = "theomachy.games"


class Registry(Mapping[str, Game[Any]]):
    """The games by name, in the order of their names. Each is made when it is first asked for."""

    def __init__(self, entries: list[EntryPoint] | None = None) -> None:
        self._entries: dict[str, EntryPoint] = {}
        self._games: dict[str, Game[Any]] = {}
        for entry in entry_points(group=ENTRY_POINTS) if entries is None else entries:
            other = self._entries.setdefault(entry.name, entry)
            if other.value != entry.value:
                raise TheomachyError(f"two packages offer a game '{entry.name}': {other.value} and {entry.value}")
        if not self._entries:
            raise TheomachyError("no game is installed: theomachy itself must be installed, like 'pip install -e .'")

    def __getitem__(self, name: str) -> Game[Any]:
        if name not in self._games:
            self._games[name] = _opened(self._entries[name])
        return self._games[name]

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._entries))

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, name: object) -> bool:
        return name in self._entries

    def find(self, name: str) -> Game[Any]:
        """A game by its name; refuses an unknown one in words for people."""
        if name not in self:
            raise BadSetup(f"no game '{name}'; there are {allowed(list(self))}")
        return self[name]


def _opened(entry: EntryPoint) -> Game[Any]:
    """The game behind an entry point; whatever is wrong with it is said with its place."""
    place = f"game '{entry.name}' ({entry.value})"
    try:
        found = entry.load()
        game = found() if isinstance(found, type) else found
    except TheomachyError as error:
        raise TheomachyError(f"{place}: {error}") from error
    except Exception as error:  # whatever a foreign package does when it is imported
        raise TheomachyError(f"{place} can't be loaded: {type(error).__name__}: {error}") from error
    if not isinstance(game, Game):
        raise TheomachyError(f"{place}: must be a Game, not {type(game).__name__}")
    if game.name != entry.name:
        raise TheomachyError(f"{place}: calls itself '{game.name}'; entry point and game must have the same name")
    return game
