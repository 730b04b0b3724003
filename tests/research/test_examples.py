"""The examples run, small, and do what their pages say."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import theomachy
from tests.cli.command import run
from tests.examples import LONG
from theomachy.bots import Sight, new_bot

EXAMPLES = Path(__file__).parents[2] / "examples"
PAGE = Path(__file__).parents[2] / "docs" / "research.md"


def run_example(name: str, *arguments: object) -> str:
    command = [sys.executable, str(EXAMPLES / name), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A policy that has learned for a moment (in `make long` until it beats random play)."""
    path = tmp_path_factory.mktemp("policy") / "policy.npz"
    steps, trial, matches = (1800, 1000, 16) if LONG else (20, 5, 2)
    size = ["--steps", steps, "--trial", trial, "--matches", matches]
    told = run_example("policy_gradient.py", "ankh", *size, "--out", path)
    assert "against random play it wins" in told
    if LONG:
        own, other = (int(share) for share in re.findall(r"(\d+)%", told))
        assert own > other, told
    return path


def test_a_policy_is_learned(trained: Path) -> None:
    found = np.load(trained)
    assert found["weights"].shape[1] == len(theomachy.game("ankh").outlook().dense)
    assert not LONG or found["weights"].any()


def test_a_trained_policy_sits_at_a_table(trained: Path) -> None:
    bot = new_bot(f"{EXAMPLES / 'policy_bot.py'}:{trained}", 1)
    match = theomachy.new("ankh", players=2, seed=3)
    for _ in range(20):
        seat = match.decision.seats[0]
        choice = bot.choose(Sight(match, seat))
        assert choice in match.choices_of(seat)
        match.play(choice, seat)
    assert bot.explain(Sight(match, match.decision.seats[0])).choice in match.choices


def test_exploitability_falls() -> None:
    told = run_example("exploitability.py", "--iterations", 4)
    uniform, after = (float(line.split()[-1]) for line in told.splitlines())
    assert 0 <= after < uniform


def test_a_balance_question_is_answered_with_records(tmp_path: Path) -> None:
    out = tmp_path / "records"
    done = run("record", "ankh", "--bot", "random", "--games", 5, "--jobs", 1, "--out", out)
    assert done.code == 0, done.err
    lines = run_example("first_action.py", out).splitlines()
    assert lines[0].startswith("first choice")
    assert sum(int(line.split()[2]) for line in lines[1:]) == 10


def test_every_example_is_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for file in sorted(EXAMPLES.glob("*.py")):
        assert f"examples/{file.name}" in text, file.name
