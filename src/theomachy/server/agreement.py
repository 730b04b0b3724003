"""Undo by agreement: a seat asks, the other people agree or refuse. What was said is read from the lines of the table
itself, which every server has; any choice or undo meanwhile makes the request void."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Literal

from theomachy.server.messages import UndoWord
from theomachy.server.storage import ChatLine

Word = Literal["asked", "agreed", "refused"]

#: what the lines of the table say about an undo by agreement
WORD_OF: Final[dict[str, Word]] = {
    "line-undo-asked": "asked",
    "line-undo-agreed": "agreed",
    "line-undo-refused": "refused",
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


def open_pause(lines: Iterable[ChatLine], version: int, adjourned: bool) -> Request | None:
    """The open request to adjourn a match at this version, or to resume one that is adjourned."""
    asked = "line-resume-asked" if adjourned else "line-adjourn-asked"
    later: list[ChatLine] = []
    for line in lines:
        if line.key in ("line-adjourned", "line-resumed"):
            later = []
        elif line.key == asked or PAUSE_WORD_OF.get(line.key) in ("agreed", "refused"):
            later.append(line)
    return open_request(later, version, pause_word)


def open_request(
    lines: Iterable[ChatLine], version: int, word_of: Callable[[ChatLine], UndoWord | None] = undo_word
) -> Request | None:
    """The request that was made at this version and that nobody has refused."""
    found: Request | None = None
    for line in lines:
        said = word_of(line)
        if said is None or said.version != version:
            continue
        if said.word == "asked":
            found = Request(said.seat)
        elif said.word == "refused":
            found = None
        elif found is not None:
            found.agreed.add(said.seat)
    return found
