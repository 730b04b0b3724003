"""What waits to be sent, bounded in bytes: for each reader, for all readers at one address, and for everybody."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable

from theomachy.server.limits import Limits

#: a message, whole or in parts that are sent one after the other; parts may be shared by many readers
Message = tuple[bytes, ...]


class Mailroom:
    """All outboxes. When too much waits at one address, or in all, whoever has most waiting is cut off."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._open: set[Outbox] = set()
        self._waiting: Counter[str] = Counter()
        #: bytes that wait, in all
        self.waiting = 0

    def outbox(self, address: str, overflow: Callable[[], None]) -> Outbox:
        """An outbox, until it is closed; `overflow` is called once if its reader is too slow."""
        outbox = Outbox(self, address, self._limits, overflow)
        self._open.add(outbox)
        return outbox

    def changed(self, outbox: Outbox, size: int) -> None:
        """So many bytes more (or less) wait in an outbox."""
        self.waiting += size
        self._waiting[outbox.address] += size
        if self._waiting[outbox.address] <= 0:
            del self._waiting[outbox.address]
        if size <= 0:
            return
        while self._waiting[outbox.address] > self._limits.address_backlog:
            max((each for each in self._open if each.address == outbox.address), key=_size).cut_off()
        while self.waiting > self._limits.whole_backlog:
            max(self._open, key=_size).cut_off()

    def closed(self, outbox: Outbox) -> None:
        self._open.discard(outbox)


class Outbox:
    """What waits for one reader. A message stays in it until it is sent."""

    def __init__(self, room: Mailroom, address: str, limits: Limits, overflow: Callable[[], None]) -> None:
        self.address = address
        #: bytes that wait
        self.size = 0
        #: whether there is a seat behind these eyes: spectators have less room
        self.seated = False
        #: whether the reader was too slow
        self.overflowed = False
        self._room = room
        self._limits = limits
        self._overflow = overflow
        self._messages: deque[Message] = deque()
        self._news = asyncio.Event()
        self._closed = False

    def put(self, message: Message) -> None:
        """Put a message on its way; never waits. What waits behind the message that is just sent may not be more than
        there is room for; that one may be of any size."""
        if self._closed:
            return
        size = _length(message)
        room = self._limits.backlog if self.seated else self._limits.spectator_backlog
        if self._messages and self.size - _length(self._messages[0]) + size > room:
            self.cut_off()
            return
        self._messages.append(message)
        self._news.set()
        self.size += size
        self._room.changed(self, size)

    @property
    def idle(self) -> bool:
        """Whether nothing waits, and nothing is being sent."""
        return not self._messages and not self._closed

    async def next(self) -> Message | None:
        """The next message, which stays until it is `sent`; None when there is nothing to come."""
        while not self._messages:
            if self._closed:
                return None
            self._news.clear()
            await self._news.wait()
        return self._messages[0]

    def sent(self) -> None:
        """The first message has left."""
        # After an overflow there is none.
        if self._messages:
            self._take(_length(self._messages.popleft()))

    def close(self) -> None:
        """Nothing more comes in; what is there may still be sent."""
        self._closed = True
        self._news.set()

    def empty(self) -> None:
        """Throw away what still waits, and be forgotten."""
        self._messages.clear()
        self.close()
        self._take(self.size)
        self._room.closed(self)
        # It and whoever reads would hold each other, and be gone only when the collector comes.
        self._overflow = _nobody_is_too_slow

    def cut_off(self) -> None:
        """The reader is too slow: what waits is thrown away, and nothing more comes."""
        self.overflowed = True
        overflow = self._overflow
        self.empty()
        overflow()

    def _take(self, size: int) -> None:
        self.size -= size
        self._room.changed(self, -size)


def _length(message: Message) -> int:
    return sum(map(len, message))


def _nobody_is_too_slow() -> None:
    """What waits no more can't be too much."""


def _size(outbox: Outbox) -> int:
    return outbox.size
