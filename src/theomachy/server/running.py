"""Running the server on a socket that is already open, until Ctrl-C."""

from __future__ import annotations

import gc
import socket
import sys
import time
from collections.abc import Callable

import uvicorn

from theomachy.server.app import Settings, create_app
from theomachy.server.connections import Watched, connection_kinds
from theomachy.server.timing import SYSTEM_TIMING, Timing
from theomachy.server.uvicorn_parts import check_uvicorn

#: seconds that open connections are given when the server ends: to have done what they asked for, and to hear of it
GOODBYE = 5
#: frames above this are cut off by the socket itself; between the limit of messages and this they are answered
LARGEST_FRAME = 65_536
#: uvicorn ticks ten times a second; connections are looked at every so many ticks
LOOK = 5
#: what is new is looked through less often than usual: tables and states are large, and seldom garbage in circles
COLLECTING = (10_000, 20, 50)
#: seconds after which the event loop gets the interpreter back from a thread that works
SWITCH = 0.001


class Server(uvicorn.Server):
    """Calls `ready` when everything listens; looks at its connections."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def on_tick(self, counter: int) -> bool:
        if counter % LOOK == 0:
            now = time.monotonic()
            for connection in list(self.server_state.connections):
                if isinstance(connection, Watched):
                    connection.look(now)
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
    # Nothing that is there by now ever goes away: the collector need not look at it each time.
    gc.collect()
    gc.freeze()
    gc.set_threshold(*COLLECTING)
    try:
        Server(configure(settings), started).run([listening])
    except KeyboardInterrupt:
        # uvicorn has shut down in order and passes the signal on.
        return
