"""Players: made without a form, known on every device, and by nobody else."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.cli.command import refused, run
from tests.server.matches import play_out
from tests.server.people import Person, person
from tests.server.serving import FAST, SOON, Seated, Serving
from theomachy.server.app import Settings
from theomachy.server.database import open_database
from theomachy.server.limits import Allowance, Limits
from theomachy.server.seats import token_hash


@pytest.fixture
def running(database: str) -> Iterator[Serving]:
    """A server on each kind of database."""
    serving = Serving(Settings(database=database, bot_pause=0.0, limits=FAST))
    yield serving
    serving.stop()


def test_nobody_needs_to_be_a_player(running: Serving) -> None:
    guest = person(running)
    assert not guest.known()
    table = guest.new_table("Ann", "open")
    assert guest.post(f"{table.path}/join", {"name": "Ben"}).status_code == 200
    with table.sit(0) as ann:
        assert ann.expect("state")["seat"] == 0
    for path in ("/api/me/tables", "/api/me/export"):
        answer = guest.get(path)
        assert (answer.status_code, answer.json()["error"]) == (401, "no-player")
    for path, body in (
        ("/api/me/profile", {"name": "x"}), ("/api/me/sign-out", {}), ("/api/me/recovery", {}),
        ("/api/me/recovery/revoke", {}), ("/api/me/passkeys/begin", {}), ("/api/me/delete", {"sure": True}),
        ("/api/me/passkeys", {"credential": {}}), ("/api/me/passkeys/remove", {"passkey": "00"}),
        (f"/api/me/tables/{table.id}", {"away": True}), ("/api/me/seats", {"seats": []}),
    ):  # fmt: skip
        assert guest.post(path, body).status_code == 401, path


def test_a_player_is_a_cookie_that_no_script_reads(running: Serving, database: str) -> None:
    ann = person(running)
    answer = ann.post("/api/me", {"name": "  Ann\n of\u202e Troy "})
    assert answer.status_code == 201
    assert answer.json()["me"]["name"] == "Ann of Troy"
    assert answer.json()["me"]["public"] is False
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "path=/" in cookie
    assert "secure" not in cookie.replace("samesite", "")
    # Where the page was had safely, so is the cookie.
    other = person(running)
    origin = f"https://127.0.0.1:{running.port}"
    safe = other.http.post("/api/me", json={}, headers={"origin": origin})
    assert "secure" in safe.headers["set-cookie"].lower()
    assert safe.headers["set-cookie"].startswith(f"__Host-theomachy-{running.port}=")
    secret = safe.headers["set-cookie"].partition("=")[2].partition(";")[0]
    sent = {"cookie": f"__Host-theomachy-{running.port}={secret}; theomachy-{running.port}=tossed"}
    assert Person(running.port).http.get("/api/me", headers=sent).json()["me"] is not None
    # Who is somebody stays that, whatever they ask.
    again = ann.post("/api/me", {"name": "Other"})
    assert again.status_code == 200
    assert again.json()["me"]["player"] == answer.json()["me"]["player"]
    assert again.json()["me"]["name"] == "Ann of Troy"
    (secret,) = ann.http.cookies.values()
    kept = open_database(database)
    try:
        with kept.transaction(reading=True):
            hashes = [bytes(row[0]) for row in kept.execute("SELECT hash FROM player_keys").fetchall()]
    finally:
        kept.close()
    assert token_hash(secret) in hashes
    assert all(secret.encode() not in key for key in hashes)


def test_what_a_player_makes_and_takes_is_theirs_on_every_device(running: Serving) -> None:
    ann = person(running, "Ann")
    made = ann.new_table("Ann", "open", "bot:random", setup={"players": 3, "first": 0}, title="Ours")
    ben = person(running, "Ben")
    assert ben.post(f"{made.path}/join", {"name": "Ben"}).status_code == 200
    secret = ann.post("/api/me/recovery", {}).json()["secret"]
    phone = person(running)
    assert phone.recover(secret) == 200
    assert phone.known()
    assert phone.me()["name"] == "Ann"
    (mine,) = phone.tables()
    assert (mine["info"]["table"], mine["seats"], mine["host"], mine["away"]) == (made.id, [0], True, False)
    assert mine["info"]["deciding"] == [0]
    assert [(one["seats"], one["host"]) for one in ben.tables()] == [([1], False)]
    # The phone has no token of the seat, and plays it all the same.
    with phone.look(made.id, "me:0") as eyes:
        state = eyes.expect("state")
        assert state["seat"] == 0
        assert state["choices"]
        assert eyes.choose(state["choices"][0]["choice"])["type"] == "update"
    assert phone.get(f"{made.path}/story", "me:0").status_code == 200
    # The seat's own link goes on working, without any player.
    with made.sit(0) as eyes:
        assert eyes.expect("state")["seat"] == 0
    # What the host may, the player may who made the table.
    assert phone.post(f"{made.path}/seats/2", {"who": "open"}, "me").status_code == 200
    assert ben.post(f"{made.path}/seats/2", {"who": "bot", "bot": "random"}, "me").status_code == 403


def test_nobody_plays_the_seats_of_somebody_else(running: Serving) -> None:
    ann, eve = person(running, "Ann"), person(running, "Eve")
    table = ann.new_table("Ann", "bot:random")
    for stranger in (eve, person(running)):
        with stranger.look(table.id, "me:0") as eyes:
            assert eyes.expect("error")["error"] == "wrong-token"
        for path in ("story", "replay", "save"):
            assert stranger.get(f"{table.path}/{path}", "me:0", "me", step=0).status_code == 403, path
        assert stranger.post(f"{table.path}/seats/0", {"who": "open"}, "me:0", "me").status_code == 403
    for wrong in ("me:1", "me:-1", "me:0x0", "me: 0", "me:", "ME:0", "me:0:0"):
        with ann.look(table.id, wrong) as eyes:
            assert eyes.expect("error", "state").get("error") == "wrong-token", wrong
    assert eve.tables() == []


def test_seats_by_link_are_added(running: Serving) -> None:
    ann, ben = person(running, "Ann"), person(running, "Ben")
    table = person(running).new_table("Ann", "Ben")
    other = person(running).new_table("Ann", "Ben")
    token = table.tokens[0]
    # With another table's name, or a token that is none, nothing is added.
    for held in (
        {"table": other.id, "token": token}, {"table": table.id, "token": table.host},
        {"table": table.id, "token": "x" * 22}, {"table": "none", "token": ""}, {"table": table.id, "token": "me:0"},
    ):  # fmt: skip
        assert ben.post("/api/me/seats", {"seats": [held]}).json() == {"added": []}
    wanted = {"seats": [{"table": table.id, "token": token}]}
    with table.sit(0) as eyes:
        eyes.expect("state")
        assert ann.post("/api/me/seats", wanted).json() == {"added": [{"table": table.id, "seat": 0}]}
        assert ann.post("/api/me/seats", wanted).json() == {"added": []}
        # Whoever looks through the seat goes on.
        eyes.say(type="chat", text="still here")
        assert eyes.expect("chat")["line"]["seat"] == 0
    with ann.look(table.id, "me:0") as eyes:
        assert eyes.expect("state")["seat"] == 0
    assert [one["seats"] for one in ann.tables()] == [[0]]
    # The link still plays the seat, but does not make it another player's.
    assert ben.post("/api/me/seats", wanted).json() == {"added": []}
    assert [one["seats"] for one in ann.tables()] == [[0]]


def test_tables_are_put_away_and_come_back(running: Serving) -> None:
    ann = person(running, "Ann")
    one, two = ann.new_table("Ann", "bot:random"), ann.new_table("Ann", "bot:random")
    assert ann.post(f"/api/me/tables/{one.id}", {"away": True}).status_code == 200
    assert {mine["info"]["table"]: mine["away"] for mine in ann.tables()} == {one.id: True, two.id: False}
    assert ann.post(f"/api/me/tables/{one.id}", {"away": False}).status_code == 200
    assert not any(mine["away"] for mine in ann.tables())
    assert ann.post("/api/me/tables/nowhere", {"away": True}).status_code == 200
    assert len(ann.tables()) == 2


def test_what_is_over_need_not_be_told_again_and_again(running: Serving) -> None:
    ann = person(running, "Ann")
    going, ended = ann.new_table("Ann", "bot:random"), ann.new_table("Ann", "Guest")
    eyes = [ended.sit(0), ended.sit(1)]
    for each in eyes:
        each.expect("state")
    play_out(eyes, random.Random(2))
    for each in eyes:
        each.close()
    found = ann.get("/api/me/tables", running=True).json()["tables"]
    assert [mine["info"]["table"] for mine in found] == [going.id]
    assert {mine["info"]["table"]: mine["info"]["phase"] for mine in ann.tables()} == {
        going.id: "playing", ended.id: "over"
    }  # fmt: skip


def test_recovery_links(running: Serving) -> None:
    ann = person(running, "Ann")
    first = ann.post("/api/me/recovery", {}).json()["secret"]
    second = ann.post("/api/me/recovery", {}).json()["secret"]
    other = person(running)
    assert other.recover(first) == 403, "the one before is void"
    (device,) = ann.http.cookies.values()
    assert other.recover(device) == 403, "a device's secret is no link"
    assert other.recover("") == 403
    assert other.recover(second) == 200
    assert ann.known()
    assert other.known()
    assert other.me()["player"] == ann.me()["player"]
    assert ann.me()["recovery"] is not None
    assert ann.post("/api/me/recovery/revoke", {}).json()["me"]["recovery"] is None
    assert person(running).recover(second) == 403
    # A link's secret is no device's.
    forger = person(running)
    forger.http.cookies.set(f"theomachy-{running.port}", second)
    assert not forger.known()


def test_signing_out(running: Serving) -> None:
    ann = person(running, "Ann")
    table = ann.new_table("Ann", "bot:random")
    secret = ann.post("/api/me/recovery", {}).json()["secret"]
    phone, tablet = person(running), person(running)
    assert phone.recover(secret) == tablet.recover(secret) == 200
    with phone.look(table.id, "me:0") as eyes:
        eyes.expect("state")
        assert ann.known()
        assert len(ann.me()["devices"]) == 3
        assert ann.post("/api/me/sign-out", {"others": True}).status_code == 200
        # What it saw through the seat of the player ends.
        with pytest.raises(ConnectionClosed):
            eyes.catch_up(1 << 30)
    assert not phone.known()
    assert not tablet.known()
    assert ann.known()
    assert [key["mark"] for key in ann.me()["devices"]] == [ann.me()["device"]]
    assert phone.recover(secret) == 200
    assert phone.known()
    assert ann.post("/api/me/sign-out", {"device": phone.me()["device"]}).json()["me"] is not None
    assert not phone.known()
    # Somebody else's mark ends nothing.
    ben = person(running, "Ben")
    assert ben.post("/api/me/sign-out", {"device": ann.me()["device"]}).status_code == 200
    assert ann.known()
    gone = ann.post("/api/me/sign-out", {})
    assert gone.json()["me"] is None
    assert not ann.known()


def test_what_a_browser_had_comes_along(running: Serving) -> None:
    ann = person(running, "Ann")
    secret = ann.post("/api/me/recovery", {}).json()["secret"]
    phone = person(running, "Guest")
    table = phone.new_table("Guest", "bot:random")
    before = phone.me()
    assert phone.recover(secret, bring=True) == 200
    assert [one["info"]["table"] for one in ann.tables()] == [table.id]
    assert phone.get(f"/api/players/{before['player']}").status_code == 404
    with ann.look(table.id, "me:0") as eyes:
        assert eyes.expect("state")["seat"] == 0
    # A player who can come in otherwise stays whole.
    ben = person(running, "Ben")
    ben.new_table("Ben", "bot:random")
    kept = ben.post("/api/me/recovery", {}).json()["secret"]
    assert ben.recover(secret, bring=True) == 200
    assert len(ann.tables()) == 1
    assert ben.recover(kept) == 200
    assert len(ben.tables()) == 1


def test_export_and_deletion(running: Serving, database: str) -> None:
    ann, ben = person(running, "Ann"), person(running, "Ben")
    table = ann.new_table("Ann", "open")
    assert ben.post(f"{table.path}/join", {"name": "Ben"}).status_code == 200
    with table.sit(0) as eyes:
        eyes.expect("state")
        eyes.say(type="chat", text="a secret of Ann's")
        eyes.expect("chat")
    answer = ann.get("/api/me/export")
    assert "attachment" in answer.headers["content-disposition"]
    told = answer.json()["theomachy"]
    assert told["player"]["name"] == "Ann"
    assert [seat["table"] for seat in told["seats"]] == [table.id]
    assert [line["text"] for line in told["said"]] == ["a secret of Ann's"]
    assert told["made"] == [table.id]
    for secret in (*ann.http.cookies.values(), *table.tokens.values(), table.host):
        assert secret not in answer.text
    assert "Ben" not in answer.text
    assert ann.post("/api/me/delete", {"sure": False}).status_code == 400
    assert ann.post("/api/me/delete", {}).status_code == 400
    assert ann.known()
    assert ann.post("/api/me/delete", {"sure": True}).json() == {"names": 1, "lines": 1, "tables": 1}
    assert not ann.known()
    assert [place["name"] for place in table.info()["seats"]] == ["", "Ben"]
    kept = open_database(database)
    try:
        with kept.transaction(reading=True):
            assert kept.execute("SELECT COUNT(*) FROM players").fetchone()[0] == 1
            assert kept.execute("SELECT COUNT(*) FROM player_keys").fetchone()[0] == 1
            assert kept.execute("SELECT COUNT(*) FROM chat WHERE seat = 0").fetchone()[0] == 0
    finally:
        kept.close()
    # The match goes on, and the seat's link with it.
    with table.sit(0) as eyes:
        assert eyes.expect("state")["seat"] == 0


def test_an_operator_forgets_a_player_on_request(running: Serving, database: str) -> None:
    ann, ben = person(running, "Ann"), person(running, "Ben")
    table = ann.new_table("Ann", "bot:random")
    secret = ann.post("/api/me/recovery", {}).json()["secret"]
    told = refused("database", "forget", "--database", database, typed="x" * 22)
    assert "nobody" in told
    done = run("database", "forget", "--database", database, typed=f"http://host/#recover={secret}\n")
    assert done.code == 0
    assert not ann.known()
    wait_for_name(table, "")
    me = ben.me()
    assert run("database", "forget", "--database", database, "--player", me["player"]).code == 0
    assert not ben.known()
    assert "no player" in refused("database", "forget", "--database", database, "--player", me["player"])


def wait_for_name(table: Seated, name: str) -> None:
    end = time.monotonic() + SOON
    while table.info()["seats"][0]["name"] != name:
        assert time.monotonic() < end
        time.sleep(0.05)


def test_players_are_copied(running: Serving, database: str, tmp_path: Any) -> None:
    ann = person(running, "Ann")
    table = ann.new_table("Ann", "bot:random")
    assert ann.post(f"/api/me/tables/{table.id}", {"away": True}).status_code == 200
    secret = ann.post("/api/me/recovery", {}).json()["secret"]
    target = str(tmp_path / "copy.sqlite")
    assert run("database", "copy", database, target).code == 0
    other = Serving(Settings(database=target, limits=FAST))
    try:
        there = person(other)
        assert there.recover(secret) == 200
        assert [(one["seats"], one["away"]) for one in there.tables()] == [([0], True)]
        with there.look(table.id, "me:0") as eyes:
            assert eyes.expect("state")["seat"] == 0
    finally:
        other.stop()


def test_floods_of_players_and_guesses_are_refused(database: str) -> None:
    few = Limits(players=Allowance(0.0, 3.0), sign_ins=Allowance(0.0, 4.0))
    serving = Serving(Settings(database=database, limits=few))
    try:
        codes = [Person(serving.port).post("/api/me", {}).status_code for _ in range(5)]
        assert codes == [201, 201, 201, 429, 429]
        guesses = [Person(serving.port).recover("x" * 22) for _ in range(3)]
        asked = [
            Person(serving.port).post("/api/sign-in/recovery/player", {"secret": "x" * 22}).status_code
            for _ in range(3)
        ]
        assert [*guesses, *asked] == [403, 403, 403, 403, 429, 429]
    finally:
        serving.stop()


def test_pages_of_other_sites_do_nothing_here(running: Serving) -> None:
    ann = person(running, "Ann")
    for path, body in (("/api/me/delete", {"sure": True}), ("/api/me/recovery", {}), ("/api/me/sign-out", {})):
        answer = ann.http.post(path, json=body, headers={"origin": "https://evil.example"})
        assert answer.status_code == 403, path
    assert ann.known()


def test_profiles_are_private_unless_made_public(running: Serving) -> None:
    ann, ben = person(running, "Ann"), person(running, "Ben")
    me = ann.me()
    path = f"/api/players/{me['player']}"
    assert ann.get(path).json()["mine"] is True
    assert ben.get(path).status_code == 404
    assert ben.get("/api/players/nobody").json() == ben.get(path).json(), "nothing tells that there is somebody"
    assert ann.post("/api/me/profile", {"public": True}).json()["me"]["public"] is True
    page = ben.get(path).json()
    assert (page["name"], page["mine"], page["matches"]) == ("Ann", False, [])
    assert ann.post("/api/me/profile", {"name": "Anna", "public": False}).json()["me"]["name"] == "Anna"
    assert ben.get(path).status_code == 404


#: everything that a player can ask to be done
POSTS = (
    "/api/me", "/api/me/profile", "/api/me/sign-out", "/api/me/recovery", "/api/me/recovery/revoke", "/api/me/passkeys",
    "/api/me/passkeys/begin", "/api/me/passkeys/remove", "/api/me/seats", "/api/me/tables/x", "/api/sign-in",
    "/api/sign-in/begin", "/api/sign-in/recovery", "/api/sign-in/recovery/player", "/api/me/delete",
)  # fmt: skip
NONSENSE = (
    b"", b"[]", b"null", b"{", b'{"name": 3}', b'{"unknown": 1}', b'{"name": "\\u0000\\ud800"}', b"\xff\xfe",
    b"[" * 5000,
    b'{"seats": [{"table": "\\u0000", "token": "\\u0000"}]}', b'{"secret": "\\u0000", "bring": true}', b'{"away": 1}',
    b'{"away": true}', b'{"passkey": "zz"}', b'{"passkey": "00"}', b'{"device": "\\u0000"}', b'{"credential": {}}',
    b'{"public": "yes"}', b'{"sure": "true"}', b'{"sure": 1}',
)  # fmt: skip


def test_nonsense_is_never_the_servers_fault(running: Serving) -> None:
    ann = person(running, "Ann")
    for path in POSTS:
        for body in NONSENSE:
            answer = ann.http.post(path, content=body)
            assert answer.status_code < 500, (path, body, answer.text)
    for path in ("/api/players/%00", "/api/players/" + "x" * 3000, "/api/me/tables/%00", "/api/players/%ff"):
        assert ann.get(path).status_code < 500, path
        assert ann.http.post(path, content=b'{"away": true}').status_code < 500, path
    for cookie in ("", "x", "%00", "\x7f", "x" * 5000, "=;=", "a; theomachy-1=b"):
        headers = {"cookie": f"theomachy-{running.port}={cookie}"}
        answer = Person(running.port).http.get("/api/me", headers=headers)
        assert (answer.status_code, answer.json()["me"]) == (200, None), cookie


def test_no_secret_of_a_player_is_logged_or_told(
    running: Serving, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level("DEBUG")
    ann = person(running, "Ann")
    secret = ann.post("/api/me/recovery", {}).json()["secret"]
    phone = person(running)
    assert phone.recover(secret) == 200
    assert phone.recover("wrong" + secret[5:]) == 403
    table = ann.new_table("Ann", "bot:random")
    told = [ann.get(path).text for path in ("/api/me", "/api/me/tables", "/api/me/export", table.path, "/api/tables")]
    # The client's own log is no business of the server's.
    ours = [each.getMessage() for each in caplog.records if not each.name.startswith(("http", "websockets"))]
    told += [*ours, *capsys.readouterr()]
    for each in (secret, *ann.http.cookies.values(), *phone.http.cookies.values()):
        assert all(each not in text for text in told)
    # Who somebody is, is nobody else's business: not at the table either.
    assert ann.me()["player"] not in person(running).get(table.path).text
    with table.sit(0) as eyes:
        assert ann.me()["player"] not in str(eyes.expect("state"))


def test_a_recovery_link_names_its_player_before_it_is_used(running: Serving) -> None:
    ann = person(running, "Ann")
    secret = ann.post("/api/me/recovery", {}).json()["secret"]
    before = ann.me()["recovery"]
    phone = person(running)
    answer = phone.post("/api/sign-in/recovery/player", {"secret": secret})
    assert (answer.status_code, answer.json()) == (200, {"name": "Ann"})
    assert "set-cookie" not in answer.headers
    assert not phone.known()
    assert ann.me()["recovery"] == before, "it was not used"
    (device,) = ann.http.cookies.values()
    for wrong in ("", "x" * 22, device):
        assert phone.post("/api/sign-in/recovery/player", {"secret": wrong}).status_code == 403
