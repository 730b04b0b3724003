"""A coach: for one person among bots, for several if all have agreed, and for nobody else."""

from __future__ import annotations

import theomachy
from tests.server.serving import Client, Eyes, Seated
from theomachy.server.seats import Chair, may_coach

NOBODY = "not-now"


def weigh(eyes: Eyes, choice: str | None = None) -> dict[str, object]:
    return eyes.ask(type="weigh", choice=choice or eyes.choices[0], version=eyes.news["version"])


def agree(eyes: Eyes, wanted: bool) -> None:
    """Say so, and wait until it was heard."""
    eyes.say(type="coach", agree=wanted)
    assert eyes.ask(type="ping")["type"] == "pong"


def coached(table: Seated) -> bool:
    return bool(table.info()["coached"])


def test_who_may_have_a_coach() -> None:
    person, bot, empty = Chair(0, "ra", "person"), Chair(1, "isis", "bot", bot="random"), Chair(1, "isis", "open")
    agreed, other = Chair(0, "ra", "person", coach=True), Chair(1, "isis", "person", coach=True)
    assert may_coach([person, bot])
    assert not may_coach([person, empty])
    assert not may_coach([person, other])
    assert may_coach([agreed, other])
    assert not may_coach([bot])


def test_one_person_among_bots_has_a_coach_who_sees_no_more_than_they(client: Client) -> None:
    table = client.new_table("Ann", "bot:random", seed=5, setup={"first": 0})
    with table.sit(0) as ann:
        ann.expect("state")
        said = weigh(ann)
        assert said["type"] == "weighed", said
        assert said["choice"] == ann.choices[0]
        assert isinstance(said["before"], float)
        assert isinstance(said["after"], float)
        assert 0.0 <= said["after"] <= said["before"] <= 1.0 or not said["worse"]
        assert weigh(ann, "cell Z99")["type"] == "refused"
        assert ann.ask(type="weigh", choice=ann.choices[0], version=99)["error"] == "stale"
        # The choice was not made.
        assert ann.ask(type="ping")["type"] == "pong"
        assert table.info()["version"] == ann.news["version"]


def test_among_people_all_must_agree_and_each_may_end_it(client: Client) -> None:
    table = client.new_table("Ann", "Ben", "bot:random", seed=6, setup={"first": 0})
    with table.sit(0) as ann, table.sit(1) as ben, table.sit() as watcher:
        for eyes in (ann, ben, watcher):
            eyes.expect("state")
        assert not coached(table)
        assert weigh(ann)["error"] == NOBODY
        ann.say(type="coach", agree=True)
        assert "coach" in ben.expect("chat")["line"]["text"]
        agree(ann, True)
        assert not coached(table)
        assert weigh(ann)["error"] == NOBODY
        agree(ben, True)
        assert coached(table)
        assert weigh(ann)["type"] == "weighed"
        agree(ben, False)
        assert not coached(table)
        assert weigh(ann)["error"] == NOBODY
        assert watcher.ask(type="coach", agree=True)["error"] == "not-yours"
        assert watcher.ask(type="weigh", choice=ann.choices[0], version=0)["error"] == "not-yours"


def test_what_somebody_agreed_to_is_not_agreed_to_by_whoever_comes_after_them(client: Client) -> None:
    table = client.new_table("Ann", "Ben", seed=7, setup={"first": 0})
    with table.sit(0) as ann, table.sit(1) as ben:
        ann.expect("state")
        ben.expect("state")
        for eyes in (ann, ben):
            agree(eyes, True)
        assert coached(table)
    client.post(f"{table.path}/seats/1", {"who": "open"}, table.tokens[1])
    assert not coached(table)
    client.post(f"{table.path}/join", {"name": "Cid"})
    assert not coached(table)
    assert [place["coach"] for place in table.info()["seats"]] == [True, False]


def test_a_lesson_has_its_own_teacher(client: Client) -> None:
    game = next(iter(theomachy.GAMES))
    lessons = client.get(f"/api/lessons/{game}").json()["lessons"]
    body = {"game": game, "seats": [{"who": "person", "name": "Ann"}], "lesson": lessons[0]["name"]}
    table = Seated(client, client.post("/api/tables", body).json())
    assert not coached(table)
