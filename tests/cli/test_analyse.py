"""`theomachy analyse`, `theomachy calibrate` and the coach of `theomachy play`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import theomachy
from tests.cli.command import refused, run
from theomachy.kernel.match import Match

LAST_BATTLE: dict[str, Any] = json.loads(Path("examples/last_battle.json").read_text(encoding="utf-8"))


def battle(*choices: str) -> Match:
    match = theomachy.new("ankh", seed=5, **LAST_BATTLE)
    for choice in choices:
        match.play(choice, match.decision.seats[0])
    return match


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "match.json"
    path.write_text(battle("card maat", "card flood", "no", "figure B8").save(), encoding="utf-8")
    return path


@pytest.mark.parametrize(("lang", "better"), [("en", "Better"), ("de", "Besser"), ("ru", "Лучше")])
def test_the_terminal_shows_lines_costly_choices_and_moments(file: Path, lang: str, better: str) -> None:
    ran = run("analyse", file, "--bot", "search:40", "--jobs", "1", "--lang", lang)
    assert ran.code == 0, ran.err
    assert better in ran.out
    for side in ("isis", "ra"):
        assert theomachy.game("ankh").catalogue.name(f"god.{side}", lang) in ran.out
    assert "█" in ran.out


def test_json_and_the_same_twice(file: Path) -> None:
    first, second = (run("analyse", file, "--bot", "search:40", "--jobs", "1", "--json") for _ in range(2))
    assert first.out == second.out
    found = json.loads(first.out)
    assert found["costly"][0]["choice"] == "card maat"
    assert found["winners"] == [0]
    assert len(found["decisions"]) == 4
    assert set(found["costly"][0]["words"]) == {"en", "de", "ru"}
    shown = json.loads(run("analyse", file, "--bot", "search:40", "--jobs", "1", "--json", "--open").out)
    assert shown["open"]


def test_a_report_is_written(file: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    ran = run("analyse", file, "--bot", "search:40", "--jobs", "1", "--report", report, "--lang", "de")
    assert ran.code == 0
    assert report.read_text(encoding="utf-8").startswith('<!DOCTYPE html>\n<html lang="de">')


def test_a_match_that_is_not_over_is_looked_at_as_far_as_it_goes(tmp_path: Path) -> None:
    path = tmp_path / "begun.json"
    match = theomachy.new("ankh", players=2, seed=3)
    match.play(match.choices[0])
    path.write_text(match.save(), encoding="utf-8")
    found = json.loads(run("analyse", path, "--bot", "search:3", "--jobs", "1", "--json").out)
    assert found["winners"] is None
    assert len(found["chances"]) == 2


def test_what_is_wrong_is_said_with_file_and_remedy(file: Path, tmp_path: Path) -> None:
    assert "there.json: can't be read" in refused("analyse", tmp_path / "there.json")
    broken = tmp_path / "broken.json"
    broken.write_text("{", encoding="utf-8")
    assert "broken.json: not a JSON file" in refused("analyse", broken)
    data = json.loads(file.read_text(encoding="utf-8"))
    foreign = tmp_path / "foreign.json"
    foreign.write_text(json.dumps({**data, "game": "chess"}), encoding="utf-8")
    assert "foreign.json: game: no game 'chess'" in refused("analyse", foreign)
    data["history"][1] = [1, "card chariots of fire"]
    damaged = tmp_path / "damaged.json"
    damaged.write_text(json.dumps(data), encoding="utf-8")
    assert "damaged.json: history[1]" in refused("analyse", damaged)
    fresh = tmp_path / "fresh.json"
    fresh.write_text(battle().save(), encoding="utf-8")
    assert "fresh.json: history: nobody has chosen anything yet; play on" in refused("analyse", fresh)
    assert "can't weigh choices; take one that searches" in refused("analyse", file, "--bot", "greedy")
    assert "no bot 'hal'" in refused("analyse", file, "--bot", "hal")
    nowhere = tmp_path / "no" / "report.html"
    assert "--report: there is no folder" in refused("analyse", file, "--report", nowhere)


def test_calibration_is_measured_and_kept_beside_others(tmp_path: Path) -> None:
    out = tmp_path / "calibration.json"
    out.write_text('{"5": {"power": 1.0}}', encoding="utf-8")
    options = ("--games", 2, "--play", "random", "--bot", "search:1", "--jobs", "1", "--players", "2")
    ran = run("calibrate", "ankh", *options, "--out", out)
    assert ran.code == 0, ran.err
    assert "Came true" in ran.out
    kept = json.loads(out.read_text(encoding="utf-8"))
    assert set(kept) == {"2", "5"}
    assert (kept["2"]["fitted"]["matches"], kept["2"]["held"]["matches"], kept["2"]["held"]["positions"]) == (1, 1, 12)
    assert "fitted on some and measured on others" in refused("calibrate", "ankh", *options, "--games", 1)
    assert sum(count for _, _, count, _, _ in kept["2"]["bins"]) == 24
    assert "players: 9; ankh is for" in refused("calibrate", "ankh", "--players", "9")
    out.write_text("[]", encoding="utf-8")
    assert "not a file of calibrations" in refused("calibrate", "ankh", *options, "--out", out)


def test_the_coach_asks_before_a_much_worse_choice_is_final(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_text(battle().save(), encoding="utf-8")
    command = ("play", "--open", path, "--seats", "you,random", "--coach")
    warned = run(*command, typed="card maat\nn\ncard chariots\n")
    assert "looks much worse" in warned.out
    assert "plays it anyway" in warned.out
    assert warned.out.count("looks much worse") == 1, "chariots are fine"
    anyway = run(*command, typed="card maat\ny\n")
    assert anyway.out.count("looks much worse") == 1
    silent = run("play", "--open", path, "--seats", "you,random", typed="card maat\n")
    assert "looks much worse" not in silent.out
