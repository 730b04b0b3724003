"""`theomachy fuzz`: the command; what it checks is tested with the fuzzer itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import refused, run
from theomachy.lab.fuzz.runner import FuzzFailure, FuzzReport


def test_matches_without_failures(tmp_path: Path) -> None:
    ran = run("fuzz", "ankh", "--games", "2", "--seed", "3", "--players", "2", "--out", tmp_path)
    assert ran.code == 0, ran.out
    assert ran.out.startswith("2 matches, ")
    assert ran.out.endswith("\n0 failed\n")
    assert list(tmp_path.iterdir()) == []


def test_failures_are_listed_and_give_status_1(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def one_failure(*arguments: object) -> FuzzReport:
        asked.extend(arguments[:6])
        report = FuzzReport()
        report.games, report.decisions, report.endings = 5, 900, {"top": 4}
        report.failures.append(FuzzFailure(12, "a camel is missing", tmp_path / "ankh-12.json"))
        return report

    monkeypatch.setattr("theomachy.cli.fuzz.run_fuzz", one_failure)
    arguments = (
        "fuzz",
        "--games",
        "5",
        "--seed",
        "8",
        "--players",
        "3",
        "--scenario",
        "old-kingdom",
        "--out",
        tmp_path,
    )
    ran = run(*arguments)
    assert ran.code == 1
    assert asked == ["ankh", 5, 8, 3, {"scenario": "old-kingdom"}, tmp_path]
    assert "seed 12: a camel is missing" in ran.out
    assert f"theomachy replay {tmp_path}/ankh-12.json" in ran.out
    assert ran.out.endswith("\n1 failed\n")
    data = json.loads(run(*arguments, "--json").out)
    assert data["endings"] == {"top": 4}
    assert data["failures"] == [{"seed": 12, "message": "a camel is missing", "file": str(tmp_path / "ankh-12.json")}]


def test_wrong_settings_are_refused() -> None:
    assert "no game 'chess'" in refused("fuzz", "chess")
    assert "no scenario 'atlantis'" in refused("fuzz", "--scenario", "atlantis", "--games", "1")
