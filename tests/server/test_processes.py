"""Several processes for the same tables, killed in the middle of play; and databases that can't be used."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.command import refused, run
from tests.server.conftest import FAST
from tests.server.postgres import Postgres
from tests.server.serving import SOON, Process, Serving
from tests.server.waves import Waves, check, go_on
from theomachy.server.app import Settings
from theomachy.server.postgres_database import MIGRATIONS

#: for players who are faster than people, all from one address
ROOMY = [
    f"--limit={limit}"
    for limit in ("messages=10000/10000", "hellos=10000/10000", "work=100/100", "address_work=100/100")
]


def servers_of(process: Process) -> list[int]:
    """Those children of a parent that serve; a dead one that nobody has asked for yet is none."""
    found = []
    for child in process.children():
        command = Path(f"/proc/{child}/cmdline").read_bytes()
        if b"spawn_main" in command:
            found.append(child)
    return found


def test_processes_are_killed_in_the_middle_of_play(postgres: Postgres) -> None:
    """Three servers, ten tables, some with bots that another process plays, too: whoever is killed, nothing
    acknowledged is lost, nothing is done twice, and everybody is back within seconds."""
    database = postgres.database()
    running = Process(database, "--processes", "3", "--bot-workers", "1", "--bot-pause", "0", *ROOMY)
    bots = subprocess.Popen(
        [sys.executable, "-m", "theomachy", "bots", "--database", database, "--bot-workers", "1", "--bot-pause", "0"],
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert bots.stdout is not None
        assert "Thinking" in bots.stdout.readline()
        luck = random.Random(1)
        everybody = [
            Waves(
                [running.port],
                running.client.new_table("Ann", "bot:random" if seed % 3 == 2 else "Ben", seed=seed),
                seed,
            )
            for seed in range(10)
        ]
        for waves in everybody:
            waves.start()
        go_on(everybody, seconds=60)
        for number in range(3):
            victims = servers_of(running)
            assert len(victims) == 3
            os.kill(luck.choice(victims), signal.SIGKILL)
            if number == 1:
                bots.kill()
            # All play on, also those whose bots were just thought about by whoever was killed.
            go_on(everybody, seconds=60)
            end = time.monotonic() + SOON
            while len(servers_of(running)) < 3:
                assert time.monotonic() < end
                time.sleep(0.05)
        for waves in everybody:
            waves.end.set()
        for waves in everybody:
            waves.join(SOON)
            assert not waves.is_alive()
            check(waves, running.client)
        assert max(waves.longest for waves in everybody) < 5.0
    finally:
        bots.kill()
        bots.wait()
        running.terminate()
        code, out = running.ended()
    assert code == 0, out
    assert "Traceback" not in out


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
