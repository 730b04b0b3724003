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


def write_logs(as_json: bool) -> None:
    """Write warnings and errors of the server and of what it is built on to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(AsJson() if as_json else logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.captureWarnings(True)
