"""Hints as a setting of the table: on against bots, off among people, never in rated matches, and announced."""

from __future__ import annotations

import pytest

from tests.server.people import person
from tests.server.serving import Client, Eyes, Serving, until

REFUSED = "not-now"


def hint(eyes: Eyes) -> dict[str, object]:
    return eyes.ask(type="hint", bot="random")


def announced(eyes: Eyes) -> int:
    """How many hints were announced to these eyes so far."""
    assert eyes.ask(type="ping")["type"] == "pong"
    return sum('"type":"chat"' in text and "asked for a hint" in text for text in eyes.traffic)


def test_hints_are_on_against_bots_and_nobody_needs_to_be_told(client: Client) -> None:
    table = client.new_table("Ann", "bot:random", seed=5, setup={"first": 0})
    assert table.info()["hints"] is True
    with table.sit(0) as ann:
        ann.expect("state")
        assert hint(ann)["type"] == "hint"
        assert announced(ann) == 0


def test_hints_are_off_by_default_where_several_people_play(client: Client) -> None:
    table = client.new_table("Ann", "Ben", "bot:random", seed=6, setup={"first": 0}, listed=True)
    with table.sit(0) as ann, table.sit(1) as ben:
        assert ann.expect("state")["table"]["hints"] is False
        ben.expect("state")
        said = hint(ann)
        assert (said["type"], said["error"]) == ("refused", REFUSED)
        assert announced(ben) == 0
    listed = client.get("/api/tables").json()["tables"]
    assert [info["hints"] for info in listed if info["table"] == table.id] == [False]


def test_an_open_seat_counts_as_a_person(client: Client) -> None:
    table = client.new_table("Ann", "open", seed=6, setup={"first": 0})
    assert table.info()["hints"] is False
    with table.sit(0) as ann:
        ann.expect("state")
        assert hint(ann)["error"] == REFUSED


def test_where_hints_are_allowed_everybody_is_told_of_each_use(client: Client) -> None:
    table = client.new_table("Ann", "Ben", seed=6, setup={"first": 0}, hints=True)
    assert table.info()["hints"] is True
    with table.sit(0) as ann, table.sit(1) as ben, table.sit() as watcher:
        for eyes in (ann, ben, watcher):
            eyes.expect("state")
        assert hint(ann)["type"] == "hint"
        # Asking again about the same decision is no news.
        assert hint(ann)["type"] == "hint"
        assert [announced(eyes) for eyes in (ann, ben, watcher)] == [1, 1, 1]
        ann.choose(ann.choices[0])
        deciding = ann.news["prompt"]["seats"][0]
        assert hint((ann, ben)[deciding])["type"] == "hint"
        assert announced(watcher) == 2


def test_hints_can_be_ruled_out_against_bots_too_and_with_them_the_coach(client: Client) -> None:
    table = client.new_table("Ann", "bot:random", seed=5, setup={"first": 0}, hints=False)
    info = table.info()
    assert (info["hints"], info["coached"]) == (False, False)
    with table.sit(0) as ann:
        ann.expect("state")
        assert hint(ann)["error"] == REFUSED
        weighed = ann.ask(type="weigh", choice=ann.choices[0], version=ann.news["version"])
        assert weighed["error"] == REFUSED


def test_who_agreed_to_a_coach_may_ask_for_hints_too(client: Client) -> None:
    table = client.new_table("Ann", "Ben", seed=7, setup={"first": 0})
    with table.sit(0) as ann, table.sit(1) as ben:
        ann.expect("state")
        ben.expect("state")
        for eyes in (ann, ben):
            eyes.say(type="coach", agree=True)
            eyes.ask(type="ping")
        assert table.info()["hints"] is True
        assert hint(ann)["type"] == "hint"
        ben.say(type="coach", agree=False)
        ben.ask(type="ping")
        assert table.info()["hints"] is False
        assert hint(ann)["error"] == REFUSED


def test_hints_end_when_a_person_takes_the_seat_of_a_bot(client: Client) -> None:
    table = client.new_table("Ann", "bot:random", "bot:random", seed=5, setup={"first": 0})
    assert table.info()["hints"] is True
    client.post(f"{table.path}/seats/2", {"who": "open"}, table.host)
    client.post(f"{table.path}/join", {"name": "Ben", "seat": 2})
    assert table.info()["hints"] is False


@pytest.mark.parametrize("wish", [None, False])
def test_no_hints_in_rated_matches(serving: Serving, wish: bool | None) -> None:
    ann, ben = person(serving, "Ann"), person(serving, "Ben")
    body = {"game": "ankh", "rated": True, "hints": True, "seats": [{"who": "person", "name": "Ann"}, {"who": "open"}]}
    assert ann.post("/api/tables", body).status_code == 422
    table = ann.new_table("Ann", "open", seed=None, rated=True, hints=wish)
    joined = ben.post(f"{table.path}/join", {"name": "Ben"}).json()
    assert table.info()["hints"] is False
    with table.sit(0) as one, serving.client.sit(table.id, joined["token"]) as other:
        for eyes in (one, other):
            eyes.expect("state")
            assert eyes.ask(type="coach", agree=True)["error"] == REFUSED
        deciding = (one, other)[one.news["prompt"]["seats"][0]]
        said = hint(deciding)
        assert (said["error"], "rated" in str(said["words"])) == (REFUSED, True)
        weighed = deciding.ask(type="weigh", choice=deciding.choices[0], version=deciding.news["version"])
        assert weighed["error"] == REFUSED


def test_the_setting_survives_a_restart(serving: Serving, client: Client) -> None:
    table = client.new_table("Ann", "Ben", seed=6, setup={"first": 0}, hints=True)
    serving.hall.put_away(idle=0.0, idle_over=0.0)
    until(lambda: table.id not in serving.hall.live)
    assert table.info()["hints"] is True
