"""Reading requests: bodies, and the tokens shown with them."""

from __future__ import annotations

import asyncio
from typing import TypeVar

import msgspec
from msgspec import Struct
from starlette.requests import Request

from theomachy.kernel.bounded_parsing import REQUEST, Budget, OverBudget, check_json
from theomachy.server.refused import Refused

#: how many tokens somebody may show at once
TOKENS = 64
M = TypeVar("M", bound=Struct)


async def read_body(request: Request, kind: type[M], limit: int, seconds: float, budget: Budget = REQUEST) -> M:
    """The body of a request, checked; it is not read further than the limit, nor waited for longer."""
    raw = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                raw += part
                if len(raw) > limit:
                    raise Refused("too-large", limit=limit)
    except TimeoutError:
        raise Refused("too-slow") from None
    try:
        check_json(bytes(raw), budget)
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, OverBudget) as error:
        raise Refused("bad-request", detail=str(error)[:200]) from error


def shown_tokens(request: Request) -> tuple[str, ...]:
    """The tokens in the header: one, or several with commas between."""
    kind, _, tokens = request.headers.get("authorization", "").partition(" ")
    return tuple(tokens.replace(",", " ").split())[:TOKENS] if kind.lower() == "bearer" else ()
