"""Services that messages are sent to, for tests: one over HTTP that keeps what it gets, a push service with a browser
that can read it, and one for letters."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import threading
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat


class Request:
    def __init__(self, path: str, headers: dict[str, str], body: bytes) -> None:
        self.path = path
        self.headers = headers
        self.body = body

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Receiver:
    """A server that keeps every request, and answers as it is told."""

    def __init__(self) -> None:
        self.got: list[Request] = []
        #: what the next requests are answered with; the last one goes on
        self.answers: list[tuple[int, dict[str, str]]] = [(201, {})]
        #: set: somebody waits until it is cleared
        self.held = threading.Event()
        self.held.set()
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.got.append(
                    Request(self.path, {key.lower(): value for key, value in self.headers.items()}, body)
                )
                receiver.held.wait(10)
                status, more = receiver.answers[0] if len(receiver.answers) == 1 else receiver.answers.pop(0)
                self.send_response(status)
                for key, value in more.items():
                    self.send_header(key, value)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                """Nobody listens."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.held.set()
        self._server.shutdown()
        self._server.server_close()


class Browser:
    """What a browser has that takes push messages: a key that nobody else knows."""

    def __init__(self, service: Receiver, name: str = "one") -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = os.urandom(16)
        self.path = f"/push/{name}"
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.subscription = {
            "endpoint": f"{service.url}{self.path}", "p256dh": _text(point), "auth": _text(self._auth),
        }  # fmt: skip

    def read(self, request: Request) -> Any:
        """What is in a message for this browser."""
        plain = http_ece.decrypt(request.body, private_key=self._key, auth_secret=self._auth, version="aes128gcm")
        return json.loads(plain)


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


class AnyPort(Controller):
    """At whatever port is free."""

    def _trigger_server(self) -> None:
        assert isinstance(self.server, asyncio.Server)
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()  # type: ignore[no-untyped-call]


class Letters:
    """A server that takes letters, and refuses or stalls if it is told to."""

    def __init__(self) -> None:
        self.got: list[EmailMessage] = []
        self.answer = "250 OK"
        self._controller = AnyPort(self, hostname="127.0.0.1", port=0)
        self._controller.start()
        self.url = f"smtp://127.0.0.1:{self._controller.port}"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        if self.answer.startswith("250"):
            made = message_from_bytes(envelope.content, policy=policy.default)
            assert isinstance(made, EmailMessage)
            self.got.append(made)
        return self.answer

    def close(self) -> None:
        self._controller.stop()


def text_of(letter: EmailMessage) -> str:
    body = letter.get_body(("plain",))
    assert body is not None
    content = body.get_content()
    assert isinstance(content, str)
    return content
