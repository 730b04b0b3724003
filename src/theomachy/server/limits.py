"""How much one person, one address and all together may ask of the server: all limits in one place."""

from __future__ import annotations

import time
from collections.abc import Callable

from msgspec import Struct

Clock = Callable[[], float]
#: told how much was spent
Note = Callable[[float], None]


class Allowance(Struct, frozen=True):
    """What somebody may spend: so much per second, and so much at once after a rest."""

    rate: float
    burst: float


#: for the server's own work
WITHOUT_LIMIT = Allowance(1e12, 1e12)


class Limits(Struct, frozen=True, kw_only=True):
    """Generous for people, tight for floods. Bytes, seconds, and things per second."""

    # --- what comes in
    #: bytes of a message over a socket
    message: int = 16_384
    #: bytes of the body of a request, and of one that opens a save (which is text inside JSON, so it grows)
    body: int = 65_536
    save_body: int = 2_500_000
    #: bytes and choices of a save
    save: int = 1_000_000
    save_choices: int = 10_000
    #: seconds within which a socket must say hello, a request must have its head, and its body, and one with a save
    hello: float = 10.0
    head_time: float = 10.0
    body_time: float = 15.0
    save_body_time: float = 60.0
    #: connections open at once, from one address that is no proxy and in all
    connections_per_address: int = 400
    connections: int = 5_000
    #: bytes and lines of a request's head; and parts of fewer than 512 bytes that a request may arrive in
    head: int = 16_384
    header_lines: int = 100
    small_parts: int = 500

    # --- how often
    #: messages over one socket of a seat, of a spectator; and how many above that before it is cut off
    messages: Allowance = Allowance(30.0, 30.0)
    spectator_messages: Allowance = Allowance(5.0, 15.0)
    patience: int = 120
    #: frames of any kind over one socket, and over all sockets of one address; beyond that it is cut off
    frames: Allowance = Allowance(60.0, 300.0)
    address_frames: Allowance = Allowance(600.0, 6_000.0)
    #: lines of chat, of one socket and from one address; and seats taken from one address
    chat: Allowance = Allowance(1.0, 8.0)
    address_chat: Allowance = Allowance(5.0, 60.0)
    joins: Allowance = Allowance(0.5, 60.0)
    #: requests from one address
    requests: Allowance = Allowance(60.0, 300.0)
    #: sockets opened from one address; one that is cut off for sending too much counts as so many
    hellos: Allowance = Allowance(5.0, 100.0)
    cut_off_penalty: int = 20
    #: sockets open at once, from one address and in all
    sockets_per_address: int = 100
    sockets: int = 2_000
    #: new tables in an hour from one address, and in all; beyond the latter everybody may still make a few
    tables_per_address: int = 300
    tables: int = 3_000
    tables_anyway: int = 3
    #: positions that are judged, or written down from a match, for one address
    positions: Allowance = Allowance(4.0, 40.0)
    #: changes of who plays a seat, at one table
    reseats: Allowance = Allowance(0.1, 8.0)
    #: new players from one address; and tries to sign in, with a passkey or a recovery link
    players: Allowance = Allowance(0.05, 40.0)
    sign_ins: Allowance = Allowance(0.2, 30.0)
    #: letters that ask to confirm an address, from one address: ten at once, then two an hour; and from everybody in a
    #: day
    letters: Allowance = Allowance(2 / 3600, 10.0)
    letters_per_day: int = 1_000
    #: messages that a player may ask for, to see whether they come
    trials: Allowance = Allowance(0.02, 6.0)
    #: seconds that a person must be away before somebody else may give their seat away
    absence: float = 180.0

    # --- what it costs: seconds of work and bytes of answers
    #: for a socket of a seat, for a spectator's, and for everything from one address
    work: Allowance = Allowance(0.5, 5.0)
    bytes: Allowance = Allowance(500_000.0, 24_000_000.0)
    spectator_work: Allowance = Allowance(0.05, 1.0)
    spectator_bytes: Allowance = Allowance(100_000.0, 8_000_000.0)
    address_work: Allowance = Allowance(0.5, 10.0)
    address_bytes: Allowance = Allowance(4_000_000.0, 100_000_000.0)
    #: long works of one address under way at once
    works_per_address: int = 6

    # --- what waits to be read
    #: bytes that may wait for one reader, for all at one address, and for everybody, before the slowest are cut off;
    #: they can come back and ask what they missed. The message that is just sent to a reader comes on top.
    backlog: int = 4_000_000
    spectator_backlog: int = 1_000_000
    address_backlog: int = 32_000_000
    whole_backlog: int = 200_000_000
    #: who does not read at least so many bytes per second, looked at after so many seconds, is cut off
    slowest_reader: float = 4_096.0
    stall: float = 15.0
    #: seconds that the last messages are given to arrive
    goodbye: float = 2.0
    #: missed updates that are told one by one, and their bytes; for more, everything is sent
    catch_up: int = 60
    catch_up_bytes: int = 600_000

    # --- what is kept at hand
    #: bytes of encoded states and stories of all tables
    cache: int = 64_000_000

    # --- bots
    #: milliseconds that a hint's bot may think, and hints of one address that may wait
    hint_time: int = 2_000
    hints_per_address: int = 4
    #: analyses of finished matches: of one address at once, all together, and the longest match in choices
    analyses_per_address: int = 2
    analyses: int = 16
    analysis_choices: int = 4_000


class Bucket:
    """Allows `rate` things per second, and `burst` at once. `spend` may go below zero: what a thing costs is often
    known only when it is done, and then whoever asked for it waits until the debt is paid. What is spent is noted where
    servers share it."""

    __slots__ = ("_allowed", "_clock", "_filled", "_level", "_note")

    def __init__(self, allowed: Allowance, clock: Clock = time.monotonic, note: Note | None = None) -> None:
        self._allowed = allowed
        self._note = note
        self._clock = clock
        self._level = allowed.burst
        self._filled = clock()

    def _fill(self) -> float:
        now = self._clock()
        self._level = min(self._allowed.burst, self._level + (now - self._filled) * self._allowed.rate)
        self._filled = now
        return self._level

    def take(self) -> bool:
        """Whether one more is allowed now; it is taken then."""
        if self._fill() < 1:
            return False
        self._level -= 1
        if self._note is not None:
            self._note(1.0)
        return True

    def spend(self, amount: float) -> None:
        now = self._clock()
        allowed = self._allowed
        level = self._level + (now - self._filled) * allowed.rate
        self._level = (allowed.burst if level > allowed.burst else level) - amount
        self._filled = now
        if self._note is not None:
            self._note(amount)

    def set_used(self, amount: float) -> None:
        """So much is used, here and elsewhere."""
        self._fill()
        self._level = self._allowed.burst - amount

    @property
    def level(self) -> float:
        """How much may be spent now; below zero, the debt."""
        return self._fill()

    @property
    def in_debt(self) -> bool:
        return self._fill() <= 0

    @property
    def full(self) -> bool:
        """Whether nothing was taken for so long that it is as good as new."""
        return self._fill() >= self._allowed.burst


class Purse:
    """What somebody may still have done: seconds of work and bytes of answers. A socket's purse is part of its
    address's."""

    __slots__ = ("_at_work", "_most", "_whole", "measured", "name", "size", "work")

    def __init__(self, work: Bucket, size: Bucket, whole: Purse | None, most: int, name: str = "") -> None:
        #: the address that pays; empty for the server itself
        self.name: str = name or ("" if whole is None else whole.name)
        self.work = work
        self.size = size
        self._whole = whole
        self._most = most
        self._at_work = 0
        #: seconds of work charged so far, without what was charged in advance
        self.measured = 0.0

    @property
    def empty(self) -> bool:
        if self.work.in_debt or self.size.in_debt:
            return True
        return self._whole is not None and self._whole.empty

    @property
    def full(self) -> bool:
        return self.work.full and self.size.full and not self._at_work

    def pay(self, seconds: float = 0.0, size: int = 0) -> None:
        if seconds:
            self.work.spend(seconds)
            self.measured += seconds
        if size:
            self.size.spend(size)
        if self._whole is not None:
            self._whole.pay(seconds, size)

    def prepay(self, seconds: float) -> None:
        """Charge work in advance, or give back a part of that if it is negative."""
        self.work.spend(seconds)
        if self._whole is not None:
            self._whole.prepay(seconds)

    def paying(self) -> Paying:
        """Pay for what this thread does meanwhile; that the machine is busy with other things is nobody's fault."""
        return Paying(self)

    def begin(self) -> bool:
        """Whether a long work may begin; each that does must `end`."""
        if self._at_work >= self._most or (self._whole is not None and not self._whole.begin()):
            return False
        self._at_work += 1
        return True

    def end(self) -> None:
        self._at_work -= 1
        if self._whole is not None:
            self._whole.end()


class Paying:
    """Pays from a purse for the time that the thread works while it is entered."""

    __slots__ = ("_began", "_purse")

    def __init__(self, purse: Purse) -> None:
        self._purse = purse
        self._began = 0.0

    def __enter__(self) -> None:
        self._began = time.thread_time()

    def __exit__(self, *_: object) -> None:
        self._purse.pay(time.thread_time() - self._began)


def bottomless_purse() -> Purse:
    """For the server's own work."""
    return Purse(Bucket(WITHOUT_LIMIT), Bucket(WITHOUT_LIMIT), None, 0)
