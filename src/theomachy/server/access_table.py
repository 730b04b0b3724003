"""The access table: every route and every socket message, what it reveals of a match, and the function that decides.

A route or message that is not listed fails `tests/server/test_access_rules.py`; docs/security.md shows the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from theomachy.server import access_rules, messages
from theomachy.server.access_rules import (
    acting_seat,
    check_holder,
    check_join,
    check_seat_control,
    disclosure,
    may_be_analysed,
    profile_access,
    viewer_seat,
)
from theomachy.server.player_rows import add_seats
from theomachy.server.players import Players
from theomachy.server.record_rows import game_counts
from theomachy.server.rows import TableRows
from theomachy.server.table_info import table_info


class Access(Struct, frozen=True):
    """What a route or a message reveals of a match, and the function that decides whether it may."""

    reveals: str
    guard: Callable[..., object]


#: reveals nothing about any match
NOTHING: Final = None

_PUBLIC = Access("title, seats, names, version, origin", table_info)
_OWN = Access("the tables of the signed-in player", Players.must)

#: by method and path
ROUTES: Final[dict[tuple[str, str], Access | None]] = {
    ("GET", "/api/tables"): Access("the tables that are listed", TableRows.listed),
    ("GET", "/api/tables/{table}"): _PUBLIC,
    ("POST", "/api/tables"): NOTHING,
    ("POST", "/api/tables/open"): NOTHING,
    ("POST", "/api/book/{game}/{key}"): NOTHING,
    ("POST", "/api/tables/{table}/rematch"): Access("the table of the rematch", check_holder),
    ("POST", "/api/tables/{table}/join"): Access("the view of an open seat from then on", check_join),
    ("POST", "/api/tables/{table}/seats/{seat}"): Access("the same, after a change of seat", check_seat_control),
    ("GET", "/api/tables/{table}/save"): Access("everything", disclosure),
    ("GET", "/api/tables/{table}/position"): Access("everything, or a seat's belief", disclosure),
    ("GET", "/api/tables/{table}/case"): Access("everything, or a seat's belief", disclosure),
    ("GET", "/api/tables/{table}/replay"): Access("the view at a step", viewer_seat),
    ("GET", "/api/tables/{table}/story"): Access("the log and the public numbers", viewer_seat),
    ("GET", "/api/tables/{table}/analysis"): Access("chances and costly choices", may_be_analysed),
    ("POST", "/api/tables/{table}/analysis"): Access("chances and costly choices", may_be_analysed),
    ("SOCKET", "/api/tables/{table}/live"): Access("the view, choices and chat", viewer_seat),
    ("GET", "/api/me/tables"): _OWN,
    ("GET", "/api/me/export"): _OWN,
    ("POST", "/api/me/seats"): Access("the view of a seat from then on", add_seats),
    ("POST", "/api/me/tables/{table}"): NOTHING,
    ("GET", "/api/players/{player}"): Access("results of matches", profile_access),
    ("GET", "/api/record"): Access("numbers of listed tables, public ratings", game_counts),
    # Who somebody is.
    ("GET", "/api/me"): NOTHING,
    ("POST", "/api/me"): NOTHING,
    ("POST", "/api/me/profile"): NOTHING,
    ("POST", "/api/me/sign-out"): NOTHING,
    ("POST", "/api/me/delete"): NOTHING,
    ("POST", "/api/me/recovery"): NOTHING,
    ("POST", "/api/me/recovery/revoke"): NOTHING,
    ("POST", "/api/sign-in/recovery"): NOTHING,
    ("POST", "/api/sign-in/recovery/player"): NOTHING,
    ("POST", "/api/me/passkeys/begin"): NOTHING,
    ("POST", "/api/me/passkeys"): NOTHING,
    ("POST", "/api/me/passkeys/remove"): NOTHING,
    ("POST", "/api/sign-in/begin"): NOTHING,
    ("POST", "/api/sign-in"): NOTHING,
    ("GET", "/api/me/notices"): NOTHING,
    ("POST", "/api/me/notices"): NOTHING,
    ("POST", "/api/me/notices/push"): NOTHING,
    ("POST", "/api/me/notices/mail"): NOTHING,
    ("POST", "/api/me/notices/hook"): NOTHING,
    ("POST", "/api/me/notices/remove"): NOTHING,
    ("POST", "/api/me/notices/try"): NOTHING,
    ("POST", "/api/notices/confirm"): NOTHING,
    ("POST", "/api/notices/stop"): NOTHING,
    # The same for everybody: games, rules, lessons, positions of the asker's own, the page.
    ("GET", "/health"): NOTHING,
    ("GET", "/api/games"): NOTHING,
    ("GET", "/api/games/{game}/words"): NOTHING,
    ("GET", "/api/games/{game}/board"): NOTHING,
    ("GET", "/api/bots"): NOTHING,
    ("POST", "/api/positions"): NOTHING,
    ("GET", "/api/lessons/{game}"): NOTHING,
    ("GET", "/api/lessons/{game}/{name}"): NOTHING,
    ("GET", "/api/book/{game}"): NOTHING,
    ("GET", "/api/book/{game}/values"): NOTHING,
    ("GET", "/api/book/{game}/{key}"): NOTHING,
    ("GET", "/"): NOTHING,
    ("GET", "/me"): NOTHING,
    ("GET", "/record"): NOTHING,
    ("GET", "/position"): NOTHING,
    ("GET", "/learn/{path:path}"): NOTHING,
    ("GET", "/rules/{path:path}"): NOTHING,
    ("GET", "/p/{path:path}"): NOTHING,
    ("GET", "/t/{path:path}"): NOTHING,
    ("GET", "/{path:path}"): NOTHING,
}

#: by kind of message
MESSAGES: Final[dict[type[messages.FromPage], Access | None]] = {
    messages.Hello: Access("the view, choices and chat", viewer_seat),
    messages.Language: Access("the same in another language", viewer_seat),
    messages.Choose: Access("what follows the seat's choice", acting_seat),
    messages.Undo: Access("the view before a choice of the seat", acting_seat),
    messages.AskUndo: Access("the view before a choice of the seat", acting_seat),
    messages.AnswerUndo: Access("the view before another seat's choice", acting_seat),
    messages.Why: Access("which rule forbids the seat a choice", acting_seat),
    messages.Preview: Access("what would follow the seat's choice", acting_seat),
    messages.Hint: Access("advice from what the seat knows", acting_seat),
    messages.Weigh: Access("advice from what the seat knows", acting_seat),
    messages.Coach: Access("whether the table has a coach", acting_seat),
    messages.Resign: Access("what a bot goes on with for the seat", acting_seat),
    messages.Adjourn: Access("whether the match is adjourned", acting_seat),
    messages.Back: Access("the clocks", acting_seat),
    messages.Chat: NOTHING,
    messages.Look: NOTHING,
    messages.Ping: NOTHING,
}


def guard_name(access: Access) -> str:
    """The guard as docs/security.md names it."""
    return f"{access.guard.__module__.removeprefix('theomachy.server.')}.{access.guard.__qualname__}"


def is_decision(access: Access) -> bool:
    """Whether the guard is one of the functions of `access_rules`."""
    return access.guard.__module__ == access_rules.__name__
