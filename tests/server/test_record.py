"""What matches come to: results, ratings, and who may see them."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from tests.server.matches import play_out
from tests.server.people import Person, person
from tests.server.serving import FAST, Seated, Serving
from theomachy.server import record
from theomachy.server.app import Settings
from theomachy.server.record import Rating, rated_anew
from theomachy.server.record_rows import add_results
from theomachy.server.sql_storage import SqlStorage
from theomachy.server.storage import Finish


@pytest.fixture
def running(database: str) -> Iterator[Serving]:
    serving = Serving(Settings(database=database, bot_pause=0.0, limits=FAST))
    yield serving
    serving.stop()


def rated_table(ann: Person, ben: Person, **more: Any) -> Seated:
    table = ann.new_table("Ann", "open", seed=None, rated=True, **more)
    answer = ben.post(f"{table.path}/join", {"name": "Ben"})
    assert answer.status_code == 200, answer.text
    table.tokens[1] = answer.json()["token"]
    return table


def finish(table: Seated, seed: int = 3) -> list[int]:
    """Play a table of two people to its end; the seats that won."""
    eyes = [table.sit(0), table.sit(1)]
    for each in eyes:
        each.expect("state")
    play_out(eyes, random.Random(seed))
    winners: list[int] = eyes[0].news["outcome"]["winners"]
    for each in eyes:
        each.close()
    return winners


def page(somebody: Person) -> dict[str, Any]:
    found: dict[str, Any] = somebody.get(f"/api/players/{somebody.me()['player']}").json()
    return found


def test_a_rated_match_goes_into_the_record_of_both(running: Serving) -> None:
    ann, ben = person(running, "Ann"), person(running, "Ben")
    table = rated_table(ann, ben, listed=True)
    assert table.info()["rated"] is True
    sides = [place["side"] for place in table.info()["seats"]]
    winners = finish(table)
    for seat, somebody in enumerate((ann, ben)):
        (game,) = page(somebody)["games"]
        won = int(seat in winners)
        assert (game["game"], game["matches"], game["wins"], game["people"], game["rated"]) == ("ankh", 1, won, 1, 1)
        assert game["sides"] == [{"side": sides[seat], "matches": 1, "wins": won}]
        assert game["rating"]["matches"] == 1
        assert game["rating"]["sigma"] < Rating().sigma
        if len(winners) == 1:
            assert (game["rating"]["mu"] > Rating().mu) == bool(won)
        (match,) = page(somebody)["matches"]
        assert (match["table"], match["won"], match["rated"]) == (table.id, bool(won), True)
    # Nobody is named who did not want to be.
    assert running.client.get("/api/record").json()["players"] == []
    assert ann.post("/api/me/profile", {"public": True}).status_code == 200
    there = running.client.get("/api/record").json()
    assert [line["name"] for line in there["players"]] == ["Ann"]
    assert there["games"] == [{"game": "ankh", "playing": 0, "waiting": 0, "over": 1}]

    assert ann.post("/api/me/profile", {"public": False}).status_code == 200
    assert running.client.get("/api/record").json()["players"] == []


def test_what_does_not_count(running: Serving) -> None:
    ann, ben = person(running, "Ann"), person(running, "Ben")
    # Not listed as rated.
    table = ann.new_table("Ann", "open")
    answer = ben.post(f"{table.path}/join", {"name": "Ben"})
    table.tokens[1] = answer.json()["token"]
    finish(table)
    (game,) = page(ben)["games"]
    assert (game["matches"], game["rated"], game["rating"]) == (1, 0, None)
    # Two seats of one person, at one screen: who has won?
    shared = ann.new_table("Ann", "Guest")
    finish(shared)
    (game,) = page(ann)["games"]
    assert game["matches"] == 1
    # A seat that is added afterwards brings its match along.
    alone = person(running).new_table("Ann", "Ben")
    finish(alone)
    assert ann.post("/api/me/seats", {"seats": [{"table": alone.id, "token": alone.tokens[1]}]}).status_code == 200
    (game,) = page(ann)["games"]
    assert game["matches"] == 2
    # What goes on from a save is in nobody's record.
    save = running.client.get(f"{table.path}/save").text
    opened = ann.post("/api/tables/open", {"save": save, "seats": [{"who": "person"}, {"who": "open"}]})
    assert opened.status_code == 201
    (game,) = page(ann)["games"]
    assert game["matches"] == 2


@pytest.mark.parametrize("bot", ["seer", "prophet", "oracle", "search:50ms", "search:10s", "learned:2s"])
def test_no_strong_bot_stands_in_where_it_counts(running: Serving, bot: str) -> None:
    ann = person(running, "Ann")
    pace = {"kind": "live", "per": 30.0, "ends": "once", "bot": bot}
    body = {"game": "ankh", "seats": [{"who": "person", "name": "Ann"}, {"who": "open"}], "pace": pace}
    refused = ann.post("/api/tables", {**body, "rated": True})
    assert (refused.status_code, refused.json()["error"]) == (422, "bad-setup")
    assert "does not look ahead" in refused.json()["words"]
    assert ann.post("/api/tables", body).status_code == 201
    for weak in ("novice", "high-priest", "greedy", "random"):
        wanted = {**body, "rated": True, "pace": {**pace, "bot": weak}}
        assert ann.post("/api/tables", wanted).status_code == 201, weak


def test_an_older_rated_table_gets_the_usual_stand_in(running: Serving) -> None:
    ann, ben = person(running, "Ann"), person(running, "Ben")
    table = rated_table(ann, ben, pace={"kind": "days", "per": 86_400.0, "ends": "over", "bot": "greedy"})
    live = running.hall.live[table.id]
    live.record.pace = msgspec.structs.replace(live.record.pace, bot="oracle")
    for clock in live.clocks:
        clock.away = True
    assert [live.bot_of(seat) for seat in range(2)] == ["high-priest"] * 2


def test_a_rated_table_is_for_people_alone(running: Serving) -> None:
    ann, ben, guest = person(running, "Ann"), person(running, "Ben"), person(running)
    mine, free, bot = {"who": "person", "name": "A"}, {"who": "open"}, {"who": "bot", "bot": "random"}
    base: dict[str, Any] = {"game": "ankh", "rated": True}
    wrong: list[dict[str, Any]] = [
        {"seats": [mine, bot]},
        {"seats": [mine, mine]},
        {"seats": [mine, free], "seed": 1},
        {"seats": [mine, free], "setup": {"position": {}}},
        {"seats": [mine, free], "files": {"content": {"name": "x", "text": ""}}},
    ]
    for body in wrong:
        answer = ann.post("/api/tables", {**base, **body})
        assert (answer.status_code, answer.json()["error"]) == (422, "bad-setup"), body
    assert guest.post("/api/tables", {**base, "seats": [mine, free]}).status_code == 422
    table = ann.new_table("Ann", "open", "open", seed=None, rated=True)
    assert guest.post(f"{table.path}/join", {}).json()["error"] == "not-now"
    assert ann.post(f"{table.path}/join", {}).json()["error"] == "not-now", "one seat each"
    assert ann.post(f"{table.path}/seats/1", {"who": "bot", "bot": "random"}, "me").json()["error"] == "not-now"
    # Before the first choice somebody may get up again.
    assert ben.post(f"{table.path}/join", {"seat": 1}).status_code == 200
    assert ben.post(f"{table.path}/seats/1", {"who": "open"}, "me:1").status_code == 200
    token = ben.post(f"{table.path}/join", {"seat": 1}).json()["token"]
    # A seat stays with its player, whoever has its link.
    cid = person(running, "Cid")
    assert cid.post("/api/me/seats", {"seats": [{"table": table.id, "token": token}]}).json() == {"added": []}
    assert cid.post(f"{table.path}/join", {}).status_code == 200
    eyes = [somebody.look(table.id, f"me:{seat}") for seat, somebody in enumerate((ann, ben, cid))]
    for each in eyes:
        each.expect("state")
    play_out(eyes, random.Random(1), at_most=1)
    for each in eyes:
        each.close()
    for seat, somebody in enumerate((ann, ben, cid)):
        for wanted in ({"who": "open"}, {"who": "bot", "bot": "random"}):
            answer = somebody.post(f"{table.path}/seats/{seat}", wanted, f"me:{seat}")
            assert answer.json()["error"] == "not-now"


def test_the_record_of_others_stays_when_a_player_goes(running: Serving) -> None:
    ann, ben = person(running, "Ann"), person(running, "Ben")
    finish(rated_table(ann, ben))
    before = page(ben)
    assert ann.post("/api/me/delete", {"sure": True}).status_code == 200
    assert page(ben) == before
    export = ben.get("/api/me/export").json()["theomachy"]
    assert [match["rated"] for match in export["matches"]] == [True]


def test_results_are_written_once(database: str) -> None:
    """Two servers that end matches of the same people at once: each result counts, once."""

    async def work() -> None:
        storage = SqlStorage(database)
        try:
            await storage.write(_seat, "one")
            await storage.write(_seat, "two")
            ends = [storage.write(add_results, table, Finish([0, 1], [0]), 1.0) for table in ("one", "two")]
            await asyncio.gather(*ends)
            rows = await storage.read(lambda found: found.execute("SELECT matches FROM ratings").fetchall())
            assert [row[0] for row in rows] == [2, 2]
            counted = await storage.read(lambda found: found.execute("SELECT COUNT(*) FROM results").fetchone()[0])
            assert counted == 4
        finally:
            await storage.close()

    asyncio.run(work())


def _seat(database: Any, table: str) -> None:
    database.execute(
        "INSERT INTO tables (id, game, rules, title, setup, seed, listed, created, moved, over, version, host, state,"
        " seed_origin, salt, opened, disclosed, rated) VALUES (?, 'ankh', 1, '', '{}', 1, 0, 1, 1, 1, 1, ?, ?,"
        " 'drawn', ?, 0, 0, 1)",
        (table, b"", b"", b""),
    )
    for seat, player in enumerate(("ann", "ben")):
        database.execute(
            "INSERT INTO players (id, name, public, created) VALUES (?, ?, 0, 1) ON CONFLICT DO NOTHING",
            (player, player),
        )
        database.execute(
            "INSERT INTO seats (table_id, seat, side, who, name, player) VALUES (?, ?, 'ra', 'person', '', ?)",
            (table, seat, player),
        )


def test_ratings() -> None:
    winner, loser = rated_anew([Rating(), Rating()], [0, 1])
    assert winner.mu > Rating().mu > loser.mu
    assert winner.sigma < Rating().sigma
    assert (winner.matches, loser.matches) == (1, 1)
    one, two, three = rated_anew([Rating()] * 3, [0, 0, 0])
    assert one == two == three
    # Whoever was sure to win gains little.
    strong = Rating(40.0, 2.0, 30)
    assert rated_anew([strong, Rating()], [0, 1])[0].mu - strong.mu < 0.2


def test_without_openskill_there_are_no_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "_model", lambda: None)
    assert not record.ratings_available()
    assert rated_anew([Rating()], [0]) == [Rating()]
