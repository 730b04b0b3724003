"""`theomachy cases`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import refused, run

GOOD = """
rule: ankh/gain/count
title: monuments count, not figures
game: ankh
seats: [isis, amun]
position:
  pieces: [G1 C9, w1 B9, O1 B8, G2 H8]
  followers: {isis: 1}
play:
  - isis: action gain
expect:
  followers: {isis: 2}
"""
BAD = GOOD.replace("followers: {isis: 2}", "followers: {isis: 5}").replace("monuments count", "wrong on purpose")


def test_all_cases_hold(tmp_path: Path) -> None:
    (tmp_path / "gain.yaml").write_text(f"{GOOD}---{GOOD}")
    ran = run("cases", tmp_path)
    assert ran.code == 0
    assert ran.out == "2 passed, 0 failed\n"


def test_a_failure_names_file_case_title_and_what_differs(tmp_path: Path) -> None:
    file = tmp_path / "gain.yaml"
    file.write_text(f"{GOOD}---{BAD}")
    ran = run("cases", file)
    assert ran.code == 1
    assert f"{file}, case 2: wrong on purpose, not figures" in ran.out
    assert "followers of isis: expected 5, found 2" in ran.out
    assert ran.out.splitlines()[-1] == "1 passed, 1 failed"


def test_a_file_that_is_no_case_file_fails_and_the_others_are_run(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("rule: [")
    (tmp_path / "b.yaml").write_text(GOOD)
    (tmp_path / "c.yaml").write_text(GOOD.replace("title:", "titel:"))
    ran = run("cases", tmp_path)
    assert ran.code == 1
    assert "a.yaml, case 1: not YAML" in ran.out
    assert "c.yaml, case 1: unknown key 'titel'" in ran.out
    assert ran.out.splitlines()[-1] == "1 passed, 2 failed"


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        (GOOD.replace("title:", "titel:"), "case 2: unknown key 'titel'"),
        (GOOD.replace("expect:", "expect: ["), "case 2: not YAML"),
        (GOOD.replace("  followers: {isis: 1}", "  followers: {isis: 1}\n  followers: {isis: 0}"), "'followers' twice"),
        (GOOD.replace("{isis: 1}", "{isis: 1, isis: 2}"), "'isis' twice"),
        (GOOD.replace("game: ankh", "game: chess"), "no game 'chess'"),
        ("- a list\n", "case 2: must be a table"),
        (GOOD.replace("rule: ankh/gain/count\n", ""), "'rule' is missing"),
        (GOOD.partition("expect:")[0], "expects nothing"),
        (GOOD.replace("seats: [isis, amun]", "seats: [isis, amun]\nplay: 3"), "'play' twice"),
        (GOOD.replace("play:\n  - isis: action gain", "play: 3"), "play: must be a list"),
    ],
)
def test_one_broken_case_does_not_hide_the_others_of_its_file(tmp_path: Path, broken: str, message: str) -> None:
    file = tmp_path / "gain.yaml"
    file.write_text(f"{GOOD}---\n{broken}\n---{GOOD}---{BAD}")
    ran = run("cases", file)
    assert ran.code == 1
    assert message in ran.out
    assert f"{file}, case 4: wrong on purpose" in ran.out
    assert ran.out.splitlines()[-1] == "2 passed, 2 failed"


def test_what_is_no_yaml_is_named_by_its_line_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "gain.yaml"
    file.write_text(f"{GOOD}---\nrule: [\n---{GOOD}")
    lines = len(GOOD.splitlines())
    assert f"line {lines + 2}" in run("cases", file).out


def test_coverage_lists_the_rules_without_a_case(tmp_path: Path) -> None:
    (tmp_path / "gain.yaml").write_text(GOOD)
    ran = run("cases", tmp_path, "--coverage")
    assert ran.code == 1
    assert "no case: ankh/card/plague\n" in ran.out
    assert "no case: ankh/gain/count" not in ran.out
    assert "no case: theomachy/" not in ran.out
    assert ran.out.splitlines()[-1] == "1 passed, 0 failed"
    data = json.loads(run("cases", tmp_path, "--coverage", "--json").out)
    assert data["chapters"]["ankh/gain"] == {"rules": 1, "without_case": 0}
    assert data["chapters"]["ankh/card"]["rules"] == data["chapters"]["ankh/card"]["without_case"] > 5
    assert len(data["without_case"]) == sum(chapter["without_case"] for chapter in data["chapters"].values())


def test_json(tmp_path: Path) -> None:
    file = tmp_path / "gain.yaml"
    file.write_text(BAD)
    ran = run("cases", file, "--json")
    assert ran.code == 1
    data = json.loads(ran.out)
    assert (data["passed"], data["failed"]) == (0, 1)
    assert data["failures"][0]["file"] == str(file)
    assert data["failures"][0]["case"] == 1


def test_paths_without_cases_are_refused(tmp_path: Path) -> None:
    assert "there is no such file or folder" in refused("cases", tmp_path / "none")
    assert "no cases in" in refused("cases", tmp_path)
