"""The games there are: ours and those of other installed packages, found by their entry points.

A package offers a game under the group `theomachy.games`; the entry names a class without arguments that extends
`Game`, or an object that is one. Ours are offered the same way, in pyproject.toml.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Final

from theomachy.kernel.errors import BadSetup, TheomachyError, allowed
from theomachy.kernel.game import Game

#: installed packages offer games under this group of entry points
ENTRY_POINTS: Final = "theomachy.games"
#: the package whose games come first
OWN: Final = "theomachy"


class Registry(Mapping[str, Game[Any]]):
    """The games by name: our own first, then those of other packages, each in the order of their names.

    A game is made when it is first asked for. One that can't be made is not among the games; who asks for it by name is
    told why (`find`), and `refused` has the reasons of all such.
    """

    def __init__(self, entries: Iterable[EntryPoint] | None = None) -> None:
        self._given = entries
        self._found: dict[str, EntryPoint] | None = None
        self._games: dict[str, Game[Any]] = {}
        #: why games that are offered can't be played, by name; complete once all were asked for
        self._refused: dict[str, str] = {}

    @property
    def _entries(self) -> dict[str, EntryPoint]:
        """The entry points by name, scanned when a game is first asked for: the kernel imports without any game."""
        if self._found is None:
            self._found = self._scan()
        return self._found

    def _scan(self) -> dict[str, EntryPoint]:
        found: dict[str, EntryPoint] = {}
        for entry in entry_points(group=ENTRY_POINTS) if self._given is None else self._given:
            other = found.setdefault(entry.name, entry)
            if (other.value, _package(other)) != (entry.value, _package(entry)):
                self._refused[entry.name] = (
                    f"game '{entry.name}': two packages offer one of this name, {_place(other)} and {_place(entry)};"
                    " uninstall one of them"
                )
        if not found:
            raise TheomachyError("no game is installed: theomachy itself must be installed, like 'pip install -e .'")
        return found

    def __getitem__(self, name: str) -> Game[Any]:
        game = self._open(name)
        if game is None:
            raise KeyError(name)
        return game

    def __iter__(self) -> Iterator[str]:
        return (name for name in self._order() if self._open(name) is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._open(name) is not None

    @property
    def first(self) -> str:
        """The game that is meant where none is named."""
        return next(iter(self))

    @property
    def refused(self) -> dict[str, str]:
        """Why games that packages offer can't be played, by name."""
        list(self)
        return dict(self._refused)

    def find(self, name: str) -> Game[Any]:
        """A game by its name; refuses one that is not there, or can't be made, in words for people."""
        game = self._open(name)
        if game is None:
            raise BadSetup(self._refused.get(name) or f"no game '{name}'; there are {allowed(list(self))}")
        return game

    def _order(self) -> list[str]:
        return sorted(self._entries, key=lambda name: (_package(self._entries[name]) != OWN, name))

    def _open(self, name: str) -> Game[Any] | None:
        if name not in self._games and name in self._entries and name not in self._refused:
            try:
                self._games[name] = _opened(self._entries[name])
            except TheomachyError as error:
                self._refused[name] = str(error)
        return self._games.get(name)


def _package(entry: EntryPoint) -> str:
    """The package that offers an entry, as it is installed."""
    return entry.dist.name if entry.dist is not None else ""


def _place(entry: EntryPoint) -> str:
    package = _package(entry)
    return f"{entry.value} of package {package}" if package else entry.value


def _opened(entry: EntryPoint) -> Game[Any]:
    """The game behind an entry point; whatever is wrong with it is said with its place."""
    place = f"game '{entry.name}' ({_place(entry)})"
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
