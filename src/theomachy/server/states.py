"""Encoded states and stories at hand: each is made once for a version, a seat and a language, and shared by all who
look through these eyes. Bounded in bytes; what was not asked for longest goes first."""

from __future__ import annotations

from collections import OrderedDict
from typing import TypeAlias

from msgspec import Struct

#: state or story, the table, whose eyes, the language
Key: TypeAlias = tuple[str, str, int | None, str]


class EncodedLog(Struct):
    """The log of a match for a seat in a language, encoded, entries with commas between. It grows until an undo."""

    #: the undo after which it was begun
    undone: int = 0
    #: how many facts it covers
    told: int = 0
    entries: bytes = b""


class EncodedState(Struct):
    """What of a state message follows from version, seat and language alone: encoded members, without braces."""

    version: int
    news: bytes
    log: EncodedLog

    @property
    def size(self) -> int:
        return len(self.news) + len(self.log.entries)


class EncodedStory(Struct):
    """The steps of a match for a seat in a language, encoded, with commas between. It grows until an undo."""

    #: the undo after which it was begun
    undone: int = 0
    #: how many steps it covers
    steps: int = 0
    entries: bytes = b""

    @property
    def size(self) -> int:
        return len(self.entries)


class EncodedCache:
    """The newest of them, for all tables together."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Key, EncodedState | EncodedStory] = OrderedDict()
        #: bytes that are kept
        self.size = 0

    def state(self, table: str, seat: int | None, lang: str) -> EncodedState | None:
        found = self._find(("state", table, seat, lang))
        return found if isinstance(found, EncodedState) else None

    def story(self, table: str, seat: int | None, lang: str) -> EncodedStory | None:
        found = self._find(("story", table, seat, lang))
        return found if isinstance(found, EncodedStory) else None

    def keep(self, table: str, seat: int | None, lang: str, made: EncodedState | EncodedStory) -> None:
        kind = "state" if isinstance(made, EncodedState) else "story"
        key = kind, table, seat, lang
        self._drop(key)
        if made.size > self._most:
            return
        self._kept[key] = made
        self.size += made.size
        while self.size > self._most:
            self._drop(next(iter(self._kept)))

    def forget(self, tables: set[str]) -> None:
        """Tables that were put away: whoever comes back to one has it made anew."""
        for key in [key for key in self._kept if key[1] in tables]:
            self._drop(key)

    def _find(self, key: Key) -> EncodedState | EncodedStory | None:
        if key not in self._kept:
            return None
        self._kept.move_to_end(key)
        return self._kept[key]

    def _drop(self, key: Key) -> None:
        gone = self._kept.pop(key, None)
        if gone is not None:
            self.size -= gone.size
