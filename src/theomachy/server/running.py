"""Running the server on a socket that is already open, until Ctrl-C."""

from __future__ import annotations

import socket
from collections.abc import Callable

import uvicorn

from theomachy.server.app import Settings, create_app

#: seconds that open connections are given when the server ends
GOODBYE = 2
#: frames above this are cut off by the socket itself; between the limit of messages and this they are answered
LARGEST_FRAME = 65_536


class Server(uvicorn.Server):
    """Calls `started` when everything listens."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def configure(settings: Settings) -> uvicorn.Config:
    """No access log: nothing about who plays what is written down."""
    return uvicorn.Config(
        create_app(settings),
        ws="websockets-sansio",
        ws_max_size=LARGEST_FRAME,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=GOODBYE,
    )


def run(settings: Settings, listening: socket.socket, started: Callable[[], None]) -> None:
    """Serve until Ctrl-C, or until the process is asked to end."""
    try:
        Server(configure(settings), started).run([listening])
    except KeyboardInterrupt:
        # uvicorn has shut down in order and passes the signal on.
        return
