"""The printed components as data (`data/content.toml`); each value says there where it comes from."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Final


def data_text(name: str) -> str:
    """A data file of the game."""
    return (files("theomachy.games.ankh") / "data" / name).read_text(encoding="utf-8")


@cache
def term_names(language: str) -> dict[str, str]:
    """The names of the evaluation's terms."""
    return dict(tomllib.loads(data_text(f"terms.{language}.toml")))


CONTENT: Final[dict[str, Any]] = tomllib.loads(data_text("content.toml"))
