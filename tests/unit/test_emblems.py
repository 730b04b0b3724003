"""A god without an emblem is refused before the page is built."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def checked(web: Path) -> subprocess.CompletedProcess[str]:
    code = f"import sys; sys.path.insert(0, {str(web)!r}); import build; build.check_emblems()"
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_everything_has_its_emblem() -> None:
    done = checked(ROOT / "web")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("game", "file", "emblem"),
    [("ankh", "face-icon-list.json", "god.ra"), ("anunnaki", "icon-list.json", "house.babylon")],
)
def test_what_is_missing_is_named_with_its_file(tmp_path: Path, game: str, file: str, emblem: str) -> None:
    (tmp_path / "src").symlink_to(ROOT / "src")
    copied = tmp_path / "web" / "src" / "games" / game
    copied.mkdir(parents=True)
    # A link would lead back to where the script really is.
    (tmp_path / "web" / "build.py").write_text((ROOT / "web" / "build.py").read_text(encoding="utf-8"))
    for path in (ROOT / "web" / "src" / "games" / game).rglob("*"):
        if path.suffix in (".json", ".ts"):
            (copied / path.name).write_text(path.read_text(encoding="utf-8"))
    icons = json.loads((copied / file).read_text(encoding="utf-8"))
    del icons[emblem]
    (copied / file).write_text(json.dumps(icons))
    done = checked(tmp_path / "web")
    assert done.returncode == 1
    assert f"no emblem '{emblem}'" in done.stderr
    assert "icon-list.json" in done.stderr
