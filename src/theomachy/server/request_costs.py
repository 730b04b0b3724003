"""Prices of everything a client can ask for, in seconds of work.

Each route and each websocket message has an entry here; a test compares the tables with the application. The price is
charged before any work is done, so that many expensive requests at once use up an allowance before they are served.
What the work measurably takes is charged as it is done; when it is done, the part of the price that was covered by it
is given back. A request therefore costs its price or what it took, whichever is more.
"""

from __future__ import annotations

from types import TracebackType
from typing import Final

from theomachy.server import messages
from theomachy.server.limits import Purse

#: answered from memory, or a few rows of the database
CHEAP: Final = 0.000_5
#: a choice at a table, which nobody should have to ration
CHOICE: Final = 0.001
#: several queries, a write, or a signature
ROWS: Final = 0.002
#: makes a view, a text or a picture of a match
RENDER: Final = 0.005
#: plays, checks or parses a whole match, or sends a letter
ENGINE: Final = 0.02

#: by method and path, as the application declares them
ROUTES: Final[dict[tuple[str, str], float]] = {
    ("GET", "/health"): CHEAP,
    ("GET", "/api/tables"): CHEAP,
    ("POST", "/api/tables"): ENGINE,
    ("POST", "/api/tables/open"): ENGINE,
    ("GET", "/api/tables/{table}"): CHEAP,
    ("POST", "/api/tables/{table}/join"): ROWS,
    ("POST", "/api/tables/{table}/rematch"): ENGINE,
    ("POST", "/api/tables/{table}/seats/{seat}"): ROWS,
    ("GET", "/api/tables/{table}/save"): ENGINE,
    ("GET", "/api/tables/{table}/replay"): RENDER,
    ("GET", "/api/tables/{table}/story"): RENDER,
    ("GET", "/api/tables/{table}/position"): ENGINE,
    ("GET", "/api/tables/{table}/case"): ENGINE,
    ("GET", "/api/tables/{table}/analysis"): RENDER,
    ("POST", "/api/tables/{table}/analysis"): ENGINE,
    ("GET", "/api/tables/{table}/live"): ROWS,
    ("POST", "/api/positions"): ENGINE,
    ("GET", "/api/games"): RENDER,
    ("GET", "/api/games/{game}/words"): RENDER,
    ("GET", "/api/games/{game}/board"): CHEAP,
    ("GET", "/api/bots"): CHEAP,
    ("GET", "/api/lessons/{game}"): RENDER,
    ("GET", "/api/lessons/{game}/{name}"): RENDER,
    ("GET", "/api/book/{game}"): RENDER,
    ("GET", "/api/book/{game}/values"): RENDER,
    ("GET", "/api/book/{game}/{key}"): RENDER,
    ("POST", "/api/book/{game}/{key}"): ENGINE,
    ("GET", "/api/me"): ROWS,
    ("POST", "/api/me"): ROWS,
    ("POST", "/api/me/profile"): ROWS,
    ("POST", "/api/me/sign-out"): ROWS,
    ("GET", "/api/me/export"): RENDER,
    ("POST", "/api/me/delete"): RENDER,
    ("POST", "/api/me/recovery"): ROWS,
    ("POST", "/api/me/recovery/revoke"): ROWS,
    ("POST", "/api/me/passkeys/begin"): ROWS,
    ("POST", "/api/me/passkeys"): ROWS,
    ("POST", "/api/me/passkeys/remove"): ROWS,
    ("GET", "/api/me/tables"): RENDER,
    ("POST", "/api/me/tables/{table}"): ROWS,
    ("POST", "/api/me/seats"): RENDER,
    ("GET", "/api/me/notices"): ROWS,
    ("POST", "/api/me/notices"): ROWS,
    ("POST", "/api/me/notices/push"): ROWS,
    ("POST", "/api/me/notices/mail"): ENGINE,
    ("POST", "/api/me/notices/hook"): ROWS,
    ("POST", "/api/me/notices/remove"): ROWS,
    ("POST", "/api/me/notices/try"): ENGINE,
    ("POST", "/api/notices/confirm"): ROWS,
    ("POST", "/api/notices/stop"): ROWS,
    ("POST", "/api/sign-in"): ROWS,
    ("POST", "/api/sign-in/begin"): ROWS,
    ("POST", "/api/sign-in/recovery"): ROWS,
    ("POST", "/api/sign-in/recovery/player"): ROWS,
    ("GET", "/api/players/{player}"): ROWS,
    ("GET", "/api/record"): CHEAP,
    ("GET", "/"): CHEAP,
    ("GET", "/me"): CHEAP,
    ("GET", "/record"): CHEAP,
    ("GET", "/position"): CHEAP,
    ("GET", "/learn/{path:path}"): CHEAP,
    ("GET", "/rules/{path:path}"): CHEAP,
    ("GET", "/p/{path:path}"): CHEAP,
    ("GET", "/t/{path:path}"): CHEAP,
    ("GET", "/{path:path}"): CHEAP,
}

MESSAGES: Final[dict[type[messages.PageMessage], float]] = {
    messages.Hello: RENDER,
    messages.Choose: CHOICE,
    messages.Undo: RENDER,
    messages.AskUndo: ROWS,
    messages.AnswerUndo: RENDER,
    messages.Why: ROWS,
    messages.Preview: ROWS,
    messages.Hint: RENDER,
    messages.Coach: ROWS,
    messages.Weigh: RENDER,
    messages.Chat: ROWS,
    messages.Language: RENDER,
    messages.Ping: CHEAP,
    messages.Back: ROWS,
    messages.Resign: ROWS,
    messages.Adjourn: ROWS,
    messages.Look: CHEAP,
}


def _by_shape() -> dict[tuple[str, int], list[tuple[list[str], float]]]:
    """Routes of the API by method and number of segments, exact ones before those with parameters."""
    found: dict[tuple[str, int], list[tuple[list[str], float]]] = {}
    for (method, path), price in sorted(ROUTES.items(), key=lambda entry: entry[0][1].count("{")):
        if path.startswith("/api/"):
            parts = path.split("/")
            found.setdefault((method, len(parts)), []).append((parts, price))
    return found


_SHAPES: Final = _by_shape()


def route_price(method: str, path: str) -> float:
    """Return the price of a request; what no route answers, and pages and files, cost least."""
    if not path.startswith("/api/"):
        return CHEAP
    parts = path.split("/")
    for declared, price in _SHAPES.get((method, len(parts)), ()):
        if all(ours == theirs or ours.startswith("{") for ours, theirs in zip(declared, parts, strict=True)):
            return price
    return CHEAP


class Prepaid:
    """Charges a price on entry; on exit, gives back the part that measured work has charged meanwhile.

    Requests that share an allowance at the same time may share what is given back; the sum never falls below what was
    measured.
    """

    __slots__ = ("_before", "_price", "_purse")

    def __init__(self, purse: Purse, price: float) -> None:
        self._purse = purse
        self._price = price
        self._before = 0.0

    def __enter__(self) -> None:
        self._purse.prepay(self._price)
        self._before = self._purse.measured

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        covered = self._purse.measured - self._before
        if covered > 0:
            self._purse.prepay(-min(self._price, covered))
