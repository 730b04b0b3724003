"""Several processes for the same tables, killed in the middle of play; and databases that can't be used."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import refused, run
from tests.server import kills
from tests.server.postgres import Postgres
from tests.server.serving import FAST, Serving
from theomachy.server.app import Settings
from theomachy.server.postgres_database import MIGRATIONS


def test_whatever_is_killed_in_the_middle_of_play() -> None:
    """Three servers, and a round for each: a server, the process of bots, PostgreSQL, a worker. Nothing acknowledged is
    lost, nothing is done twice, and everybody sits again within seconds."""
    figures = kills.run(rounds=4, tables=4, processes=3, pause=0.0, seed=1, progress=lambda _: None)
    assert set(figures["blows"]) == {"kill_server", "kill_bots", "restart_postgres", "kill_worker"}
    assert figures["acknowledged"] >= 4 * 14
    assert figures["longest_without_a_seat_s"] < kills.BACK


def test_several_processes_need_a_database_that_can_be_shared(tmp_path: Path) -> None:
    file = tmp_path / "a.sqlite"
    assert "a file has one server" in refused("serve", "--no-open", "--processes", 2, "--database", file)
    assert "a file has one server" in refused("serve", "--no-open", "--bot-workers", 0, "--database", file)
    assert "a file belongs to one server" in refused("bots", "--database", file)
    assert not file.exists()


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("postgresql://nobody:secret@127.0.0.1:1/x", "can't be used"),
        ("postgresql://host name/x", "can't be used"),
        ("postgresql:///x?nonsense=1", "can't be used"),
        ("postgresql://a:secret@[::1/x", "can't be used"),
    ],
)
def test_databases_that_can_not_be_reached(url: str, said: str) -> None:
    for command in (["serve", "--no-open", "--port", 0], ["bots"], ["database", "tables"]):
        sentence = refused(*command, "--database", url)
        assert said in sentence
        assert "secret" not in sentence


@pytest.mark.parametrize(
    "command",
    [
        ["check"],
        ["backup", "copy.sqlite"],
        ["prune", "--older", 30],
        ["tables"],
        ["close", "table"],
        ["hide", "table"],
        ["forget"],
        ["copy", "nowhere.sqlite"],
    ],
    ids=lambda command: command[0],
)
def test_every_command_of_a_database_that_is_not_there(
    command: list[object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A plain sentence and exit status 2, whatever was asked, for a server and for a file; and nothing is made."""
    monkeypatch.chdir(tmp_path)
    for name in ("postgresql://nobody:secret@127.0.0.1:1/x", str(tmp_path / "nothing.sqlite")):
        where = [name] if command[0] == "copy" else ["--database", name]
        sentence = refused("database", *command, *where, typed="token")
        assert "secret" not in sentence
    assert list(tmp_path.iterdir()) == []


def test_an_older_database_without_the_right_to_change_it(postgres: Postgres) -> None:
    url = postgres.database()
    name = url.split("/")[3].split("?")[0]
    postgres.sql(f"{MIGRATIONS[0]}; CREATE TABLE theomachy_schema (version integer)", name)
    postgres.sql("INSERT INTO theomachy_schema VALUES (1); CREATE ROLE reader LOGIN", name)
    postgres.sql("GRANT SELECT, UPDATE ON ALL TABLES IN SCHEMA public TO reader", name)
    for command in (["serve", "--no-open", "--port", 0], ["bots"], ["database", "check"]):
        assert "permission denied" in refused(*command, "--database", postgres.url(name, "reader"))
    assert postgres.sql("SELECT version FROM theomachy_schema", name).strip() == "1"


def test_databases_that_are_not_ours(postgres: Postgres) -> None:
    """Newer ones, those of others, and without rights: a sentence, and nothing has changed."""
    newer = postgres.database()
    run("database", "tables", "--database", newer)
    name = newer.split("/")[3].split("?")[0]
    postgres.sql(f"UPDATE theomachy_schema SET version = {len(MIGRATIONS) + 1}", name)
    assert "newer version" in refused("serve", "--no-open", "--port", 0, "--database", newer)
    foreign = postgres.database()
    name = foreign.split("/")[3].split("?")[0]
    postgres.sql("CREATE TABLE tables (mine text)", name)
    assert "already exists" in refused("serve", "--no-open", "--port", 0, "--database", foreign)
    assert postgres.sql("SELECT COUNT(*) FROM pg_tables WHERE schemaname = 'public'", name).strip() == "1"
    postgres.sql("CREATE ROLE stranger LOGIN")
    empty = postgres.database().split("/")[3].split("?")[0]
    assert "permission denied" in refused("serve", "--no-open", "--database", postgres.url(empty, "stranger"))
    assert "does not exist" in refused("database", "check", "--database", postgres.url("no_such_database"))


def test_an_older_database_is_brought_up_to_date(postgres: Postgres) -> None:
    url = postgres.database()
    name = url.split("/")[3].split("?")[0]
    postgres.sql(f"{MIGRATIONS[0]}; CREATE TABLE theomachy_schema (version integer)", name)
    postgres.sql("INSERT INTO theomachy_schema VALUES (1)", name)
    assert run("database", "check", "--database", url).out == "0 tables, 0 damaged.\n"
    assert postgres.sql("SELECT version FROM theomachy_schema", name).strip() == str(len(MIGRATIONS))


def test_copied_from_a_file_to_postgres_and_back(tmp_path: Path, postgres: Postgres) -> None:
    """And the match goes on there, with everything said and everybody's links."""
    file, url, back = tmp_path / "a.sqlite", postgres.database(), tmp_path / "b.sqlite"
    running = Serving(Settings(database=str(file), limits=FAST))
    table = running.client.new_table("Ann", "Ben", setup={"first": 0})
    with table.sit(0) as ann:
        ann.expect("state")
        ann.say(type="chat", text="grüße")
        ann.expect("chat")
        ann.choose("action move")
        assert "another server is using" in refused("database", "copy", url, file)
    running.stop()
    assert run("database", "copy", file, url).out == "1 tables copied.\n"
    assert "tables already" in refused("database", "copy", file, url)
    running = Serving(Settings(database=url, limits=FAST))
    with running.client.sit(table.id, table.tokens[0]) as ann:
        state = ann.expect("state")
        assert (state["version"], state["chat"][0]["text"]) == (1, "grüße")
        assert ann.choose(ann.choices[0])["version"] == 2
    running.stop()
    assert run("database", "backup", back, "--database", url).code == 0
    assert run("database", "check", "--database", back).out == "1 tables, 0 damaged.\n"
    assert "1 tables, 0 damaged." in run("database", "check", "--database", url).out
    assert run("database", "forget", "--database", url, typed=table.tokens[0]).out.startswith("Deleted: 1 names and 1 ")
