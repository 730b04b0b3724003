"""Seat ownership: data of former sitters, claiming seats, the session cookie, and consent to an undo."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.matches import play_out
from tests.server.people import Person, person
from tests.server.serving import FAST, Eyes, Seated, Serving
from theomachy.server.app import Settings
from theomachy.server.sqlite_database import MIGRATIONS, SqliteDatabase

OPEN_SEAT = {"who": "open"}


@pytest.fixture
def running(database: str) -> Iterator[Serving]:
    serving = Serving(Settings(database=database, bot_pause=0.0, limits=FAST))
    yield serving
    serving.stop()


def say(somebody: Person, table: Seated, token: str, text: str) -> None:
    with somebody.look(table.id, token) as eyes:
        eyes.expect("state")
        eyes.say(type="chat", text=text)
        while eyes.expect("chat")["line"]["text"] != text:
            pass


def chat(table: Seated) -> str:
    """Everything a stranger reads in the chat of a table."""
    with table.sit() as stranger:
        return str(stranger.expect("state")["chat"])


# --- data of former sitters -------------------------------------------------------------------------------------------


def test_deleting_a_player_covers_the_seats_they_left(running: Serving) -> None:
    ann, ben = person(running, "Ann"), person(running, "Ben")
    table = ann.new_table("Ann", "open")
    token = ben.post(f"{table.path}/join", {"name": "Benjamin"}).json()["token"]
    say(ben, table, token, "my phone number is 555")
    assert ben.post(f"{table.path}/seats/1", OPEN_SEAT, token).status_code == 200
    assert "Benjamin" in chat(table)
    told = ben.get("/api/me/export").json()["theomachy"]
    assert [(line["table"], line["name"], line["text"]) for line in told["said"]] == [
        (table.id, "Benjamin", "my phone number is 555")
    ]
    assert [(left["table"], left["name"]) for left in told["left"]] == [(table.id, "Benjamin")]
    assert told["seats"] == []
    gone = ben.post("/api/me/delete", {"sure": True}).json()
    assert (gone["lines"], gone["tables"]) == (2, 1)
    for text in ("Benjamin", "555"):
        assert text not in chat(table)


def test_claiming_a_seat_brings_its_chat_lines_along(running: Serving) -> None:
    """The lines of a seat that was taken by link, claimed and left are exported and deleted with the player."""
    ann, ben = person(running, "Ann"), person(running, "Ben")
    table = ann.new_table("Ann", "Guest")
    token = table.tokens[1]
    say(ben, table, token, "said before I was known")
    assert ben.post("/api/me/seats", {"seats": [{"table": table.id, "token": token}]}).json()["added"]
    assert ben.post(f"{table.path}/seats/1", OPEN_SEAT, token).status_code == 200
    assert [line["text"] for line in ben.get("/api/me/export").json()["theomachy"]["said"]] == [
        "said before I was known"
    ]
    assert ann.get("/api/me/export").json()["theomachy"]["said"] == []
    assert ben.post("/api/me/delete", {"sure": True}).status_code == 200
    assert "said before" not in chat(table)


def test_merging_players_keeps_their_chat_lines(running: Serving) -> None:
    ann = person(running, "Ann")
    secret = ann.post("/api/me/recovery", {}).json()["secret"]
    phone = person(running, "Guest")
    table = phone.new_table("Guest", "Other")
    say(phone, table, table.tokens[0], "said on the phone")
    assert phone.post(f"{table.path}/seats/0", OPEN_SEAT, table.tokens[0]).status_code == 200
    assert phone.recover(secret, bring=True) == 200
    assert [line["text"] for line in ann.get("/api/me/export").json()["theomachy"]["said"]] == ["said on the phone"]


def test_migration_fills_in_the_players_of_present_sitters(tmp_path: Path) -> None:
    path = str(tmp_path / "tables.sqlite")
    serving = Serving(Settings(database=path, limits=FAST))
    ann = person(serving, "Ann")
    table = ann.new_table("Ann", "open")
    serving.stop()
    with sqlite3.connect(path) as raw:
        raw.execute("DROP INDEX sitters_by_player")
        raw.execute("ALTER TABLE sitters DROP COLUMN player")
        raw.execute(f"PRAGMA user_version = {len(MIGRATIONS) - 1}")
    raw.close()
    kept = SqliteDatabase(path)
    try:
        found = kept.execute("SELECT player FROM sitters WHERE table_id = ?", (table.id,)).fetchall()
        players = kept.execute("SELECT id FROM players").fetchall()
    finally:
        kept.close()
    assert found == players


# --- claiming seats ---------------------------------------------------------------------------------------------------


def test_maker_cannot_reclaim_the_seat_of_a_guest(running: Serving) -> None:
    """Neither during the match nor afterwards, although the maker once had the token."""
    ann, ben, eve = (person(running, name) for name in ("Ann", "Ben", "Eve"))
    table = ann.new_table("Ann", "Ben", seed=5)
    wanted = {"seats": [{"table": table.id, "token": table.tokens[1]}]}
    assert ben.post("/api/me/seats", wanted).json()["added"] == [{"table": table.id, "seat": 1}]
    assert ann.post("/api/me/seats", wanted).json() == {"added": []}
    eyes = [table.sit(0), table.sit(1)]
    for each in eyes:
        each.expect("state")
    play_out(eyes, random.Random(2))
    for each in eyes:
        each.close()
    for somebody in (ann, eve):
        assert somebody.post("/api/me/seats", wanted).json() == {"added": []}
        # Nor indirectly: by emptying the seat, joining anonymously and claiming the new seat.
        opened = somebody.post(f"{table.path}/seats/1", OPEN_SEAT, table.host)
        assert (opened.status_code, opened.json()["error"]) == (409, "not-now")
    played = ben.get(f"/api/players/{ben.me()['player']}").json()
    assert [game["matches"] for game in played["games"]] == [1]
    assert [one["seats"] for one in ben.tables()] == [[1]]
    assert [one["seats"] for one in ann.tables()] == [[0]]


# --- the cookie -------------------------------------------------------------------------------------------------------


def test_over_https_only_the_prefixed_cookie_counts(running: Serving) -> None:
    """A sibling sub-domain can plant an unprefixed cookie; new seats would then belong to the attacker."""
    eve = person(running, "Eve")
    (planted,) = eve.http.cookies.values()
    name = f"theomachy-{running.port}"
    victim = Person(running.port)
    safely = {"origin": f"https://127.0.0.1:{running.port}", "cookie": f"{name}={planted}"}
    made = victim.http.post("/api/tables", json={"game": "ankh", "seats": [{"who": "person"}] * 2}, headers=safely)
    assert made.status_code == 201
    assert eve.tables() == []
    assert victim.http.get("/api/me", headers=safely).json()["me"] is None
    forwarded = {"x-forwarded-proto": "https", "cookie": f"{name}={planted}"}
    assert victim.http.get("/api/me", headers=forwarded).json()["me"] is None
    # A planted cookie beside the true one changes nothing, whatever the server knows of the connection.
    both = {"cookie": f"{name}={planted}; __Host-{name}=unknown"}
    assert victim.http.get("/api/me", headers=both).json()["me"] is None
    eyes = Eyes(running.port, made.json()["table"], additional_headers={"Cookie": f"{name}={planted}"},
                origin=f"https://127.0.0.1:{running.port}")  # fmt: skip
    with eyes:
        eyes.say(type="hello", token="me")
        assert eyes.expect("error")["error"] == "wrong-token"
    # Over plain http the unprefixed cookie is the session cookie.
    assert eve.known()
    assert Person(running.port).http.get("/api/me", headers={"cookie": f"__Host-{name}={planted}"}).json()["me"]


# --- undo by agreement ------------------------------------------------------------------------------------------------


def table_for_undo(serving: Serving) -> tuple[Seated, list[Eyes]]:
    """Three people; the first has made a choice that is not theirs alone to take back."""
    table = serving.client.new_table("Ann", "Ben", "Cid", seed=4, setup={"gods": ["ra", "isis", "amun"], "first": 0})
    eyes = [table.sit(seat) for seat in range(3)]
    for one in eyes:
        one.expect("state")
    made = 0
    while not (made and eyes[0].news["undo"] is False and eyes[0].choices == []):
        turn = next(index for index, one in enumerate(eyes) if one.choices)
        answer = eyes[turn].choose(eyes[turn].choices[-1])
        assert answer["type"] == "update"
        for one in eyes:
            one.catch_up(answer["version"])
        made += 1
    return table, eyes


def undo_line(eyes: Eyes) -> dict[str, object]:
    """The next line that is about an undo."""
    while True:
        line: dict[str, object] = eyes.expect("chat")["line"]
        if "undo" in line:
            return line


def test_undo_consent_lapses_when_a_seat_changes_hands(serving: Serving) -> None:
    table, (ann, ben, cid) = table_for_undo(serving)
    with ann, ben, cid:
        version = ann.news["version"]
        ann.say(type="ask-undo", version=version)
        undo_line(ann)
        ben.say(type="answer-undo", version=version, agree=True)
        assert undo_line(ann)["undo"] == {"word": "agreed", "seat": 1, "version": version}
        path = f"{table.path}/seats/1"
        assert serving.client.post(path, OPEN_SEAT, table.tokens[1]).status_code == 200
        assert undo_line(ann)["undo"] == {"word": "refused", "seat": 0, "version": version}
        dot = serving.client.post(f"{table.path}/join", {"name": "Dot"}).json()["token"]
        with serving.client.sit(table.id, dot) as new:
            new.expect("state")
            # The request is void, and Ben's consent with it.
            assert cid.ask(type="answer-undo", version=version, agree=True)["error"] == "stale"
            # Ann may ask again at the same version; everybody has to agree anew.
            ann.say(type="ask-undo", version=version)
            undo_line(ann)
            cid.say(type="answer-undo", version=version, agree=True)
            assert undo_line(ann)["undo"] == {"word": "agreed", "seat": 2, "version": version}
            new.say(type="answer-undo", version=version, agree=True)
            assert ann.expect("state")["version"] == version + 1


def test_each_seat_asks_for_an_undo_once_per_version(serving: Serving) -> None:
    _, (ann, ben, cid) = table_for_undo(serving)
    with ann, ben, cid:
        version = ann.news["version"]
        ann.say(type="ask-undo", version=version)
        undo_line(ann)
        ben.say(type="answer-undo", version=version, agree=False)
        assert undo_line(ann)["undo"] == {"word": "refused", "seat": 1, "version": version}
        for _ in range(5):
            assert ann.ask(type="ask-undo", version=version)["error"] == "not-now"
        # A new version allows a new request.
        chooser = next(one for one in (ann, ben, cid) if one.choices)
        answer = chooser.choose(chooser.choices[0])
        ann.catch_up(answer["version"])
        ann.say(type="ask-undo", version=answer["version"])
        assert undo_line(ann)["undo"] == {"word": "asked", "seat": 0, "version": answer["version"]}
