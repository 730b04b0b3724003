"""What every request passes: how many may come, from where, and the headers every answer has."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from theomachy.server.answers import error_answer
from theomachy.server.limits import Gate
from theomachy.server.tables import Refused

#: Scripts, pictures and sockets from here alone. Styles may be inline: the page's framework writes style attributes.
CONTENT_POLICY: Final = (
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "frame-ancestors 'none'; form-action 'self'"
)
HEADERS: Final = (
    (b"content-security-policy", CONTENT_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
READING: Final = ("GET", "HEAD")


def same_site(headers: Headers) -> bool:
    """Whether a request comes from our own page, or from a program that is no browser (those send no origin)."""
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc.lower() == headers.get("host", "").lower()


class Guard:
    """Refuses floods and the pages of other sites, and adds `HEADERS` to every answer. Sockets pass: they are looked at
    when they are served."""

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self._app = app
        self._gate = gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *HEADERS]
            await send(message)

        request = Request(scope)
        answer: ASGIApp = self._app
        if not self._gate.request(request.client.host if request.client else ""):
            answer = error_answer(request, Refused("too-many"))
        elif request.method not in READING and not same_site(request.headers):
            answer = error_answer(request, Refused("wrong-token", "other-site"))
        await answer(scope, receive, send_with_headers)
