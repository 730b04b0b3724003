"""Files that come with a new table: read as tables, checked, and shown to everybody as something special."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.serving import Client

PERSON = {"who": "person", "name": "Ann"}
STRONG_NET = '[[weapon]]\nname = "net"\nstrength = 3\n'
LAND = """
[[scenario]]
name = "mine"
players = 2
camels = []
order = []
pieces = []
cities = []
"""


def make(client: Client, game: str, setting: str, name: str, text: str) -> Any:
    body = {"game": game, "seats": [PERSON, PERSON], "files": {setting: {"name": name, "text": text}}}
    return client.post("/api/tables", body)


def test_content_of_ones_own_is_played_and_told(client: Client) -> None:
    answer = make(client, "anunnaki", "content", "mine.toml", STRONG_NET)
    assert answer.status_code == 201, answer.text
    info = client.get(f"/api/tables/{answer.json()['table']}").json()
    assert info["origin"]["special"] == ["content"]
    assert "content" not in info["setup"]


@pytest.mark.parametrize(
    ("game", "setting", "text", "told"),
    [
        ("anunnaki", "content", '[[weapon]]\nname = "spoon"\n', "mine.toml: weapon: no weapon 'spoon'"),
        ("anunnaki", "content", "[[weapon\n", "mine.toml: not a TOML file"),
        ("anunnaki", "content", "[[weapon\n", "line 1"),
        ("anunnaki", "content", 'weather = "bad"\n', "mine.toml: unknown table 'weather'"),
        ("ankh", "scenario_file", "x = 1\n", "mine.toml: has no [[scenario]] table"),
        ("ankh", "scenario_file", LAND.replace("camels", "cows"), "mine.toml, scenario 1 (mine): unknown key 'cows'"),
        ("ankh", "content", "x = 1\n", "'content' takes no file"),
    ],
)
def test_what_is_wrong_is_told_with_file_and_place(
    client: Client, game: str, setting: str, text: str, told: str
) -> None:
    answer = make(client, game, setting, "mine.toml", text)
    assert answer.status_code == 422
    assert answer.json()["error"] == "bad-setup"
    assert told in answer.json()["words"]


@pytest.mark.parametrize("text", ["a = 2026-01-01\n", "[weapon]\n" + "a = " + "[" * 5000, "=" * 1000, "a.b" * 100])
def test_strange_files_are_refused(client: Client, text: str) -> None:
    assert make(client, "anunnaki", "content", "x\n\x00.toml", text).status_code == 422
