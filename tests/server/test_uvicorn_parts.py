"""What of uvicorn is relied on is there, by name and at a connection that lives. If one of these fails, uvicorn has
changed, and `connections` and `running` must be looked through before anything is served with it."""

from __future__ import annotations

import ast
import asyncio
from pathlib import Path

import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from tests.server.serving import Serving
from theomachy.kernel.errors import TheomachyError
from theomachy.server import connections
from theomachy.server.connections import HttpConnection, SocketConnection, Watched
from theomachy.server.uvicorn_parts import NEEDED, check_uvicorn, missing_parts


def test_what_is_relied_on_is_there() -> None:
    assert missing_parts() == []


def test_a_uvicorn_that_is_built_otherwise_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(WebSocketsSansIOProtocol, "stop_keepalive")
    monkeypatch.setitem(NEEDED, Watched, ("never_there",))
    with pytest.raises(TheomachyError, match=r"no WebSocketsSansIOProtocol\.stop_keepalive, Watched\.never_there"):
        check_uvicorn()


def test_everything_that_connections_touch_is_named() -> None:
    """Attributes of `self` in `connections` are its own, or in the list."""
    source = ast.parse(Path(connections.__file__).read_text(encoding="utf-8"))
    touched = {
        node.attr
        for node in ast.walk(source)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"
    }
    own = {name for kind in (Watched, HttpConnection, SocketConnection) for name in vars(kind)}
    own |= {name for kind in (Watched, HttpConnection, SocketConnection) for name in kind.__annotations__}
    named = {name for names in NEEDED.values() for name in names}
    # What a request brings is there when one has come: tried below.
    assert touched - own - named == {"response", "scope"}


def test_what_is_relied_on_is_there_at_a_living_connection(serving: Serving) -> None:
    table = serving.client.new_table("Ann", "Ben")
    with table.sit(0) as ann:
        ann.expect("state")
        assert serving.client.get("/health").status_code == 200
        living = list(serving.server.server_state.connections)
        sockets = [each for each in living if isinstance(each, SocketConnection)]
        assert any(isinstance(each, HttpConnection) for each in living)
        for each in living:
            kind = next(known for known in NEEDED if isinstance(each, known))
            assert [name for name in NEEDED[kind] if not hasattr(each, name)] == []
        for socket in sockets:
            assert isinstance(socket.queue, asyncio.Queue)
            assert isinstance(socket.writable, asyncio.Event)
            assert socket.response.status_code == 101
            assert connections.CUT_OFF in socket.scope["extensions"]
        assert sockets
