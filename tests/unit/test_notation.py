"""The pages of the notation list every key of a case, a position and an expectation, and no other."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

import theomachy
from theomachy.games.ankh import expectations as ankh_expectations
from theomachy.games.ankh import positions as ankh_positions
from theomachy.games.ankh.expansion import EXPANSIONS
from theomachy.games.ankh.gods.god import PANTHEON
from theomachy.games.ankh.guardians.guardian import BESTIARY
from theomachy.games.anunnaki import expectations as anunnaki_expectations
from theomachy.games.anunnaki import positions as anunnaki_positions
from theomachy.kernel.cases import KEYS

DOCS: Final = Path(__file__).parents[2] / "docs"
#: expectations about the choices of the asked seat, which every game has
OF_CHOICES: Final = ("choices", "legal", "illegal")

theomachy.game("ankh")  # fills the box: gods, guardians and expansions bring keys of their own
CODE: Final = {
    ("notation.md", "case"): {*KEYS},
    ("notation.md", "position"): {
        *ankh_positions.KEYS,
        *(key for god in PANTHEON for key in god.position_keys),
        *(key for guardian in BESTIARY for key in guardian.position_keys),
        *(key for expansion in EXPANSIONS[1:] for key in (expansion.name, *expansion.position_keys)),
    },
    ("notation.md", "expect"): {
        *ankh_expectations._KEYS,
        *OF_CHOICES,
        *(key for expansion in EXPANSIONS[1:] for key in expansion.expected),
    },
    ("notation-anunnaki.md", "position"): {*anunnaki_positions.KEYS},
    ("notation-anunnaki.md", "expect"): {*anunnaki_expectations.KEYS, *OF_CHOICES},
}


def listed(page: str, about: str) -> set[str]:
    """The words in the first column of the tables after a paragraph that begins with **about**."""
    found: set[str] = set()
    reading = False
    for line in (DOCS / page).read_text(encoding="utf-8").splitlines():
        if line.startswith("**"):
            reading = line.startswith(f"**{about}**")
        elif line.startswith("#"):
            reading = False
        elif reading and line.startswith("|"):
            found |= set(re.findall(r"`([^`]+)`", line.split("|")[1]))
    return found


@pytest.mark.parametrize(("page", "about"), list(CODE), ids=[f"{page}-{about}" for page, about in CODE])
def test_all_keys_are_listed(page: str, about: str) -> None:
    assert len(CODE[page, about]) >= 10
    assert listed(page, about) == CODE[page, about]
