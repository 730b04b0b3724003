"""How much one person, one address and all together may ask of the server."""

from __future__ import annotations

import time
from collections import defaultdict, deque
from collections.abc import Callable

from msgspec import Struct

Clock = Callable[[], float]


class Limits(Struct, frozen=True, kw_only=True):
    """All limits in one place. Generous for people, tight for floods."""

    #: bytes of a message over a socket
    message: int = 16_384
    #: bytes of the body of a request, and of one that opens a save (which is text inside JSON, so it grows)
    body: int = 65_536
    save_body: int = 2_500_000
    #: bytes and choices of a save
    save: int = 1_000_000
    save_choices: int = 10_000
    #: messages per second over one socket, and how many above that before it is cut off
    messages: float = 30.0
    patience: int = 120
    #: lines of chat: so many at once, then so many per second
    chat_burst: float = 8.0
    chat: float = 1.0
    #: requests per second from one address, and at once
    requests: float = 60.0
    request_burst: float = 300.0
    #: sockets open at once, from one address and in all
    sockets_per_address: int = 100
    sockets: int = 2_000
    #: new tables in an hour, from one address and in all
    tables_per_address: int = 300
    tables: int = 3_000
    #: seconds within which a socket must say hello
    hello: float = 10.0
    #: messages that may wait for a slow reader before it is cut off; it can come back and ask what it missed
    backlog: int = 600
    #: missed updates that are told one by one; for more, everything is sent
    catch_up: int = 200


class Bucket:
    """Allows `rate` things per second, and `burst` at once."""

    __slots__ = ("_burst", "_clock", "_filled", "_level", "_rate")

    def __init__(self, rate: float, burst: float, clock: Clock = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._level = burst
        self._filled = clock()

    def take(self) -> bool:
        """Whether one more is allowed now."""
        now = self._clock()
        self._level = min(self._burst, self._level + (now - self._filled) * self._rate)
        self._filled = now
        if self._level < 1:
            return False
        self._level -= 1
        return True

    @property
    def full(self) -> bool:
        """Whether nothing was taken for so long that it is as good as new."""
        return self._level + (self._clock() - self._filled) * self._rate >= self._burst


class Gate:
    """Counts what comes in: requests and sockets by address, tables by the hour."""

    def __init__(self, limits: Limits, clock: Clock = time.monotonic) -> None:
        self.limits = limits
        self._clock = clock
        self._requests: dict[str, Bucket] = {}
        self._sockets: defaultdict[str, int] = defaultdict(int)
        self._tables: deque[tuple[float, str]] = deque()

    def request(self, address: str) -> bool:
        """Whether an address may ask once more now."""
        bucket = self._requests.get(address)
        if bucket is None:
            if len(self._requests) > 10_000:
                self._requests = {known: kept for known, kept in self._requests.items() if not kept.full}
            bucket = Bucket(self.limits.requests, self.limits.request_burst, self._clock)
            self._requests[address] = bucket
        return bucket.take()

    def enter(self, address: str) -> bool:
        """Whether one more socket may be opened; each that is must `leave` again."""
        if self._sockets[address] >= self.limits.sockets_per_address:
            return False
        if sum(self._sockets.values()) >= self.limits.sockets:
            return False
        self._sockets[address] += 1
        return True

    def leave(self, address: str) -> None:
        self._sockets[address] -= 1
        if self._sockets[address] <= 0:
            del self._sockets[address]

    def table(self, address: str) -> bool:
        """Whether an address may make one more table now."""
        hour_ago = self._clock() - 3600
        while self._tables and self._tables[0][0] < hour_ago:
            self._tables.popleft()
        if len(self._tables) >= self.limits.tables:
            return False
        if sum(who == address for _, who in self._tables) >= self.limits.tables_per_address:
            return False
        self._tables.append((self._clock(), address))
        return True
