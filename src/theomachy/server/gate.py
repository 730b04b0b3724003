"""The gate: counts what comes in from each address. Addresses of IPv6 are counted by their /64: one subscriber has that
many."""

from __future__ import annotations

import contextlib
import ipaddress
import time
from collections import Counter, deque
from collections.abc import Iterator
from functools import lru_cache

from starlette.requests import HTTPConnection

from theomachy.server.limits import Bucket, Clock, Limits, Purse
from theomachy.server.tally import Tally

#: quiet addresses are forgotten when there are more than this
MANY = 10_000


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """Whom an address is counted as: itself in IPv4, its /64 in IPv6. What is no address is counted as it is."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))


def caller(connection: HTTPConnection) -> str:
    """Whom a request or a socket is counted as."""
    return network_of(connection.client.host if connection.client else "")


class TooManyTables(Exception):
    """No more tables from this address in this hour."""


class Gate:
    """Requests, sockets, tables and purses by address, as `network_of` names it."""

    def __init__(self, limits: Limits, clock: Clock = time.monotonic) -> None:
        self.limits = limits
        self.tally = Tally()
        self._clock = clock
        self._requests: dict[str, Bucket] = {}
        self._hellos: dict[str, Bucket] = {}
        self._others: dict[tuple[str, str], Bucket] = {}
        self._purses: dict[str, Purse] = {}
        self._sockets: Counter[str] = Counter()
        self._tables: deque[tuple[float, str]] = deque()
        self._tables_of: Counter[str] = Counter()

    # --- requests and sockets -----------------------------------------------------------------------------------------

    def request(self, address: str) -> bool:
        """Whether an address may ask once more now."""
        bucket = self._requests.get(address)
        if bucket is None:
            if len(self._requests) > MANY:
                self._requests = {known: kept for known, kept in self._requests.items() if not kept.full}
            bucket = self._requests[address] = Bucket(self.limits.requests, self._clock)
        return bucket.take()

    def try_to(self, what: str, address: str) -> bool:
        """Whether an address may do something once more that has an allowance of its own among the limits."""
        bucket = self._others.get((what, address))
        if bucket is None:
            if len(self._others) > MANY:
                self._others = {known: kept for known, kept in self._others.items() if not kept.full}
            bucket = self._others[what, address] = Bucket(getattr(self.limits, what), self._clock)
        return bucket.take()

    def enter(self, address: str) -> bool:
        """Whether one more socket may be opened; each that is must `leave` again."""
        if self._sockets[address] >= self.limits.sockets_per_address:
            return False
        if self._sockets.total() >= self.limits.sockets:
            return False
        bucket = self._hellos.get(address)
        if bucket is None:
            if len(self._hellos) > MANY:
                self._hellos = {known: kept for known, kept in self._hellos.items() if not kept.full}
            bucket = self._hellos[address] = Bucket(self.limits.hellos, self._clock)
        if not bucket.take():
            return False
        self._sockets[address] += 1
        return True

    @property
    def sockets(self) -> int:
        """How many sockets are open."""
        return self._sockets.total()

    def leave(self, address: str) -> None:
        self._sockets[address] -= 1
        if self._sockets[address] <= 0:
            del self._sockets[address]

    # --- what things cost ---------------------------------------------------------------------------------------------

    def purse(self, address: str) -> Purse:
        """What an address may still have done."""
        purse = self._purses.get(address)
        if purse is None:
            if len(self._purses) > MANY:
                self._purses = {known: kept for known, kept in self._purses.items() if not kept.full}
            limits = self.limits
            purse = Purse(limits.address_work, limits.address_bytes, None, limits.works_per_address, self._clock)
            self._purses[address] = purse
        return purse

    def socket_purse(self, address: str, seated: bool) -> Purse:
        """What a socket may still have done: a seat's more than a spectator's."""
        limits = self.limits
        whole = self.purse(address)
        if seated:
            return Purse(limits.work, limits.bytes, whole, limits.works_per_address, self._clock)
        return Purse(limits.spectator_work, limits.spectator_bytes, whole, 1, self._clock)

    # --- tables -------------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def making(self, address: str) -> Iterator[None]:
        """While a table is made. It counts if it was: what was refused, or failed, does not. Raises `TooManyTables`."""
        now = self._clock()
        while self._tables and self._tables[0][0] < now - 3600:
            self._forget_table(self._tables.popleft())
        mine = self._tables_of[address]
        few = mine < self.limits.tables_anyway
        if mine >= self.limits.tables_per_address or (len(self._tables) >= self.limits.tables and not few):
            raise TooManyTables
        # Counted from the start, so that many at once are no way around.
        made = now, address
        self._tables.append(made)
        self._tables_of[address] += 1
        try:
            yield
        except BaseException:
            self._tables.remove(made)
            self._forget_table(made)
            raise

    def _forget_table(self, made: tuple[float, str]) -> None:
        self._tables_of[made[1]] -= 1
        if self._tables_of[made[1]] <= 0:
            del self._tables_of[made[1]]
