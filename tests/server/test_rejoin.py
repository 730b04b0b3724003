"""Losing the connection and coming back."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator

import pytest

from tests.server.matches import at_battle, play_out
from tests.server.serving import SOON, Client, Eyes, Seated, Serving
from theomachy.server import hall as halls
from theomachy.server.course import Course
from theomachy.server.hall import course_of
from theomachy.server.storage import StoredTable


@pytest.fixture
def table(client: Client) -> Iterator[tuple[Seated, list[Eyes]]]:
    """A table with two people who have made 20 choices."""
    made = client.new_table("Ann", "Ben", seed=21)
    eyes = [made.sit(seat) for seat in range(2)]
    for pair in eyes:
        pair.expect("state")
    play_out(eyes, random.Random(21), at_most=20)
    yield made, eyes
    for pair in eyes:
        pair.close()


def test_what_was_missed_comes_one_by_one(table: tuple[Seated, list[Eyes]]) -> None:
    """Who comes back with the last version seen hears exactly what the others heard meanwhile."""
    made, eyes = table
    missed = [message for message in map(json.loads, eyes[0].traffic) if message["type"] == "update"][12:]
    with made.sit(0, since=12) as again:
        for update in missed:
            heard = again.hear()
            update.pop("ref", None)
            assert heard == update
        assert heard["version"] == 20
        assert again.hear()["type"] == "table"


def test_a_spectator_catches_up_without_seats_choices(table: tuple[Seated, list[Eyes]]) -> None:
    made, _ = table
    with made.sit(since=15) as watcher:
        for version in range(16, 21):
            update = watcher.hear()
            assert (update["type"], update["version"]) == ("update", version)
            assert update["choices"] == []
            assert update["view"]["seat"] is None


def test_nothing_missed(table: tuple[Seated, list[Eyes]]) -> None:
    made, _ = table
    with made.sit(1, since=20) as again:
        assert again.hear()["type"] == "table"
        assert again.ask(type="ping")["type"] == "pong"


@pytest.mark.parametrize("since", [None, 21, 10**9])
def test_everything_is_sent_when_the_version_helps_nothing(table: tuple[Seated, list[Eyes]], since: int | None) -> None:
    made, eyes = table
    with made.sit(0, **({} if since is None else {"since": since})) as again:
        state = again.hear()
        assert (state["type"], state["version"]) == ("state", 20)
        assert state["view"] == eyes[0].news["view"]
        told = [json.loads(text) for text in eyes[0].traffic]
        entries = [entry for message in told for entry in message.get("log", []) + message.get("entries", [])]
        assert state["log"] == entries


def test_an_undo_in_between_is_a_full_resync(client: Client) -> None:
    made = client.new_table("Ann", "Ben", setup={"first": 0})
    with made.sit(0) as ann:
        ann.expect("state")
        ann.choose("action move")
        ann.ask(type="undo", version=1)
        ann.choose("action gain")
        version = ann.news["version"]
        with made.sit(1, since=1) as ben:
            assert ben.hear()["type"] == "state"
        with made.sit(1, since=2) as ben:
            assert [ben.hear()["version"] for _ in range(2, version)] == list(range(3, version + 1))


def test_missed_lines_of_the_chat(client: Client) -> None:
    made = client.new_table("Ann", "Ben")
    with made.sit(0) as ann:
        ann.expect("state")
        for word in ("one", "two", "three"):
            ann.say(type="chat", text=word)
            ann.expect("chat")
        with made.sit(1, since=0, lines=1) as ben:
            assert ben.hear()["type"] == "table"
            assert [ben.hear()["line"]["text"] for _ in range(2)] == ["two", "three"]


def test_coming_back_in_the_middle_of_a_secret_decision(client: Client) -> None:
    """Neither the missed updates nor the full state tell what the other one has chosen."""
    match = at_battle()
    made = client.open_save(match.save(), "Ann", "Ben")
    first, second = match.decision.seats
    with made.sit(first) as one:
        began = one.expect("state")["version"]
        card = one.choices[0]
        one.choose(card)
        with made.sit(second, since=began) as two:
            update = two.hear()
            assert update["by"] == {"seat": first}
            assert update["view"]["secret"] == {"chosen": [first], "own": []}
        with made.sit(first, since=began) as again:
            assert again.hear()["by"] == {"seat": first, "choice": card}
            assert again.news["view"]["secret"]["own"] == [card]


def test_idle_tables_are_put_away_and_brought_back(serving: Serving, client: Client) -> None:
    made = client.new_table("Ann", "Ben", setup={"first": 0})
    with made.sit(0) as ann:
        ann.expect("state")
        ann.choose("action move")
        ann.say(type="chat", text="back soon")
        ann.expect("chat")
        view = ann.news["view"]
    hall = serving.hall
    while made.id in hall.live:
        serving.client.get(made.path)
        hall.put_away(idle=-1)
    with made.sit(0) as ann:
        state = ann.expect("state")
        assert (state["version"], state["view"]) == (1, view)
        assert [line["text"] for line in state["chat"]] == ["back soon"]
        assert made.id in hall.live


def test_everybody_comes_at_once_and_the_match_is_played_again_once(
    serving: Serving, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a restart: whoever comes first brings the table in for all."""
    made = client.new_table("Ann", "Ben", seed=21)
    with made.sit(0) as ann, made.sit(1) as ben:
        ann.expect("state")
        ben.expect("state")
        play_out([ann, ben], random.Random(21), at_most=10)
    replays: list[str] = []

    def slow_course_of(stored: StoredTable) -> Course:
        replays.append(stored.record.table)
        time.sleep(0.3)
        return course_of(stored)

    monkeypatch.setattr(halls, "course_of", slow_course_of)
    end = time.monotonic() + SOON
    while made.id in serving.hall.live:
        serving.hall.put_away(idle=0.0)
        assert time.monotonic() < end
        time.sleep(0.02)
    everybody = [made.sit(number % 2) for number in range(8)]
    for eyes in everybody:
        assert eyes.expect("state")["version"] == 10
        eyes.close()
    assert replays == [made.id]
