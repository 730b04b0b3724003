"""What every request passes: how many may come, from where, and the headers every answer has."""

from __future__ import annotations

import logging
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from theomachy.server.answers import error_answer
from theomachy.server.gate import Gate, caller
from theomachy.server.refused import Refused
from theomachy.server.request_costs import CHEAP, Prepaid, route_price

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

log = logging.getLogger(__name__)


def same_site(headers: Headers) -> bool:
    """Whether a request comes from our own page, or from a program that is no browser (those send no origin)."""
    origin = headers.get("origin")
    if origin is None:
        return True
    try:
        return urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
    except ValueError:
        # No address at all, so certainly not ours.
        return False


class Guard:
    """Refuses floods and the pages of other sites, answers what went wrong, and adds `HEADERS` to every answer, whose
    bytes the asker pays for. Sockets pass: they are looked at when they are served."""

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self._app = app
        self._gate = gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope)
        address = caller(request)
        purse = self._gate.purse(address)
        begun = False

        async def send_with_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*message["headers"], *HEADERS]
            elif message["type"] == "http.response.body":
                purse.pay(size=len(message.get("body", b"")))
            await send(message)

        answer: ASGIApp = self._app
        price = route_price(request.method, scope["path"])
        if not self._gate.request(address) or purse.empty:
            self._gate.tally.refused["too-many"] += 1
            answer, price = error_answer(request, Refused("too-many")), CHEAP
        elif request.method not in READING and not same_site(request.headers):
            self._gate.tally.refused["other-site"] += 1
            answer, price = error_answer(request, Refused("wrong-token", "other-site")), CHEAP
        try:
            with Prepaid(purse, price):
                await answer(scope, receive, send_with_headers)
        except ClientDisconnect:
            # Nobody is there to be answered.
            return
        except Exception:
            log.exception("%s %s", request.method, scope["path"][:200])
            self._gate.tally.refused["internal"] += 1
            if not begun:
                await error_answer(request, Refused("internal"))(scope, receive, send_with_headers)
