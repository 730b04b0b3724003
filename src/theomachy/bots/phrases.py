"""The sentences of bots, as the files of `data/` have them."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files


@cache
def read_words(name: str) -> dict[str, str]:
    """A table of `bots/data`."""
    return dict(tomllib.loads((files("theomachy.bots") / "data" / name).read_text(encoding="utf-8")))


def sentences_of(lang: str) -> dict[str, str]:
    return read_words(f"reasons.{lang}.toml")


def quoted(text: str, lang: str) -> str:
    # Quotation marks within quotation marks are the inner ones.
    return sentences_of(lang)["quoted"].format(text=text.replace("«", "„").replace("»", "“"))
