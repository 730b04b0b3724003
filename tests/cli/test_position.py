"""`theomachy position` and `theomachy play --position`: a moment of a match as text, and playing on from it."""

from __future__ import annotations

from pathlib import Path

import theomachy
from tests.cli.command import refused, run
from tests.server.matches import played
from theomachy.kernel.cases import open_position, read_positions

CASE = """rule: ankh/gain/count
title: monuments count
game: ankh
seats: [isis, amun]
position: {pieces: [G1 B7, w1 A8, T B8, G2 J9]}
play: [isis: action gain]
expect: {followers: {isis: 1}}
"""


def test_a_save_is_written_and_played_on(tmp_path: Path) -> None:
    match = played(lambda match: match.decision.prompt == "battle-card")
    save = tmp_path / "match.json"
    save.write_text(match.save(), encoding="utf-8")
    done = run("position", str(save))
    assert done.code == 0, done.err
    again = open_position(read_positions(done.out, "text")[0], theomachy.game)
    assert again.decision.prompt == "battle-card"
    assert sorted(map(str, again.choices)) == sorted(map(str, match.choices))
    exact = run("position", str(save), "--exact")
    assert open_position(read_positions(exact.out, "text")[0], theomachy.game, match.seed).digest() == match.digest()
    early = run("position", str(save), "--step", "0")
    assert read_positions(early.out, "text")[0].get("play") is None
    file = tmp_path / "position.yaml"
    file.write_text(done.out, encoding="utf-8")
    over = run("play", "--position", str(file), "--seats", "random,random", "--seed", "3")
    assert over.code == 0, over.err


def test_a_case_is_a_position(tmp_path: Path) -> None:
    file = tmp_path / "case.yaml"
    file.write_text(f"{CASE}---\n{CASE}", encoding="utf-8")
    done = run("position", str(file), "--case", "2")
    assert done.code == 0, done.err
    assert "isis: action gain" in done.out
    assert "expect" not in done.out


def test_what_is_wrong_is_said_with_the_file(tmp_path: Path) -> None:
    file = tmp_path / "case.yaml"
    file.write_text(CASE.replace("G2 J9", "G2 B7"), encoding="utf-8")
    for arguments, words in (
        (("play", "--position", str(file)), "a cell holds one"),
        (("play", "--position", str(file), "--players", "3"), "leave out --players"),
        (("position", str(file), "--case", "4"), "--case 4: the file has 1"),
        (("position", str(file), "--step", "4"), "--step goes with a saved match"),
        (("position", str(tmp_path / "none")), "can't be read"),
    ):
        assert words in refused(*arguments)
