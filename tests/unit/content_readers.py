"""Which entries of a game's content.toml the code reads; run as a script, in a process of its own.

    python -m tests.unit.content_readers GAME

Prints the entries that nobody asked for while the game was opened and matches of it were set up. Who only checks or
writes down the content (the module `content`, the JSON encoder) reads nothing.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

CHECKERS: Final = ("content.py", "encoder.py", "copy.py")
unread: set[str] = set()
_loads = tomllib.loads


class Watched(dict[str, Any]):
    """A table that notes which of its entries are asked for."""

    def __init__(self, entries: dict[str, Any], place: str) -> None:
        super().__init__({key: watched(value, f"{place}{key}") for key, value in entries.items()})
        self.place = place
        unread.update(f"{place}{key}" for key in entries)

    def note(self, key: str) -> None:
        if Path(sys._getframe(2).f_code.co_filename).name not in CHECKERS:
            unread.discard(f"{self.place}{key}")

    def __getitem__(self, key: str) -> Any:
        self.note(key)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        self.note(key)
        return super().get(key, default)

    def items(self) -> Any:
        for key in self.keys():
            self.note(key)
        return super().items()

    def values(self) -> Any:
        for key in self.keys():
            self.note(key)
        return super().values()

    def __iter__(self) -> Iterator[str]:
        return super().__iter__()


def watched(value: Any, place: str) -> Any:
    if isinstance(value, dict):
        return Watched(value, f"{place}.")
    if isinstance(value, list):
        # Entries of a list are alike: what is read of one is read.
        return [watched(entry, place) for entry in value]
    return value


def loads(text: str, **more: Any) -> dict[str, Any]:
    found = _loads(text, **more)
    # Behind the function that says what is wrong with a file.
    caller = Path(sys._getframe(2).f_code.co_filename).name
    is_content = caller == "content.py" and "rule" not in found and any(isinstance(v, dict) for v in found.values())
    return Watched(found, "") if is_content else found


def main(name: str) -> None:
    tomllib.loads = loads
    import theomachy
    from theomachy.lab.fuzz.trial import draw_trial

    game = theomachy.game(name)
    game.mind(), game.study(), game.face(), game.board_info(), game.offers()
    # With everything that can be asked for by a name drawn by lot, expansions too.
    settings = {setting.name: "random" for setting in game.settings() if "random" in setting.values}
    for seed in range(40):
        match = draw_trial(game, seed, settings=settings).match
        match.view(None)
    json.dump(sorted(unread), sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1])
