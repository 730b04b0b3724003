"""What a server writes about itself: warnings and errors, as text or as JSON. No token, no name and no address of
anybody is ever given to a log; that holds for every call, and is tested."""

from __future__ import annotations

import logging
import sys
from datetime import UTC, datetime

import msgspec


class AsJson(logging.Formatter):
    """One JSON object on one line for each record."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, object] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(told).decode()


class ClientNoise(logging.Filter):
    """Drops what uvicorn logs about bad requests: anybody can cause it, as often as they like."""

    MESSAGES = ("Invalid HTTP request received.", "Unsupported upgrade request.")

    def filter(self, record: logging.LogRecord) -> bool:
        return record.msg not in self.MESSAGES


def drop_client_noise() -> None:
    """Keep bad requests out of the log, unless it is at debug level."""
    uvicorn_log = logging.getLogger("uvicorn.error")
    known = any(isinstance(each, ClientNoise) for each in uvicorn_log.filters)
    if not known and not uvicorn_log.isEnabledFor(logging.DEBUG):
        uvicorn_log.addFilter(ClientNoise())


def write_logs(as_json: bool) -> None:
    """Write warnings and errors of the server and of what it is built on to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(AsJson() if as_json else logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.captureWarnings(True)
