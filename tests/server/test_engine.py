"""Bot workers take a compiled engine that appears while the server runs."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import theomachy
from theomachy.server.bots import BotPool, question
from theomachy.server.engine import FOLDER, compiled_folder, worker_environment

PACKAGE = Path(theomachy.__file__).parent


def test_nothing_is_taken_before_the_stamp_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FOLDER, raising=False)
    assert compiled_folder() == ""
    monkeypatch.setenv(FOLDER, str(tmp_path))
    assert compiled_folder() == ""
    (tmp_path / "stamp").write_text("interpreted\n")
    assert compiled_folder() == ""
    (tmp_path / "stamp").write_text("compiled\n")
    assert compiled_folder() == str(tmp_path.resolve())
    assert worker_environment(compiled_folder())["PYTHONPATH"].split(":")[0] == str(tmp_path.resolve())


def test_the_next_question_goes_to_a_worker_on_the_new_engine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that leaves a note when it is imported stands for the compiled one."""
    (tmp_path / "theomachy").symlink_to(PACKAGE)
    (tmp_path / "sitecustomize.py").write_text(
        f"import pathlib\npathlib.Path({str(tmp_path / 'imported')!r}).write_text('yes')\n"
    )
    monkeypatch.setenv(FOLDER, str(tmp_path))
    match = theomachy.new("ankh", seed=1)
    seat = match.decision.seats[0]
    asked = question("choose", match, seat, "random", 1, "en")

    async def ask_twice() -> None:
        pool = BotPool(1)
        try:
            assert (await pool.ask(asked)).choice in match.choices_of(seat)
            assert not (tmp_path / "imported").exists()
            (tmp_path / "stamp").write_text("compiled\n")
            assert (await pool.ask(asked)).choice in match.choices_of(seat)
            assert (tmp_path / "imported").exists()
        finally:
            await pool.close()

    asyncio.run(ask_twice())


def test_a_worker_whose_server_was_killed_ends_without_a_word() -> None:
    match = theomachy.new("ankh", seed=1)
    asked = question("choose", match, match.decision.seats[0], "random", 1, "en")
    worker = subprocess.Popen(
        [sys.executable, "-P", "-m", "theomachy.server.bot_worker", "0"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert worker.stdin is not None
    assert worker.stdout is not None
    assert worker.stderr is not None
    worker.stdout.close()
    worker.stdin.write(msgspec.json.encode(asked) + b"\n")
    worker.stdin.close()
    said = worker.stderr.read()
    assert (worker.wait(30), said) == (0, b"")
    worker.stderr.close()
