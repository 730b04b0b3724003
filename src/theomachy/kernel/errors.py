"""What can be wrong with something that came from outside: each error says where, what, and what would be right."""

from __future__ import annotations


class TheomachyError(ValueError):
    """Something given to the engine was refused; nothing was changed."""


class IllegalChoice(TheomachyError):
    """A choice that the match does not offer now. `rule` is the identifier of the rule that forbids it."""

    def __init__(self, message: str, rule: str) -> None:
        super().__init__(message)
        self.rule = rule


class BadSetup(TheomachyError):
    """A match was asked for that can't be set up (unknown side, too many players)."""


class BadContent(TheomachyError):
    """A content or scenario file has an error; the message names file, place and what is allowed."""


class BadSave(TheomachyError):
    """A save file can't be opened."""


class BadCase(TheomachyError):
    """A case file does not follow the notation."""


class NoUndo(TheomachyError):
    """There is nothing this seat may take back."""


def allowed(values: object) -> str:
    """A list of allowed values for an error message."""
    if isinstance(values, (list, tuple, set, frozenset, dict)):
        return ", ".join(str(value) for value in sorted(values, key=str))
    return str(values)
