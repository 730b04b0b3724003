"""Whatever is wrong or missing in a box with one more thing is said at the start, with the file it is missing in.

Each test starts a copy of the package in which somebody has begun to add something, as docs/extending.md says, and has
not finished.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from tests.broken_copies import LEFT_OUT, SOURCES, run_on
from theomachy.kernel.catalogue import LANGUAGES

ROOT: Final = Path(__file__).parents[2]
ANKH: Final = Path("theomachy/games/ankh")
ANUNNAKI: Final = Path("theomachy/games/anunnaki")

START: Final = """
import sys
import theomachy
from theomachy.kernel.errors import TheomachyError
try:
    match = theomachy.new(sys.argv[1], players=2, seed=1)
    match.play_random(1)
    print("plays")
except TheomachyError as refused:
    print(refused)
"""


def start(folder: Path, game: str) -> str:
    """What a person is told who wants to play."""
    return run_on(folder, START, game)


def written_otherwise(file: Path, before: str, after: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert before in text, f"{file.name} does not say '{before}'"
    file.write_text(text.replace(before, after, 1), encoding="utf-8")


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(SOURCES, tmp_path / "theomachy", ignore=shutil.ignore_patterns(*LEFT_OUT))
    return tmp_path


@pytest.fixture
def thoth(copy: Path) -> Path:
    """The copy with the god of docs/extending.md, whole."""
    page = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
    (code,) = re.findall(r'```python\n("""Thoth.*?)```', page, re.DOTALL)
    (copy / ANKH / "gods" / "thoth.py").write_text(code, encoding="utf-8")
    written_otherwise(copy / ANKH / "components.py", "] = ()\n", '] = (("god", "thoth"),)\n')
    for language in LANGUAGES:
        data = copy / ANKH / "data"
        written_otherwise(data / f"text.{language}.toml", "[name]\n", '[name]\n"god.thoth" = "Thoth"\n')
        with (data / f"rules.{language}.toml").open("a", encoding="utf-8") as rules:
            rules.write('\n["ankh/god/thoth"]\ntitle = "Thoth"\ntext = "He writes."\n')
    return copy


def test_a_whole_god_plays(thoth: Path) -> None:
    assert start(thoth, "ankh") == "plays"


@pytest.mark.parametrize(
    ("file", "before", "after", "said"),
    [
        ("gods/thoth.py", 'name = "thoth"', 'name = "ra"', "gods/thoth.py: calls itself 'ra'"),
        ("components.py", '"thoth"', '"ra"', "components.py: ADDED: ('god', 'ra'): there is a god of that name"),
        ("gods/thoth.py", "def arrived", "def arived", "gods/thoth.py: no moment 'arived'; did you mean arrived?"),
        (
            "gods/thoth.py",
            "def arrived(self, s: AnkhState, figure: int)",
            "def arrived(self, figure: int)",
            "gods/thoth.py: 'arrived' is given (s, figure) and takes (figure)",
        ),
        ("gods/thoth.py", "THOTH: Final = bit", "THOTH: Final = bitt", "gods/thoth.py: can't be imported: NameError"),
        (
            "gods/thoth.py",
            "            gain_followers(",
            '            s.tell("ankh/god/thoth", "scribbled", god)\n            gain_followers(',
            "data/text.ru.toml: has no sentence 'scribbled', which gods/thoth.py needs",
        ),
        *(
            (
                f"data/text.{language}.toml",
                '"god.thoth" = "Thoth"\n',
                "",
                f"data/text.{language}.toml: has no name 'god.thoth', which gods/thoth.py needs",
            )
            for language in LANGUAGES
        ),
        *(
            (
                f"data/rules.{language}.toml",
                'text = "He writes."\n',
                "",
                f"data/rules.{language}.toml: the rule 'ankh/god/thoth' has no text",
            )
            for language in LANGUAGES
        ),
        (
            "data/text.de.toml",
            '"god.thoth" = "Thoth"',
            '"god.thoth" = "Thoth',
            "data/text.de.toml: not a TOML file: Illegal character '\\n' (at line ",
        ),
        (
            "data/rules.ru.toml",
            '["ankh/god/thoth"]',
            '["ankh/god/ra"]',
            "data/rules.ru.toml: not a TOML file: Cannot declare ('ankh/god/ra',) twice",
        ),
        ("data/content.toml", "[", "[[[", "data/content.toml: not a TOML file: "),
        (
            "data/text.de.toml",
            '"god.thoth" = "Thoth"',
            '"god.thoth" = { gen = "Thoths" }',
            "data/text.de.toml: 'god.thoth': has no form 'name'",
        ),
        (
            "data/text.en.toml",
            "[prompt]\n",
            '[prompt]\nsnatch = "Snatch it"\n',
            "data/text.ru.toml: has no 'snatch' in [prompt], which text.en.toml has",
        ),
        (
            "pharaoh/kings/xerxes.py",
            "def devotion_denied(self, s: AnkhState, god: Side, amount: int, region: Region)",
            "def devotion_denied(self, s: AnkhState, god: Side, amount: int)",
            "pharaoh/kings/xerxes.py: 'devotion_denied' is given (s, god, amount, region) and takes (s, god, amount)",
        ),
        (
            "pharaoh/data/text.de.toml",
            '"king.xerxes"',
            '"king.darius"',
            "pharaoh/data/text.de.toml: has no name 'king.xerxes', which pharaoh/kings/xerxes.py needs",
        ),
    ],
)  # fmt: skip
def test_a_half_written_god_of_ankh_is_refused(thoth: Path, file: str, before: str, after: str, said: str) -> None:
    written_otherwise(thoth / ANKH / file, before, after)
    told = start(thoth, "ankh")
    assert said in told
    assert told.startswith("game 'ankh' ")
    assert "Traceback" not in told


@pytest.mark.parametrize(
    ("file", "before", "after", "said"),
    [
        ("components.py", '("zeus", "hera"', '("zeus", "ra"', "components.py: 'ra' is there twice"),
        (
            "artifacts/scarab.py",
            'name = "scarab"',
            'name = "fate"',
            "artifacts/scarab.py: the artifact 'fate' is there twice, also in ",
        ),
        (
            "houses/babylon.py",
            "def portal_opens(self, s: AnunnakiState, seat: Seat)",
            "def portal_opens(self, s: AnunnakiState)",
            "'portal_opens' is given (s, seat) and takes (s)",
        ),
        ("data/text.ru.toml", "scarab-step = ", "beetle = ", "data/text.ru.toml: has no prompt 'scarab-step', which "),
        ("data/rules.de.toml", "title = ", "title ", "data/rules.de.toml: not a TOML file: "),
        ("data/content.toml", "[", "[[[", "data/content.toml: not a TOML file: "),
    ],
)
def test_a_half_written_thing_of_anunnaki_is_refused(copy: Path, file: str, before: str, after: str, said: str) -> None:
    written_otherwise(copy / ANUNNAKI / file, before, after)
    told = start(copy, "anunnaki")
    assert said in told
    assert told.startswith("game 'anunnaki' ")


def test_the_page_is_built_anew_when_a_game_names_something_new() -> None:
    """So that what has no emblem is refused by `make play` (tests/unit/test_emblems.py), however old the page is."""
    rules = subprocess.run(["make", "-pn", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    (needed,) = re.findall(r"^src/theomachy/server/page/index\.html: (.*)$", rules, re.MULTILINE)
    for name in ("ankh/data", "ankh/pharaoh/data", "anunnaki/data"):
        assert f"src/theomachy/games/{name}/text.en.toml" in needed.split()
