"""The settings of a game: what a match can be asked to be, as data for commands, pages and the lab."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from theomachy.kernel.errors import BadSetup

#: one of the values
CHOICE: Final = "choice"
#: several of the values
LIST: Final = "list"
#: yes or no
SWITCH: Final = "switch"
#: a seat, 0 first
SEAT: Final = "seat"
#: the name of a file, which the set-up reads in
FILE: Final = "file"

#: the setting that says which seat plays first, in games that have it
FIRST: Final = "first"

_YES: Final = ("yes", "true", "1")
_NO: Final = ("no", "false", "0")


class Setting:
    """One setting: its name in a set-up, the kind of value it takes, and the values there are.

    The game's words have what it is for as `setting.<name>`; `names` is where the catalogue has the names of the values
    (by default under the setting's own name).
    """

    __slots__ = ("kind", "name", "names", "values")

    def __init__(self, name: str, kind: str = CHOICE, values: Sequence[str] = (), names: str = "") -> None:
        self.name = name
        self.kind = kind
        self.values = tuple(values)
        self.names = names or name

    @property
    def option(self) -> str:
        """How a command spells it."""
        return f"--{self.name.replace('_', '-')}"

    def read(self, text: str) -> Any:
        """The value that a text means. Whether it is allowed is for the game's set-up to say."""
        word = text.strip()
        if self.kind == FILE:
            return word
        if self.kind == LIST:
            return [name.strip().lower() for name in word.split(",")]
        if self.kind == SWITCH:
            if word.lower() not in (*_YES, *_NO):
                raise BadSetup(f"{self.option}: '{text}'; write yes or no")
            return word.lower() in _YES
        if self.kind == SEAT:
            if not word.isdecimal():
                raise BadSetup(f"{self.option}: '{text}' is no seat; write its number, 0 for the first")
            return int(word)
        return word.lower()

    def write(self, value: Any) -> str:
        """The text that means a value."""
        if self.kind == LIST:
            return ",".join(value)
        if self.kind == SWITCH:
            return "yes" if value else "no"
        return str(value)
