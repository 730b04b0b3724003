"""Hears what other servers, or an operator's command, change in a shared database."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import threading
import time

from theomachy.server.postgres_database import Listener
from theomachy.server.storage import Concerns, Event, Heard, NotStored

log = logging.getLogger(__name__)

#: seconds of one wait, after which it is looked whether the server ends
WAIT = 0.5
#: where nothing has concerned this server for so many seconds, it listens only every so often: what is told of tables
#: that others serve wakes nobody up each time
QUIET = 2.0
CALM = 0.1


class Listening:
    """A thread that waits for news on a connection of its own, and passes them to the event loop."""

    def __init__(self, url: str, sender: str, heard: Heard, concerns: Concerns) -> None:
        self._url = url
        self._sender = sender
        self._heard = heard
        self._concerns = concerns
        self._loop = asyncio.get_running_loop()
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._listen, name="listening", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End when the present wait is over."""
        self._end.set()

    def _listen(self) -> None:
        while not self._end.is_set():
            try:
                listener = Listener(self._url, self._sender)
                try:
                    # What happened while nobody listened is not told: anything may have.
                    self._pass_on(None, None)
                    concerned = time.monotonic()
                    while not self._end.is_set():
                        news = listener.wait(WAIT, self._concerns)
                        for table, event in news:
                            self._pass_on(table, event)
                        if news:
                            concerned = time.monotonic()
                        elif time.monotonic() - concerned > QUIET:
                            self._end.wait(CALM)
                finally:
                    listener.close()
            except NotStored as error:
                log.warning("no news from the database: %s", error)
                self._end.wait(WAIT)

    def _pass_on(self, table: str | None, event: Event | None) -> None:
        # The loop may have ended meanwhile.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._heard, table, event)
