"""A game in a package of its own: that of docs/writing-a-game.md, installed beside theomachy as pip would do it."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

from theomachy.kernel.build import engine_build
from theomachy.lab.bench import INTERPRETED

PAGE = Path(__file__).parents[1] / "docs" / "writing-a-game.md"


def blocks(language: str) -> str:
    """All fenced blocks of the page in a language, each on its own lines, the others blank: line numbers stay."""
    inside = ""
    lines: list[str] = []
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            inside = "" if inside else line.removeprefix("```") or "text"
            lines.append("")
        else:
            lines.append(line if inside == language else "")
    return "\n".join(lines) + "\n"


def install(folder: Path, project: str, **modules: str) -> None:
    """Put modules and what their pyproject says of them into a folder, as an installed package stands there."""
    about = tomllib.loads(project)["project"]
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    info = folder / f"{about['name'].replace('-', '_')}-{about['version']}.dist-info"
    info.mkdir()
    metadata = f"Metadata-Version: 2.1\nName: {about['name']}\nVersion: {about['version']}\n"
    (info / "METADATA").write_text(metadata, encoding="utf-8")
    lines = [
        line
        for group, entries in about.get("entry-points", {}).items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in entries.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def install_tribute(folder: Path) -> None:
    """The package of the page."""
    install(folder, blocks("toml"), tribute=blocks("python"))


def project(name: str, game: str, value: str) -> str:
    """A pyproject that offers a game."""
    return (
        f'[project]\nname = "{name}"\nversion = "1.0"\n[project.entry-points."theomachy.games"]\n{game} = "{value}"\n'
    )


def command() -> list[str]:
    """`theomachy` as a process. Compiled classes can't be extended by interpreted ones, so where the engine is compiled
    its sources are run."""
    if engine_build() == "interpreted":
        return [sys.executable, "-m", "theomachy"]
    return [sys.executable, "-c", f"{INTERPRETED}\nfrom theomachy.cli import main\nmain()\n"]


def environment(*folders: Path) -> dict[str, str]:
    """With these folders on the path, before what is there; in English."""
    paths = [*map(str, folders), *filter(None, [os.environ.get("PYTHONPATH")])]
    terminal = {"COLUMNS": "100", "PYTHONIOENCODING": "utf-8", "LC_ALL": "C.UTF-8"}
    return {**os.environ, **terminal, "PYTHONPATH": os.pathsep.join(paths)}


def run(folder: Path, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run `theomachy ARGUMENTS` with the packages of a folder installed, in that folder."""
    return subprocess.run(
        [*command(), *arguments],
        cwd=folder,
        env=environment(folder),
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
