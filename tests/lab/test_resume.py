"""The command as a real process: killed in the middle or interrupted, it goes on where it stopped."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.cli.command import run
from tests.lab.runs import result_lines, write_bot

#: how long the slow bot takes in a process that is to be stopped, so that there is time for it on a busy machine
PAUSE = "THEOMACHY_TEST_PAUSE"


def start(*arguments: object) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "theomachy", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, PAUSE: "0.01", "LC_ALL": "C.UTF-8"},
        # Tests that run in the background of a shell inherit that interrupts are ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def wait_for(path: Path, lines: int, process: subprocess.Popen[str]) -> None:
    """Until the file has so many lines."""
    for _ in range(600):
        if path.exists() and path.read_bytes().count(b"\n") >= lines:
            return
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    raise AssertionError(f"{path} has not got {lines} lines")


def session_of(leader: int) -> list[int]:
    """The processes of a session that are running."""
    found: list[int] = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == leader and fields[0] != "Z":
                found.append(int(entry.name))
    return found


def wait_until_gone(leader: int) -> None:
    for _ in range(200):
        if not session_of(leader):
            return
        time.sleep(0.05)
    raise AssertionError(f"still running: {session_of(leader)}")


def test_killed_and_interrupted_it_goes_on_and_ends_the_same(tmp_path: Path) -> None:
    slow = write_bot(tmp_path / "slow.py", choose=f"time.sleep(float(os.environ.get({PAUSE!r}, '0')))")
    arguments = ("tournament", "ankh", "--bots", f"random,{slow}", "--games", 40, "--seed", 3)
    whole, part = tmp_path / "whole", tmp_path / "part"
    assert run(*arguments, "--jobs", 1, "--out", whole).code == 0

    killed = start(*arguments, "--jobs", 2, "--out", part)
    wait_for(part, 9, killed)
    os.kill(killed.pid, signal.SIGKILL)
    killed.communicate(timeout=30)
    wait_until_gone(killed.pid)
    kept = result_lines(part)
    assert 4 <= len(kept) < 40

    interrupted = start(*arguments, "--jobs", 2, "--out", part)
    wait_for(part, 2 * len(kept) + 9, interrupted)
    os.killpg(interrupted.pid, signal.SIGINT)
    _, err = interrupted.communicate(timeout=30)
    assert interrupted.returncode == 130, err
    assert "Traceback" not in err
    assert "the same command goes on from there" in err
    wait_until_gone(interrupted.pid)
    more = result_lines(part)
    assert set(kept) < set(more)
    assert len(more) < 40

    ended = run(*arguments, "--jobs", 2, "--out", part)
    assert f"{len(more)} of 40 matches are in {part}; going on" in ended.err
    assert result_lines(part) == result_lines(whole)


def test_workers_end_with_the_command_even_in_the_middle_of_a_match(tmp_path: Path) -> None:
    begun = tmp_path / "begun"
    note = f"open({str(begun)!r}, 'a').write('begun\\n')"
    thinker = write_bot(tmp_path / "thinker.py", choose=f"{note}; time.sleep(120)")
    process = start("tournament", "--bots", f"random,{thinker}", "--games", 10, "--jobs", 2, "--out", tmp_path / "r")
    wait_for(begun, 2, process)
    assert len(session_of(process.pid)) > 2
    process.terminate()
    process.communicate(timeout=30)
    wait_until_gone(process.pid)
