"""Operators' commands without a right, with a wrong path, on a full disk: a sentence, never a traceback."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.unprivileged import NOBODY, run_unprivileged
from tests.server.serving import FAST, Serving
from theomachy.server.app import Settings

SERVE = ["serve", "--no-open", "--port", "0"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder that everybody may enter; `matches.sqlite` in it has a table with the id `old`."""
    made = tmp_path_factory.mktemp("operator")
    running = Serving(Settings(database=str(made / "matches.sqlite"), limits=FAST))
    table = running.client.new_table("Ann", "Ben")
    running.stop()
    with sqlite3.connect(made / "matches.sqlite") as raw:
        raw.execute("PRAGMA foreign_keys = OFF")
        raw.execute("UPDATE tables SET closed = 1, moved = 1, title = ?", ("x" * 100,))
    (made / "table").write_text(table.id)
    yield made
    for each in made.rglob("*"):
        each.chmod(0o755 if each.is_dir() else 0o644)


def close(path: Path, mode: int) -> None:
    """Give a file or folder to somebody else, who leaves these rights."""
    path.chmod(mode)
    if os.geteuid() == 0:
        os.chown(path, NOBODY, NOBODY)


def every_command(database: object, table: str, target: object) -> list[list[str]]:
    where = ["--database", str(database)]
    return [
        ["database", "check", *where],
        ["database", "backup", str(target), *where],
        ["database", "copy", str(database), str(target)],
        ["database", "prune", "--older", "30", "--really", *where],
        ["database", "tables", *where],
        ["database", "close", table, *where],
        ["database", "hide", table, *where],
        ["database", "forget", "--player", "nobody", *where],
        [*SERVE, *where],
    ]


def assert_sentences(commands: list[list[str]], answers: list[tuple[int, str]], *words: str) -> None:
    for command, (code, said) in zip(commands, answers, strict=True):
        lines = said.strip().splitlines()
        assert "Traceback" not in said, (command, said)
        assert code == 2, (command, code, said)
        assert lines[-1].startswith("theomachy: "), (command, said)
        if words:
            assert any(word in lines[-1] for word in words), (command, said)


def test_without_the_right_to_read(folder: Path) -> None:
    closed = folder / "closed"
    closed.mkdir(exist_ok=True)
    shutil.copy(folder / "matches.sqlite", closed)
    close(closed, 0o000)
    commands = every_command(closed / "matches.sqlite", "x", folder / "copy.sqlite")
    answers = run_unprivileged(commands, folder)
    closed.chmod(0o755)
    assert_sentences(commands, answers, "Permission denied", "unable to open")


def test_in_a_folder_that_may_not_be_read(folder: Path) -> None:
    """Without a name the database is looked for in the working directory, which may be root's."""
    closed = folder / "home"
    closed.mkdir(exist_ok=True)
    close(closed, 0o700)
    commands = [["database", "check"], ["database", "backup", str(folder / "copy.sqlite")], SERVE]
    if os.geteuid() != 0:
        pytest.skip("needs a folder of somebody else")
    assert_sentences(commands, run_unprivileged(commands, closed), "Permission denied", "unable to open")


def test_without_the_right_to_write(folder: Path) -> None:
    locked = folder / "locked"
    locked.mkdir(exist_ok=True)
    source = Path(shutil.copy(folder / "matches.sqlite", locked))
    close(source, 0o444)
    close(locked, 0o555)
    table = (folder / "table").read_text()
    commands = [
        command
        for command in every_command(source, table, locked / "copy.sqlite")
        if command[1] in ("backup", "copy", "prune", "close", "hide") or command[0] == "serve"
    ]
    answers = run_unprivileged(commands, folder)
    locked.chmod(0o755)
    assert_sentences(commands, answers, "readonly", "unable to open", "Permission denied", "can't be made")


@pytest.mark.parametrize("path", ["missing.sqlite", "missing/matches.sqlite", "table", "table/matches.sqlite", "."])
def test_with_a_wrong_path(folder: Path, path: str) -> None:
    commands = every_command(folder / path, "x", folder / "copy.sqlite")
    if path.startswith("missing.sqlite"):
        # A server makes a new file.
        commands = commands[:-1]
    assert_sentences(commands, run_unprivileged(commands, folder))


@pytest.mark.parametrize("target", ["missing/copy.sqlite", ".", "table/copy.sqlite"])
def test_with_a_wrong_target(folder: Path, target: str) -> None:
    commands = every_command(folder / "matches.sqlite", "x", folder / target)[1:3]
    assert_sentences(commands, run_unprivileged(commands, folder))


def test_on_a_full_disk(folder: Path) -> None:
    """A limit on the size of files is met in the middle of writing, as the end of a disk is."""
    full = folder / "full"
    full.mkdir(exist_ok=True)
    shutil.copy(folder / "matches.sqlite", full)
    table = (folder / "table").read_text()
    commands = [
        command
        for command in every_command(full / "matches.sqlite", table, full / "copy.sqlite")
        if command[1] in ("backup", "copy", "prune", "close", "hide") or command[0] == "serve"
    ]
    answers = run_unprivileged(commands, full, largest=2_048)
    assert_sentences(commands, answers, "disk", "can't be made", "unable to open")
    assert not (full / "copy.sqlite").exists() or not (full / "copy.sqlite").stat().st_size > 2_048
    # Nothing of it was kept.
    with sqlite3.connect(full / "matches.sqlite") as raw:
        assert raw.execute("SELECT COUNT(*) FROM tables").fetchone() == (1,)


def test_bots_without_a_database(folder: Path) -> None:
    commands = [
        ["bots", "--database", "postgresql:///nothing?host=/nonexistent"],
        ["bots", "--database", str(folder / "matches.sqlite")],
        ["database", "check", "--database", "postgresql:///nothing?host=/nonexistent"],
        [*SERVE, "--database", "postgresql:///nothing?host=/nonexistent"],
    ]
    assert_sentences(commands, run_unprivileged(commands, folder))
