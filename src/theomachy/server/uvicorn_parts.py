"""What of uvicorn is relied on that it does not promise: `connections` and `running` go deeper than its public ways,
which know no patience with slow readers, no fragments, and no goodbye before a restart. Everything they touch is named
here, and a server refuses to start where it is not there: better than a limit that is silently none."""

from __future__ import annotations

from types import FunctionType
from typing import Any, Final

import uvicorn
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.server import ServerProtocol

from theomachy.kernel.errors import TheomachyError

#: attributes and methods, by the class that must have them; those that are assigned when it is made or served count
NEEDED: Final[dict[type[Any], tuple[str, ...]]] = {
    H11Protocol: (
        "client", "conn", "connection_lost", "connection_made", "connections", "cycle", "data_received", "flow",
        "handle_websocket_upgrade", "on_response_complete", "pause_writing", "resume_writing", "send_400_response",
        "shutdown", "transport",
    ),
    RequestResponseCycle: ("disconnected", "message_event", "response_complete"),
    WebSocketsSansIOProtocol: (
        "client", "close_sent", "close_timer", "config", "conn", "connection_lost", "connections",
        "curr_msg_data_type", "data_received", "disconnected", "frames", "handle_connect", "handle_parser_exception",
        "handshake_complete", "initial_response", "loop", "pause_writing", "queue", "read_paused", "resume_writing",
        "schedule_ping", "send", "send_keepalive_ping", "send_receive_event_to_app", "shutdown", "stop_keepalive",
        "transport", "writable",
    ),
    ServerProtocol: ("close_sent", "fail", "parser_exc", "recv_frame"),
    FlowControl: ("pause_reading", "resume_reading"),
    uvicorn.Server: ("config", "lifespan", "main_loop", "on_tick", "server_state", "startup", "started", "shutdown"),
}  # fmt: skip


def missing_parts() -> list[str]:
    """What is relied on and not there, like `Server.on_tick`."""
    return [f"{kind.__name__}.{name}" for kind, names in NEEDED.items() for name in names if not _has(kind, name)]


def check_uvicorn() -> None:
    """Refuse a uvicorn that is built otherwise."""
    missing = missing_parts()
    if missing:
        raise TheomachyError(
            f"uvicorn {uvicorn.__version__} is built otherwise than this program needs: it has no {', '.join(missing)};"
            " install the version that is in requirements.lock"
        )


def _has(kind: type[Any], name: str) -> bool:
    if hasattr(kind, name):
        return True
    makers = [vars(each).get(maker) for each in kind.__mro__ for maker in ("__init__", "_serve")]
    return any(isinstance(made, FunctionType) and name in made.__code__.co_names for made in makers)
