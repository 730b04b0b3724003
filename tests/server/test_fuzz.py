"""Whatever is sent, the server answers as the protocol says, and goes on."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.server.matches import at_battle
from tests.server.raw import Raw
from tests.server.serving import Client, Eyes
from theomachy.server.guard import HEADERS

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=8,
)
CHOICES = st.sampled_from(["action move", "action gain", "done", "figure B6", "cell C5", "card flood", "bid 2"])
TYPES = st.sampled_from(["choose", "undo", "why", "preview", "chat", "lang", "ping", "hello", "hint", "state"])
MESSAGES = st.fixed_dictionaries(
    {"type": TYPES},
    optional={
        "choice": CHOICES | ANYTHING,
        "version": st.integers(-1, 3) | ANYTHING,
        "text": st.text(max_size=30) | ANYTHING,
        "lang": st.sampled_from(["en", "de", "ru"]) | ANYTHING,
        "bot": st.sampled_from(["random", "nobody"]) | ANYTHING,
        "token": st.text(max_size=22) | ANYTHING,
        "ref": st.integers(0, 5) | ANYTHING,
    },
)
ANSWERS = {"state", "update", "refused", "verdict", "preview", "hint", "error", "pong", "chat", "table"}

SETTINGS = settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@SETTINGS
@given(messages=st.lists(MESSAGES | ANYTHING, min_size=1, max_size=8))
def test_any_messages(client: Client, messages: list[Any]) -> None:
    table = client.new_table("Ann", "Ben", setup={"first": 0})
    with table.sit(0) as ann:
        ann.expect("state")
        for message in messages:
            ann.socket.send(json.dumps(message))
        ann.say(type="ping", ref=777_777)
        while True:
            heard = ann.hear()
            assert heard["type"] in ANSWERS
            assert heard.get("error") != "internal"
            if heard.get("ref") == 777_777:
                break
    assert table.info()["phase"] == "playing"


SITTERS = st.sampled_from([{"who": "person", "name": "A"}, {"who": "open"}, {"who": "bot", "bot": "random"}]) | ANYTHING
SETUPS = st.dictionaries(
    st.sampled_from(
        ["gods", "houses", "scenario", "pharaoh", "players", "guardians", "first", "custom", "content", "position",
         "first_game", "content_hash", "scenario_file"]
    ),
    ANYTHING
    | st.lists(st.sampled_from(["ra", "isis", "babylon", None]), min_size=2, max_size=3)
    | st.sampled_from(["ramses", "random", "two-capitals", 2, True])
    | st.dictionaries(st.sampled_from(["name", "players", "pieces", "camels", "order", "cities", "turn"]), ANYTHING),
    max_size=4,
)  # fmt: skip


@SETTINGS
@given(game=st.sampled_from(["ankh", "anunnaki"]), setup=SETUPS, seats=st.lists(SITTERS, min_size=2, max_size=3))
def test_any_table(client: Client, game: str, setup: dict[str, Any], seats: list[Any]) -> None:
    body = json.dumps({"game": game, "setup": setup, "seats": seats, "seed": 1})
    answer = client.http.post("/api/tables", content=body)
    assert answer.status_code in (201, 400, 422), answer.text
    if answer.status_code != 201:
        assert answer.json()["error"] in ("bad-request", "bad-setup")
        assert answer.json()["words"]


# --- thousands, by lot ------------------------------------------------------------------------------------------------

TEXTS = [
    "",
    "x",
    "done",
    "action move",
    "cell C5",
    "card flood",
    "\x00",
    "é",
    "😀",
    "x" * 101,
    "{evil}",
    "' OR 1=1",
    "-1",
]
NUMBERS = [0, 1, -1, 2**31, 2**53 - 1, 2**53, 2**63, 10**30, 0.5, 1e308]


def odd_value(luck: random.Random) -> Any:
    return luck.choice(
        [None, True, [], {}, [[]], {"a": {}}, luck.choice(TEXTS), luck.choice(NUMBERS), luck.randrange(300)]
    )


def odd_message(luck: random.Random, eyes: Eyes) -> str | bytes:
    """A message that may be right, or wrong in any part."""
    version = eyes.news["version"]
    fields: dict[str, list[Any]] = {
        "choice": [*eyes.choices, *TEXTS],
        "version": [version, version, version - 1, version + 1],
        "text": TEXTS,
        "lang": ["en", "de", "ru"],
        "bot": ["random", "greedy", "search:50ms", "search:10s", "nobody", "/etc/passwd"],
        "token": TEXTS,
        "since": [0, version, version - 3],
        "lines": [0, 5],
        "ref": [luck.randrange(1000)],
    }
    kinds = ["choose", "choose", "undo", "why", "preview", "chat", "lang", "ping", "hello", "hint", "state", ""]
    message: dict[str, Any] = {"type": luck.choice(kinds)}
    for name, values in fields.items():
        chance = luck.random()
        if chance < 0.75:
            message[name] = luck.choice(values)
        elif chance < 0.82:
            message[name] = odd_value(luck)
    text = json.dumps(message)
    chance = luck.random()
    if chance < 0.03:
        return text.encode()
    if chance < 0.06:
        return text[: luck.randrange(len(text))]
    if chance < 0.09:
        return text.replace("e", luck.choice(["\\ud800", "\\u0000", '"', "\\"]), 1)
    return text


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_thousands_of_messages(client: Client, seed: int) -> None:
    """Three pairs of eyes at a battle, where choices are secret, talk all at once. Nobody's socket fails, everybody
    hears only what the protocol has, and the match that comes of it is one."""
    match = at_battle(seed=seed)
    table = client.open_save(match.save(), "Ann", "Ben")
    luck = random.Random(seed)
    crowd = [table.sit(0), table.sit(1), table.sit()]
    for eyes in crowd:
        eyes.expect("state")
    sent = 0
    for number in range(70):
        for eyes in crowd:
            for _ in range(luck.randrange(1, 10)):
                eyes.socket.send(odd_message(luck, eyes))
                sent += 1
            mark = 10_000 + number
            eyes.say(type="ping", ref=mark)
            while (heard := eyes.hear()).get("ref") != mark:
                assert heard["type"] in ANSWERS
                assert heard.get("error") not in ("internal", "not-stored")
    assert sent > 900
    for eyes in crowd:
        eyes.close()
    save = client.get(f"{table.path}/save", *table.tokens.values())
    again = client.open_save(save.text, "Cid", "Dot")
    assert again.info()["game"] == "ankh"


PATHS = ["/", "/api/tables", "/api/tables/open", "/api/tables/{table}", "/api/tables/{table}/join",
         "/api/tables/{table}/seats/0", "/api/tables/{table}/seats/{odd}", "/api/tables/{table}/save",
         "/api/tables/{table}/replay?step={odd}", "/api/tables/{table}/story?lang={odd}", "/api/games/{odd}/words",
         "/api/games/ankh/board", "/api/bots", "/assets/{odd}", "/t/{odd}", "/{odd}", "/api/{odd}"]  # fmt: skip
ODD = ["%00", "%ff", "%ed%a0%80", "..%2f..", "a" * 3000, "-1", "0", "9" * 30, "%7Bevil%7D", "*", "%", "%zz", "nan"]
ODD_HEADERS = ["Origin: http://[", "Origin: null", "Authorization: Bearer \xff", "Authorization: Bearer " + "a," * 500,
               "Accept-Language: " + ";," * 100, "Accept-Encoding: gzip", "Content-Type: x", "Range: bytes=9-1",
               "X-Forwarded-For: [::1", "If-None-Match: \xff", "Cookie: =;"]  # fmt: skip


def test_hundreds_of_requests(client: Client) -> None:
    """Whatever is asked, and however, the answer is no failure, and has the headers."""
    luck = random.Random(5)
    table = client.new_table("Ann", "open")
    for _ in range(500):
        path = luck.choice(PATHS).format(table=table.id, odd=luck.choice(ODD))
        method = luck.choice(["GET", "GET", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"])
        body = (
            b""
            if method == "GET"
            else json.dumps({"game": "ankh", "who": odd_value(luck), "seats": odd_value(luck)}).encode()
        )
        lines = [f"{method} {path} HTTP/1.1", "Host: x", "Connection: close", f"Content-Length: {len(body)}"]
        lines += luck.sample(ODD_HEADERS, luck.randrange(3))
        raw = Raw(client.port)
        raw.send("\r\n".join([*lines, "", ""]).encode("latin-1") + body)
        head, _, _ = raw.read_all().partition(b"\r\n\r\n")
        raw.close()
        # With the page not built, the page's own addresses say so.
        status = int(head.split()[1])
        assert status < 500 or status == 503, lines
        assert all(name + b": " + value in head for name, value in HEADERS), lines
    assert client.get("/api/bots").status_code == 200
