"""The gate: counts what comes in from each address. Addresses of IPv6 are counted by their /64, and with larger
allowances by the /56 and /48 around it (`networks`)."""

from __future__ import annotations

import contextlib
import time
from collections import Counter, deque
from collections.abc import Iterable, Iterator

from starlette.requests import HTTPConnection

from theomachy.server.ledger import Ledger
from theomachy.server.limits import Allowance, Bucket, Clock, Limits, Purse
from theomachy.server.networks import network_of, wider_networks
from theomachy.server.storage import Use
from theomachy.server.tally import Tally

#: quiet addresses are forgotten when there are more than this
MANY = 10_000


def caller(connection: HTTPConnection) -> str:
    """Whom a request or a socket is counted as."""
    return network_of(connection.client.host if connection.client else "")


class TooManyTables(Exception):
    """No more tables from this address in this hour."""


class Gate:
    """Requests, sockets, tables and purses by address, as `network_of` names it. Where servers share what they allow,
    the ledger has what the others are to be told."""

    def __init__(self, limits: Limits, clock: Clock = time.monotonic, ledger: Ledger | None = None) -> None:
        self.limits = limits
        self.tally = Tally()
        self.ledger = ledger
        self._clock = clock
        #: by what they allow, and the address
        self._buckets: dict[str, dict[str, Bucket]] = {}
        self._purses: dict[str, Purse] = {}
        self._sockets: Counter[str] = Counter()
        self._wider_sockets: Counter[str] = Counter()
        self._tables: deque[tuple[float, str]] = deque()
        self._tables_of: Counter[str] = Counter()

    # --- requests and sockets -----------------------------------------------------------------------------------------

    def request(self, address: str) -> bool:
        """Whether an address may ask once more now."""
        return self._take("requests", address, self.limits.requests)

    def join(self, address: str) -> bool:
        """Whether one more seat may be taken from an address now."""
        return self._take("joins", address, self.limits.joins)

    def chat(self, address: str) -> bool:
        """Whether one more line may be said from an address now."""
        return self._take("chat", address, self.limits.address_chat)

    def try_to(self, what: str, address: str) -> bool:
        """Whether an address may do something once more that has an allowance of its own among the limits."""
        return self._take(what, address, getattr(self.limits, what))

    def frames(self, address: str) -> Bucket:
        """The frames an address may send to this process, over all its sockets."""
        return self._bucket("frames", address, self.limits.address_frames, shared=False)

    def cut_off(self, address: str) -> None:
        """Record that a socket of an address was cut off for sending too much.

        It counts as many opened sockets: what a new one is sent takes longer than what it was cut off for.
        """
        self.tally.refused["cut-off"] += 1
        self._bucket("hellos", address, self.limits.hellos).spend(self.limits.cut_off_penalty)

    def enter(self, address: str) -> bool:
        """Whether one more socket may be opened; each that is must `leave` again."""
        wider = wider_networks(address)
        if self._sockets[address] >= self.limits.sockets_per_address:
            return False
        if any(self._wider_sockets[each.name] >= self.limits.sockets_per_address * each.factor for each in wider):
            return False
        if self._sockets.total() >= self.limits.sockets:
            return False
        if not self._take("hellos", address, self.limits.hellos):
            return False
        self._sockets[address] += 1
        self._wider_sockets.update(each.name for each in wider)
        return True

    @property
    def sockets(self) -> int:
        """How many sockets are open."""
        return self._sockets.total()

    def leave(self, address: str) -> None:
        self._sockets[address] -= 1
        if self._sockets[address] <= 0:
            del self._sockets[address]
        _subtract(self._wider_sockets, [each.name for each in wider_networks(address)])

    def _take(self, what: str, address: str, allowed: Allowance) -> bool:
        """Take one from an address and the networks around it, if all of them have one left."""
        buckets = [self._bucket(what, address, allowed)]
        for each in wider_networks(address):
            more = Allowance(allowed.rate * each.factor, allowed.burst * each.factor)
            buckets.append(self._bucket(what + each.suffix, each.name, more))
        if any(bucket.level < 1 for bucket in buckets):
            return False
        for bucket in buckets:
            bucket.take()
        return True

    def _bucket(self, what: str, address: str, allowed: Allowance, shared: bool = True) -> Bucket:
        buckets = self._buckets.setdefault(what, {})
        bucket = buckets.get(address)
        if bucket is None:
            if len(buckets) > MANY:
                for known in [known for known, kept in buckets.items() if kept.full]:
                    del buckets[known]
            bucket = self._new_bucket(what, address, allowed) if shared else Bucket(allowed, self._clock)
            buckets[address] = bucket
        return bucket

    def _new_bucket(self, what: str, address: str, allowed: Allowance) -> Bucket:
        note = None if self.ledger is None else self.ledger.note(what, address, allowed)
        return Bucket(allowed, self._clock, note)

    # --- what things cost ---------------------------------------------------------------------------------------------

    def purse(self, address: str) -> Purse:
        """What an address may still have done."""
        purse = self._purses.get(address)
        if purse is None:
            if len(self._purses) > MANY:
                self._purses = {known: kept for known, kept in self._purses.items() if not kept.full}
            limits = self.limits
            work = self._new_bucket("work", address, limits.address_work)
            size = self._new_bucket("bytes", address, limits.address_bytes)
            whole = self._wider_purse(address)
            purse = self._purses[address] = Purse(work, size, whole, limits.works_per_address, address)
        return purse

    def _wider_purse(self, address: str) -> Purse | None:
        """What the networks around an address may still have done by this process; a purse within a purse."""
        purse: Purse | None = None
        for each in reversed(wider_networks(address)):
            known = self._purses.get(each.name)
            if known is None:
                work, size = (
                    Bucket(Allowance(allowed.rate * each.factor, allowed.burst * each.factor), self._clock)
                    for allowed in (self.limits.address_work, self.limits.address_bytes)
                )
                most = self.limits.works_per_address * each.factor
                known = self._purses[each.name] = Purse(work, size, purse, most, each.name)
            purse = known
        return purse

    def socket_purse(self, address: str, seated: bool) -> Purse:
        """What a socket may still have done: a seat's more than a spectator's."""
        limits = self.limits
        work, size = (limits.work, limits.bytes) if seated else (limits.spectator_work, limits.spectator_bytes)
        most = limits.works_per_address if seated else 1
        return Purse(Bucket(work, self._clock), Bucket(size, self._clock), self.purse(address), most)

    def settle(self, used: Iterable[Use]) -> None:
        """So much is used of what servers share, here and elsewhere."""
        for use in used:
            purse = self._purses.get(use.who)
            if use.what in ("work", "bytes"):
                bucket = None if purse is None else purse.work if use.what == "work" else purse.size
            else:
                bucket = self._buckets.get(use.what, {}).get(use.who)
            if bucket is not None:
                untold = 0.0 if self.ledger is None else self.ledger.untold(use.what, use.who)
                bucket.set_used(use.amount + untold)

    # --- tables -------------------------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def making(self, address: str) -> Iterator[None]:
        """While a table is made. It counts if it was: what was refused, or failed, does not. Raises `TooManyTables`."""
        now = self._clock()
        while self._tables and self._tables[0][0] < now - 3600:
            self._forget_table(self._tables.popleft())
        mine = self._tables_of[address]
        wider = wider_networks(address)
        few = max([mine, *(self._tables_of[each.name] for each in wider)]) < self.limits.tables_anyway
        if mine >= self.limits.tables_per_address or (len(self._tables) >= self.limits.tables and not few):
            raise TooManyTables
        if any(self._tables_of[each.name] >= self.limits.tables_per_address * each.factor for each in wider):
            raise TooManyTables
        # Counted from the start, so that many at once are no way around.
        made = now, address
        self._tables.append(made)
        self._tables_of.update([address, *(each.name for each in wider)])
        try:
            yield
        except BaseException:
            self._tables.remove(made)
            self._forget_table(made)
            raise

    def _forget_table(self, made: tuple[float, str]) -> None:
        _subtract(self._tables_of, [made[1], *(each.name for each in wider_networks(made[1]))])


def _subtract(counts: Counter[str], names: Iterable[str]) -> None:
    """Count one less of each; what reaches zero is removed."""
    for name in names:
        counts[name] -= 1
        if counts[name] <= 0:
            del counts[name]
