"""Undo by agreement: a seat asks, the other people agree or refuse. What was said is read from the lines of the table
itself, which every server has; any choice or undo meanwhile makes the request void."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from theomachy.server.messages import UndoWord
from theomachy.server.storage import ChatLine

WORD_OF: Final[dict[str, Literal["asked", "agreed", "refused"]]] = {
    "line-undo-asked": "asked",
    "line-undo-agreed": "agreed",
    "line-undo-refused": "refused",
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


def open_request(lines: Iterable[ChatLine], version: int) -> Request | None:
    """The request that was made at this version and that nobody has refused."""
    found: Request | None = None
    for line in lines:
        said = undo_word(line)
        if said is None or said.version != version:
            continue
        if said.word == "asked":
            found = Request(said.seat)
        elif said.word == "refused":
            found = None
        elif found is not None:
            found.agreed.add(said.seat)
    return found
