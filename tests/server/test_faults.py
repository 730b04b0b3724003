"""Real faults under a running server: a full disk, a database that can't be written, clocks that jump, and floods of
every message. What was not stored did not happen, it is said, and when the fault is over the match goes on."""

from __future__ import annotations

import contextlib
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.attack import MESSAGES
from tests.server.postgres import Postgres
from tests.server.serving import SOON, Client, Eyes, Process, Seated, Serving
from theomachy.server.app import Settings

#: people at a table, before the fault
PEOPLE = ("Ann", "Ben")


def play(table: Seated, eyes: list[Eyes], choices: int) -> int:
    """Make so many choices; the version then."""
    for _ in range(choices):
        newest = max(pair.news["version"] for pair in eyes)
        for pair in eyes:
            pair.catch_up(newest)
        chooser = next(pair for pair in eyes if pair.news["choices"])
        assert chooser.choose(chooser.choices[0])["type"] == "update"
    return max(int(pair.news["version"]) for pair in eyes)


def refused_now(eyes: list[Eyes], error: str) -> None:
    """A choice is refused, and nobody was told of it."""
    chooser = next(pair for pair in eyes if pair.news["choices"])
    before = chooser.news["version"]
    answer = chooser.choose(chooser.choices[0])
    assert (answer["type"], answer["error"]) == ("refused", error)
    assert answer["words"]
    for pair in eyes:
        assert pair.ask(type="ping")["type"] == "pong"
        assert pair.news["version"] == before


def sit(client: Client) -> tuple[Seated, list[Eyes]]:
    table = client.new_table(*PEOPLE, setup={"first": 0})
    eyes = [table.sit(seat) for seat in range(2)]
    for pair in eyes:
        pair.expect("state")
    return table, eyes


def until(holds: Callable[[], object]) -> None:
    end = time.monotonic() + SOON
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_full_disk(tmp_path: Path) -> None:
    """No file of the server may grow any more, as where nothing is left: everything that writes is refused, everything
    that reads goes on, and nothing that was acknowledged is lost."""
    database = tmp_path / "tables.sqlite"
    running = Process(database)
    try:
        table, eyes = sit(running.client)
        version = play(table, eyes, 5)
        resource.prlimit(running.pid, resource.RLIMIT_FSIZE, (1024, resource.RLIM_INFINITY))
        refused_now(eyes, "not-stored")
        until(lambda: running.client.get("/health").status_code == 503)
        body = {"game": "ankh", "setup": {}, "seats": [{"who": "open"}, {"who": "open"}]}
        answer = running.client.post("/api/tables", body)
        assert (answer.status_code, answer.json()["error"]) == (503, "not-stored")
        assert eyes[0].ask(type="why", choice="done")["type"] in ("verdict", "refused")
        assert running.client.get(table.path).status_code in (200, 503)
        resource.prlimit(running.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
        until(lambda: running.client.get("/health").status_code == 200)
        assert play(table, eyes, 3) == version + 3
        for pair in eyes:
            pair.close()
    finally:
        running.kill()
    again = Process(database)
    try:
        assert again.client.get(table.path).json()["version"] == version + 3
    finally:
        again.kill()


def test_a_database_that_may_only_be_read(postgres: Postgres) -> None:
    database = postgres.database()
    name = database.split("/")[3].split("?")[0]
    running = Serving(Settings(database=database))
    try:
        table, eyes = sit(running.client)
        version = play(table, eyes, 3)

        def writable(yes: bool) -> None:
            postgres.sql(f"ALTER DATABASE {name} SET default_transaction_read_only = {'off' if yes else 'on'}")
            postgres.sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                f" WHERE datname = '{name}' AND pid <> pg_backend_pid()"
            )

        writable(False)
        until(lambda: running.client.get("/health").status_code == 503)
        refused_now(eyes, "not-stored")
        assert running.client.get(table.path).json()["version"] == version
        writable(True)
        until(lambda: running.client.get("/health").status_code == 200)
        assert play(table, eyes, 3) == version + 3
        for pair in eyes:
            pair.close()
    finally:
        running.stop()


def test_a_disk_that_is_full_from_the_start(tmp_path: Path) -> None:
    """A plain sentence, and exit status 2."""

    def nothing_may_grow() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))

    done = subprocess.run(
        [sys.executable, "-m", "theomachy", "serve", "--no-open", "--port", "0", "--database", tmp_path / "a.sqlite"],
        capture_output=True, text=True, timeout=60, check=False, preexec_fn=nothing_may_grow,
    )  # fmt: skip
    assert done.returncode == 2, done.stderr
    assert "--database" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("jump", [-400 * 86_400.0, 400 * 86_400.0, -0.5])
def test_a_clock_that_jumps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, jump: float) -> None:
    """The machine's clock is set back, or far ahead, in the middle of a match: it goes on, also after a restart."""
    database = str(tmp_path / "tables.sqlite")
    running = Serving(Settings(database=database))
    real = time.time
    table, eyes = sit(running.client)
    version = play(table, eyes, 3)
    monkeypatch.setattr(time, "time", lambda: real() + jump)
    version = play(table, eyes, 3)
    eyes[0].say(type="chat", text="what time is it?")
    assert eyes[0].expect("chat")["line"]["text"] == "what time is it?"
    other = running.client.new_table("Cid", "Dot", listed=True)
    assert [listed["table"] for listed in running.client.get("/api/tables").json()["tables"]] == [other.id]
    monkeypatch.setattr(time, "time", real)
    version = play(table, eyes, 3)
    assert version == 9
    for pair in eyes:
        pair.close()
    running.stop()
    again = Serving(Settings(database=database))
    try:
        assert again.client.get(table.path).json()["version"] == 9
        with again.client.sit(table.id, table.tokens[0], since=5) as back:
            assert back.expect("update")["version"] == 6
    finally:
        again.stop()


@pytest.mark.parametrize("name", sorted(MESSAGES))
def test_a_flood_of_every_message(client_by_default: Client, name: str) -> None:
    """A flooding socket is cut off, and others are answered all the while.

    What it is told before that is tested with raw sockets (`test_frame_limits`): closing a connection with unread input
    resets it, and the client library drops what it has not handed out by then.
    """
    client = client_by_default
    table, eyes = sit(client)
    victim = client.new_table(*PEOPLE, setup={"first": 0})
    text = json.dumps(MESSAGES[name])
    with victim.sit(1) as flood:
        flood.expect("state")
        with contextlib.suppress(ConnectionClosed):
            for _ in range(600):
                flood.socket.send(text)
        play(table, eyes, 2)
        with pytest.raises(ConnectionClosed) as closed:
            flood.expect("never")
        heard = [json.loads(each) for each in flood.traffic]
        errors = {each["error"] for each in heard if "error" in each}
    if closed.value.rcvd is not None:
        assert closed.value.rcvd.code == 1008
    assert "internal" not in errors
    play(table, eyes, 2)
    with victim.sit(0) as ann:
        ann.expect("state")
        assert ann.choose("action move")["type"] == "update"
    for pair in eyes:
        pair.close()


@pytest.fixture(scope="module")
def client_by_default(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A server as it is without any options, but for many tables and sockets of one address."""
    running = Process(tmp_path_factory.mktemp("floods") / "tables.sqlite", "--limit=hellos=1000/1000")
    yield running.client
    running.kill()
