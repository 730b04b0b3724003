"""Everything wrong that can be sent: it is refused with a clear error, nobody else notices, and nothing is lost."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.matches import played
from tests.server.serving import Client, Eyes, Seated, Serving
from theomachy.server.app import Settings
from theomachy.server.limits import Allowance, Limits

BAD_MESSAGES: list[Any] = [
    "",
    "hello",
    "[]",
    "null",
    "{}",
    '{"type": "dance"}',
    '{"type": 7}',
    '{"type": "choose"}',
    '{"type": "choose", "choice": 7, "version": 0}',
    '{"type": "choose", "choice": "done", "version": "0"}',
    '{"type": "choose", "choice": "done", "version": -1}',
    '{"type": "choose", "choice": "done", "version": 1e400}',
    '{"type": "choose", "choice": "done", "version": 123456789012345678901234567890}',
    '{"type": "choose", "choice": "' + "x" * 200 + '", "version": 0}',
    '{"type": "choose", "choice": "done", "version": 0, "ref": "seven"}',
    '{"type": "undo"}',
    '{"type": "lang", "lang": "fr"}',
    '{"type": "lang"}',
    '{"type": "chat", "text": ""}',
    '{"type": "chat", "text": "' + "x" * 501 + '"}',
    '{"type": "why", "choice": null}',
    '{"type": "hello", "lang": "en"}',
    '{"type": "ping"',
    "[" * 5000,
    '{"type": "ping", "ref": ' + "[" * 3000 + "]" * 3000 + "}",
    '{"type": "chat", "text": "\\ud800"}',
    b"\x00\x01\x02",
    b'{"type": "ping"}',
]


@pytest.fixture
def table(client: Client) -> Seated:
    return client.new_table("Ann", "Ben", setup={"first": 0})


@pytest.mark.parametrize("message", BAD_MESSAGES, ids=lambda message: repr(message)[:40])
def test_messages_that_make_no_sense(table: Seated, message: str | bytes) -> None:
    """Said so, and the socket goes on."""
    with table.sit(0, lang="ru") as ann:
        ann.expect("state")
        ann.socket.send(message)
        error = ann.hear()
        assert (error["type"], error["error"]) == ("error", "bad-message")
        assert error["words"]
        assert ann.choose("action move")["version"] == 1


def test_a_message_too_large(table: Seated) -> None:
    with table.sit(0) as ann:
        ann.expect("state")
        ann.say(type="chat", text="x" * 20_000)
        assert ann.hear()["error"] == "too-large"
        assert ann.ask(type="ping")["type"] == "pong"
        # A frame that is larger still is not even read: the socket is closed.
        ann.socket.send("x" * 1_000_000)
        with pytest.raises(ConnectionClosed, match="1009"):
            ann.expect("never")
    with table.sit(0) as ann:
        assert ann.expect("state")["version"] == 0


def test_what_is_said_before_hello(table: Seated, client: Client) -> None:
    for first in ('{"type": "ping"}', "nonsense", '{"type": "hello", "lang": "xx"}', b"\x00"):
        eyes = Eyes(client.port, table.id)
        eyes.socket.send(first)
        assert eyes.hear()["error"] == "bad-message"
        with pytest.raises(ConnectionClosed, match="1008"):
            eyes.expect("never")


def test_tables_that_are_not_there(client: Client) -> None:
    for path in ("nowhere", "%00", "a" * 3000, "%D1%82"):
        eyes = client.sit(path)
        error = eyes.hear()
        assert (error["type"], error["error"]) == ("error", "no-table")
        with pytest.raises(ConnectionClosed, match="4404"):
            eyes.expect("never")
    for path in ("nowhere", "nowhere/save", "nowhere/story", "nowhere/replay?step=0", "open"):
        answer = (
            client.get(f"/api/tables/{path}", lang="de") if "?" not in path else client.http.get(f"/api/tables/{path}")
        )
        assert (answer.status_code, answer.json()["error"]) == (404, "no-table")
        assert answer.json()["words"]
    assert client.post("/api/tables/nowhere/join", {"name": "Ann"}).json()["error"] == "no-table"
    assert client.post("/api/tables/nowhere/seats/0", {"who": "open"}).json()["error"] == "no-table"


PERSON = {"who": "person", "name": "Ann"}
BAD_TABLES: list[tuple[Any, str]] = [
    ([], "bad-request"),
    ({}, "bad-request"),
    ({"game": "ankh"}, "bad-request"),
    ({"game": "ankh", "seats": []}, "bad-request"),
    ({"game": "ankh", "seats": [PERSON] * 9}, "bad-request"),
    ({"game": "ankh", "seats": [PERSON, {"who": "ghost"}]}, "bad-request"),
    ({"game": "ankh", "seats": [PERSON, {"who": "bot"}]}, "bad-request"),
    ({"game": "ankh", "seats": [PERSON, {"who": "person", "name": "x" * 41}]}, "bad-request"),
    ({"game": "ankh", "seats": [PERSON, PERSON], "title": "x" * 81}, "bad-request"),
    ({"game": "ankh", "seats": [PERSON, PERSON], "seed": -1}, "bad-request"),
    ({"game": "ankh", "seats": [PERSON, PERSON], "seed": 2**62}, "bad-request"),
    ({"game": "ankh", "seats": [PERSON, PERSON], "surprise": 1}, "bad-request"),
    ({"game": "ankh", "seats": [PERSON, PERSON], "setup": []}, "bad-request"),
    ({"game": "chess", "seats": [PERSON, PERSON]}, "bad-setup"),
    ({"game": "ankh", "seats": [PERSON]}, "bad-setup"),
    ({"game": "ankh", "seats": [PERSON] * 6}, "bad-setup"),
    ({"game": "ankh", "seats": [PERSON, PERSON], "setup": {"gods": ["ra"]}}, "bad-setup"),
    ({"game": "ankh", "seats": [PERSON, PERSON], "setup": {"gods": ["ra", "ra"]}}, "bad-setup"),
    ({"game": "ankh", "seats": [PERSON, PERSON], "setup": {"gods": ["ra", "zeus"]}}, "bad-setup"),
    ({"game": "ankh", "seats": [PERSON, PERSON], "setup": {"gods": 7}}, "bad-setup"),
    ({"game": "ankh", "seats": [PERSON, PERSON], "setup": {"gods": ["ra", "isis", "amun"]}}, "bad-setup"),
    ({"game": "ankh", "seats": [PERSON, PERSON], "setup": {"scenario": "../../etc"}}, "bad-setup"),
    ({"game": "ankh", "seats": [PERSON, PERSON], "setup": {"scenario": {}}}, "bad-setup"),
    ({"game": "ankh", "seats": [PERSON, PERSON], "setup": {"scenario_file": "/etc/passwd"}}, "bad-setup"),
    ({"game": "ankh", "seats": [PERSON, PERSON], "setup": {"pharaoh": "nobody"}}, "bad-setup"),
    ({"game": "ankh", "seats": [PERSON, PERSON], "setup": {"custom": {}}}, "bad-setup"),
    ({"game": "ankh", "seats": [PERSON, PERSON], "setup": {"position": 7}}, "bad-setup"),
    ({"game": "anunnaki", "seats": [PERSON, PERSON], "setup": {"content": "/etc/passwd"}}, "bad-setup"),
]


@pytest.mark.parametrize(("body", "error"), BAD_TABLES, ids=lambda value: json.dumps(value)[:60])
def test_tables_that_can_not_be_made(client: Client, body: Any, error: str) -> None:
    answer = client.post("/api/tables", body)
    assert answer.status_code in (400, 422)
    assert answer.json()["error"] == error
    assert answer.json()["words"]


def test_a_file_that_is_named_is_not_read(client: Client) -> None:
    """Not even to say that it is no scenario."""
    for game, key in (("ankh", "scenario_file"), ("anunnaki", "content")):
        answer = client.post("/api/tables", {"game": game, "seats": [PERSON, PERSON], "setup": {key: "/etc/passwd"}})
        assert "names a file" in answer.json()["words"]
        assert "root" not in answer.text


@pytest.mark.parametrize("raw", [b"", b"{", b"\xff\xfe", b"[" * 50_000, b'{"game": "ankh", "seats": NaN}'])
def test_bodies_that_are_no_json(client: Client, raw: bytes) -> None:
    for path in ("/api/tables", "/api/tables/open"):
        answer = client.http.post(path, content=raw)
        assert (answer.status_code, answer.json()["error"]) == (400, "bad-request")


def test_bodies_too_large(client: Client) -> None:
    answer = client.http.post("/api/tables", content=b"x" * 100_000)
    assert (answer.status_code, answer.json()["error"]) == (413, "too-large")

    save = json.dumps({"save": "x" * 1_500_000, "seats": [PERSON, PERSON]})
    answer = client.http.post("/api/tables/open", content=save)
    assert (answer.status_code, answer.json()["error"]) == (413, "too-large")


def test_saves_that_can_not_be_opened(client: Client) -> None:
    match = played(lambda match: len(match.history) == 12)
    good = json.loads(match.save())
    wrong = [
        "",
        "{}",
        "[" * 10_000,
        json.dumps({**good, "game": "chess"}),
        json.dumps({**good, "seed": 99}),
        json.dumps({**good, "seed": "x"}),
        json.dumps({**good, "rules": 99}),
        json.dumps({**good, "history": [*good["history"], [0, "dance"]]}),
        json.dumps({**good, "history": [[0, "done"]] * 20_000}),
        json.dumps({**good, "setup": {"scenario_file": "/etc/passwd"}}),
        json.dumps({**good, "setup": {"gods": {}}}),
        json.dumps({**good, "state": {}}),
    ]
    for save in wrong:
        answer = client.post("/api/tables/open", {"save": save, "seats": [PERSON, PERSON]})
        assert (answer.status_code, answer.json()["error"]) == (422, "bad-save"), save[:80]
    too_few = client.post("/api/tables/open", {"save": match.save(), "seats": [PERSON]})
    assert too_few.json()["error"] == "bad-setup"


def test_requests_that_make_no_sense(client: Client, table: Seated) -> None:
    for path, status in (
        ("/api/nothing", 404),
        ("/api/games/chess/words", 400),
        ("/api/games/chess/board", 400),
        (f"{table.path}/replay", 400),
        (f"{table.path}/replay?step=x", 400),
        (f"{table.path}/replay?step=-1", 400),
        (f"{table.path}/replay?step=5", 400),
        (f"{table.path}/live", 404),
        ("/../../etc/passwd", 404),
        ("/%2e%2e/%2e%2e/app.py", 404),
        ("/assets/../app.py", 404),
    ):
        answer = client.http.get(path)
        assert answer.status_code == status, path
        assert answer.json()["error"] == "bad-request"
    assert client.http.delete(table.path).status_code == 405
    seat = client.post(f"{table.path}/seats/x", {"who": "open"}, table.host)
    assert (seat.status_code, seat.json()["error"]) == (400, "bad-request")
    assert client.post(f"{table.path}/seats/0", {"who": "person"}, table.host).status_code == 400
    assert client.post(f"{table.path}/join", {"name": "x" * 41}).status_code == 400
    assert client.post(f"{table.path}/join", {"name": "A", "seat": 99}).json()["error"] == "no-seat"
    assert client.post(f"{table.path}/join", {"name": "A", "seat": -1}).json()["error"] == "no-seat"


def test_pages_of_other_sites_get_nothing(client: Client, table: Seated) -> None:
    body = {"game": "ankh", "seats": [PERSON, PERSON]}
    answer = client.http.post("/api/tables", json=body, headers={"origin": "http://evil.example"})
    assert (answer.status_code, answer.json()["error"]) == (403, "wrong-token")
    own = client.http.post("/api/tables", json=body, headers={"origin": f"http://127.0.0.1:{client.port}"})
    assert own.status_code == 201
    assert "access-control-allow-origin" not in own.headers
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{client.port + 1}"):
        with pytest.raises(InvalidStatus, match="403"):
            Eyes(client.port, table.id, origin=origin)
    with Eyes(client.port, table.id, origin=f"http://127.0.0.1:{client.port}") as eyes:
        eyes.say(type="hello", lang="en")
        assert eyes.hear()["type"] == "state"


# --- floods -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def narrow(tmp_path: Path) -> Iterator[Serving]:
    """A server with little room."""
    limits = Limits(
        hello=0.4,
        sockets_per_address=4,
        tables_per_address=5,
        chat=Allowance(0.1, 2.0),
        requests=Allowance(2.0, 15.0),
    )
    running = Serving(Settings(database=str(tmp_path / "tables.sqlite"), bot_pause=0.0, limits=limits))
    yield running
    running.stop()


@pytest.fixture
def busy(tmp_path: Path) -> Iterator[Seated]:
    """A table of a server as it is by default."""
    running = Serving(Settings(database=str(tmp_path / "tables.sqlite")))
    yield running.client.new_table("Ann", "Ben", setup={"first": 0})
    running.stop()


def test_a_socket_that_floods_is_cut_off_and_others_play_on(busy: Seated) -> None:
    with busy.sit(0) as ann, busy.sit(1) as flood:
        ann.expect("state")
        flood.expect("state")
        for _ in range(400):
            try:
                flood.say(type="ping")
            except ConnectionClosed:
                break
        # What it is told before that may be lost with the connection; `test_frame_limits` reads it from raw sockets.
        with pytest.raises(ConnectionClosed) as closed:
            flood.expect("never")
        assert closed.value.rcvd is None or closed.value.rcvd.code == 1008
        heard = [json.loads(text) for text in flood.traffic]
        assert {message["error"] for message in heard if message["type"] == "error"} <= {"too-many"}
        began = time.monotonic()
        assert ann.choose("action move")["version"] == 1
        assert time.monotonic() - began < 5
    with busy.sit(1) as back:
        assert back.expect("state")["version"] == 1


def test_some_more_messages_than_allowed_are_forgiven(busy: Seated) -> None:
    with busy.sit(0) as ann:
        ann.expect("state")
        for number in range(60):
            ann.say(type="ping", ref=number)
        assert ann.expect("error")["error"] == "too-many"
        time.sleep(1.1)
        assert ann.ask(type="ping")["type"] == "pong"


def test_room_for_so_many_sockets(narrow: Serving) -> None:
    table = narrow.client.new_table("Ann", "Ben")
    eyes = [table.sit() for _ in range(4)]
    for pair in eyes:
        pair.expect("state")
    fifth = Eyes(narrow.port, table.id)
    assert fifth.hear()["error"] == "full"
    with pytest.raises(ConnectionClosed, match="1013"):
        fifth.hear()
    eyes.pop().close()
    with table.sit(0) as ann:
        assert ann.expect("state")["seat"] == 0
    for pair in eyes:
        pair.close()


def test_hello_must_come_in_time(narrow: Serving) -> None:
    table = narrow.client.new_table("Ann", "Ben")
    silent = Eyes(narrow.port, table.id)
    began = time.monotonic()
    assert silent.hear()["error"] == "bad-message"
    with pytest.raises(ConnectionClosed, match="1008"):
        silent.hear()
    assert 0.3 < time.monotonic() - began < 8


def test_so_many_tables_an_hour(narrow: Serving) -> None:
    for _ in range(5):
        narrow.client.new_table("Ann", "Ben")
    answer = narrow.client.post("/api/tables", {"game": "ankh", "seats": [PERSON, PERSON]})
    assert (answer.status_code, answer.json()["error"]) == (429, "too-many")


def test_so_many_requests(narrow: Serving) -> None:
    codes = [narrow.client.get("/api/bots").status_code for _ in range(40)]
    assert codes[:15] == [200] * 15
    assert 429 in codes
    time.sleep(1.0)
    assert narrow.client.get("/api/bots").status_code == 200


def test_so_many_lines_of_chat(narrow: Serving) -> None:
    table = narrow.client.new_table("Ann", "Ben")
    with table.sit(0) as ann:
        ann.expect("state")
        for number in range(4):
            ann.say(type="chat", text=f"line {number}")
        heard = [ann.expect("chat", "error")["type"] for _ in range(4)]
        assert sorted(heard) == ["chat", "chat", "error", "error"]
