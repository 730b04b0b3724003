"""It is my turn: who is told of it, how, when, and how often. With real services that take the messages, and time that
is moved."""

from __future__ import annotations

import base64
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from tests.server.conftest import FAST
from tests.server.people import Person, person
from tests.server.postgres import Postgres
from tests.server.receivers import Browser, Letters, Receiver, text_of
from tests.server.serving import SOON, Eyes, MovedTime, Seated, Serving
from theomachy.server.app import Settings
from theomachy.server.database import open_database
from theomachy.server.hooks import Hook, form, signature
from theomachy.server.notices import (
    GAP,
    GRACE,
    PAUSES,
    Message,
    Waiting,
    Wishes,
    after_quiet,
    headline,
    pause_after,
    sentences,
)

ADDRESS = "https://play.example.org"


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    running = Receiver()
    yield running
    running.close()


@pytest.fixture
def letters() -> Iterator[Letters]:
    running = Letters()
    yield running
    running.close()


@contextmanager
def served(database: str, timing: MovedTime, **more: Any) -> Iterator[Serving]:
    settings = Settings(database=database, bot_pause=0.0, limits=FAST, trusting=True, **more)
    running = Serving(settings, timing)
    try:
        yield running
    finally:
        running.stop()


def until(holds: Callable[[], object]) -> None:
    end = time.monotonic() + SOON
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def hook(somebody: Person, receiver: Receiver, kind: str = "json", path: str = "/hook") -> str:
    answer = somebody.post("/api/me/notices/hook", {"url": f"{receiver.url}{path}", "format": kind})
    assert answer.status_code == 201, answer.text
    secret: str = answer.json()["secret"]
    return secret


def channels(somebody: Person) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = somebody.get("/api/me/notices").json()["channels"]
    return found


def table_for(ann: Person, ben: Person, **more: Any) -> tuple[Seated, str]:
    """A table at which Ben, who has just sat down, must begin; and his token."""
    table = ann.new_table("Ann", "open", setup={"first": 1}, **more)
    return table, ben.post(f"{table.path}/join", {"name": "Ben"}).json()["token"]


def quiet_now(serving: Serving, timing: MovedTime) -> None:
    """Everything that was due is done."""
    until(lambda: not _due(serving, timing))


def _due(serving: Serving, timing: MovedTime) -> bool:
    raw = open_database(serving.database)
    try:
        due = raw.execute(
            "SELECT (SELECT COUNT(*) FROM calls WHERE sent = 0 AND seen = 0 AND due <= ?),"
            " (SELECT COUNT(*) FROM deliveries WHERE due <= ?)",
            (timing.now(), timing.now()),
        ).fetchone()
        return bool(due[0] or due[1])
    finally:
        raw.close()


# --- one turn, one message --------------------------------------------------------------------------------------------


def test_a_turn_is_told_once(database: str, receiver: Receiver) -> None:
    timing = MovedTime()
    with served(database, timing, address=ADDRESS) as serving:
        ann, ben = person(serving, "Ann"), person(serving, "Ben")
        secret = hook(ben, receiver)
        table, token = table_for(ann, ben, title="Friday")
        timing.move(GRACE - 1)
        quiet_now(serving, timing)
        assert receiver.got == []
        timing.move(2)
        until(lambda: receiver.got)
        said = receiver.got[0].json
        assert said["event"] == "turn"
        assert (said["tables"][0]["table"], said["tables"][0]["title"], said["tables"][0]["game"]) == (
            table.id, "Friday", "ankh",
        )  # fmt: skip
        assert said["tables"][0]["url"] == f"{ADDRESS}/t/{table.id}"
        # Nothing that opens a seat, and nobody's name.
        for hidden in (token, *table.tokens.values(), table.host, "Ben", "Ann"):
            assert hidden not in receiver.got[0].body.decode()
        assert receiver.got[0].headers["x-theomachy-signature"] == signature(secret, receiver.got[0].body)
        # However long it takes, and whatever Ben does in his turn: it is one.
        timing.move(10 * GAP)
        quiet_now(serving, timing)
        with ben.look(table.id, token) as eyes:
            eyes.expect("state")
            assert eyes.choose(eyes.choices[0])["type"] == "update"
        timing.move(10 * GAP)
        quiet_now(serving, timing)
        assert len(receiver.got) == 1


def test_who_looks_is_not_told(database: str, receiver: Receiver) -> None:
    timing = MovedTime()
    with served(database, timing) as serving:
        ann, ben = person(serving, "Ann"), person(serving, "Ben")
        hook(ben, receiver)
        table, token = table_for(ann, ben)
        with ben.look(table.id, token) as eyes:
            eyes.expect("state")
            eyes.ask(type="ping")
            timing.move(GRACE + 1)
            quiet_now(serving, timing)
        timing.move(GAP)
        quiet_now(serving, timing)
        assert receiver.got == []


def test_a_page_behind_others_is_not_looking(database: str, receiver: Receiver) -> None:
    timing = MovedTime()
    with served(database, timing) as serving:
        ann, ben = person(serving, "Ann"), person(serving, "Ben")
        hook(ben, receiver)
        table, token = table_for(ann, ben)
        with ben.look(table.id, token) as eyes:
            # It was seen for a moment: that is enough for this turn.
            eyes.expect("state")
            eyes.ask(type="ping")
        other, second = table_for(ann, ben)
        with _behind(ben, other.id, second) as eyes:
            eyes.expect("state")
            eyes.ask(type="ping")
            timing.move(GRACE + 1)
            until(lambda: receiver.got)
            assert [one["table"] for one in receiver.got[0].json["tables"]] == [other.id]


def _behind(somebody: Person, table: str, token: str) -> Eyes:
    eyes = Eyes(somebody.port, table, additional_headers={"Cookie": somebody.cookie})
    eyes.say(type="hello", token=token, looking=False)
    return eyes


def test_whoever_comes_to_look_before_is_not_told(database: str, receiver: Receiver) -> None:
    timing = MovedTime()
    with served(database, timing) as serving:
        ann, ben = person(serving, "Ann"), person(serving, "Ben")
        hook(ben, receiver)
        table, token = table_for(ann, ben)
        with _behind(ben, table.id, token) as eyes:
            eyes.expect("state")
            eyes.say(type="look", looking=True)
            eyes.ask(type="ping")
            timing.move(GRACE + 1)
            quiet_now(serving, timing)
        assert receiver.got == []


def test_a_flood_of_turns_is_one_message(database: str, receiver: Receiver) -> None:
    timing = MovedTime()
    with served(database, timing) as serving:
        ann, ben = person(serving, "Ann"), person(serving, "Ben")
        hook(ben, receiver)
        tables = [table_for(ann, ben)[0].id for _ in range(4)]
        timing.move(GRACE + 1)
        until(lambda: receiver.got)
        assert sorted(one["table"] for one in receiver.got[0].json["tables"]) == sorted(tables)
        # And what comes soon after it waits, and comes in one again.
        more = []
        for _ in range(3):
            more.append(table_for(ann, ben)[0].id)
            timing.move(GRACE + 1)
            quiet_now(serving, timing)
        assert len(receiver.got) == 1
        timing.move(GAP)
        until(lambda: len(receiver.got) > 1)
        assert sorted(one["table"] for one in receiver.got[1].json["tables"]) == sorted(more)


def test_a_turn_that_is_over_is_not_told(database: str, receiver: Receiver) -> None:
    timing = MovedTime()
    with served(database, timing) as serving:
        ann, ben = person(serving, "Ann"), person(serving, "Ben")
        hook(ben, receiver)
        table, token = table_for(ann, ben)
        assert ben.post(f"{table.path}/seats/1", {"who": "open"}, token).status_code == 200
        timing.move(GAP)
        quiet_now(serving, timing)
        assert receiver.got == []


def test_whose_time_is_up_is_told_so(database: str, receiver: Receiver) -> None:
    timing = MovedTime()
    with served(database, timing) as serving:
        ann, ben = person(serving, "Ann"), person(serving, "Ben")
        hook(ben, receiver)
        table_for(ann, ben, pace={"kind": "days", "per": 86_400.0})
        timing.move(GRACE + 1)
        until(lambda: receiver.got)
        timing.move(86_400.0)
        until(lambda: len(receiver.got) > 1)
        assert [got.json["tables"][0]["why"] for got in receiver.got] == ["turn", "late"]


def test_who_wants_nothing_gets_nothing(database: str, receiver: Receiver) -> None:
    timing = MovedTime()
    with served(database, timing) as serving:
        ann, ben = person(serving, "Ann"), person(serving, "Ben")
        hook(ben, receiver)
        assert ben.post("/api/me/notices", {"on": False}).status_code == 200
        table_for(ann, ben)
        timing.move(GAP)
        quiet_now(serving, timing)
        assert receiver.got == []


# --- quiet hours ------------------------------------------------------------------------------------------------------


def _at(text: str, zone: str = "Europe/Berlin") -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp()


@pytest.mark.parametrize(
    ("now", "wanted"),
    [
        ("2026-11-16T21:59", "2026-11-16T21:59"),
        ("2026-11-16T22:00", "2026-11-17T07:30"),
        ("2026-11-17T03:00", "2026-11-17T07:30"),
        ("2026-11-17T07:30", "2026-11-17T07:30"),
        # Clocks go back in this night.
        ("2026-10-24T23:00", "2026-10-25T07:30"),
    ],
)
def test_quiet_hours_over_midnight(now: str, wanted: str) -> None:
    wishes = Wishes(zone="Europe/Berlin", quiet_from=22 * 60, quiet_to=7 * 60 + 30)
    assert after_quiet(wishes, _at(now)) == _at(wanted)


def test_quiet_hours_in_a_day_and_none() -> None:
    wishes = Wishes(zone="Europe/Berlin", quiet_from=9 * 60, quiet_to=17 * 60)
    assert after_quiet(wishes, _at("2026-11-16T12:00")) == _at("2026-11-16T17:00")
    assert after_quiet(wishes, _at("2026-11-16T18:00")) == _at("2026-11-16T18:00")
    assert after_quiet(Wishes(), 5.0) == 5.0


def test_a_message_waits_for_the_morning(database: str, receiver: Receiver) -> None:
    timing = MovedTime(_at("2026-11-16T23:00"))
    with served(database, timing) as serving:
        ann, ben = person(serving, "Ann"), person(serving, "Ben")
        hook(ben, receiver)
        wishes = {"lang": "de", "zone": "Europe/Berlin", "quiet_from": 1320, "quiet_to": 450}
        assert ben.post("/api/me/notices", wishes).json()["wishes"] == {**wishes, "on": True}
        table_for(ann, ben)
        timing.move(3600)
        quiet_now(serving, timing)
        assert receiver.got == []
        timing.move(_at("2026-11-17T07:31") - timing.now())
        until(lambda: receiver.got)
        assert receiver.got[0].json["text"].startswith("Du bist dran")


# --- what goes wrong --------------------------------------------------------------------------------------------------


def test_pauses_grow_and_end() -> None:
    assert [pause_after(tries, None) for tries in range(1, 7)] == [*PAUSES, None]
    assert pause_after(1, 900.0) == 900.0
    assert pause_after(1, 1e9) == PAUSES[-1]
    assert pause_after(2, 1.0) == PAUSES[1]


def test_what_is_refused_is_tried_again_and_given_up(database: str, receiver: Receiver) -> None:
    timing = MovedTime()
    with served(database, timing) as serving:
        ann, ben = person(serving, "Ann"), person(serving, "Ben")
        hook(ben, receiver)
        receiver.answers = [(500, {})]
        table_for(ann, ben)
        timing.move(GRACE + 1)
        for tries, pause in enumerate(PAUSES, 1):
            until(lambda tries=tries: len(receiver.got) == tries)  # type: ignore[misc]
            quiet_now(serving, timing)
            timing.move(pause - 1)
            quiet_now(serving, timing)
            assert len(receiver.got) == tries
            timing.move(2)
        until(lambda: len(receiver.got) == len(PAUSES) + 1)
        until(lambda: channels(ben)[0]["trouble"] == "refused 500")
        timing.move(30 * 86_400)
        quiet_now(serving, timing)
        assert len(receiver.got) == len(PAUSES) + 1
        # It is said to its owner, and the next turn is tried all the same.
        assert not channels(ben)[0]["rests"]
        receiver.answers = [(204, {})]
        table_for(ann, ben)
        timing.move(GRACE + 1)
        until(lambda: channels(ben)[0]["trouble"] == "")


def test_a_service_says_when(database: str, receiver: Receiver) -> None:
    timing = MovedTime()
    with served(database, timing) as serving:
        ann, ben = person(serving, "Ann"), person(serving, "Ben")
        hook(ben, receiver)
        receiver.answers = [(429, {"Retry-After": "600"}), (200, {})]
        table_for(ann, ben)
        timing.move(GRACE + 1)
        until(lambda: receiver.got)
        quiet_now(serving, timing)
        timing.move(599)
        quiet_now(serving, timing)
        assert len(receiver.got) == 1
        timing.move(2)
        until(lambda: len(receiver.got) == 2)


def test_what_is_no_more_true_is_not_tried_again(database: str, receiver: Receiver) -> None:
    timing = MovedTime()
    with served(database, timing) as serving:
        ann, ben = person(serving, "Ann"), person(serving, "Ben")
        hook(ben, receiver)
        receiver.answers = [(500, {})]
        table, token = table_for(ann, ben)
        timing.move(GRACE + 1)
        until(lambda: receiver.got)
        quiet_now(serving, timing)
        with ben.look(table.id, token) as eyes:
            eyes.expect("state")
            eyes.ask(type="ping")
        timing.move(PAUSES[0] + 1)
        quiet_now(serving, timing)
        assert len(receiver.got) == 1


def test_nobody_there(database: str, receiver: Receiver) -> None:
    timing = MovedTime()
    receiver.close()
    with served(database, timing) as serving:
        ben = person(serving, "Ben")
        hook(ben, receiver)
        assert ben.post("/api/me/notices/try", {"channel": channels(ben)[0]["channel"]}).status_code == 200
        until(lambda: channels(ben)[0]["trouble"] == "unreached")


def test_a_message_is_not_lost_with_the_process_that_had_it(database: str, receiver: Receiver) -> None:
    timing = MovedTime()
    with served(database, timing) as serving:
        ann, ben = person(serving, "Ann"), person(serving, "Ben")
        hook(ben, receiver)
        table_for(ann, ben)
    raw = open_database(database)
    with raw.transaction():
        # As it is when a process was killed in the middle: the call is a message, which somebody has taken.
        raw.execute("UPDATE calls SET sent = 1")
        (channel,) = raw.execute("SELECT id FROM channels").fetchone()
        ((table, since),) = raw.execute("SELECT table_id, since FROM calls").fetchall()
        said = {"waiting": [{"table": table, "title": "", "game": "ankh", "why": "turn", "since": since}]}
        raw.execute(
            "INSERT INTO deliveries (id, channel, message, due, tries, until) VALUES ('one', ?, ?, 0, 1, ?)",
            (channel, json.dumps(said), timing.now() + 30),
        )
    raw.close()
    with served(database, timing) as serving:
        timing.move(29)
        timing.move(2)
        until(lambda: receiver.got)
        assert receiver.got[0].json["tables"][0]["table"] == table


def test_of_several_servers_one_sends(postgres: Postgres, receiver: Receiver) -> None:
    database, timing = postgres.database(), MovedTime()
    with served(database, timing) as one, served(database, timing) as two, served(database, timing):
        ann, ben = person(one, "Ann"), person(two, "Ben")
        hook(ben, receiver)
        for number in range(10):
            table_for(ann, ben)
            timing.move(GAP + 1)
            until(lambda number=number: len(receiver.got) > number)  # type: ignore[misc]
        quiet_now(one, timing)
        assert len(receiver.got) == 10


def test_somebody_who_looks_on_at_another_server_is_not_told(postgres: Postgres, receiver: Receiver) -> None:
    database, timing = postgres.database(), MovedTime()
    with served(database, timing) as one, served(database, timing) as two:
        ann, ben = person(one, "Ann"), person(two, "Ben")
        hook(ben, receiver)
        table = ann.new_table("Ann", "open", setup={"first": 0})
        token = ben.post(f"{table.path}/join", {"name": "Ben"}).json()["token"]
        with ben.look(table.id, token) as eyes, table.sit(0) as other:
            eyes.expect("state")
            other.expect("state")
            while not eyes.news["choices"]:
                if other.choices:
                    other.choose("done" if "done" in other.choices else other.choices[0])
                eyes.catch_up(other.news["version"])
            # It is noted by the server where he looks.
            until(lambda: _seen(database))
            timing.move(GAP)
            quiet_now(one, timing)
        assert receiver.got == []


def _seen(database: str) -> bool:
    raw = open_database(database)
    try:
        row = raw.execute("SELECT COUNT(*) FROM calls WHERE seen = 1").fetchone()
        return bool(row[0])
    finally:
        raw.close()


# --- push -------------------------------------------------------------------------------------------------------------


def test_push_is_encrypted_for_one_browser_and_signed_by_us(database: str, receiver: Receiver) -> None:
    timing = MovedTime()
    with served(database, timing, address=ADDRESS) as serving:
        ann, ben = person(serving, "Ann"), person(serving, "Ben")
        browser = Browser(receiver)
        assert ben.post("/api/me/notices/push", browser.subscription).status_code == 201
        ben.post("/api/me/notices", {"lang": "ru"})
        table, token = table_for(ann, ben, title="Пятница")
        timing.move(GRACE + 1)
        until(lambda: receiver.got)
        got = receiver.got[0]
        assert got.path == browser.path
        assert table.id.encode() not in got.body
        said = browser.read(got)
        assert (said["url"], said["table"], said["count"], said["lang"]) == (f"/t/{table.id}", table.id, 1, "ru")
        assert "Ваш ход: Пятница" in said["body"]
        assert token not in json.dumps(said)
        assert got.headers["content-encoding"] == "aes128gcm"
        assert (got.headers["ttl"], got.headers["topic"]) == ("86400", "turns")
        key = ben.get("/api/me/notices").json()["push"]
        assert _claims(got.headers["authorization"], key) == {
            "aud": receiver.url, "sub": ADDRESS, "exp": int(timing.now()) + 43_200,
        }  # fmt: skip


def _claims(authorization: str, key: str) -> Any:
    """What is claimed, if it was signed with the key."""
    parts = dict(part.strip().split("=", 1) for part in authorization.removeprefix("vapid ").split(","))
    assert parts["k"].rstrip("=") == key
    head, claims, signed = parts["t"].split(".")
    raw = _raw(signed)
    numbers = int.from_bytes(raw[:32]), int.from_bytes(raw[32:])
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _raw(key))
    public.verify(encode_dss_signature(*numbers), f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    return json.loads(_raw(claims))


def _raw(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def test_the_key_is_made_once(database: str) -> None:
    keys = set()
    for _ in range(2):
        with served(database, MovedTime()) as serving:
            ben = person(serving, "Ben")
            keys.add(ben.get("/api/me/notices").json()["push"])
    assert len(keys) == 1


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(database: str, receiver: Receiver, status: int) -> None:
    timing = MovedTime()
    with served(database, timing) as serving:
        ben = person(serving, "Ben")
        for name in ("one", "two"):
            ben.post("/api/me/notices/push", Browser(receiver, name).subscription)
        # One browser of a person is one: what it subscribed to before is void.
        assert len(channels(ben)) == 1
        receiver.answers = [(status, {})]
        ben.post("/api/me/notices/try", {"channel": channels(ben)[0]["channel"]})
        until(lambda: channels(ben) == [])


@pytest.mark.parametrize(
    "wrong",
    [
        {"p256dh": "AAAA"},
        {"auth": "AAAA"},
        {"p256dh": "?" * 87},
        {"endpoint": "gopher://127.0.0.1/"},
        {"endpoint": "http://user@127.0.0.1/"},
    ],
)
def test_subscriptions_that_make_no_sense(serving: Serving, receiver: Receiver, wrong: dict[str, str]) -> None:
    ben = person(serving, "Ben")
    answer = ben.post("/api/me/notices/push", {**Browser(receiver).subscription, **wrong})
    assert (answer.status_code, answer.json()["error"]) == (400, "bad-request")


# --- letters ----------------------------------------------------------------------------------------------------------


def test_a_letter_only_to_an_address_that_was_confirmed(database: str, letters: Letters) -> None:
    timing = MovedTime()
    with served(database, timing, address=ADDRESS, smtp=letters.url, mail_from="games@example.org") as serving:
        ann, ben = person(serving, "Ann"), person(serving, "Ben")
        ben.post("/api/me/notices", {"lang": "de"})
        answer = ben.http.post("/api/me/notices/mail?lang=de", json={"address": "ben@example.com"})
        assert answer.status_code == 201, answer.text
        until(lambda: letters.got)
        asked = letters.got[0]
        assert (asked["To"], asked["Subject"]) == ("ben@example.com", "Theomachy: Ist das deine Adresse?")
        _, token = table_for(ann, ben, title="Freitag")
        timing.move(GRACE + 1)
        quiet_now(serving, timing)
        assert len(letters.got) == 1
        # Whoever reads the letter need not be signed in.
        secret = text_of(asked).split("#confirm=")[1].split()[0]
        assert ann.post("/api/notices/confirm", {"token": "no" + secret}).status_code == 403
        assert ann.post("/api/notices/confirm", {"token": secret}).status_code == 200
        assert channels(ben)[0]["confirmed"]
        other, _ = table_for(ann, ben, title="Samstag\r\nBcc: all@example.com")
        timing.move(GAP + GRACE + 1)
        until(lambda: len(letters.got) == 2)
        told = letters.got[1]
        assert told["Subject"].startswith("Du bist dran: Samstag Bcc: all@example.com")
        assert told["Bcc"] is None
        assert (told["From"], told["Auto-Submitted"]) == ("Theomachy <games@example.org>", "auto-generated")
        assert f"{ADDRESS}/t/{other.id}" in text_of(told)
        assert token not in text_of(told)
        # One link ends them.
        stop = text_of(told).split("#stop=")[1].split()[0]
        assert told["List-Unsubscribe"] == f"<{ADDRESS}/#stop={stop}>"
        assert ann.post("/api/notices/stop", {"token": stop}).status_code == 200
        assert channels(ben) == []


def test_a_link_to_confirm_ends_after_a_day(database: str, letters: Letters) -> None:
    timing = MovedTime()
    with served(database, timing, address=ADDRESS, smtp=letters.url, mail_from="games@example.org") as serving:
        ben = person(serving, "Ben")
        ben.post("/api/me/notices/mail", {"address": "ben@example.com"})
        secret = text_of(letters.got[0]).split("#confirm=")[1].split()[0]
        timing.move(86_401)
        assert ben.post("/api/notices/confirm", {"token": secret}).status_code == 403
        until(lambda: channels(ben) == [])


def test_nobody_is_buried_in_letters(database: str, letters: Letters) -> None:
    timing = MovedTime()
    with served(database, timing, address=ADDRESS, smtp=letters.url, mail_from="games@example.org") as serving:
        people = [person(serving, f"P{number}") for number in range(5)]
        codes = [one.post("/api/me/notices/mail", {"address": "Victim@example.com"}).status_code for one in people]
        assert codes == [201, 201, 201, 429, 429]
        mine = [
            people[4].post("/api/me/notices/mail", {"address": f"v{number}@example.com"}).status_code
            for number in range(8)
        ]
        assert mine == [201] * 6 + [429] * 2


@pytest.mark.parametrize(
    "address",
    ["", "a", "a@b", "a b@example.com", "a@example.com\nBcc: b@example.com", "<a@example.com>", "a@[127.0.0.1]"],
)
def test_what_is_no_address(tmp_path: Path, letters: Letters, address: str) -> None:
    database = str(tmp_path / "tables.sqlite")
    with served(database, MovedTime(), address=ADDRESS, smtp=letters.url, mail_from="games@example.org") as serving:
        ben = person(serving, "Ben")
        assert ben.post("/api/me/notices/mail", {"address": address}).status_code == 400
        assert letters.got == []


def test_a_letter_that_is_refused_is_tried_again(database: str, letters: Letters) -> None:
    timing = MovedTime()
    with served(database, timing, address=ADDRESS, smtp=letters.url, mail_from="games@example.org") as serving:
        ann, ben = person(serving, "Ann"), person(serving, "Ben")
        ben.post("/api/me/notices/mail", {"address": "ben@example.com"})
        ben.post("/api/notices/confirm", {"token": text_of(letters.got[0]).split("#confirm=")[1].split()[0]})
        letters.answer = "451 later"
        table_for(ann, ben)
        timing.move(GRACE + 1)
        quiet_now(serving, timing)
        assert len(letters.got) == 1
        letters.answer = "250 OK"
        timing.move(PAUSES[0])
        until(lambda: len(letters.got) == 2)


def test_without_a_server_for_letters_there_are_none(serving: Serving) -> None:
    ben = person(serving, "Ben")
    assert ben.get("/api/me/notices").json()["mail"] is False
    assert ben.post("/api/me/notices/mail", {"address": "ben@example.com"}).json()["error"] == "not-now"


# --- webhooks ---------------------------------------------------------------------------------------------------------

WAITING = Waiting("T1", "*Fri* <@everyone> [x](y)", "ankh", "turn", 1.0)


def test_the_forms_of_a_webhook() -> None:
    message = Message([WAITING])
    _, body = form(Hook("https://x", "discord"), message, ADDRESS)
    said = json.loads(body)
    assert said["allowed_mentions"] == {"parse": []}
    assert said["content"].splitlines()[0] == r"It is your turn: \*Fri\* \<@everyone\> \[x\]\(y\) \(Ankh\)"
    assert said["content"].splitlines()[1] == f"{ADDRESS}/t/T1"
    _, body = form(Hook("https://x", "slack"), message, ADDRESS)
    assert json.loads(body)["text"].startswith("It is your turn: *Fri* &lt;@everyone&gt;")
    headers, body = form(Hook("https://x", "ntfy"), message, ADDRESS)
    assert (headers["Click"], body.decode()[:16]) == (f"{ADDRESS}/t/T1", "It is your turn:")
    headers, body = form(Hook("https://x", "json", "s"), message, "")
    assert json.loads(body)["tables"][0]["url"] == "/t/T1"


@pytest.mark.parametrize("lang", ["en", "de", "ru"])
def test_messages_in_every_language(lang: Any) -> None:
    one = Message([WAITING], lang)
    late = Message([Waiting("T1", "", "ankh", "late", 1.0)], lang)
    many = Message([Waiting(f"T{number}", "", "ankh", "turn", 1.0) for number in range(7)], lang)
    assert len({headline(one), headline(late), headline(many), headline(Message([], lang, trial=True))}) == 4
    lines = sentences(many, ADDRESS)
    assert len(lines) == 7
    assert "7" in lines[0]
    assert "2" in lines[-1]


def test_a_title_is_no_link() -> None:
    assert "https://evil" not in headline(
        Message([Waiting("T1", "win at https://evil.example.org", "ankh", "turn", 1.0)])
    )


@pytest.mark.parametrize(
    "url", ["https://127.0.0.1/x", "http://example.org/", "https://[::ffff:169.254.169.254]/", "x"]
)
def test_a_webhook_to_a_private_place_is_refused(serving: Serving, url: str) -> None:
    ben = person(serving, "Ben")
    answer = ben.post("/api/me/notices/hook", {"url": url, "format": "json"})
    assert (answer.status_code, answer.json()["error"]) == (400, "bad-request")


def test_channels_are_their_owners(database: str, receiver: Receiver) -> None:
    with served(database, MovedTime()) as serving:
        ann, ben = person(serving, "Ann"), person(serving, "Ben")
        hook(ben, receiver)
        channel = {"channel": channels(ben)[0]["channel"]}
        assert channels(ann) == []
        assert ann.post("/api/me/notices/try", channel).status_code == 400
        ann.post("/api/me/notices/remove", channel)
        assert len(channels(ben)) == 1
        ben.post("/api/me/notices/remove", channel)
        assert channels(ben) == []
        guest = person(serving)
        assert guest.get("/api/me/notices").status_code == 401


def test_with_a_player_everything_of_them_goes(database: str, receiver: Receiver) -> None:
    timing = MovedTime()
    with served(database, timing) as serving:
        ann, ben = person(serving, "Ann"), person(serving, "Ben")
        hook(ben, receiver)
        table_for(ann, ben)
        assert ben.post("/api/me/delete", {"sure": True}).status_code == 200
        raw = open_database(database)
        for name in ("calls", "channels", "deliveries", "wishes", "notice_links"):
            assert raw.execute(f"SELECT COUNT(*) FROM {name}").fetchone()[0] == 0, name
        raw.close()
        timing.move(GAP)
        quiet_now(serving, timing)
        assert receiver.got == []
