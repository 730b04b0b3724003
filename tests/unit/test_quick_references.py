"""The quick references name what they must explain, in every language, and nothing in them is left from another one."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from typing import Any, Final

import pytest

from theomachy.kernel.catalogue import LANGUAGES

#: by package: the beginnings of the names that a player looks up there
EXPLAINED: Final = {
    "theomachy.games.ankh": ("god.", "action.", "power.", "card.", "piece.", "event."),
    "theomachy.games.ankh.pharaoh": ("",),
    "theomachy.games.anunnaki": (
        *("house.pharaohs", "house.norrenis", "house.babylon", "house.ellenys"),
        *("god.ra", "god.odin", "god.ishtar", "god.zeus"),
    ),
}
#: names for the notation only, and of the chapters of the book
UNEXPLAINED: Final = ("piece.held", "event.bid", "chapter.")


def text_of(package: str, name: str) -> str:
    return (files(package) / "data" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("package", list(EXPLAINED))
def test_everything_a_player_looks_up_is_named(package: str, language: str) -> None:
    entries: dict[str, Any] = tomllib.loads(text_of(package, f"text.{language}.toml"))["name"]
    names = {key: entry["name"] if isinstance(entry, dict) else entry for key, entry in entries.items()}
    wanted = [key for key in names if key.startswith(EXPLAINED[package]) and not key.startswith(UNEXPLAINED)]
    assert len(wanted) >= 8
    page = text_of(package, f"quick.{language}.md").casefold()
    assert [key for key in wanted if names[key].casefold() not in page] == []


@pytest.mark.parametrize("package", list(EXPLAINED))
def test_the_languages_differ(package: str) -> None:
    """No line of words was left untranslated."""
    pages = {language: text_of(package, f"quick.{language}.md") for language in LANGUAGES}
    lines = {language: {line for line in page.splitlines() if len(re.findall(r"[^\W\d_]{2,}", line)) > 2}
             for language, page in pages.items()}  # fmt: skip
    assert all(len(found) > 20 for found in lines.values())
    assert lines["en"] & lines["de"] == set()
    assert lines["en"] & lines["ru"] == set()
    assert lines["de"] & lines["ru"] == set()
    # Without the names of printed values.
    told = {language: re.sub(r"{[^}]*}", "", page) for language, page in pages.items()}
    letters = {language: re.findall(r"[^\W\d_]", page) for language, page in told.items()}
    cyrillic = {language: sum("а" <= letter.lower() <= "я" for letter in found) for language, found in letters.items()}
    assert cyrillic["ru"] > 0.9 * len(letters["ru"])
    assert cyrillic["en"] == cyrillic["de"] == 0
