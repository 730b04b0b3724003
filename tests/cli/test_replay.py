"""`theomachy replay` and `theomachy why`: what is in a file of a match."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import theomachy
from tests.cli.command import refused, run
from theomachy.cli.saves import Recording
from theomachy.kernel.match import Match


@pytest.fixture
def opening() -> Match:
    match = theomachy.new("ankh", gods=["isis", "amun"], seed=1)
    for choice in ("action summon", "piece warrior", "cell A5", "action gain"):
        match.play(choice)
    return match


@pytest.fixture
def file(opening: Match, tmp_path: Path) -> Path:
    path = tmp_path / "match.json"
    path.write_text(opening.save())
    return path


def secret_file(tmp_path: Path) -> Path:
    """A battle in which Isis has chosen a card and Amun has not."""
    position = {"pieces": ["G1 C8", "G2 C9"], "start": "conflict"}
    match = Match(theomachy.game("ankh"), {"gods": ["isis", "amun"], "position": position})
    while match.decision.prompt != "battle-card":
        match.play("no" if "no" in match.choices else match.choices[0])
    match.play("card flood", 0)
    path = tmp_path / "secret.json"
    path.write_text(match.save())
    return path


def test_every_choice_with_what_followed_and_its_rule(file: Path) -> None:
    ran = run("replay", file)
    assert ran.code == 0
    assert "   1  Isis: Summon figure  (action summon)" in ran.out
    assert "   3  Isis: Cell A5  (cell A5)" in ran.out
    assert "Isis: a warrior enters the board on A5  ankh/summon/one" in ran.out
    assert "A5  1d" in ran.out, "the board is drawn"
    assert "Amun: Choose an action." in ran.out


def test_to_and_from(file: Path) -> None:
    ran = run("replay", file, "--to", "2", "--from", "2")
    assert "Isis: Warrior  (piece warrior)" in ran.out
    assert "action summon" not in ran.out
    assert "cell A5" not in ran.out
    assert "Isis: Choose the cell to summon the figure to." in ran.out
    data = json.loads(run("replay", file, "--to", "2", "--json").out)
    assert [moment["choice"] for moment in data["moments"]] == ["action summon", "piece warrior"]
    assert data["choices"] == 4
    assert data["view"]["decision"]["prompt"] == "summon-to"


def test_a_seat_sees_what_it_may_know(tmp_path: Path) -> None:
    file = secret_file(tmp_path)
    assert "card flood" in run("replay", file).out
    assert "card flood" in run("replay", file, "--view", "isis").out
    hidden = run("replay", file, "--view", "amun")
    assert "flood" not in hidden.out.lower()
    assert "Isis: ***" in hidden.out
    data = json.loads(run("replay", file, "--view", "1", "--json").out)
    assert data["moments"][-1]["choice"] is None
    assert data["view"]["seat"] == 1


def test_other_languages(file: Path) -> None:
    ran = run("replay", file, "--lang", "ru")
    assert "Исида" in ran.out
    assert theomachy.game("ankh").catalogue.prompt("choose-action", "ru") in ran.out


def failure_of(match: Match) -> dict[str, Any]:
    data = json.loads(match.save())
    del data["state"], data["digest"]
    return {**data, "failure": {"message": "a figure is missing", "decision": 4}}


def test_a_fuzz_failure_opens_at_its_moment(opening: Match, tmp_path: Path) -> None:
    file = tmp_path / "failure.json"
    file.write_text(json.dumps(failure_of(opening)))
    ran = run("replay", file)
    assert ran.code == 0
    assert "message: a figure is missing" in ran.out
    assert "   4  Isis: Gain followers  (action gain)" in ran.out
    assert "message" not in run("replay", file, "--to", "1").out
    assert json.loads(run("replay", file, "--json").out)["failure"]["decision"] == 4


class Stumbling:
    """A match whose engine breaks at a certain choice."""

    def __init__(self, match: Match, at: str) -> None:
        self.match = match
        self.at = at

    def __getattr__(self, name: str) -> Any:
        return getattr(self.match, name)

    def play(self, choice: object, seat: int) -> Any:
        if str(choice) == self.at:
            raise ZeroDivisionError("of the board")
        return self.match.play(choice, seat)


def test_a_fuzz_failure_that_breaks_the_engine_shows_the_moment_before(
    opening: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin = Recording.begin
    monkeypatch.setattr(Recording, "begin", lambda self: Stumbling(begin(self), "action gain"))
    file = tmp_path / "failure.json"
    file.write_text(json.dumps(failure_of(opening)))
    ran = run("replay", file)
    assert ran.code == 0
    assert "The engine stumbled over choice 4 (isis: action gain): ZeroDivisionError: of the board" in ran.out
    assert "message: a figure is missing" in ran.out
    assert "Isis: Choose an action." in ran.out, "the moment before"


def test_wrong_files_are_refused(file: Path, tmp_path: Path) -> None:
    assert "can't be read" in refused("replay", tmp_path / "none.json")
    data = json.loads(file.read_text())
    broken = tmp_path / "broken.json"
    broken.write_text(json.dumps({**data, "digest": "0"}))
    assert "broken.json: digest: does not fit the match" in refused("replay", broken)
    broken.write_text(json.dumps({**data, "failure": {}, "history": [[0, "cell D6"]]}))
    assert "broken.json: history[0]: seat 0: 'cell D6' is not legal" in refused("replay", broken)
    broken.write_text(json.dumps({**data, "failure": {}, "history": [[7, "cell D6"]]}))
    assert "history[0]: no seat 7; seats are 0..1" in refused("replay", broken)
    broken.write_text(json.dumps({**data, "failure": {}, "game": "chess"}))
    assert "broken.json: game: no game 'chess'" in refused("replay", broken)
    assert "--view: no seat 'zeus'; seats are 0..1 or amun, isis" in refused("replay", file, "--view", "zeus")
    assert "no language 'xx'" in refused("replay", file, "--lang", "xx")


def test_why_in_a_saved_match(file: Path) -> None:
    ran = run("why", file, "cell", "D6")
    assert ran.code == 0
    assert "“cell D6” is not legal now." in ran.out
    assert "theomachy/asked" in ran.out
    assert run("why", file, "action gain").out == "“action gain” is legal now.\n"
    assert "“action gain” is legal now." in run("why", file, "gain", "--seat", "amun").out
    assert "theomachy/turn" in run("why", file, "action gain", "--seat", "isis").out
    german = run("why", file, "cell D6", "--lang", "de").out
    assert theomachy.game("ankh").catalogue.rule("theomachy/asked", "de").title in german


def test_why_refuses_what_is_no_choice(file: Path, tmp_path: Path) -> None:
    assert "no choice begins with 'jump'" in refused("why", file, "jump", "D6")
    assert "no 'cell' named 'Z9'" in refused("why", file, "cell", "Z9")
    assert "--seat: no seat '5'" in refused("why", file, "done", "--seat", "5")
    position = {
        "scenario": "guardians-of-kemet",
        "pieces": ["G1 C8", "G2 H6"],
        "followers": {"isis": 3, "amun": 2},
        "start": "bid",
    }
    several = tmp_path / "several.json"
    several.write_text(Match(theomachy.game("ankh"), {"gods": ["isis", "amun"], "position": position}).save())
    assert "several decide at once (isis, amun); say whose choice it is with --seat" in refused("why", several, "bid 1")
    assert "“bid 2” is legal now." in run("why", several, "bid 2", "--seat", "1").out
