"""Whatever is sent, the server answers as the protocol says, and goes on."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.examples import part
from tests.server.fuzz import ANSWERS, ask, talk
from tests.server.serving import Client

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

SETTINGS = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@SETTINGS
@given(messages=st.lists(MESSAGES | ANYTHING, min_size=1, max_size=8))
def test_any_messages(client: Client, messages: list[Any]) -> None:
    table = client.new_table("Ann", "Ben", setup={"first": 0}, hints=True)
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


@pytest.mark.parametrize("seed", part([1, 2, 3], 3))
def test_thousands_of_messages(client: Client, seed: int) -> None:
    assert talk(client, seed, 500) >= 500


def test_hundreds_of_requests(client: Client) -> None:
    ask(client, seed=5, requests=500)
