"""The command as a real process: entry point, version, signals, pipes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import theomachy
from tests.cli.command import refused, run
from theomachy.kernel.build import engine_build


def start(*arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "theomachy", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONIOENCODING": "utf-8", "COLUMNS": "80", "LC_ALL": "C.UTF-8"},
        # Tests that run in the background of a shell inherit that interrupts are ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def test_version_and_help() -> None:
    assert run("--version").out == f"theomachy {theomachy.__version__}, {engine_build()} engine\n"
    text = run("--help").out
    for command in ("play", "simulate", "cases", "replay", "rules", "why", "fuzz"):
        assert f"  {command} " in text
        assert run(command, "--help").code == 0
    assert run("conquer").code == 2


def test_wrong_input_gives_one_line_and_no_traceback() -> None:
    process = start("play", "--gods", "zeus,isis")
    out, err = process.communicate(timeout=60)
    assert process.returncode == 2
    assert out == ""
    assert err.startswith("theomachy: god 1: no god 'zeus'")
    assert err.count("\n") == 1


def test_an_interrupt_saves_the_match_and_says_how_to_go_on(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    process = start("play", "--gods", "isis,amun", "--seed", "1", "--save", str(file))
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("summon\n")
    process.stdin.flush()
    for line in process.stdout:
        if line.startswith("Choose a figure to summon"):
            break
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert f"theomachy play --open {file}" in out
    match = theomachy.load(file.read_text())
    assert [match.game.table.text(number) for _, number in match.history] == ["action summon"]


def test_a_reader_that_leaves_is_no_error() -> None:
    process = start("rules", "ankh", "--json")
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(timeout=60) in (0, 1)
    assert process.stderr.read() == ""


def test_output_that_finds_no_room_is_said_in_one_line() -> None:
    with open("/dev/full", "w", encoding="utf-8") as full:
        process = subprocess.run(
            [sys.executable, "-m", "theomachy", "rules", "ankh"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
        )
    assert process.returncode == 1
    assert process.stderr == "theomachy: the output cannot be written: No space left on device\n"


def test_lists_that_name_nothing_are_refused() -> None:
    assert "'' names nothing" in refused("tournament", "--scenario", "")
    assert "',' names nothing" in refused("balance", "--scenario", ",")
    assert "' , ' names nothing" in refused("tournament", "--pharaoh", " , ")


def test_a_report_that_can_not_be_written_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    message = refused("balance", "--bot", "random", "--report", tmp_path, "--out", tmp_path / "results")
    assert f"--report: '{tmp_path}' is a folder" in message
    assert not (tmp_path / "results").exists()


def test_a_bot_that_answers_nonsense_is_named(tmp_path: Path) -> None:
    (tmp_path / "mute.py").write_text(
        "class Mute:\n    name = 'mute'\n    def __init__(self, seed=0): pass\n"
        "    def choose(self, sight): return None\n    def explain(self, sight): return None\n"
    )
    mute = tmp_path / "mute.py"
    assert "bot 'mute' gave None, which is no legal choice" in refused("play", "--seats", f"{mute},{mute}")
    arguments = ["tournament", "--bots", f"{mute},random", "--games", 10, "--out", tmp_path / "results"]
    for jobs in (1, 2):
        ran = run(*arguments, "--jobs", jobs)
        assert ran.code == 2
        # Of two processes either may be the first to stumble.
        assert re.search(r"match \d \(.*mute\.py.*\): IllegalChoice", ran.err), ran.err


def test_the_engine_needs_neither_rich_nor_typer() -> None:
    program = (
        "import sys, theomachy, theomachy.bots, theomachy.lab.fuzz.runner, theomachy.games.ankh.expectations;"
        "print([name for name in ('rich', 'typer', 'theomachy.cli') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "[]\n"


def test_whoever_imports_the_command_has_not_imported_the_commands() -> None:
    """Processes that a server starts do; they would be late, and larger, for nothing."""
    looked = "import sys, theomachy.cli; print(sorted({'typer', 'rich', 'theomachy.cli.app'} & set(sys.modules)))"
    ran = subprocess.run([sys.executable, "-c", looked], capture_output=True, text=True, check=True)
    assert ran.stdout == "[]\n"
