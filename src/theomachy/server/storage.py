"""What the server keeps, and the small interface behind which it is kept. Another database is another `Storage`."""

from __future__ import annotations

from typing import Any, Literal, Protocol

from msgspec import Struct

from theomachy.server.fairness import SeedOrigin
from theomachy.server.seats import Chair


class TableRecord(Struct):
    """A table without its match."""

    table: str
    game: str
    #: version of the rules the match was begun with
    rules: int
    title: str
    setup: dict[str, Any]
    seed: int
    listed: bool
    created: float
    #: when the match changed last
    moved: float
    over: bool
    version: int
    #: hash of the host's token
    host: bytes
    chairs: list[Chair]
    #: hashes of the tokens of everybody who has ever sat here
    sat: list[bytes]
    seed_origin: SeedOrigin
    #: hides the seed in its commitment
    salt: bytes
    #: whether the match goes on from a save
    opened: bool = False
    #: whether a save with every secret was given out while the match ran
    disclosed: bool = False


class Event(Struct):
    """What made a version: a choice, or the undo of a seat's last choice. Events are added, never changed."""

    version: int
    kind: Literal["choose", "undo"]
    seat: int
    choice: str
    at: float


class ChatLine(Struct):
    """A line of the chat; one of the table itself has a `key` of `words` and its `fields` instead of a text."""

    number: int
    seat: int | None
    name: str
    text: str
    at: float
    key: str = ""
    fields: dict[str, str] = {}


class StoredTable(Struct):
    """A table as it lies in storage."""

    record: TableRecord
    events: list[Event]
    #: the encoded state after the last event
    state: bytes
    chat: list[ChatLine]
    #: the number of the next line of the chat
    lines: int


class NotStored(Exception):
    """The storage failed; what was to be stored is not."""


class Damaged(Exception):
    """What is stored of a table makes no sense."""


class Storage(Protocol):
    """Keeps tables. Each call is one transaction: when it returns, everything in it survives a crash; when it raises
    `NotStored`, nothing of it was kept."""

    async def create(self, record: TableRecord, events: list[Event], state: bytes) -> None:
        """A new table; with events if a save is opened."""
        ...

    async def append(self, table: str, event: Event, state: bytes, over: bool, snapshot: bool) -> None:
        """One event with the state after it; `snapshot` keeps that state for good (at each hand-over)."""
        ...

    async def seat(self, table: str, chair: Chair) -> None:
        """Somebody else plays a seat. Whose token is in the chair has sat here from then on, whoever comes later."""
        ...

    async def disclose(self, table: str) -> None:
        """A save with every secret is given out."""
        ...

    async def add_line(self, table: str, line: ChatLine) -> None: ...

    async def load(self, table: str, lines: int) -> StoredTable | None:
        """A table with the last so many lines of its chat, damaged ones left out; None if there is none. Raises
        `Damaged`."""
        ...

    async def listed(self, limit: int) -> list[TableRecord]:
        """The tables that are listed publicly, newest first; damaged ones are left out."""
        ...

    async def close(self) -> None: ...
