"""What all tables share, and whoever looks on at one."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from theomachy.server.limits import Limits, Purse
from theomachy.server.states import EncodedCache
from theomachy.server.storage import Storage
from theomachy.server.timing import SYSTEM_TIMING, Timing
from theomachy.server.workshop import Workshop


class Watcher(Protocol):
    """A pair of eyes at a table: a seat's, or with None a spectator's."""

    seat: int | None
    lang: str
    #: the version of the view it holds, of which it is told what has changed (-1: it has none through these eyes);
    #: None: it wants whole views
    held: int | None
    #: the player they are known as
    player: str | None
    #: whether the page is to be seen, and not behind others
    looking: bool
    #: pays for what it asks
    purse: Purse

    def send(self, *message: bytes) -> None:
        """Put a message, or the parts of one, on its way; never waits."""
        ...


class House(Struct):
    """What all tables share."""

    storage: Storage
    workshop: Workshop
    cache: EncodedCache
    limits: Limits
    #: pays for what nobody asked for
    purse: Purse
    timing: Timing = SYSTEM_TIMING
