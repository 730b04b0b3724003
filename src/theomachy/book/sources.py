"""Where the printed values of a game come from: the `src` of each table of its content file."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from theomachy.kernel.data_files import read_toml
from theomachy.kernel.game import Game

FILE: Final = "content.toml"
#: the marks that a source is told by, and the words in `src` that stand for each
MARKS: Final = {"book": ("book", "board"), "inferred": ("inferred", "likely", "rotation"), "designed": ("designed",)}
#: what an entry of a list is where others of the list name a source and it does not
DESIGNED: Final = "designed"
#: keys of a table that say something about it, not what is printed
ABOUT: Final = ("src", "note", "name")
#: characters of the values that are shown; a map has thousands
LONG: Final = 160


def value_sources(game: Game[Any]) -> list[dict[str, Any]]:
    """Every table of the content file: `where` it stands, its `marks`, `src` and `note` as they are written there, and
    its `values` as text. No marks: the file does not say where they come from."""
    found: list[dict[str, Any]] = []
    for text in game.catalogue.files(FILE):
        for key, value in read_toml(text, f"{game.name}: data/{FILE}").items():
            entries = list(_sources(value, key))
            found += entries or [_entry(value, key, "")]
    return found


def _sources(value: Any, where: str) -> Iterator[dict[str, Any]]:
    if isinstance(value, list):
        usual = DESIGNED if _has_source(value) else ""
        for number, entry in enumerate(value, 1):
            if isinstance(entry, dict):
                name = f"{where}: {entry.get('name', number)}"
                name += f", {entry['players']}" if "players" in entry else ""
                own = entry if "src" in entry or not usual else {**entry, "src": usual}
                yield from _sources(own, name)
    elif isinstance(value, dict):
        if isinstance(value.get("src"), str):
            yield _entry(value, where, value["src"])
        for key, entry in value.items():
            yield from _sources(entry, f"{where}.{key}")


def _entry(value: Any, where: str, source: str) -> dict[str, Any]:
    # What has a source of its own is told by itself.
    own = {key: one for key, one in value.items() if key not in ABOUT and not _has_source(one)} if isinstance(
        value, dict
    ) else {"": value}  # fmt: skip
    shown = ", ".join(f"{key} {_plain(one)}".strip() for key, one in own.items())
    return {
        "where": where,
        "marks": [mark for mark, words in MARKS.items() if any(word in source for word in words)],
        "src": source,
        "note": str(value.get("note", "")) if isinstance(value, dict) else "",
        "values": shown if len(shown) <= LONG else f"{shown[:LONG]}…",
    }


def _has_source(value: Any) -> bool:
    entries = value if isinstance(value, list) else [value]
    return any(isinstance(entry, dict) and "src" in entry for entry in entries)


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
