"""Running the server on a socket that is already open, until Ctrl-C."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
import time
from collections.abc import Callable

import uvicorn

from theomachy.server.app import Settings, create_app
from theomachy.server.cleaning import Cleaner
from theomachy.server.connections import HttpConnection, Watched, connection_kinds
from theomachy.server.hand_over import HandOver, Place
from theomachy.server.logs import drop_client_noise
from theomachy.server.timing import SYSTEM_TIMING, Timing
from theomachy.server.uvicorn_parts import check_uvicorn

log = logging.getLogger(__name__)

#: seconds that open connections are given when the server ends: to have done what they asked for, and to hear of it
GOODBYE = 5
#: frames above this are cut off by the socket itself; between the limit of messages and this they are answered
LARGEST_FRAME = 65_536
#: ticks in a second; every connection is looked at once in it, a part of them in each tick
TICKS = 4
#: ticks between two times that what is new is cleared up
CLEAR_UP = 4
#: seconds after which the event loop gets the interpreter back from a thread that works
SWITCH = 0.001


class Server(uvicorn.Server):
    """Calls `ready` when everything listens; looks at its connections, takes those that others hand over, and clears up
    where the process is its own."""

    def __init__(
        self,
        config: uvicorn.Config,
        ready: Callable[[], None],
        cleaner: Cleaner | None = None,
        hand_over: HandOver | None = None,
    ) -> None:
        super().__init__(config)
        self._ready = ready
        self._cleaner = cleaner
        self._hand_over = hand_over
        #: connections of others that are just being made ours
        self._arriving: set[asyncio.Task[None]] = set()
        #: the connections that are still to be looked at in this round
        self._round: list[object] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            if self._hand_over is not None:
                self._hand_over.open(self._adopt, self._has_room)
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._hand_over is None:
            await super().shutdown(sockets)
            return
        self._hand_over.stop_taking()
        if self._arriving:
            await asyncio.wait(self._arriving)
        await super().shutdown(sockets)
        self._hand_over.close()

    def _has_room(self) -> bool:
        """Where there is none, a socket is better served by who has accepted it."""
        limits = self._kind().limits
        return len(self.server_state.connections) < min(limits.connections, limits.sockets)

    def _kind(self) -> type[HttpConnection]:
        kind = self.config.http_protocol_class
        assert issubclass(kind, HttpConnection)
        return kind

    def _adopt(self, handed: socket.socket, given: bytes) -> None:
        """Serve a connection that another process has accepted, and read so much of."""
        task = asyncio.create_task(self._take_in(handed, given))
        self._arriving.add(task)
        task.add_done_callback(self._arriving.discard)

    async def _take_in(self, handed: socket.socket, given: bytes) -> None:
        def connection() -> HttpConnection:
            return self._kind()(
                config=self.config, server_state=self.server_state, app_state=self.lifespan.state, given=given
            )

        try:
            await asyncio.get_running_loop().connect_accepted_socket(connection, handed)
        except OSError as error:
            log.debug("a connection has ended on its way from another process: %s", error)
            handed.close()

    async def main_loop(self) -> None:
        """As uvicorn's, which ticks ten times a second: that is a third of what a server takes that does nothing."""
        counter = 0
        while not await self.on_tick(counter):
            counter += 1
            await asyncio.sleep(1 / TICKS)

    async def on_tick(self, counter: int) -> bool:
        if not self._round:
            self._round = list(self.server_state.connections)
        now = time.monotonic()
        for _ in range(min(len(self._round), len(self.server_state.connections) // TICKS + 1)):
            connection = self._round.pop()
            if connection in self.server_state.connections and isinstance(connection, Watched):
                connection.look(now)
        if self._cleaner is not None and counter % CLEAR_UP == 0:
            self._cleaner.clear_up(alone=not self.server_state.connections)
        # Once in ten of its own ticks uvicorn writes down what time it is.
        return await super().on_tick(0 if counter % TICKS == 0 else 1)


def configure(settings: Settings, timing: Timing = SYSTEM_TIMING, hand_over: HandOver | None = None) -> uvicorn.Config:
    """No access log: nothing about who plays what is written down."""
    http, ws = connection_kinds(settings.limits, hand_over)
    config = uvicorn.Config(
        create_app(settings, timing, None if hand_over is None else hand_over.counts),
        http=http,
        ws=ws,
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        log_config=None,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GOODBYE,
    )
    # uvicorn has set the level of its log now.
    drop_client_noise()
    return config


def run(settings: Settings, listening: socket.socket, started: Callable[[], None], place: Place | None = None) -> None:
    """Serve until Ctrl-C, or until the process is asked to end; at a place among others, where there are some."""
    check_uvicorn()
    sys.setswitchinterval(SWITCH)
    hand_over = None if place is None else HandOver(place)
    try:
        Server(configure(settings, hand_over=hand_over), started, Cleaner(), hand_over).run([listening])
    except KeyboardInterrupt:
        # uvicorn has shut down in order and passes the signal on.
        return
