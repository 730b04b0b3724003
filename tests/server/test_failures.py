"""When storage or engine fail: what was not stored did not happen, and the table goes on."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.serving import Client, Serving
from theomachy.server.app import Settings
from theomachy.server.course import Course
from theomachy.server.envoy import Envoy
from theomachy.server.sql_storage import SqlStorage
from theomachy.server.storage import NotStored


def test_a_choice_that_can_not_be_stored_is_not_made(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table = client.new_table("Ann", "Ben", setup={"first": 0})
    with table.sit(0) as ann, table.sit(1) as ben:
        before = ann.expect("state")
        ben.expect("state")
        with monkeypatch.context() as broken:

            async def fail(*_: object) -> None:
                raise NotStored("the disk is full")

            broken.setattr(SqlStorage, "append", fail)
            refused = ann.choose("action move")
            assert (refused["type"], refused["error"]) == ("refused", "not-stored")
            assert ann.ask(type="lang", lang="en")["view"] == before["view"]
        assert table.info()["version"] == 0
        assert ann.choose("action move")["version"] == 1
        # Nobody was told of the choice that was not made.
        assert ben.expect("update")["version"] == 1


def test_storage_that_stays_away_for_a_while(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even what is stored can't be read then: everything is refused, until it can."""
    table = client.new_table("Ann", "Ben", setup={"first": 0})
    with table.sit(0) as ann:
        ann.expect("state")
        ann.choose("action move")
        with monkeypatch.context() as broken:

            async def fail(*_: object) -> None:
                raise NotStored("the disk is gone")

            broken.setattr(SqlStorage, "append", fail)
            broken.setattr(SqlStorage, "changes", fail)
            assert ann.choose(ann.choices[0])["error"] == "not-stored"
            assert ann.choose(ann.choices[0])["error"] == "not-stored"
            assert ann.ask(type="why", choice="done")["error"] == "not-stored"
        assert ann.choose(ann.choices[0])["version"] == 2


def test_seats_and_lines_that_can_not_be_stored(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    table = client.new_table("Ann", "open")
    with table.sit(0) as ann:
        ann.expect("state")
        with monkeypatch.context() as broken:

            async def fail(*_: object) -> None:
                raise NotStored("the disk is full")

            broken.setattr(SqlStorage, "seat", fail)
            broken.setattr(SqlStorage, "add_line", fail)
            answer = client.post(f"{table.path}/join", {"name": "Ben"})
            assert (answer.status_code, answer.json()["error"]) == (503, "not-stored")
            assert ann.ask(type="chat", text="hello")["error"] == "not-stored"
        assert [place["who"] for place in table.info()["seats"]] == ["person", "open"]
        assert client.post(f"{table.path}/join", {"name": "Ben"}).status_code == 200


def test_an_engine_that_fails_in_the_middle_of_a_choice(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it has left half done is thrown away; the socket is closed, and the match goes on."""
    table = client.new_table("Ann", "Ben", setup={"first": 0})
    with table.sit(0) as ann:
        view = ann.expect("state")["view"]
        with monkeypatch.context() as broken:

            def fail(self: Course, choice: object, seat: int) -> None:
                self.match.play(choice, seat)
                raise ZeroDivisionError

            broken.setattr(Course, "play", fail)
            ann.say(type="choose", choice="action move", version=0)
            assert ann.expect("error")["error"] == "internal"
            with pytest.raises(ConnectionClosed, match="1011"):
                ann.hear()
    with table.sit(0) as ann:
        assert ann.expect("state")["view"] == view
        assert ann.choose("action move")["version"] == 1


def test_an_engine_that_fails_when_a_choice_is_to_be_told(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Updates are made before the choice is stored: if they can't be, it is not made."""
    table = client.new_table("Ann", "Ben", setup={"first": 0})
    with table.sit(0) as ann:
        view = ann.expect("state")["view"]
        with monkeypatch.context() as broken:

            def fail(*_: object) -> None:
                raise ZeroDivisionError

            broken.setattr(Envoy, "update", fail)
            ann.say(type="choose", choice="action move", version=0)
            assert ann.expect("error")["error"] == "internal"
            with pytest.raises(ConnectionClosed, match="1011"):
                ann.hear()
    assert table.info()["version"] == 0
    with table.sit(0) as ann:
        assert ann.expect("state")["view"] == view
        assert ann.choose("action move")["version"] == 1


@pytest.mark.parametrize("change", ["UPDATE tables SET rules = 99", "UPDATE events SET choice = 'action gain'"])
def test_a_table_that_can_not_be_gone_on_with(tmp_path: Path, change: str) -> None:
    """Other rules, or choices that lead elsewhere: refused, saying so; other tables are not affected."""
    database = str(tmp_path / "tables.sqlite")
    running = Serving(Settings(database=database))
    table = running.client.new_table("Ann", "Ben", setup={"first": 0})
    with table.sit(0) as ann:
        ann.expect("state")
        ann.choose("action move")
    running.stop()
    with sqlite3.connect(database) as connection:
        connection.execute(change)
    connection.close()
    running = Serving(Settings(database=database))
    try:
        client = running.client
        answer = client.get(table.path)
        assert (answer.status_code, answer.json()["error"]) == (422, "bad-save")
        eyes = client.sit(table.id, table.tokens[0])
        assert eyes.hear()["error"] == "bad-save"
        client.new_table("Cid", "Dot")
    finally:
        running.stop()
