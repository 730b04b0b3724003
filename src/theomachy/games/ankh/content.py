"""The printed components as data (`data/content.toml`); each value says there where it comes from."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Final

from theomachy.kernel.data_files import read_toml


def data_text(name: str) -> str:
    """A data file of the game."""
    return (files("theomachy.games.ankh") / "data" / name).read_text(encoding="utf-8")


@cache
def term_names(language: str) -> dict[str, str]:
    """The names of the evaluation's terms."""
    return dict(read_toml(data_text(f"terms.{language}.toml"), f"data/terms.{language}.toml"))


CONTENT: Final[dict[str, Any]] = read_toml(data_text("content.toml"), "data/content.toml")
