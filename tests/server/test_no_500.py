"""Requests that no page sends: each is answered with a clear word and all headers, and nothing is half-made."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.matches import played
from tests.server.raw import Raw
from tests.server.serving import FAST, Client, Eyes, Seated, Serving
from theomachy.server.app import Settings
from theomachy.server.guard import HEADERS
from theomachy.server.hall import Hall
from theomachy.server.rows import TableRows

PERSON = {"who": "person", "name": "Ann"}


def answer_to(client: Client, request: bytes) -> tuple[int, str, str]:
    """Status, head and body of the answer to some bytes."""
    raw = Raw(client.port)
    raw.send(request)
    head, _, body = raw.read_all().partition(b"\r\n\r\n")
    raw.close()
    return int(head.split()[1]), head.decode("latin-1").lower(), body.decode()


def has_headers(head: str) -> bool:
    return all(f"\r\n{name.decode()}: {value.decode().lower()}" in head for name, value in HEADERS)


def get(path: str, *more: str) -> bytes:
    lines = [f"GET {path} HTTP/1.1", "Host: x", "Connection: close", *more, "", ""]
    return "\r\n".join(lines).encode("latin-1")


def post(path: str, body: bytes, *more: str) -> bytes:
    lines = [f"POST {path} HTTP/1.1", "Host: x", "Connection: close", f"Content-Length: {len(body)}", *more, "", ""]
    return "\r\n".join(lines).encode("latin-1") + body


REQUESTS: dict[str, tuple[bytes, int]] = {
    "zero in a name": (get("/%00"), 404),
    "zero in an asset": (get("/assets/%00.js"), 404),
    "long name": (get("/" + "a" * 5_000), 404),
    "long name of a folder": (get("/" + "a/" * 3_000), 404),
    "half a letter in a name": (get("/%ed%a0%80"), 404),
    "long table": (get("/api/tables/" + "a" * 5_000), 404),
    "zero in a table": (get("/api/tables/%00"), 404),
    "half a letter in a game": (get("/api/games/%ed%a0%80/words"), 400),
    "origin that is no address": (post("/api/tables", b"{}", "Origin: http://["), 403),
    "origin with a bad port": (post("/api/tables", b"{}", "Origin: http://x:y:z"), 403),
    "origin of nothing": (post("/api/tables", b"{}", "Origin: "), 403),
    "half a letter in a body": (post("/api/tables", b'{"game": "\\ud800", "seats": [{"who": "open"}]}'), 400),
    "bytes that are no text": (post("/api/tables", b'{"game": "\xff\xfe"}'), 400),
    "half a letter in a setting": (
        post("/api/tables", b'{"game": "ankh", "setup": {"\\udfff": 1}, "seats": [{"who": "open"}]}'),
        400,
    ),
    "step too large": (get("/api/tables/nowhere/replay?step=" + "9" * 400), 404),
    "step without end": (get("/api/tables/nowhere/replay?step=" + "9" * 5_000), 400),
    "unknown method": (b"DANCE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 405),
    "odd language": (get("/api/bots?lang=%00", "Accept-Language: \xff\xfe, ;;=,"), 200),
    "odd token": (get("/api/tables/nowhere", "Authorization: Bearer \xff\xfe\x80"), 404),
    "no request at all": (b"\x16\x03\x01\x00\x00\r\n\r\n", 400),
    "a head without a host": (b"GET / HTTP/1.1\r\n\r\n", 400),
    "a head too large": (get("/", *(f"X-{number}: {'x' * 1_000}" for number in range(200))), 400),
    "half a handshake": (get("/api/tables/x/live", "Upgrade: websocket", "Connection: Upgrade"), 400),
}


@pytest.mark.parametrize("name", REQUESTS)
def test_requests_that_no_page_sends(client: Client, name: str) -> None:
    request, wanted = REQUESTS[name]
    status, head, _ = answer_to(client, request)
    assert status == wanted
    assert has_headers(head)


def test_every_answer_has_the_headers(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also what is refused before the application hears of it, and what went wrong."""
    table = client.new_table("Ann", "Ben")
    with pytest.raises(InvalidStatus) as refused:
        Eyes(client.port, table.id, origin="http://[")
    assert refused.value.response.status_code == 403
    for name, value in HEADERS:
        assert refused.value.response.headers[name.decode()] == value.decode()

    async def fail(self: Hall) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Hall, "listed", fail)
    status, head, body = answer_to(client, get("/api/tables"))
    assert (status, json.loads(body)["error"]) == (500, "internal")
    assert has_headers(head)


#: places for a text, each with a zero in it
ZERO = "a\0b"
NOUGHT: dict[str, object] = {
    "/api/me": {"name": ZERO},
    "/api/me/profile": {"name": ZERO},
    "/api/me/sign-out": {"device": ZERO},
    "/api/me/seats": {"seats": [{"table": ZERO, "token": "x"}]},
    "/api/me/passkeys": {"credential": {"id": ZERO, "rawId": ZERO, "type": "public-key"}, "label": ZERO},
    "/api/me/passkeys/remove": {"passkey": ZERO},
    "/api/me/notices": {"zone": ZERO},
    "/api/me/notices/push": {"endpoint": f"https://x/{ZERO}", "keys": {"p256dh": ZERO, "auth": ZERO}},
    "/api/me/notices/mail": {"address": f"{ZERO}@example.org"},
    "/api/me/notices/hook": {"url": f"https://example.org/{ZERO}", "format": "json"},
    "/api/me/notices/remove": {"channel": ZERO},
    "/api/me/notices/try": {"channel": ZERO},
    "/api/notices/confirm": {"token": ZERO},
    "/api/sign-in": {"credential": {"id": ZERO, "rawId": ZERO, "type": "public-key"}},
    "/api/sign-in/recovery": {"secret": ZERO},
    "/api/me/tables/%00": {"away": True},
    "/api/tables/%00/join": {"name": ZERO},
    "/api/tables/%00/seats/0": {"who": "open", "token": ZERO},
}


def test_a_zero_in_any_text(database: str) -> None:
    """PostgreSQL keeps no text with one: that is the asker's fault, and no failure of the storage."""
    running = Serving(
        Settings(
            database=database, limits=FAST, address="https://example.org", smtp="smtp://127.0.0.1:9",
            mail_from="games@example.org",
        )
    )  # fmt: skip
    try:
        client = running.client
        assert client.post("/api/me", {"name": "Ann"}).status_code == 201
        told = {path: client.post(path, body).status_code for path, body in NOUGHT.items()}
        for path in ("tables/%00", "tables/%00/story", "tables/%00/save", "tables/%00/replay?step=0", "players/%00",
                     "lessons/%00", "lessons/ankh/%00"):  # fmt: skip
            told[f"/api/{path}"] = client.http.get(f"/api/{path}").status_code
        assert {path: status for path, status in told.items() if status >= 500} == {}
        for path, wanted in (("/api/tables/%00", 404), ("/api/players/%00", 404), ("/api/me/notices/try", 400)):
            assert told[path] == wanted
        seats = [{"who": "person", "name": ZERO}, {"who": "open"}]
        # A name or a title is shown on one line without it; what is a setting's text is kept as it is, or refused.
        made = client.post("/api/tables", {"game": "ankh", "seats": seats, "title": ZERO})
        assert made.status_code == 201
        odd = client.post("/api/tables", {"game": "ankh", "seats": seats, "setup": {"scenario": ZERO}})
        assert odd.status_code == 422
        lesson = client.post("/api/tables", {"game": "ankh", "seats": seats[:1], "lesson": ZERO})
        assert lesson.status_code < 500
        table = Seated(client, made.json())
        assert (table.info()["title"], table.info()["seats"][0]["name"]) == ("a b", "a b")
        assert client.post(f"{table.path}/join", {"name": ZERO}, ZERO.replace("\0", "0")).status_code == 200
        with table.sit(0) as ann:
            ann.expect("state")
            assert ann.choose(ZERO)["type"] == "refused"
            assert ann.ask(type="why", choice=ZERO)["legal"] is False
            ann.say(type="chat", text=ZERO)
            assert ann.expect("chat")["line"]["text"] == "a b"
        eyes = Eyes(client.port, "%00")
        eyes.say(type="hello")
        assert eyes.hear()["error"] == "no-table"
        eyes.close()
    finally:
        running.stop()


def half_letters(save: dict[str, Any]) -> list[dict[str, Any]]:
    """A save with half a letter in each of its places."""
    return [
        {**save, "game": "\ud800"},
        {**save, "setup": {**save["setup"], "scenario": "\ud800"}},
        {**save, "setup": {**save["setup"], "\udfff": 1}},
        {**save, "history": [[0, "\ud800"]]},
        {**save, "state": {"\ud800": "\udfff"}},
        {**save, "digest": "\ud800"},
        {**save, "more": "\ud800"},
    ]


def test_saves_with_half_a_letter(client: Client) -> None:
    good = json.loads(played(lambda match: len(match.history) == 3).save())
    for save in half_letters(good):
        answer = client.post("/api/tables/open", {"save": json.dumps(save), "seats": [PERSON, PERSON]})
        assert (answer.status_code, answer.json()["error"]) == (422, "bad-save")
    again = client.post("/api/tables/open", {"save": json.dumps(good), "seats": [PERSON, PERSON]})
    assert again.status_code == 201


# --- what is stored ---------------------------------------------------------------------------------------------------

DAMAGES = {
    "setup": "UPDATE tables SET setup = '{'",
    "setup of another kind": "UPDATE tables SET setup = '[1]'",
    "setup with another setting": """UPDATE tables SET setup = '{"gods": 7}'""",
    "state": "UPDATE tables SET state = x'ff00'",
    "state of another kind": "UPDATE tables SET state = x'5b5d'",
    "unknown game": "UPDATE tables SET game = 'chess'",
    "seed too large": "UPDATE tables SET seed = 9223372036854775807",
    "negative seed": "UPDATE tables SET seed = -1",
    "no seats": "DELETE FROM seats",
    "a seat missing": "DELETE FROM seats WHERE seat = 0",
    "a seat of nobody": "UPDATE seats SET who = 'ghost'",
    "a seat too many": "INSERT INTO seats (table_id, seat, side, who, name, bot, token)"
    " SELECT table_id, 9, side, who, name, bot, x'00' FROM seats WHERE seat = 0",
    "an event missing": "DELETE FROM events WHERE version = 1",
    "an event of another kind": "UPDATE events SET kind = 'dance'",
    "an event of nobody": "UPDATE events SET seat = 99",
    "an undo of nothing": "UPDATE events SET kind = 'undo'",
    "a choice that is none": "UPDATE events SET choice = ''",
    "origin": "UPDATE tables SET seed_origin = 'heaven'",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_rows(tmp_path: Path, damage: str) -> None:
    """The table is refused with `bad-save`, and is listed or left out; others go on."""
    database = str(tmp_path / "tables.sqlite")
    running = Serving(Settings(database=database))
    table = running.client.new_table("Ann", "Ben", setup={"first": 0}, listed=True)
    with table.sit(0) as ann:
        ann.expect("state")
        ann.choose("action move")
        ann.choose(ann.choices[0])
    running.stop()
    with sqlite3.connect(database) as connection:
        connection.execute(DAMAGES[damage])
    connection.close()
    running = Serving(Settings(database=database))
    try:
        client = running.client
        for path in ("", "/story", "/replay?step=0", "/save"):
            answer = client.http.get(f"{table.path}{path}")
            assert (answer.status_code, answer.json()["error"]) == (422, "bad-save")
            assert answer.json()["words"]
        eyes = client.sit(table.id, table.tokens[0])
        assert eyes.hear()["error"] == "bad-save"
        with pytest.raises(ConnectionClosed, match="4404"):
            eyes.hear()
        other = client.new_table("Cid", "Dot", listed=True)
        listed = client.get("/api/tables")
        assert listed.status_code == 200
        assert other.id in [entry["table"] for entry in listed.json()["tables"]]
    finally:
        running.stop()


CHAT_DAMAGES = {
    "unknown key": "UPDATE chat SET key = 'line-nothing'",
    "a field missing": "UPDATE chat SET fields = '{}'",
    "fields of another kind": "UPDATE chat SET fields = '[]'",
    "no fields": "UPDATE chat SET fields = '{'",
    "an unknown side": """UPDATE chat SET fields = '{"side": "zeus", "bot": "random"}'""",
}


@pytest.mark.parametrize("damage", CHAT_DAMAGES)
def test_damaged_lines_of_the_chat(tmp_path: Path, damage: str) -> None:
    """They are left out, or said as well as they can be: the match goes on."""
    database = str(tmp_path / "tables.sqlite")
    running = Serving(Settings(database=database))
    table = running.client.new_table("Ann", "Ben", setup={"first": 0})
    running.client.post(f"{table.path}/seats/1", {"who": "bot", "bot": "random"}, table.host)
    running.stop()
    with sqlite3.connect(database) as connection:
        assert connection.execute(CHAT_DAMAGES[damage]).rowcount == 1
    connection.close()
    running = Serving(Settings(database=database))
    try:
        with running.client.sit(table.id, table.tokens[0]) as ann:
            assert len(ann.expect("state")["chat"]) <= 1
            ann.say(type="chat", text="well?")
            assert ann.expect("chat")["line"]["text"] == "well?"
            assert ann.choose("action move")["version"] == 1
    finally:
        running.stop()


def disk_full_at(method: str) -> Callable[..., None]:
    def fail(self: TableRows, *_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    fail.__name__ = method
    return fail


@pytest.mark.parametrize("method", ["create", "put_chair", "put_snapshot"])
def test_a_table_is_made_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, method: str) -> None:
    """Whatever is being written when the disk is full."""
    database = str(tmp_path / "tables.sqlite")
    running = Serving(Settings(database=database, limits=FAST))
    try:
        client = running.client
        save = played(lambda match: len(match.history) == 3).save()
        with monkeypatch.context() as broken:
            broken.setattr(TableRows, method, disk_full_at(method))
            for path, more in (("/api/tables", {"game": "ankh"}), ("/api/tables/open", {"save": save})):
                answer = client.post(path, {**more, "seats": [PERSON, PERSON], "listed": True})
                assert (answer.status_code, answer.json()["error"]) == (503, "not-stored")
                assert has_headers(
                    "\r\n" + "\r\n".join(f"{name}: {value.lower()}" for name, value in answer.headers.items())
                )
        assert client.get("/api/tables").json()["tables"] == []
        assert running.hall.live == {}
        table: Seated = client.new_table("Ann", "Ben", listed=True)
        assert [entry["table"] for entry in client.get("/api/tables").json()["tables"]] == [table.id]
    finally:
        running.stop()
    with sqlite3.connect(database) as connection:
        counts = [connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in ("tables", "seats")]
    connection.close()
    assert counts == [1, 2]
