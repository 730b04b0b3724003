"""Running the server on a socket that is already open, until Ctrl-C."""

from __future__ import annotations

import socket
import sys
import time
from collections.abc import Callable

import uvicorn

from theomachy.server.app import Settings, create_app
from theomachy.server.cleaning import Cleaner
from theomachy.server.connections import Watched, connection_kinds
from theomachy.server.timing import SYSTEM_TIMING, Timing
from theomachy.server.uvicorn_parts import check_uvicorn

#: seconds that open connections are given when the server ends: to have done what they asked for, and to hear of it
GOODBYE = 5
#: frames above this are cut off by the socket itself; between the limit of messages and this they are answered
LARGEST_FRAME = 65_536
#: uvicorn ticks ten times a second; every connection is looked at once in so many ticks, a part of them in each
LOOK = 10
#: ticks between two times that what is new is cleared up
CLEAR_UP = 5
#: seconds after which the event loop gets the interpreter back from a thread that works
SWITCH = 0.001


class Server(uvicorn.Server):
    """Calls `ready` when everything listens; looks at its connections, and clears up where the process is its own."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], cleaner: Cleaner | None = None) -> None:
        super().__init__(config)
        self._ready = ready
        self._cleaner = cleaner
        #: the connections that are still to be looked at in this round
        self._round: list[object] = []

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def on_tick(self, counter: int) -> bool:
        if not self._round:
            self._round = list(self.server_state.connections)
        now = time.monotonic()
        for _ in range(min(len(self._round), len(self.server_state.connections) // LOOK + 1)):
            connection = self._round.pop()
            if connection in self.server_state.connections and isinstance(connection, Watched):
                connection.look(now)
        if self._cleaner is not None and counter % CLEAR_UP == 0:
            self._cleaner.clear_up()
        return await super().on_tick(counter)


def configure(settings: Settings, timing: Timing = SYSTEM_TIMING) -> uvicorn.Config:
    """No access log: nothing about who plays what is written down."""
    http, ws = connection_kinds(settings.limits)
    return uvicorn.Config(
        create_app(settings, timing),
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


def run(settings: Settings, listening: socket.socket, started: Callable[[], None]) -> None:
    """Serve until Ctrl-C, or until the process is asked to end."""
    check_uvicorn()
    sys.setswitchinterval(SWITCH)
    try:
        Server(configure(settings), started, Cleaner()).run([listening])
    except KeyboardInterrupt:
        # uvicorn has shut down in order and passes the signal on.
        return
