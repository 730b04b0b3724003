"""Several servers on one machine: a parent that opens the listening socket, starts them, gives each its place among the
others, and starts a dead one anew."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Semaphore
from typing import Final

import msgspec

from theomachy.kernel.errors import TheomachyError
from theomachy.server.app import Settings
from theomachy.server.hand_over import Place, places
from theomachy.server.logs import write_logs
from theomachy.server.measures import read_address
from theomachy.server.running import run
from theomachy.server.timing import Rota

log = logging.getLogger(__name__)

#: seconds between two looks at the children
LOOK: Final = 0.2
#: seconds within which a child that dies again is not started at once
SOON: Final = 2.0
#: seconds within which all must serve, and within which all must have ended
STARTING: Final = 60.0
ENDING: Final = 15.0


def run_processes(
    count: int, settings: Settings, listening: socket.socket, as_json: bool, started: Callable[[], None]
) -> None:
    """Serve with so many processes until Ctrl-C or SIGTERM."""
    spawn = multiprocessing.get_context("spawn")
    ready = spawn.Semaphore(0)
    end = threading.Event()
    before = {each: signal.signal(each, lambda *_: end.set()) for each in (signal.SIGINT, signal.SIGTERM)}

    room = places(count)

    def start(number: int) -> BaseProcess:
        child = spawn.Process(target=_serve, args=(room[number], settings, listening, as_json, os.getpid(), ready))
        child.start()
        return child

    children = [start(number) for number in range(count)]
    begun = [time.monotonic()] * count
    try:
        _await_all(children, ready, end)
        if not end.is_set():
            started()
        while not end.wait(LOOK):
            for number, child in enumerate(children):
                if not child.is_alive() and time.monotonic() - begun[number] > SOON:
                    log.error("process %s has ended with %s; another one takes over", child.pid, child.exitcode)
                    begun[number] = time.monotonic()
                    children[number] = start(number)
    finally:
        _end_all(children)
        for each, handler in before.items():
            signal.signal(each, handler)


def _await_all(children: list[BaseProcess], ready: Semaphore, end: threading.Event) -> None:
    """Until all serve; one that can't is the end of all."""
    late = time.monotonic() + STARTING
    serving = 0
    while serving < len(children) and not end.is_set():
        if ready.acquire(timeout=LOOK):
            serving += 1
        elif any(not child.is_alive() for child in children) or time.monotonic() > late:
            raise TheomachyError("a server could not be started; what it said is above")


def _end_all(children: list[BaseProcess]) -> None:
    for child in children:
        with contextlib.suppress(OSError):
            child.terminate()
    late = time.monotonic() + ENDING
    for child in children:
        child.join(max(0.0, late - time.monotonic()))
        if child.is_alive():
            child.kill()
            child.join()


def _serve(
    place: Place, settings: Settings, listening: socket.socket, as_json: bool, parent: int, ready: Semaphore
) -> None:
    """A child: serves until it is asked to end, or until the parent is gone."""
    # Ctrl-C reaches the whole group; the parent hears it, too, and asks us to end in order.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    write_logs(as_json)
    threading.Thread(target=_end_without, args=(parent,), daemon=True).start()
    settings = msgspec.structs.replace(settings, rota=Rota(place.number, len(place.ears)))
    if settings.metrics:
        host, port = read_address(settings.metrics)
        settings = msgspec.structs.replace(settings, metrics=f"{host}:{port + place.number if port else 0}")

    def serving() -> None:
        # uvicorn has set its own handlers by now, which would end us at Ctrl-C, too.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        ready.release()

    try:
        run(settings, listening, serving, place)
    except TheomachyError as error:
        log.error("%s", error)
        raise SystemExit(2) from None


def _end_without(parent: int) -> None:
    """End when the parent is gone, however it went: the port must be free for the next one."""
    while os.getppid() == parent:
        time.sleep(1.0)
    os.kill(os.getpid(), signal.SIGTERM)
