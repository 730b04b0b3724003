"""The settings of games as options: every game's door says what they are, no command knows them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import theomachy
from tests.cli.command import refused, run
from theomachy.cli.settings import write_settings
from theomachy.kernel.errors import BadSetup
from theomachy.kernel.setting import CHOICE, FILE, LIST, SEAT, SWITCH, Setting


@pytest.mark.parametrize("command", ["play", "simulate", "fuzz", "tournament", "balance"])
def test_help_lists_the_settings_of_every_game(command: str) -> None:
    text = " ".join(run(command, "--help", columns=100).out.split())
    for game in theomachy.GAMES.values():
        for setting in game.settings():
            seated = setting.name in (game.seats_setting, "first")
            assert (f"{setting.option} " in text) == (not seated or command in ("play", "simulate", "fuzz")), (
                setting.name
            )
            if f"{setting.option} " in text:
                assert game.face().setting_words(setting, "en") in text


def test_every_kind_of_setting_reaches_the_match() -> None:
    arguments = (
        "--guardians",
        "satis,mummy,androsphinx",
        "--first",
        "1",
        "--pharaoh",
        "Ramses",
        "--games",
        "1",
        "--json",
    )
    setup = json.loads(run("simulate", "ankh", "--players", "3", *arguments).out)["setup"]
    assert (setup["guardians"], setup["first"], setup["pharaoh"]) == (["satis", "mummy", "androsphinx"], 1, "ramses")
    setup = json.loads(run("simulate", "anunnaki", "--first-game", "--games", "1", "--json").out)["setup"]
    assert setup["first_game"] is True
    setup = json.loads(run("simulate", "anunnaki", "--no-first-game", "--games", "1", "--json").out)["setup"]
    assert setup["first_game"] is False


def test_a_file_is_read_in(tmp_path: Path) -> None:
    content = tmp_path / "content.toml"
    content.write_text("[afterlife]\nsymbols = 3\n", encoding="utf-8")
    setup = json.loads(run("simulate", "anunnaki", "--content", content, "--games", "1", "--json").out)["setup"]
    assert setup["content"] == {"afterlife": {"symbols": 3}}
    assert "content.toml" in refused("simulate", "anunnaki", "--content", tmp_path / "none" / "content.toml")


def test_a_setting_of_another_game_is_refused_with_those_there_are() -> None:
    for command in ("play", "simulate", "fuzz", "balance"):
        message = refused(command, "anunnaki", "--pharaoh", "ramses")
        assert "--pharaoh: Anunnaki has no such setting; it has --content, --first, --first-game, --houses" in message
    assert "--gods: Anunnaki has no such setting" in refused("play", "anunnaki", "--gods", "zeus,ra")
    assert "--first: 'me' is no seat" in refused("play", "--first", "me")


def test_texts_mean_values() -> None:
    assert Setting("side", CHOICE).read(" Ra ") == "ra"
    assert Setting("sides", LIST).read("Ra, isis") == ["ra", "isis"]
    assert Setting("map", FILE).read("My/Map.toml") == "My/Map.toml"
    assert Setting("first", SEAT).read("2") == 2
    assert Setting("short_game", SWITCH).read("yes") is True
    assert Setting("short_game", SWITCH).option == "--short-game"
    with pytest.raises(BadSetup, match="--short-game: 'maybe'; write yes or no"):
        Setting("short_game", SWITCH).read("maybe")


@pytest.mark.parametrize(
    ("name", "setup", "options"),
    [
        ("ankh", {"gods": ["isis", "ra"]}, "--scenario middle-kingdom --gods isis,ra"),
        (
            "ankh",
            {"gods": ["isis", "ra"], "pharaoh": "ramses", "first": 1, "guardians": ["satis", "mummy", "androsphinx"]},
            "--scenario middle-kingdom --pharaoh ramses --guardians satis,mummy,androsphinx --first 1 --gods isis,ra",
        ),
        ("anunnaki", {"players": 2, "first_game": True}, "--first-game --houses random,random"),
        ("ankh", {"gods": ["isis", "ra"], "first": 0}, "--scenario middle-kingdom --first 0 --gods isis,ra"),
        ("anunnaki", {"players": 2, "content": {"afterlife": {"symbols": 3}}}, ""),
        ("ankh", {"gods": ["isis", "ra"], "position": {}}, ""),
    ],
)
def test_a_set_up_as_options(name: str, setup: dict[str, object], options: str) -> None:
    game = theomachy.game(name)
    assert " ".join(write_settings(game, game.check_setup(setup))) == options
