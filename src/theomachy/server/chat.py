"""The chat of a table: its last lines at hand, in everybody's language."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any, Final

from theomachy.kernel.wording import side_words
from theomachy.server.agreement import pause_word, undo_word
from theomachy.server.levels import bot_name
from theomachy.server.messages import Line
from theomachy.server.storage import ChatLine
from theomachy.server.words import say

log = logging.getLogger(__name__)

#: lines that a table keeps at hand
CHAT_LINES: Final = 200


class ChatRoll:
    """The last lines of a chat. One of the table itself is kept as a key of `words`, so it is said in any language."""

    def __init__(self, table: str, game: Any, stored: Iterable[ChatLine], following: int) -> None:
        self._table = table
        self._game = game
        self._lines: list[ChatLine] = []
        #: the number of the next line
        self.following = following
        self.begin_anew(stored, following)

    def begin_anew(self, stored: Iterable[ChatLine], following: int) -> None:
        self._lines = [line for line in stored if self._can_say(line)]
        self.following = following

    @property
    def lines(self) -> list[ChatLine]:
        """The lines at hand, as they are stored."""
        return self._lines

    def add(self, line: ChatLine) -> bool:
        """Keep a line, unless it is known already, or makes no sense here."""
        if line.number < self.following or not self._can_say(line):
            return False
        self.following = line.number + 1
        self._lines.append(line)
        del self._lines[:-CHAT_LINES]
        return True

    def said(self, lang: str, seat: int | None, token: bytes | None, first: int = 0) -> list[Line]:
        """The lines from a number on that the person at a seat, whose token has this hash, may read.

        Private lines from before they sat down belong to whoever sat there then.
        """
        arrivals = [line.number for line in self._lines if line.key == "line-joined" and line.token == token]
        arrived = max(arrivals, default=0) if token is not None else 0
        return [
            self.line(line, lang)
            for line in self._lines
            if line.number >= first and may_read(line, seat) and not (line.readers and line.number < arrived)
        ]

    def line(self, line: ChatLine, lang: str) -> Line:
        if line.key:
            fields = dict(line.fields)
            if "side" in fields:
                fields["side"] = side_words(self._game, fields["side"], lang)
            for field in ("bot", "other"):
                if fields.get(field):
                    fields[field] = bot_name(fields[field], lang)
            words = say(line.key, lang, **fields)
            return Line(line.number, None, say("table", lang), words, line.at, undo_word(line), pause_word(line))
        name = line.name if line.seat is not None else say("guest", lang)
        return Line(line.number, line.seat, name, line.text, line.at, private=bool(line.readers))

    def _can_say(self, line: ChatLine) -> bool:
        """Whether a stored line of the table itself is one that we know."""
        try:
            self.line(line, "en")
        except (KeyError, IndexError, ValueError) as error:
            log.error("table %s: line %d: %r", self._table, line.number, error)
            return False
        return True


def may_read(line: ChatLine, seat: int | None) -> bool:
    """Whether a seat (None: a spectator) may read a line."""
    return not line.readers or seat in line.readers
