"""Undo by agreement: a seat asks, the other people agree or refuse. What was said is read from the lines of the table
itself, which every server has; any choice or undo meanwhile makes the request void.

Each line carries the token's hash of the person who spoke, so that nobody is bound by what an earlier person at their
seat agreed to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal

from theomachy.server.messages import UndoWord
from theomachy.server.seats import Chair
from theomachy.server.storage import ChatLine

#: ends a request because a seat changed hands
VOID: Final = "line-undo-void"

Word = Literal["asked", "agreed", "refused"]

#: what the lines of the table say about an undo by agreement
WORD_OF: Final[dict[str, Word]] = {
    "line-undo-asked": "asked",
    "line-undo-agreed": "agreed",
    "line-undo-refused": "refused",
    VOID: "refused",
}
#: and about adjourning the match, or resuming it
PAUSE_WORD_OF: Final[dict[str, Word]] = {
    "line-adjourn-asked": "asked",
    "line-resume-asked": "asked",
    "line-adjourn-agreed": "agreed",
    "line-adjourn-refused": "refused",
}


class Request:
    """A seat would like to take back its last choice; those who have agreed."""

    __slots__ = ("agreed", "seat")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.agreed: set[int] = set()


def undo_word(line: ChatLine) -> UndoWord | None:
    """What a line says about an undo by agreement, if that is what it is about."""
    word = WORD_OF.get(line.key)
    return None if word is None else UndoWord(word, int(line.fields["seat"]), int(line.fields["version"]))


def pause_word(line: ChatLine) -> UndoWord | None:
    """What a line says about adjourning or resuming, if that is what it is about."""
    word = PAUSE_WORD_OF.get(line.key)
    return None if word is None else UndoWord(word, int(line.fields["seat"]), int(line.fields["version"]))


def open_pause(lines: Iterable[ChatLine], version: int, adjourned: bool, chairs: Sequence[Chair]) -> Request | None:
    """The open request to adjourn a match at this version, or to resume one that is adjourned."""
    asked = "line-resume-asked" if adjourned else "line-adjourn-asked"
    later: list[ChatLine] = []
    for line in lines:
        if line.key in ("line-adjourned", "line-resumed"):
            later = []
        elif line.key == asked or PAUSE_WORD_OF.get(line.key) in ("agreed", "refused"):
            later.append(line)
    return open_request(later, version, chairs, pause_word)


def open_request(
    lines: Iterable[ChatLine],
    version: int,
    chairs: Sequence[Chair],
    word_of: Callable[[ChatLine], UndoWord | None] = undo_word,
) -> Request | None:
    """The request that was made at this version and that nobody has refused.

    Only what the people who sit there now have said counts.
    """
    found: Request | None = None
    for line in lines:
        said = word_of(line)
        if said is None or said.version != version:
            continue
        present = line.token is not None and line.token == chairs[said.seat].token
        if said.word == "asked":
            found = Request(said.seat) if present else None
        elif said.word == "refused":
            found = None
        elif found is not None and present:
            found.agreed.add(said.seat)
    return found


def has_asked(lines: Iterable[ChatLine], version: int, seat: int) -> bool:
    """Whether a seat has made its one request at this version; one that became void by reseating does not count."""
    asked = False
    for line in lines:
        said = undo_word(line)
        if said is None or said.version != version:
            continue
        if line.key == VOID:
            asked = False
        elif said.word == "asked" and said.seat == seat:
            asked = True
    return asked
