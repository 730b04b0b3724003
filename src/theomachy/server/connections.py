"""Connections as uvicorn serves them, with patience of our own: who sends no request, does not read what is sent, or
never ends what is closed, is cut off. Everything that is answered has the headers of the guard."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

import h11
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.http11 import Request, Response
from websockets.protocol import State

from theomachy.server.frame_limits import READ_SIZE, SMALL, FrameMeter, MeteredHttpParser, MeteredServerProtocol
from theomachy.server.guard import HEADERS
from theomachy.server.hand_over import HandOver, asked_table
from theomachy.server.limits import Bucket, Limits, Purse
from theomachy.server.networks import network_of, wider_networks
from theomachy.server.outbox import Message

#: a message is sent in fragments of so many bytes: only one at a time lies in the socket's own buffer, and others are
#: served between two of them
FRAGMENT: Final = 16_384
#: what a socket's scope has beside what ASGI knows: sends a text that is encoded already; sends a short one now, if
#: nothing is in its way; ends the connection at once; counts its frames as those of a network
SEND_TEXT: Final = "theomachy.send_text"
SEND_NOW: Final = "theomachy.send_now"
CUT_OFF: Final = "theomachy.cut_off"
ADMIT: Final = "theomachy.admit"
#: how hard messages are packed: half the work of the usual 6, for a tenth more bytes
PACKING: Final = 3
#: a message of at most so many bytes is sent as it is: it fits into the first packets anyway, and to pack it would take
#: longer than all the rest of sending it
PLAIN: Final = 4_096
#: the longest text whose length stands in the first two bytes of its frame
SHORT: Final = 125
#: the first byte of a frame with a whole text
TEXT: Final = 0x81
#: the code of a socket that sends text that is not UTF-8
INVALID_TEXT: Final = 1007
#: the code of a socket that sends more than it may
POLICY: Final = 1008
#: the code of a socket whose reader is too slow
TOO_SLOW: Final = 1013
#: the code of a socket whose server ends: come back, another one takes over
RESTART: Final = 1012
SendText = Callable[[Message], Awaitable[None]]
SendNow = Callable[[Message], bool]
CutOff = Callable[[int], None]
Admit = Callable[[Bucket, Purse, Callable[[], bytes]], None]
#: what a transport of asyncio calls when there is something to read; others may have none
READ_READY: Final = "_read_ready_cb"
#: the attribute of asyncio's transport that holds how many bytes it reads at a time
MAX_SIZE: Final = "max_size"
#: proxies on the same machine, which speak for many people; uvicorn believes them alone what they forward
PROXIES: Final = ("127.0.0.1", "::1")


class Watched:
    """A connection that is looked at from time to time."""

    #: set in a class of each server's own, for uvicorn makes the connections
    limits: Limits = Limits()
    transport: asyncio.Transport
    client: tuple[str, int] | None
    connections: set[Any]
    _closing_since: float | None = None
    #: since when it could not write, and how many bytes waited then
    _stuck: tuple[float, int] | None = None

    def look(self, now: float) -> None:
        """Cut it off if it takes too long with something."""
        transport = self.transport
        left = transport.get_write_buffer_size()
        if transport.is_closing():
            if self._closing_since is None:
                self._closing_since = now
                self._stuck = now, left
            elif not left and now - self._closing_since > self.limits.goodbye:
                transport.abort()
        if self._stuck is None:
            return
        since, waiting = self._stuck
        if now - since > self.limits.stall:
            if waiting - left < self.limits.slowest_reader * (now - since):
                self.give_up()
            else:
                self._stuck = now, left

    def give_up(self) -> None:
        """Nobody reads."""
        self.transport.abort()

    def let_go(self) -> None:
        """The connection is lost. asyncio's transport holds itself, by what it calls when there is something to read:
        it would be gone only when the collector comes, which does not look at what is old."""
        if getattr(self.transport, READ_READY, None) is not None:
            setattr(self.transport, READ_READY, None)

    def mark_stuck(self) -> None:
        self._stuck = time.monotonic(), self.transport.get_write_buffer_size()

    def mark_free(self) -> None:
        self._stuck = None

    def is_one_too_many(self) -> bool:
        """Whether there are too many connections already, in all or from this address."""
        if len(self.connections) > self.limits.connections:
            return True
        address = self.client[0] if self.client else ""
        if not address or address in PROXIES:
            return False
        network = network_of(address)
        others = [network_of(other.client[0]) for other in self.connections if other.client]
        most = self.limits.connections_per_address
        if others.count(network) > most:
            return True
        return any(
            sum(each in wider_networks(other) for other in others) > most * each.factor
            for each in wider_networks(network)
        )


class HttpConnection(Watched, H11Protocol):
    """Requests, one after the other. One that asks for a table's socket may be another process' to answer; a connection
    that came from there begins with the bytes that were `given` with it, and stays."""

    #: set in a class of each server's own, where there are others on this machine
    hand_over: HandOver | None = None
    #: since when it has had no request to answer
    _idle_since: float
    #: what asks for a socket, while another process is asked to take it
    _offered: h11.Request | None = None
    #: what was read of it elsewhere
    _given: bytes
    conn: MeteredHttpParser

    def __init__(self, *arguments: Any, given: bytes = b"", **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._given = given
        self.conn = MeteredHttpParser(self.limits)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self._idle_since = time.monotonic()
        if hasattr(transport, MAX_SIZE):
            setattr(transport, MAX_SIZE, READ_SIZE)
        super().connection_made(transport)
        if self.is_one_too_many():
            transport.abort()
        elif self._given:
            # Before anything else is read.
            self.data_received(self._given)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        # The last request and this would hold each other.
        self.cycle = None  # type: ignore[assignment]
        self.let_go()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        table = None if self.hand_over is None or self._given else asked_table(event.target)
        # What waits to be written is the end of another answer.
        if self.hand_over is not None and table is not None and not self.transport.get_write_buffer_size():
            read = _request_bytes(event) + self.conn.trailing_data[0]
            if self.hand_over.offer(table, self, read):
                self._offered = event
                self.flow.pause_reading()
                return
        self._become_socket(event)

    def _become_socket(self, event: h11.Request) -> None:
        super().handle_websocket_upgrade(event)
        # Nor does this outlast it, if there was a request before.
        self.cycle = None  # type: ignore[assignment]

    def descriptor(self) -> int | None:
        return None if self.transport.is_closing() else self.transport.get_extra_info("socket").fileno()

    def stay(self) -> None:
        event, self._offered = self._offered, None
        if event is not None:
            self.flow.resume_reading()
            self._become_socket(event)

    def leave(self) -> None:
        self.transport.abort()

    def shutdown(self) -> None:
        if self._offered is not None:
            self.transport.abort()
        else:
            super().shutdown()

    def data_received(self, data: bytes) -> None:
        if len(data) < SMALL:
            try:
                self.conn.count_small_part()
            except h11.RemoteProtocolError:
                self.transport.abort()
                return
        super().data_received(data)

    def on_response_complete(self) -> None:
        self._idle_since = time.monotonic()
        super().on_response_complete()

    def look(self, now: float) -> None:
        super().look(now)
        at_work = self.cycle is not None and not self.cycle.response_complete
        if at_work:
            self._idle_since = now
            return
        # The last answer may still be on its way.
        patience = self.limits.head_time + (self.limits.stall if self.transport.get_write_buffer_size() else 0.0)
        if now - self._idle_since > patience:
            # Nothing came, or only a part of a request, or a body nobody asked for that does not end.
            self.transport.abort()

    def pause_writing(self) -> None:
        self.mark_stuck()
        super().pause_writing()

    def resume_writing(self) -> None:
        self.mark_free()
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            # The request itself is answered here: what the application still says of it goes nowhere.
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close"), *HEADERS]
        for event in (
            h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
            h11.Data(data=msg.encode("ascii", "replace")),
            h11.EndOfMessage(),
        ):
            try:
                self.transport.write(self.conn.send(event) or b"")
            except h11.LocalProtocolError:
                # It was answered already; the error is in what came after that.
                break
        self.transport.close()


def _request_bytes(event: h11.Request) -> bytes:
    """A request as it would be read again."""
    lines = [b"%s %s HTTP/%s" % (event.method, event.target, event.http_version)]
    lines += [b"%s: %s" % header for header in event.headers]
    return b"\r\n".join([*lines, b"", b""])


class Handshake(MeteredServerProtocol):
    """The protocol of a socket; a refusal to open one has the headers, too."""

    def send_response(self, response: Response) -> None:
        if response.status_code != 101:
            for name, value in HEADERS:
                if name.decode() not in response.headers:
                    response.headers[name.decode()] = value.decode()
        super().send_response(response)


class SocketConnection(Watched, WebSocketsSansIOProtocol):
    """A socket that sends large messages piece by piece, and can be cut off while somebody waits to write."""

    #: whose turn it is to send a piece of a large message; one for each server
    bulk: asyncio.Lock
    #: whether something has come since the last time it was asked whether anybody is there
    _heard = False
    #: whether a part of a message was sent, and the rest of it was not
    _in_fragments = False
    conn: Handshake
    _meter: FrameMeter

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        # Each message is packed by itself: what it takes to pack would else be kept for every socket, 40 kB that are in
        # no cache when they are needed.
        deflate = ServerPerMessageDeflateFactory(
            server_no_context_takeover=True, server_max_window_bits=12, client_max_window_bits=12,
            compress_settings={"memLevel": 5, "level": PACKING},
        )  # fmt: skip
        self._meter = FrameMeter(self.limits.frames)
        self.conn = Handshake(
            extensions=[deflate], max_size=self.config.ws_max_size, logger=logging.getLogger("uvicorn.error")
        )

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        # The application is started, but does not run before this returns. There is no scope if it was refused.
        if self.response.status_code == 101:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[SEND_TEXT] = self.send_text
            extensions[SEND_NOW] = self.send_now
            extensions[CUT_OFF] = self.cut_off
            extensions[ADMIT] = self._meter.admit

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        # What it holds, above all what its messages were packed with, goes now and not when the collector comes.
        self.conn.extensions = []
        # So does what reads it: that waits for more if nobody has said goodbye, and holds what it reads for.
        self.conn.parser.close()
        self.conn.parser_exc = None
        self._meter.release()
        self.let_go()
        if self.handshake_complete:
            for name in (SEND_TEXT, SEND_NOW, CUT_OFF, ADMIT):
                self.scope["extensions"].pop(name, None)

    async def send(self, message: ASGISendEvent) -> None:
        """Send what the application says. A refusal over HTTP completes the handshake, which uvicorn does not note."""
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True

    async def send_text(self, message: Message) -> None:
        """Send a text that is encoded already, in fragments; waits while its reader is slow. Raises
        `ClientDisconnected`."""
        fragments = _fragments(message)
        for number, fragment in enumerate(fragments, 1):
            await self.writable.wait()
            if len(fragments) == 1:
                self._send_fragment(fragment, True, True)
            else:
                # Packing takes a millisecond or so for each: large messages take turns with each other.
                async with self.bulk:
                    self._in_fragments = number < len(fragments)
                    self._send_fragment(fragment, number == 1, number == len(fragments))
                    await asyncio.sleep(0)

    def send_now(self, message: Message) -> bool:
        """Send a short text at once, unless its reader is slow or gone. Not while another one is being sent."""
        text = message[0] if len(message) == 1 else b"".join(message)
        if not self.writable.is_set() or len(text) > FRAGMENT:
            return False
        try:
            if len(text) > PLAIN:
                self._send_fragment(text, True, True)
            else:
                self._check_open()
                self.transport.write(_frame_head(len(text)) + text)
        except ClientDisconnected:
            return False
        return True

    def data_received(self, data: bytes) -> None:
        """Parse as many frames as are allowed. A small read that completes no frame counts as one."""
        self._heard = True
        protocol = self.conn
        allowed = protocol.frames_left = self._meter.available()
        protocol.messages = 0
        super().data_received(data)
        frames = allowed - protocol.frames_left
        if not frames and len(data) < SMALL and self.handshake_complete:
            frames = 1
            if allowed <= 0 and not protocol.over_limit:
                self.refuse_bytes(POLICY)
        self._meter.charge(frames, protocol.messages)

    def handle_parser_exception(self) -> None:
        """End a websocket whose bytes are not acceptable, with the close code the parser has sent."""
        sent = self.conn.close_sent
        if sent is None or self.close_sent:
            # Before the handshake, or after it was closed: nothing more can be said.
            self.queue.put_nowait({"type": "websocket.disconnect", "code": 1006})
            self.transport.abort()
        else:
            self.refuse_bytes(sent.code)

    def refuse_bytes(self, code: int) -> None:
        """Close without reading on. The peer has a moment to read the code; what it still sends stays unread."""
        said = self._meter.report_excess() if code == POLICY else b""
        if not self.close_sent:
            if said and not self._in_fragments:
                self.transport.write(_frame_head(len(said)) + said)
            with contextlib.suppress(InvalidState):
                self.conn.send_close(code)
            self.transport.write(b"".join(self.conn.data_to_send()))
            self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self.read_paused = False
        self.transport.pause_reading()
        self.close_timer = self.loop.call_later(self.limits.goodbye, self.transport.abort)
        self.writable.set()

    def send_keepalive_ping(self) -> None:
        """Ask whether anybody is there, unless something has just come from them."""
        if self._heard:
            self._heard = False
            self.schedule_ping()
        else:
            super().send_keepalive_ping()

    def send_receive_event_to_app(self) -> None:
        """Queue a complete message, or end the connection with code 1007 if its text is not UTF-8.

        Reading is paused only when a second message waits: to pause and resume for each takes longer than to read it.
        """
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        waiting = not self.queue.empty()
        if self.curr_msg_data_type == "text":
            try:
                self.queue.put_nowait({"type": "websocket.receive", "text": data.decode()})
            except UnicodeDecodeError:
                self.refuse_bytes(INVALID_TEXT)
                return
        else:
            self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        if waiting and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def _send_fragment(self, fragment: memoryview | bytes, first: bool, last: bool) -> None:
        self._check_open()
        try:
            if first:
                self.conn.send_text(fragment, fin=last)
            else:
                self.conn.send_continuation(fragment, fin=last)
        except InvalidState:
            raise ClientDisconnected from None
        self.transport.write(b"".join(self.conn.data_to_send()))

    def _check_open(self) -> None:
        if self.disconnected or self.close_sent or self.conn.state is not State.OPEN:
            raise ClientDisconnected

    def cut_off(self, code: int) -> None:
        """Close now, whatever still waits to be written. The code, and what lies in the socket's buffer before it, have
        a moment to be read; then the connection is ended, whether the other side agrees or not."""
        if self.close_sent or self.transport.is_closing():
            return
        try:
            self.conn.send_close(code)
        except InvalidState:
            return
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        # What is still said is read and thrown away: with it unread, the code would be lost.
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self.close_timer = self.loop.call_later(self.limits.goodbye, self.transport.abort)
        # Who waits to write hears of it.
        self.writable.set()

    def shutdown(self) -> None:
        """The server ends. What was said until now is still done and answered, then the socket is told: whoever serves
        it closes it when it hears of this."""
        self.stop_keepalive()
        if self.handshake_complete and not self.close_sent and not self.transport.is_closing():
            self.queue.put_nowait({"type": "websocket.disconnect", "code": RESTART})
        else:
            super().shutdown()

    def give_up(self) -> None:
        if self.close_sent or self.transport.is_closing():
            self.transport.abort()
        else:
            self.cut_off(TOO_SLOW)

    def pause_writing(self) -> None:
        self.mark_stuck()
        super().pause_writing()

    def resume_writing(self) -> None:
        self.mark_free()
        super().resume_writing()


def _frame_head(length: int) -> bytes:
    """What stands before a whole text of so many bytes, at most 65535, that is not packed."""
    return bytes((TEXT, length)) if length <= SHORT else bytes((TEXT, SHORT + 1, length >> 8, length & 0xFF))


def _fragments(message: Message) -> list[memoryview | bytes]:
    """A message in pieces that are not too large; a short one in one."""
    if sum(map(len, message)) <= FRAGMENT:
        return [b"".join(message)]
    return [memoryview(part)[at : at + FRAGMENT] for part in message for at in range(0, len(part), FRAGMENT)]


def connection_kinds(
    limits: Limits, hand_over: HandOver | None = None
) -> tuple[type[HttpConnection], type[SocketConnection]]:
    """The connections of a server with these limits, which may have others beside it."""
    http = type("OurHttp", (HttpConnection,), {"limits": limits, "hand_over": hand_over})
    return http, type("OurSocket", (SocketConnection,), {"limits": limits, "bulk": asyncio.Lock()})
