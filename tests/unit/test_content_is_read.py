"""What stands in a content.toml is read by the game, or says where something comes from."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest

import theomachy
from theomachy.games.ankh import content
from theomachy.games.ankh.pharaoh.components import SPHINXES
from theomachy.games.ankh.printed import check_printed
from theomachy.kernel.errors import BadContent
from theomachy.lab.bench import INTERPRETED

#: entries that tell people about the others
NOTES: Final = ("src", "note")
#: for whoever replaces the content by that of another printing: names beside numbers, and cards in words
FOR_PEOPLE: Final = {
    "ankh": (),
    "anunnaki": (
        "resources",
        *(f"house.{house}.{key}" for house in ("pharaohs", "norrenis", "babylon", "ellenys")
          for key in ("colour", "great", "lesser", "weapon")),
        *("weapon.basic", "weapon.effect", "lesser_designed", "artifact_designed"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("game", list(theomachy.GAMES))
def test_every_entry_is_read(game: str) -> None:
    code = f"{INTERPRETED}\nfrom tests.unit.content_readers import main\nmain({game!r})\n"
    root = Path(__file__).parents[2]
    run = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr[-2000:]
    unread = [name for name in json.loads(run.stdout) if name.rpartition(".")[2] not in NOTES]
    known = FOR_PEOPLE[game]
    assert [
        name for name in unread if name not in known and not name.startswith(tuple(f"{key}." for key in known))
    ] == []
    assert [name for name in known if name not in unread] == []


def test_a_number_that_is_not_the_printed_one_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    added = {"sphinxes": SPHINXES}
    check_printed(added)
    supply: dict[str, Any] = {**content.CONTENT["supply"], "camels": 29}
    monkeypatch.setitem(content.CONTENT, "supply", supply)
    with pytest.raises(BadContent, match=r"supply\.camels: the code says 30, data/content.toml 29"):
        check_printed(added)
