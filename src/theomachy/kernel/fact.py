"""Facts: what happened, with the rule that made it happen. Log, animations and statistics are made of them."""

from __future__ import annotations

from typing import Final

EVERYONE: Final = -1


class Fact:
    """One thing that happened. Which fields mean something depends on the name; a game says how they read."""

    __slots__ = ("amount", "name", "other", "rule", "seen", "what", "where", "who")

    def __init__(
        self, rule: str, name: str, who: int, where: int, what: str, amount: int, other: int, seen: int
    ) -> None:
        self.rule = rule
        self.name = name
        self.who = who
        self.where = where
        self.what = what
        self.amount = amount
        self.other = other
        #: bit mask of the seats that may know it
        self.seen = seen

    def __reduce__(self) -> tuple[type[Fact], tuple[str, str, int, int, str, int, int, int]]:
        """Facts go with a match that is pickled."""
        fields = (self.rule, self.name, self.who, self.where, self.what, self.amount, self.other, self.seen)
        return Fact, fields

    def visible_to(self, seat: int) -> bool:
        """Whether a seat (-1: a spectator) may know this fact."""
        if self.seen == EVERYONE:
            return True
        return seat >= 0 and (self.seen >> seat) & 1 == 1
