"""What whoever runs a server does: looks whether it is well, clears its database up, closes tables, deletes data."""

from __future__ import annotations

import json
import logging
import sqlite3
import sys
import time
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from tests.cli.command import refused, run
from tests.server.serving import FAST, SOON, Process, Seated, Serving
from theomachy.server.app import Settings
from theomachy.server.database import open_database
from theomachy.server.logs import AsJson
from theomachy.server.measures import read_address
from theomachy.server.operating import COPIED, COPIED_WHOLE
from theomachy.server.seats import new_name
from theomachy.server.sql_storage import SqlStorage
from theomachy.server.sqlite_database import SqliteDatabase
from theomachy.server.storage import NotStored

DAY = 86_400.0


def wait_for(table: Seated, **wanted: object) -> None:
    """Until the server has heard what a command has changed."""
    end = time.monotonic() + SOON
    while any(table.info()[key] != value for key, value in wanted.items()):
        assert time.monotonic() < end, table.info()
        time.sleep(0.05)


def database_of(tmp_path: Path) -> str:
    return str(tmp_path / "tables.sqlite")


def test_health(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = serving.client.get("/health")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok"})
    with monkeypatch.context() as broken:

        async def fail(*_: object) -> None:
            raise NotStored("the disk is gone")

        broken.setattr(SqlStorage, "check", fail)
        broken.setattr("theomachy.server.app.CHECKED", -1.0)
        assert serving.client.get("/health").status_code == 503


def test_metrics_are_told_at_their_own_address(tmp_path: Path) -> None:
    running = Serving(Settings(database=database_of(tmp_path), limits=FAST, metrics="127.0.0.1:0"))
    try:
        table = running.client.new_table("Ann", "Ben", setup={"first": 0})
        with table.sit(0) as ann:
            ann.expect("state")
            ann.choose("action move")
            assert ann.choose("no such choice")["type"] == "refused"
            assert ann.choose("action move", version=0)["error"] == "stale"
            assert running.exposed is not None
            with httpx.Client(trust_env=False) as scraper:
                told = scraper.get(f"http://127.0.0.1:{running.exposed.port}/metrics").text
        figures = dict(line.rsplit(" ", 1) for line in told.splitlines() if not line.startswith("#"))
        assert figures["theomachy_tables_live"] == "1.0"
        assert figures["theomachy_sockets"] == "1.0"
        assert figures["theomachy_choice_seconds_count"] == "1.0"
        assert figures['theomachy_choice_seconds_bucket{le="+Inf"}'] == "1.0"
        assert figures['theomachy_refused_total{reason="illegal"}'] == "1.0"
        assert figures['theomachy_refused_total{reason="stale"}'] == "1.0"
        assert figures['theomachy_bots_waiting{desk="turns"}'] == "0.0"
        assert table.tokens[0] not in told
        # Where people come in, nothing is told.
        assert running.client.get("/metrics").status_code == 404
    finally:
        running.stop()


@pytest.mark.parametrize("address", ["", "9100", "host:", "host:99999", ":9100", "a:b"])
def test_addresses_of_metrics(address: str) -> None:
    with pytest.raises(ValueError, match="--metrics"):
        read_address(address)
    assert read_address("[::1]:9100") == ("::1", 9100)


def test_logs_as_json() -> None:
    try:
        raise ValueError("half\nway")
    except ValueError:
        error = sys.exc_info()
    record = logging.LogRecord("theomachy.server", logging.ERROR, "", 1, 'table %s: "%s"', ("abc", "x\ny"), error)
    line = AsJson().format(record)
    assert "\n" not in line
    told = json.loads(line)
    assert (told["level"], told["message"]) == ("error", 'table abc: "x\ny"')
    assert "ValueError: half" in told["error"]


def test_closed_and_hidden_while_the_server_runs(database: str, tmp_path: Path) -> None:
    where = database
    running = Serving(Settings(database=where, limits=FAST))
    try:
        table = running.client.new_table("Ann", "open", "bot:random", listed=True, setup={"players": 3})
        full = running.client.new_table("Ann", "Ben", setup={"first": 0})
        with full.sit(0) as ann:
            ann.expect("state")
            assert run("database", "close", full.id, "--database", where).code == 0
            # A choice on its way is refused, whether the server has heard of it already or not.
            assert ann.choose("action move")["error"] == "closed"
            assert ann.ask(type="chat", text="why?")["error"] == "closed"
            assert ann.ask(type="undo", version=0)["error"] == "closed"
            wait_for(full, closed=True)
            assert run("database", "close", full.id, "--undo", "--database", where).code == 0
            wait_for(full, closed=False)
            assert ann.choose("action move")["version"] == 1
        assert run("database", "hide", table.id, "--database", where).code == 0
        wait_for(table, listed=False)
        end = time.monotonic() + SOON
        while running.client.get("/api/tables").json()["tables"]:
            # The list is read once a second.
            assert time.monotonic() < end
            time.sleep(0.1)
        run("database", "close", table.id, "--database", where)
        answer = running.client.post(f"{table.path}/join", {"name": "Cid"})
        assert (answer.status_code, answer.json()["error"]) == (409, "closed")
        listed = json.loads(run("database", "tables", "--json", "--database", where).out)["tables"]
        assert {entry["table"]: (entry["closed"], entry["listed"], entry["version"]) for entry in listed} == {
            table.id: (True, False, 0),
            full.id: (False, False, 1),
        }
        assert full.id in run("database", "tables", "--database", where, columns=160).out
    finally:
        running.stop()
    assert "no table 'nowhere'" in refused("database", "close", "nowhere", "--database", where)
    assert "no such file" in refused("database", "tables", "--database", tmp_path / "other.sqlite")


def test_backup_while_people_play(tmp_path: Path) -> None:
    where, copy = database_of(tmp_path), tmp_path / "copy.sqlite"
    running = Serving(Settings(database=where, limits=FAST))
    try:
        table = running.client.new_table("Ann", "Ben", setup={"first": 0})
        with table.sit(0) as ann:
            ann.expect("state")
            ann.choose("action move")
            assert run("database", "backup", copy, "--database", where).code == 0
            ann.choose(ann.choices[0])
    finally:
        running.stop()
    checked = run("database", "check", "--database", copy)
    assert (checked.code, checked.out) == (0, "1 tables, 0 damaged.\n")
    again = Serving(Settings(database=str(copy), limits=FAST))
    try:
        with again.client.sit(table.id, table.tokens[0]) as ann:
            assert ann.expect("state")["version"] == 1
    finally:
        again.stop()
    assert "the database itself" in refused("database", "backup", where, "--database", where)
    assert "folder" in refused("database", "backup", tmp_path / "no" / "x", "--database", where)
    with sqlite3.connect(where) as connection:
        connection.execute("UPDATE events SET choice = 'action gain' WHERE version = 1")
    connection.close()
    damaged = run("database", "check", "--database", where)
    assert damaged.code == 1
    assert table.id in damaged.out


def test_prune_deletes_what_is_over_and_old(tmp_path: Path) -> None:
    where = database_of(tmp_path)
    running = Serving(Settings(database=where, limits=FAST))
    made = {name: running.client.new_table("Ann", "Ben", title=name).id for name in ("new", "old", "left", "closed")}
    running.stop()
    with sqlite3.connect(where) as connection:
        for name, days, over, closed in (
            ("new", 1, 1, 0), ("old", 20, 1, 0), ("left", 20, 0, 0), ("closed", 20, 0, 1),
        ):  # fmt: skip
            connection.execute(
                "UPDATE tables SET moved = ?, over = ?, closed = ? WHERE id = ?",
                (time.time() - days * DAY, over, closed, made[name]),
            )
    connection.close()

    def left() -> set[str]:
        listed = json.loads(run("database", "tables", "--json", "--database", where).out)["tables"]
        return {entry["title"] for entry in listed}

    assert "2 tables would be deleted" in run("database", "prune", "--older", 10, "--database", where).out
    assert left() == set(made)
    assert "2 tables deleted" in run("database", "prune", "--older", 10, "--really", "--database", where).out
    assert left() == {"new", "left"}
    assert run("database", "prune", "--older", 10, "--unfinished", 10, "--really", "--database", where).code == 0
    assert left() == {"new"}
    # What is younger than the days of grace can't be named by mistake.
    assert run("database", "prune", "--older", 1, "--really", "--database", where).code == 2
    with sqlite3.connect(where) as connection:
        for part in ("events", "seats", "sitters", "chat", "snapshots"):
            found = {row[0] for row in connection.execute(f"SELECT table_id FROM {part}")}
            assert found <= {made["new"]}
    connection.close()


def test_prune_deletes_players_whom_nobody_uses(database: str, tmp_path: Path) -> None:
    """Not those who have a table, or were seen by any of their ways in."""
    running = Serving(Settings(database=database, limits=FAST))
    client = running.client
    made: dict[str, str] = {}
    for name in ("seated", "hosting", "seen", "linked", "played", "gone"):
        client.http.cookies.clear()
        client.post("/api/me", {"name": name})
        made[name] = client.get("/api/me").json()["me"]["player"]
        if name == "linked":
            client.post("/api/me/recovery", {})
        if name in ("seated", "hosting", "played"):
            who = ["Zed" if name == "seated" else "open", "open"]
            table = client.new_table(*who, title=name)
            if name == "played":
                client.post(f"{table.path}/join", {"name": "Zed"})
    running.stop()
    long_ago = time.time() - 200 * DAY
    with closing(open_database(database)) as found, found.transaction():
        found.execute("UPDATE players SET created = ?", (long_ago,))
        found.execute("UPDATE player_keys SET created = ?, used = ?", (long_ago, long_ago))
        found.execute("UPDATE player_keys SET used = ? WHERE player = ?", (time.time(), made["seen"]))
        found.execute(
            "UPDATE player_keys SET used = ? WHERE player = ? AND kind = 'recovery'", (time.time(), made["linked"])
        )
        found.execute("UPDATE tables SET moved = ?, over = 1 WHERE title = 'played'", (long_ago,))

    def left() -> set[str]:
        with closing(open_database(database)) as found, found.transaction(reading=True):
            return {row[0] for row in found.execute("SELECT name FROM players").fetchall()}

    told = run("database", "prune", "--older", 30, "--players", 100, "--database", database)
    assert "1 tables and 2 players would be deleted" in told.out
    assert made["gone"] in told.out
    assert left() == set(made)
    assert "1 tables deleted" in run("database", "prune", "--older", 30, "--really", "--database", database).out
    assert left() == set(made)
    told = run("database", "prune", "--older", 30, "--players", 100, "--really", "--database", database)
    assert "2 players deleted" in told.out
    assert left() == {"seated", "hosting", "seen", "linked"}
    # Nobody is forgotten after a short time by mistake.
    assert run("database", "prune", "--older", 30, "--players", 80, "--really", "--database", database).code == 2
    with closing(open_database(database)) as found, found.transaction(reading=True):
        keys = {row[0] for row in found.execute("SELECT player FROM player_keys").fetchall()}
    assert keys == {made[name] for name in ("seated", "hosting", "seen", "linked")}


def test_every_column_is_copied() -> None:
    """Whatever a database keeps for longer than minutes."""
    with closing(SqliteDatabase(":memory:")) as found:
        names = {row[0] for row in found.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()}
        assert names == {*COPIED, *COPIED_WHOLE}
        for name, columns in {**COPIED, **COPIED_WHOLE}.items():
            kept = {row[1] for row in found.execute(f"PRAGMA table_info({name})").fetchall()}
            assert kept == set(columns.split(", ")), name


def test_a_copy_keeps_when_a_server_last_ran(tmp_path: Path) -> None:
    """Otherwise running clocks would be taken for having stood, and have their time back."""
    source, target = database_of(tmp_path), tmp_path / "copy.sqlite"
    with closing(open_database(source)) as found, found.transaction():
        found.execute("UPDATE uptime SET seen = 12345.5")
        found.execute("INSERT INTO challenges (hash, kind, player, until) VALUES (x'01', 'sign-in', NULL, 9e9)")
        found.execute("INSERT INTO letters (label, player, at) VALUES ('a@example.org', 'p', 5.0)")
    assert run("database", "copy", source, target).code == 0
    with closing(open_database(str(target))) as found, found.transaction(reading=True):
        assert found.execute("SELECT seen FROM uptime").fetchall() == [(12345.5,)]
        assert found.execute("SELECT COUNT(*) FROM challenges").fetchone() == (1,)
        assert found.execute("SELECT COUNT(*) FROM letters").fetchone() == (1,)


def test_other_rules_are_not_damage(tmp_path: Path) -> None:
    running = Serving(Settings(database=database_of(tmp_path), limits=FAST))
    tables = [running.client.new_table("Ann", "Ben") for _ in range(3)]
    running.stop()
    with sqlite3.connect(database_of(tmp_path)) as raw:
        raw.execute("UPDATE tables SET rules = rules - 1 WHERE id = ?", (tables[0].id,))
        raw.execute("UPDATE tables SET state = x'00' WHERE id = ?", (tables[1].id,))
    found = run("database", "check", "--database", database_of(tmp_path))
    assert found.code == 1
    assert found.out.splitlines()[-1] == "3 tables, 1 damaged, 1 of another version of the rules."


@pytest.mark.parametrize("columns", [20, 80])
def test_ids_are_on_one_line(tmp_path: Path, columns: int) -> None:
    running = Serving(Settings(database=database_of(tmp_path), limits=FAST))
    table = running.client.new_table("Ann", "Ben", title="A title of several words that is long " * 2, listed=True)
    running.stop()
    lines = run("database", "tables", "--database", database_of(tmp_path), columns=columns).out.splitlines()
    assert sum(line.split()[:1] == [table.id] for line in lines) == 1


def test_a_pruned_table_is_gone_for_those_who_look_on(tmp_path: Path) -> None:
    where = database_of(tmp_path)
    running = Serving(Settings(database=where, limits=FAST))
    try:
        table = running.client.new_table("Ann", "Ben")
        with table.sit(0) as ann:
            ann.expect("state")
            with sqlite3.connect(where) as connection:
                connection.execute("UPDATE tables SET moved = 1, over = 1")
            connection.close()
            assert "1 tables deleted" in run("database", "prune", "--older", 10, "--really", "--database", where).out
            assert ann.ask(type="chat", text="hello?")["error"] == "no-table"
            assert ann.ask(type="undo", version=0)["error"] == "no-table"
            assert running.client.get(table.path).json()["error"] == "no-table"
    finally:
        running.stop()


def test_what_is_kept_of_a_person_is_deleted(tmp_path: Path) -> None:
    where = database_of(tmp_path)
    running = Serving(Settings(database=where, limits=FAST))
    try:
        table = running.client.new_table("Xanthippe", "open")
        joined = running.client.post(f"{table.path}/join", {"name": "Zebulon"}).json()["token"]
        with table.sit(0) as ann, running.client.sit(table.id, joined) as ben:
            ann.expect("state")
            ben.expect("state")
            ben.say(type="chat", text="my secret diary")
            ann.expect("chat")
            ann.say(type="chat", text="nice to meet you")
            ann.expect("chat")
            ran = run("database", "forget", "--database", where, typed=f"http://host/t/x#seat={joined}\n")
            assert ran.out == "Deleted: 1 names and 2 lines of the chat, at 1 tables.\n", ran.err
        end = time.monotonic() + SOON
        while table.info()["seats"][1]["name"]:
            assert time.monotonic() < end
            time.sleep(0.05)
        with running.client.sit(table.id, table.tokens[0]) as ann:
            state = ann.expect("state")
            assert [line["text"] for line in state["chat"]] == ["nice to meet you"]
            assert [place["name"] for place in state["table"]["seats"]] == ["Xanthippe", ""]
        # The seat is still theirs.
        with running.client.sit(table.id, joined) as ben:
            ben.expect("state")
    finally:
        running.stop()
    written = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"Xanthippe" in written
    with sqlite3.connect(where) as connection:
        assert b"Zebulon" not in connection.serialize()
        assert b"diary" not in connection.serialize()
    connection.close()
    assert "nobody with this token" in refused("database", "forget", "--database", where, typed="abc\n")
    assert "no token" in refused("database", "forget", "--database", where, typed="\n")


def test_a_server_that_is_asked_to_end_answers_first(tmp_path: Path) -> None:
    """What was said before it heard of it is done and answered; then the socket is told 1012, and the next goes on."""
    where = tmp_path / "tables.sqlite"
    running = Process(where)
    table = running.client.new_table("Ann", "Ben", setup={"first": 0})
    with table.sit(0) as ann:
        version = ann.expect("state")["version"]
        ann.choose("action move")
        for number in range(20):
            ann.say(type="ping", ref=number)
        running.terminate()
        heard = [ann.hear()["ref"] for _ in range(20)]
        assert heard == list(range(20))
        with pytest.raises(Exception, match="1012"):
            ann.hear()
    code, out = running.ended()
    assert "Traceback" not in out
    assert code in (0, -15)
    again = Process(where)
    try:
        with again.client.sit(table.id, table.tokens[0], since=version) as ann:
            assert ann.expect("update")["version"] == version + 1
    finally:
        again.interrupt()


def test_names_can_be_typed_at_a_command() -> None:
    """One that began with a dash would be taken for an option."""
    names = [new_name(9) for _ in range(2000)]
    assert len(set(names)) == len(names)
    assert all(len(name) == 12 and not name.startswith("-") for name in names)
