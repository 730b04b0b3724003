"""Answers over HTTP, and the language they are in."""

from __future__ import annotations

from typing import Any, Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

from theomachy.kernel.catalogue import LANGUAGES
from theomachy.server.messages import encode
from theomachy.server.tables import Refused
from theomachy.server.words import say

#: status of each refusal
STATUS: Final = {
    "bad-request": 400, "wrong-token": 403, "no-table": 404, "no-seat": 404, "seat-taken": 409, "bad-save": 422,
    "bad-setup": 422, "not-now": 409, "too-large": 413, "too-many": 429, "internal": 500,
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
    return Response(encode(data), status, {"cache-control": "no-store"}, "application/json")


def error_answer(request: HTTPConnection, refused: Refused) -> Response:
    """A refusal as it reads over HTTP."""
    words = say(refused.key, asked_language(request), **refused.fields)
    return json_answer({"error": refused.error, "words": words}, STATUS.get(refused.error, 400))
