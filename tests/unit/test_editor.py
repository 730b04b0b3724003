"""The editor of positions: what a case can say is there to be clicked, or named as text alone, with the reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from theomachy.games.ankh.gods.god import PANTHEON
from theomachy.games.ankh.guardians.guardian import BESTIARY
from theomachy.games.ankh.pharaoh.positions import KEYS as PHARAOH_KEYS
from theomachy.games.ankh.positions import KEYS as ANKH_KEYS
from theomachy.games.anunnaki.positions import KEYS as ANUNNAKI_KEYS

ROOT = Path(__file__).parents[2]
GODS = [
    *(key for god in PANTHEON for key in god.position_keys),
    *(key for guardian in BESTIARY for key in guardian.position_keys),
]
KEYS = {"ankh": [*ANKH_KEYS, *GODS, "pharaoh", *PHARAOH_KEYS], "anunnaki": [*ANUNNAKI_KEYS]}
NOTATIONS = {"ankh": "notation.md", "anunnaki": "notation-anunnaki.md"}


@pytest.mark.parametrize("game", KEYS)
def test_every_key_of_a_position_can_be_clicked_or_is_named_as_text_alone(game: str) -> None:
    editor = (ROOT / "web" / "src" / "games" / game / "editor.ts").read_text(encoding="utf-8")
    named = set(re.findall(r"(?<![.\w])\"([a-z_]+)\"", editor))
    notation = (ROOT / "docs" / NOTATIONS[game]).read_text(encoding="utf-8")
    told = re.search(r"\*\*The editor\*\*.*?\n\n", notation, re.DOTALL)
    assert told is not None
    text_alone = set(re.findall(r"`([a-z_]+)`", told.group()))
    assert set(KEYS[game]) - named == text_alone & set(KEYS[game])
    assert not text_alone & named, "what can be clicked is not text alone"
