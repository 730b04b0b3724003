"""It is my turn: who is told of it, when, and how often. With a real service that takes the messages, and time that is
moved."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from tests.server.calling import ADDRESS, Scene, hook, quiet_now, served, table_for
from tests.server.people import Person, person
from tests.server.postgres import Postgres
from tests.server.receivers import Receiver
from tests.server.serving import Eyes, MovedTime, until
from theomachy.server.database import open_database
from theomachy.server.hooks import signature
from theomachy.server.notices import (
    GAP,
    GRACE,
    Wishes,
    after_quiet,
)


def test_a_turn_is_told_once(scene: Scene) -> None:
    table, token = scene.table(title="Friday")
    scene.timing.move(GRACE - 1)
    scene.settle()
    assert scene.receiver.got == []
    scene.timing.move(2)
    until(lambda: scene.receiver.got)
    said = scene.receiver.got[0].json
    assert said["event"] == "turn"
    assert (said["tables"][0]["table"], said["tables"][0]["title"], said["tables"][0]["game"]) == (
        table.id, "Friday", "ankh",
    )  # fmt: skip
    assert said["tables"][0]["url"] == f"{ADDRESS}/t/{table.id}"
    # Nothing that opens a seat, and nobody's name.
    for hidden in (token, *table.tokens.values(), table.host, "Ben", "Ann"):
        assert hidden not in scene.receiver.got[0].body.decode()
    assert scene.receiver.got[0].headers["x-theomachy-signature"] == signature(scene.secret, scene.receiver.got[0].body)
    # However long it takes, and whatever Ben does in his turn: it is one.
    scene.timing.move(10 * GAP)
    scene.settle()
    with scene.ben.look(table.id, token) as eyes:
        eyes.expect("state")
        assert eyes.choose(eyes.choices[0])["type"] == "update"
    scene.timing.move(10 * GAP)
    scene.settle()
    assert len(scene.receiver.got) == 1


def test_who_looks_is_not_told(scene: Scene) -> None:
    table, token = scene.table()
    with scene.ben.look(table.id, token) as eyes:
        eyes.expect("state")
        eyes.ask(type="ping")
        scene.grace_ends()
        scene.settle()
    scene.timing.move(GAP)
    scene.settle()
    assert scene.receiver.got == []


def test_a_page_behind_others_is_not_looking(scene: Scene) -> None:
    table, token = scene.table()
    with scene.ben.look(table.id, token) as eyes:
        # It was seen for a moment: that is enough for this turn.
        eyes.expect("state")
        eyes.ask(type="ping")
    other, second = scene.table()
    with _behind(scene.ben, other.id, second) as eyes:
        eyes.expect("state")
        eyes.ask(type="ping")
        scene.grace_ends()
        until(lambda: scene.receiver.got)
        assert [one["table"] for one in scene.receiver.got[0].json["tables"]] == [other.id]


def _behind(somebody: Person, table: str, token: str) -> Eyes:
    eyes = Eyes(somebody.port, table, additional_headers={"Cookie": somebody.cookie})
    eyes.say(type="hello", token=token, looking=False)
    return eyes


def test_whoever_comes_to_look_before_is_not_told(scene: Scene) -> None:
    table, token = scene.table()
    with _behind(scene.ben, table.id, token) as eyes:
        eyes.expect("state")
        eyes.say(type="look", looking=True)
        eyes.ask(type="ping")
        scene.grace_ends()
        scene.settle()
    assert scene.receiver.got == []


def test_a_flood_of_turns_is_one_message(scene: Scene) -> None:
    tables = [scene.table()[0].id for _ in range(4)]
    scene.grace_ends()
    until(lambda: scene.receiver.got)
    assert sorted(one["table"] for one in scene.receiver.got[0].json["tables"]) == sorted(tables)
    # And what comes soon after it waits, and comes in one again.
    more = []
    for _ in range(3):
        more.append(scene.table()[0].id)
        scene.grace_ends()
        scene.settle()
    assert len(scene.receiver.got) == 1
    scene.timing.move(GAP)
    until(lambda: len(scene.receiver.got) > 1)
    assert sorted(one["table"] for one in scene.receiver.got[1].json["tables"]) == sorted(more)


def test_a_turn_that_is_over_is_not_told(scene: Scene) -> None:
    table, token = scene.table()
    assert scene.ben.post(f"{table.path}/seats/1", {"who": "open"}, token).status_code == 200
    scene.timing.move(GAP)
    scene.settle()
    assert scene.receiver.got == []


def test_whose_time_is_up_is_told_so(scene: Scene) -> None:
    scene.table(pace={"kind": "days", "per": 86_400.0})
    scene.grace_ends()
    until(lambda: scene.receiver.got)
    scene.timing.move(86_400.0)
    until(lambda: len(scene.receiver.got) > 1)
    assert [got.json["tables"][0]["why"] for got in scene.receiver.got] == ["turn", "late"]


def test_who_wants_nothing_gets_nothing(scene: Scene) -> None:
    assert scene.ben.post("/api/me/notices", {"on": False}).status_code == 200
    scene.table()
    scene.timing.move(GAP)
    scene.settle()
    assert scene.receiver.got == []


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
