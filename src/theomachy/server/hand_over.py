"""Sockets of a table meet in one of the servers of a machine (`--processes`), so that a choice is made and looked at
once, and not in each process at which somebody looks on.

Which of them the kernel gives a new connection to is luck. Whoever gets one that asks for a table's socket asks the
process where that table's sockets meet whether it is there, and hands the connection over: its descriptor, and what was
read of it. That one goes on as if it had accepted it. Nobody owns a table: who does not answer soon is passed over, and
if there is nobody else the connection is served where it came. Servers of other machines have no part in this.

They speak through pairs of sockets without a name, which the parent makes and nobody else can reach. Where the sockets
of a table meet follows from its id and a key that the parent draws: who may name tables can't choose the process.
"""

from __future__ import annotations

import asyncio
import hashlib
import itertools
import logging
import re
import secrets
import socket
import struct
import time
from collections import Counter
from collections.abc import Callable
from typing import Final, NamedTuple, Protocol

log = logging.getLogger(__name__)

#: what is said: is anybody there; yes, give it to me; no; here it is, with a descriptor
ASK, YES, NO, GIVE = b"?", b"+", b"-", b"="
#: before everything that is said: what, who says it, and the number of the offer it is about
HEAD: Final = struct.Struct("!cHQ")
#: the longest beginning of a connection that is handed over; whoever sends more stays where it came
LARGEST: Final = 32_768
#: seconds within which a process must answer, and for which one that did not is asked no more
PATIENCE: Final = 0.5
REST: Final = 1.0
#: messages that are read in one go, before others have their turn
AT_ONCE: Final = 64
KEY_BYTES: Final = 32
#: what asks for a table's socket, as it stands in a request; however else it is spelled, it is served where it came
LIVE: Final = re.compile(rb"/api/tables/([A-Za-z0-9_-]{1,64})/live(?:\?[^#]*)?")


class Place(NamedTuple):
    """The place of a server among those of its machine; what a parent gives each of them."""

    number: int
    #: where it hears
    ear: socket.socket
    #: where the others hear, by their number
    ears: list[socket.socket]
    key: bytes


def places(count: int) -> list[Place]:
    """So many places. The parent keeps them, so that a server that takes over from a dead one can be heard."""
    pairs = [socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM) for _ in range(count)]
    key = secrets.token_bytes(KEY_BYTES)
    return [Place(number, ear, [each for _, each in pairs], key) for number, (ear, _) in enumerate(pairs)]


def asked_table(target: bytes) -> str | None:
    """The table whose socket a request asks for; None if it asks for anything else."""
    found = LIVE.fullmatch(target)
    return None if found is None else found[1].decode()


class Portable(Protocol):
    """A connection that can be handed over. Until it is told what follows it neither reads nor writes."""

    def descriptor(self) -> int | None:
        """Of its socket; None if it has ended meanwhile."""
        ...

    def stay(self) -> None:
        """Nobody else takes it."""
        ...

    def leave(self) -> None:
        """Somebody else has it: what is left of it here is to be closed."""
        ...


class Offer:
    """A connection that somebody is asked to take."""

    __slots__ = ("asked", "connection", "data", "others", "timer")

    def __init__(self, connection: Portable, data: bytes, others: list[int]) -> None:
        self.connection = connection
        self.data = data
        #: who is to be asked then, in this order
        self.others = others
        self.asked = -1
        self.timer: asyncio.TimerHandle | None = None


#: serves a connection that begins with some bytes
Adopt = Callable[[socket.socket, bytes], None]
#: whether one more can be served
HasRoom = Callable[[], bool]


class HandOver:
    """The part of one process in it."""

    def __init__(self, place: Place) -> None:
        self._number = place.number
        self._ear = place.ear
        self._ears = place.ears
        self._key = place.key
        #: how many connections were given to others, taken from them, and kept since nobody has answered
        self.counts: Counter[str] = Counter()
        self._offers: dict[int, Offer] = {}
        # A number that one before us has used would be answered by whoever it had asked.
        self._numbers = itertools.count(secrets.randbits(48))
        #: who did not answer, and until when they are not asked
        self._silent: dict[int, float] = {}
        self._adopt: Adopt | None = None
        self._has_room: HasRoom = bool
        self._loop: asyncio.AbstractEventLoop | None = None
        for each in (place.ear, *place.ears):
            each.setblocking(False)
            each.set_inheritable(False)

    def open(self, adopt: Adopt, has_room: HasRoom) -> None:
        """From now on connections are given, and taken while there is room for them."""
        self._adopt = adopt
        self._has_room = has_room
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._ear.fileno(), self._hear)

    def stop_taking(self) -> None:
        """The server ends: who asks is told no, and what waits to be taken stays."""
        self._adopt = None
        for number in list(self._offers):
            self._pass_by(number)

    def close(self) -> None:
        """Nothing is heard any more."""
        if self._loop is not None:
            self._loop.remove_reader(self._ear.fileno())
            self._loop = None

    # --- giving -------------------------------------------------------------------------------------------------------

    def home(self, table: str) -> list[int]:
        """The processes in the order in which the sockets of a table go there: all of them name the same."""
        name = table.encode()
        return sorted(
            range(len(self._ears)),
            key=lambda number: hashlib.blake2b(name + number.to_bytes(2), key=self._key, digest_size=16).digest(),
        )

    def offer(self, table: str, connection: Portable, data: bytes) -> bool:
        """Let a connection that begins with some bytes be where the sockets of a table are. False if that is here: else
        it hears of `stay` or `leave`, soon, and not before this returns."""
        if self._adopt is None or len(data) > LARGEST:
            return False
        order = self.home(table)
        return self._ask(Offer(connection, data, order[: order.index(self._number)]))

    def _ask(self, offer: Offer) -> bool:
        """Ask the next who may be there; False if there is nobody."""
        while offer.others and self._loop is not None and self._adopt is not None:
            offer.asked = offer.others.pop(0)
            if self._silent.get(offer.asked, 0.0) > time.monotonic():
                continue
            number = next(self._numbers)
            if self._say(offer.asked, ASK, number):
                self._offers[number] = offer
                offer.timer = self._loop.call_later(PATIENCE, self._miss, number)
                return True
        return False

    def _miss(self, number: int) -> None:
        """There was no answer in time."""
        self._silent[self._offers[number].asked] = time.monotonic() + REST
        self._pass_by(number)

    def _pass_by(self, number: int) -> None:
        """Who was asked does not take it: somebody else may."""
        offer = self._take_back(number)
        if not self._ask(offer) and offer.connection.descriptor() is not None:
            self.counts["kept"] += 1
            offer.connection.stay()

    def _take_back(self, number: int) -> Offer:
        offer = self._offers.pop(number)
        if offer.timer is not None:
            offer.timer.cancel()
        return offer

    def _give(self, number: int) -> None:
        """Who was asked takes it. From here on it is theirs, whatever becomes of them."""
        offer = self._offers[number]
        descriptor = offer.connection.descriptor()
        if descriptor is None:
            self._take_back(number)
        elif self._say(offer.asked, GIVE, number, offer.data, descriptor):
            self._take_back(number)
            self.counts["given"] += 1
            offer.connection.leave()
        else:
            self._pass_by(number)

    def _say(self, whom: int, what: bytes, number: int, data: bytes = b"", descriptor: int | None = None) -> bool:
        """Whether it could be said: not if they have much to read already."""
        message = HEAD.pack(what, self._number, number) + data
        try:
            if descriptor is None:
                self._ears[whom].send(message)
            else:
                socket.send_fds(self._ears[whom], [message], [descriptor])
        except OSError as error:
            log.debug("process %d is not reached: %s", whom, error)
            return False
        return True

    # --- taking -------------------------------------------------------------------------------------------------------

    def _hear(self) -> None:
        for _ in range(AT_ONCE):
            try:
                message, descriptors, _, _ = socket.recv_fds(self._ear, HEAD.size + LARGEST, 1)
            except BlockingIOError:
                return
            except OSError as error:
                log.warning("what other processes say is not heard: %s", error)
                return
            handed = [socket.socket(fileno=each) for each in descriptors]
            what, sender, number = HEAD.unpack_from(message)
            self._silent.pop(sender, None)
            if what == GIVE and len(handed) == 1:
                self._take(handed[0], message[HEAD.size :])
            else:
                self._answer(what, sender, number)

    def _answer(self, what: bytes, sender: int, number: int) -> None:
        if what == ASK:
            self._say(sender, YES if self._adopt is not None and self._has_room() else NO, number)
            return
        offer = self._offers.get(number)
        # Somebody else was asked meanwhile, or it is served here already.
        if offer is None or offer.asked != sender:
            return
        if what == YES:
            self._give(number)
        elif what == NO:
            self._pass_by(number)

    def _take(self, handed: socket.socket, data: bytes) -> None:
        if self._adopt is None:
            # It was told yes a moment ago. Whoever is at the other end comes again.
            handed.close()
            return
        handed.setblocking(False)
        # For this process alone, not for those it starts.
        handed.set_inheritable(False)
        self.counts["taken"] += 1
        self._adopt(handed, data)
