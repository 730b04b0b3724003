"""Passkeys: whoever has one comes in, also at another server; and nothing else opens that door."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.server.authenticator import Authenticator, data, text
from tests.server.people import Person, person
from tests.server.postgres import Postgres
from tests.server.serving import FAST, Serving
from theomachy.server.app import Settings
from theomachy.server.passkeys import LIFE

Credential = dict[str, Any]


class Owner:
    """Somebody whose browser has an authenticator."""

    def __init__(self, running: Serving, name: str | None = None) -> None:
        self.browser: Person = person(running, name)
        self.origin = f"http://localhost:{running.port}"
        self.authenticator = Authenticator("localhost", self.origin)

    def ask(self, path: str, body: object = None, origin: str | None = None) -> Any:
        host = (origin or self.origin).partition("://")[2]
        headers = {"origin": origin or self.origin, "host": host, "cookie": self._cookie()}
        return self.browser.http.post(path, json=body or {}, headers=headers)

    def _cookie(self) -> str:
        return self.browser.cookie

    def add(self) -> Any:
        options = self.ask("/api/me/passkeys/begin").json()
        return self.ask("/api/me/passkeys", {"credential": self.authenticator.make(options), "label": "Key"})

    def options(self) -> dict[str, Any]:
        found: dict[str, Any] = self.ask("/api/sign-in/begin").json()
        return found

    def sign_in(self, credential: Credential, **more: Any) -> Any:
        return self.ask("/api/sign-in", {"credential": credential, **more})


def owner(serving: Serving, name: str = "Ann") -> Owner:
    somebody = Owner(serving, name)
    assert somebody.add().status_code == 201
    return somebody


def elsewhere(serving: Serving, somebody: Owner) -> Owner:
    """The same authenticator at a browser that knows nothing."""
    other = Owner(serving)
    other.authenticator = somebody.authenticator
    return other


def test_a_passkey_is_made_used_and_removed(serving: Serving) -> None:
    ann = owner(serving)
    (kept,) = ann.browser.me()["passkeys"]
    assert kept["label"] == "Key"
    phone = elsewhere(serving, ann)
    answer = phone.sign_in(phone.authenticator.sign(phone.options()))
    assert answer.status_code == 200, answer.text
    assert answer.json()["me"]["player"] == ann.browser.me()["player"]
    assert len(answer.json()["me"]["devices"]) == 2
    # Somebody else removes nothing.
    eve = Owner(serving, "Eve")
    assert eve.ask("/api/me/passkeys/remove", {"passkey": kept["passkey"]}).status_code == 200
    assert len(ann.browser.me()["passkeys"]) == 1
    assert ann.ask("/api/me/passkeys/remove", {"passkey": kept["passkey"]}).json()["me"]["passkeys"] == []
    gone = phone.sign_in(phone.authenticator.sign(phone.options()))
    assert (gone.status_code, gone.json()["error"]) == (403, "bad-passkey")


def test_an_answer_is_good_once(serving: Serving) -> None:
    ann = owner(serving)
    signed = ann.authenticator.sign(ann.options())
    phone, thief = elsewhere(serving, ann), Owner(serving)
    assert phone.sign_in(signed).status_code == 200
    assert thief.sign_in(signed).status_code == 403
    made = ann.authenticator.make(ann.ask("/api/me/passkeys/begin").json())
    other = Authenticator("localhost", ann.origin)
    options = ann.ask("/api/me/passkeys/begin").json()
    assert ann.ask("/api/me/passkeys", {"credential": other.make(options)}).status_code == 201
    assert ann.ask("/api/me/passkeys", {"credential": other.make(options)}).status_code == 403
    # One passkey has one owner, once.
    assert ann.ask("/api/me/passkeys", {"credential": made}).status_code == 403
    eve = Owner(serving, "Eve")
    stolen = ann.authenticator.make(eve.ask("/api/me/passkeys/begin").json())
    assert eve.ask("/api/me/passkeys", {"credential": stolen}).status_code == 403


def test_challenges_of_others_are_no_good(serving: Serving) -> None:
    ann, eve = owner(serving), Owner(serving, "Eve")
    # Made up by whoever signs.
    assert ann.sign_in(ann.authenticator.sign({"challenge": text(b"x" * 64)})).status_code == 403
    # Given out for another ceremony.
    assert ann.sign_in(ann.authenticator.sign(ann.ask("/api/me/passkeys/begin").json())).status_code == 403
    assert ann.ask("/api/me/passkeys", {"credential": ann.authenticator.make(ann.options())}).status_code == 403
    # Given out to another player.
    for_ann = ann.ask("/api/me/passkeys/begin").json()
    assert eve.ask("/api/me/passkeys", {"credential": eve.authenticator.make(for_ann)}).status_code == 403
    assert eve.browser.me()["passkeys"] == []


def test_time_is_short(serving: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = owner(serving)
    players = serving.players
    options = ann.options()
    began = players.clock()
    with monkeypatch.context() as later:
        later.setattr(players, "clock", lambda: began + LIFE + 60)
        assert ann.sign_in(ann.authenticator.sign(options)).status_code == 403
        assert ann.sign_in(ann.authenticator.sign(ann.options())).status_code == 200


def test_pages_of_other_origins_sign_in_vain(serving: Serving) -> None:
    ann = owner(serving)
    honest = ann.authenticator.origin
    for origin, host in (
        ("https://evil.example", "localhost"),
        (honest, "evil.example"),
        ("https://evil.example", "evil.example"),
        (honest.replace("http:", "https:"), "localhost"),
        (honest + "0", "localhost"),
    ):
        ann.authenticator.origin, ann.authenticator.host = origin, host
        assert ann.sign_in(ann.authenticator.sign(ann.options())).status_code == 403, (origin, host)
        begun = ann.ask("/api/me/passkeys/begin").json()
        other = Authenticator(host, origin)
        assert ann.ask("/api/me/passkeys", {"credential": other.make(begun)}).status_code == 403, (origin, host)
    ann.authenticator.origin, ann.authenticator.host = honest, "localhost"
    # Whoever speaks under another name is that other host's, and has none of the passkeys here.
    evil = f"http://evil.example:{serving.port}"
    thief = Owner(serving)
    thief.origin = evil
    relayed = Authenticator("evil.example", evil)
    relayed.id = ann.authenticator.id
    assert thief.sign_in(relayed.sign(thief.options())).status_code == 403
    assert ann.sign_in(ann.authenticator.sign(ann.options())).status_code == 200


def test_signatures_and_counters_are_looked_at(serving: Serving) -> None:
    ann = owner(serving)
    forged = Authenticator("localhost", ann.origin)
    forged.id = ann.authenticator.id
    forged.count = 1000
    assert ann.sign_in(forged.sign(ann.options())).status_code == 403, "another key"
    signed = ann.authenticator.sign(ann.options())
    broken = bytearray(data(signed["response"]["signature"]))
    broken[-1] ^= 1
    signed["response"]["signature"] = text(bytes(broken))
    assert ann.sign_in(signed).status_code == 403
    ann.authenticator.count = 50
    assert ann.sign_in(ann.authenticator.sign(ann.options())).status_code == 200
    ann.authenticator.count = 10
    assert ann.sign_in(ann.authenticator.sign(ann.options())).status_code == 403, "a copy of the authenticator"


@pytest.mark.parametrize(
    "credential",
    [
        {}, {"id": 1}, {"response": None}, {"response": {"clientDataJSON": 7}}, {"response": {"clientDataJSON": "!"}},
        {"response": {"clientDataJSON": text(b"[]")}}, {"response": {"clientDataJSON": text(b'{"challenge": 3}')}},
        {"response": {"clientDataJSON": text(b'{"challenge": "\xff"}')}},
        {"response": {"clientDataJSON": text(b"[" * 20_000)}}, {"response": {"clientDataJSON": "\udc80"}},
    ],
)  # fmt: skip
def test_nonsense_is_refused(serving: Serving, credential: Credential) -> None:
    ann = Owner(serving, "Ann")
    body = json.dumps({"credential": credential}).encode("utf-8", "surrogatepass")
    for path in ("/api/sign-in", "/api/me/passkeys"):
        headers = {"origin": ann.origin, "host": ann.origin[7:], "cookie": ann.browser.cookie}
        answer = ann.browser.http.post(path, content=body, headers=headers)
        assert answer.status_code in (400, 403), (path, answer.text)


def test_parts_of_an_answer_are_broken_one_by_one(serving: Serving) -> None:
    ann = owner(serving)
    wrongs: list[Any] = [None, "", "AA", 5, "x" * 3000, {}, [], text(b"\xa1\x00")]
    for wrong in wrongs:
        for key in ("id", "rawId", "type"):
            signed = ann.authenticator.sign(ann.options())
            signed[key] = wrong
            assert ann.sign_in(signed).status_code == 403, (key, wrong)
        for key in ("authenticatorData", "signature", "clientDataJSON"):
            signed = ann.authenticator.sign(ann.options())
            signed["response"][key] = wrong
            assert ann.sign_in(signed).status_code == 403, (key, wrong)
        made = Authenticator("localhost", ann.origin).make(ann.ask("/api/me/passkeys/begin").json())
        made["response"]["attestationObject"] = wrong
        assert ann.ask("/api/me/passkeys", {"credential": made}).status_code == 403, wrong


def test_another_server_finishes_what_one_has_begun(postgres: Postgres) -> None:
    database = postgres.database()
    one, two = (Serving(Settings(database=database, limits=FAST)) for _ in range(2))
    try:
        ann = Owner(one, "Ann")
        options = ann.ask("/api/me/passkeys/begin").json()
        # As behind one proxy: the same origin, another process.
        other = Person(two.port)
        headers = {"origin": ann.origin, "host": ann.origin[7:], "cookie": ann.browser.cookie}
        body = {"credential": ann.authenticator.make(options)}
        assert other.http.post("/api/me/passkeys", json=body, headers=headers).status_code == 201
        signed = ann.authenticator.sign(ann.options())
        answer = other.http.post("/api/sign-in", json={"credential": signed}, headers={**headers, "cookie": ""})
        assert answer.status_code == 200
        assert answer.json()["me"]["player"] == ann.browser.me()["player"]
        again = ann.browser.http.post("/api/sign-in", json={"credential": signed}, headers={**headers, "cookie": ""})
        assert again.status_code == 403
    finally:
        one.stop()
        two.stop()
