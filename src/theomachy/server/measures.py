"""The figures of a running server for Prometheus, at an address of their own: they are for whoever runs it."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from theomachy.kernel.errors import TheomachyError
from theomachy.server.bots import BotPool
from theomachy.server.gate import Gate
from theomachy.server.hall import Hall
from theomachy.server.outbox import Mailroom
from theomachy.server.tally import CLASSES

if TYPE_CHECKING:
    from prometheus_client.core import Metric


class Figures(Struct, eq=False):
    """Whose figures are told."""

    hall: Hall
    gate: Gate
    room: Mailroom
    pool: BotPool
    #: connections by what became of them among the processes of a machine, where there are several
    handed_over: Counter[str] | None = None

    def collect(self) -> Iterator[Metric]:
        """What there is to tell now; asked by prometheus-client, in a thread of its own."""
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily

        tally = self.gate.tally
        yield GaugeMetricFamily("theomachy_tables_live", "Tables in memory.", len(self.hall.live))
        yield GaugeMetricFamily("theomachy_sockets", "Open sockets.", self.gate.sockets)
        yield GaugeMetricFamily("theomachy_outbox_bytes", "Bytes that wait to be read.", self.room.waiting)
        waiting = GaugeMetricFamily("theomachy_bots_waiting", "Questions that wait for a worker.", labels=["desk"])
        for desk, count in self.pool.waiting().items():
            waiting.add_metric([desk], count)
        yield waiting
        classes = [*map(str, CLASSES), "+Inf"]
        times = HistogramMetricFamily("theomachy_choice_seconds", "Choices of people, until stored and sent.")
        times.add_metric([], list(zip(classes, accumulate(tally.classes), strict=True)), tally.seconds)
        yield times
        refused = CounterMetricFamily("theomachy_refused", "What was not done, by reason.", labels=["reason"])
        for reason, count in sorted(tally.refused.copy().items()):
            refused.add_metric([reason], count)
        yield refused
        if self.handed_over is not None:
            handed = CounterMetricFamily("theomachy_handed_over", "Connections among processes.", labels=["how"])
            for how in ("given", "taken", "kept"):
                handed.add_metric([how], self.handed_over[how])
            yield handed
        yield CounterMetricFamily("theomachy_cpu_seconds", "CPU of this process.", time.process_time())


class Exposed:
    """Figures that are told at an address, until it is closed."""

    def __init__(self, server: Any, thread: threading.Thread) -> None:
        self._server = server
        self._thread = thread
        #: the port, also where any free one was asked for
        self.port: int = server.server_port

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def expose(address: str, figures: Figures) -> Exposed:
    """Tell the figures at an address like 127.0.0.1:9100."""
    try:
        from prometheus_client import CollectorRegistry, start_http_server
    except ImportError as error:
        raise TheomachyError(f"--metrics needs more packages: pip install 'theomachy[server]' ({error})") from error
    host, port = read_address(address)
    registry = CollectorRegistry(auto_describe=False)
    registry.register(figures)
    try:
        return Exposed(*start_http_server(port, host, registry))
    except OSError as error:
        raise TheomachyError(f"--metrics: can't listen at {address}: {error.strerror}") from error


def read_address(address: str) -> tuple[str, int]:
    """Host and port of an address; refuses what is none."""
    host, colon, port = address.rpartition(":")
    if not colon or not host or not port.isdecimal() or int(port) > 65_535:
        raise TheomachyError(f"--metrics: an address and a port, like 127.0.0.1:9100, not '{address}'")
    return host.strip("[]"), int(port)
