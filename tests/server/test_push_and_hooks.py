"""Push messages and webhooks: what is in them, whom they are for, and what they say."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from tests.server.calling import ADDRESS, Scene, channels, hook, served, table_for
from tests.server.people import person
from tests.server.receivers import Browser, Receiver
from tests.server.serving import MovedTime, Serving, until
from theomachy.server.database import open_database
from theomachy.server.hooks import Hook, form
from theomachy.server.notices import (
    GAP,
    GRACE,
    Message,
    Waiting,
    headline,
    sentences,
)


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


def test_with_a_player_everything_of_them_goes(scene: Scene) -> None:
    scene.table()
    assert scene.ben.post("/api/me/delete", {"sure": True}).status_code == 200
    raw = open_database(scene.serving.database)
    for name in ("calls", "channels", "deliveries", "wishes", "notice_links"):
        assert raw.execute(f"SELECT COUNT(*) FROM {name}").fetchone()[0] == 0, name
    raw.close()
    scene.timing.move(GAP)
    scene.settle()
    assert scene.receiver.got == []
