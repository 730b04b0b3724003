"""Answers over HTTP, and the language they are in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any, Final

from starlette.requests import HTTPConnection
from starlette.responses import Response, StreamingResponse

from theomachy.kernel.catalogue import LANGUAGES
from theomachy.server.messages import encode
from theomachy.server.refused import Refused
from theomachy.server.words import say

JSON: Final = "application/json"
#: bytes of an answer that are sent at once
PIECE: Final = 65_536
#: status of each refusal
STATUS: Final = {
    "bad-request": 400, "no-player": 401, "wrong-token": 403, "bad-passkey": 403, "no-table": 404, "no-profile": 404,
    "no-lesson": 404, "no-example": 404, "no-seat": 404, "seat-taken": 409, "bad-save": 422, "bad-position": 422,
    "bad-setup": 422, "not-now": 409, "closed": 409, "too-large": 413, "too-many": 429, "too-slow": 408,
    "internal": 500, "not-stored": 503,
}  # fmt: skip


def asked_language(request: HTTPConnection) -> str:
    """The language asked for, or the first one the browser likes that we speak."""
    asked = request.query_params.get("lang")
    if asked in LANGUAGES:
        return str(asked)
    for part in request.headers.get("accept-language", "")[:200].split(","):
        if part.strip()[:2].lower() in LANGUAGES:
            return part.strip()[:2].lower()
    return "en"


def json_answer(data: Any, status: int = 200) -> Response:
    return json_text(encode(data), status)


def json_text(text: bytes, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """What is JSON already. A large one is packed and sent piece by piece, as fast as it is read, and others are served
    in between."""
    kept = {"cache-control": "no-store", **(headers or {})}
    if len(text) <= PIECE:
        return Response(text, status, kept, JSON)
    return StreamingResponse(_pieces(text), status, kept, JSON)


async def _pieces(text: bytes) -> AsyncIterator[memoryview]:
    for at in range(0, len(text), PIECE):
        yield memoryview(text)[at : at + PIECE]
        await asyncio.sleep(0)


def error_answer(request: HTTPConnection, refused: Refused) -> Response:
    """A refusal as it reads over HTTP."""
    words = say(refused.key, asked_language(request), **refused.fields)
    return json_answer({"error": refused.error, "words": words}, STATUS.get(refused.error, 400))
