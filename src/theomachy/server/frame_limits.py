"""Limits on websocket frames, HTTP chunks and small reads, enforced where bytes arrive.

A frame costs the server about 10 µs, whatever is in it, and one read of a socket can hold thousands of them. So frames
are counted inside the parser, which stops at the first one over the limit; nothing after it is parsed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import h11
from websockets.exceptions import ProtocolError
from websockets.frames import CloseCode, Frame
from websockets.server import ServerProtocol

from theomachy.server.limits import Allowance, Bucket, Limits, Purse

#: bytes read from a connection at a time; bounds the work done before other connections get their turn
READ_SIZE: Final = 16_384
#: reads, body parts and frames of fewer bytes count as small
SMALL: Final = 512
#: a frame counts once more for each so many bytes it has when it is unpacked: a few bytes can unpack to 64 kB
FRAME_BYTES: Final = 4_096
#: frames a websocket may send before its network is known
BEFORE_ADMISSION: Final = 20
#: seconds of work charged for each frame that ends no message, and for each small read that completes nothing
FRAME_PRICE: Final = 0.000_02


class FrameMeter:
    """Counts the frames of one websocket against its own allowance and its network's.

    A network that has used up its allowance loses only sockets that have used more than half of their own: other people
    behind the same address keep playing.
    """

    __slots__ = ("_admitted", "_burst", "_network", "_on_excess", "_own", "_purse")

    def __init__(self, allowed: Allowance) -> None:
        self._own = Bucket(allowed)
        self._burst = allowed.burst
        self._admitted = False
        self._network: Bucket | None = None
        self._purse: Purse | None = None
        self._on_excess: Callable[[], bytes] | None = None

    def admit(self, network: Bucket, purse: Purse, on_excess: Callable[[], bytes]) -> None:
        """Charge the network as well from now on; `on_excess` is called when the limit is exceeded."""
        self._network, self._purse, self._on_excess = network, purse, on_excess
        self._admitted = True

    def available(self) -> int:
        """How many frames may be parsed now."""
        own = self._own.level
        if not self._admitted:
            return int(own - self._burst + min(BEFORE_ADMISSION, self._burst))
        if self._network is None:
            return int(own)
        network = self._network.level
        return int(own) if network >= own else int(max(network, own - self._burst / 2))

    def charge(self, frames: int, messages: int) -> None:
        """Record parsed frames, of which some completed a message and are charged when it is answered."""
        self._own.spend(frames)
        if self._network is not None:
            self._network.spend(frames)
        if self._purse is not None and frames > messages:
            self._purse.pay((frames - messages) * FRAME_PRICE)

    def report_excess(self) -> bytes:
        """Record that the limit is exceeded; return the message to close with, which may be empty."""
        return b"" if self._on_excess is None else self._on_excess()

    def release(self) -> None:
        """Drop references to shared state."""
        self._network = self._purse = self._on_excess = None


class FrameLimitExceeded(ProtocolError):
    """More frames arrived than allowed."""


class MeteredServerProtocol(ServerProtocol):
    """A websocket parser that stops, with close code 1008, when `frames_left` is used up."""

    frames_left: int = 0
    messages: int = 0
    over_limit: bool = False

    def recv_frame(self, frame: Frame) -> None:
        if self.frames_left <= 0:
            self.over_limit = True
            raise FrameLimitExceeded("too many frames")
        self.frames_left -= 1 + len(frame.data) // FRAME_BYTES
        super().recv_frame(frame)
        if frame.fin and frame.opcode < 8:
            self.messages += 1

    def fail(self, code: CloseCode | int, reason: str = "") -> None:
        super().fail(CloseCode.POLICY_VIOLATION if self.over_limit else code, reason)


class MeteredHttpParser(h11.Connection):
    """An HTTP parser that bounds the number of header lines and of small body parts of a request."""

    def __init__(self, limits: Limits) -> None:
        super().__init__(h11.SERVER, max_incomplete_event_size=limits.head)
        self._limits = limits
        self._small_parts = 0

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        if self.their_state is h11.IDLE:
            self._small_parts = 0
            self._check_head()
        event = super().next_event()
        if isinstance(event, h11.Data) and len(event.data) < SMALL:
            self.count_small_part()
        elif isinstance(event, h11.EndOfMessage) and event.headers:
            # Trailers mean nothing to this server.
            raise h11.RemoteProtocolError("trailers are not supported")
        return event

    def count_small_part(self) -> None:
        self._small_parts += 1
        if self._small_parts > self._limits.small_parts:
            raise h11.RemoteProtocolError("a request in too many small parts")

    def _check_head(self) -> None:
        """Refuse a head with too many lines before it is parsed, which takes longest."""
        read = self.trailing_data[0]
        ends = [end for end in (read.find(b"\n\r\n"), read.find(b"\n\n")) if end >= 0]
        head = read[: min(ends)] if ends else read
        if head.count(b"\n") > self._limits.header_lines or len(head) > self._limits.head:
            raise h11.RemoteProtocolError("too many header fields", error_status_hint=431)
