"""Clocks at real tables, with time that the tests move: what is stored, told and done when somebody's time is up."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest

from tests.server.matches import at_battle
from tests.server.postgres import Postgres
from tests.server.serving import FAST, SOON, Eyes, Message, MovedTime, Seated, Serving, until
from theomachy.server.app import Settings
from theomachy.server.database import open_database
from theomachy.server.limits import Limits
from theomachy.server.operating import close
from theomachy.server.timing import Rota

LIVE = {"kind": "live", "per": 30.0, "reserve": 60.0, "ends": "once", "bot": "random"}
DAYS = {"kind": "days", "per": 86_400.0, "ends": "over", "bot": "random"}
HOUR = 3_600.0
WHOLE = {
    "kind": "none", "per": 0.0, "reserve": 0.0, "weekends_off": False, "zone": "UTC", "ends": "nudge", "bot": "greedy",
}  # fmt: skip


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_the_servers_of_a_machine_look_together_as_often_as_one(count: int) -> None:
    """Once a second, and in turns; where there are very many of them, each still looks often enough."""
    rotas = [Rota(number, count) for number in range(count)]
    looks = sorted(rota.first(1.0) + turn * rota.next(1.0) for rota in rotas for turn in range(12 // count))
    assert looks == [float(second) for second in range(12)]
    many = [Rota(number, 50) for number in range(50)]
    assert {rota.next(1.0) for rota in many} == {4.0}
    assert {rota.first(1.0) for rota in many} == {0.0, 1.0, 2.0, 3.0}


@contextmanager
def served(database: str, timing: MovedTime, limits: Limits = FAST, bot_pause: float = 0.0) -> Iterator[Serving]:
    running = Serving(Settings(database=database, bot_pause=bot_pause, limits=limits), timing)
    try:
        yield running
    finally:
        running.stop()


def new_table(running: Serving, pace: dict[str, Any], *who: str, **more: Any) -> Seated:
    return running.client.new_table(*(who or ("Ann", "Ben")), pace=pace, setup={"first": 0}, **more)


def clock_of(message: Message, seat: int) -> Message:
    found: Message = next(clock for clock in message["clocks"]["clocks"] if clock["seat"] == seat)
    return found


def told(eyes: Eyes, seat: int, **wanted: object) -> Message:
    """The next clocks in which a seat's has these values."""
    while True:
        for clock in eyes.expect("clocks")["clocks"]["clocks"]:
            if clock["seat"] == seat and all(clock[key] == value for key, value in wanted.items()):
                found: Message = clock
                return found


# --- at the table -----------------------------------------------------------------------------------------------------


def test_a_table_tells_its_pace_and_its_clocks(database: str) -> None:
    timing = MovedTime()
    with served(database, timing) as running:
        table = new_table(running, LIVE, listed=True)
        assert table.info()["pace"] == WHOLE | LIVE
        listed = running.client.get("/api/tables").json()["tables"]
        assert [found["pace"] for found in listed] == [WHOLE | LIVE]
        with table.sit(0) as ann, table.sit(1) as ben:
            state = ann.expect("state")
            # Nobody's clock runs before they have come.
            assert clock_of(state, 0) == {
                "seat": 0, "left": 30.0, "reserve": 60.0, "due": None, "out": False, "away": False,
            }  # fmt: skip
            assert told(ann, 0)["due"] == timing.now() + 90.0
            ben.expect("state")
            timing.move(40.0)
            assert ann.choose(ann.choices[0])["type"] == "update"
            # What a decision takes beyond its time is taken from the reserve.
            assert told(ann, 0)["reserve"] == 50.0
            told(ben, 0, reserve=50.0)


def test_a_table_without_a_pace_has_no_clocks(database: str) -> None:
    with served(database, MovedTime()) as running:
        table = running.client.new_table("Ann", "Ben")
        assert table.info()["pace"] == WHOLE
        with table.sit(0) as ann:
            state = ann.expect("state")
            assert state["clocks"] is None
            ann.say(type="back", ref=1)
            if ann.choices:
                assert ann.choose(ann.choices[0])["type"] == "update"
            assert not any('"type":"clocks"' in text for text in ann.traffic)


@pytest.mark.parametrize(
    "pace",
    [
        {"kind": "live", "per": 1.0},
        {"kind": "days", "per": 86_400.0, "zone": "Nowhere/Land"},
        {"kind": "live", "per": 30.0, "bot": "nobody"},
        {"kind": "sundays"},
        {"kind": "live", "per": "long"},
    ],
)
def test_a_pace_that_makes_no_sense_is_refused(serving: Serving, pace: dict[str, Any]) -> None:
    body = {"game": "ankh", "seats": [{"who": "open"}, {"who": "open"}], "pace": pace}
    answer = serving.client.post("/api/tables", body)
    assert (answer.status_code, answer.json()["error"]) in ((422, "bad-setup"), (400, "bad-request"))


# --- the end of time --------------------------------------------------------------------------------------------------


def test_a_bot_decides_once(database: str) -> None:
    timing = MovedTime()
    with served(database, timing) as running:
        table = new_table(running, LIVE)
        with table.sit(0) as ann, table.sit(1) as ben:
            ann.expect("state")
            ben.expect("state")
            told(ann, 0, due=timing.now() + 90.0)
            timing.move(89.0)
            ann.ask(type="ping")
            assert table.info()["version"] == 0
            timing.move(2.0)
            assert ben.expect("update")["by"]["seat"] == 0
            line = ben.expect("chat") if not any("Time is up" in text for text in ben.traffic) else None
            assert line is None or "Time is up" in line["line"]["text"]
            # What comes next is the person's again, with a decision's time and no reserve.
            ann.catch_up(1)
            if ann.choices:
                assert told(ann, 0, out=False)["reserve"] == 0.0
                assert ann.choose(ann.choices[0])["type"] == "update"
        assert table.info()["seats"][0]["who"] == "person"


def test_a_bot_takes_over_until_the_person_returns(database: str) -> None:
    timing = MovedTime()
    with served(database, timing) as running:
        table = new_table(running, DAYS, "Ann", "bot:random")
        with table.sit(0) as ann:
            ann.expect("state")
            version = ann.news["version"]
            timing.move(86_401.0)
            # Both seats are played by bots now, choice after choice.
            until(lambda: table.info()["version"] > version + 20)
            assert told(ann, 0, away=True)["out"]
            ann.say(type="back")
            told(ann, 0, away=False)
            until(lambda: not _moves(table))
            newest = table.info()["version"]
            ann.catch_up(newest)
            assert ann.choices
            assert ann.choose(ann.choices[0])["type"] == "update"
        assert table.info()["seats"][0] == {
            **table.info()["seats"][0], "who": "person", "name": "Ann",
        }  # fmt: skip


def _moves(table: Seated) -> bool:
    before = table.info()["version"]
    time.sleep(0.1)
    return bool(table.info()["version"] != before)


def test_who_opens_the_page_again_has_returned_and_a_page_that_reconnects_has_not(database: str) -> None:
    timing = MovedTime()
    with served(database, timing) as running:
        table = new_table(running, DAYS)
        with table.sit(0) as ann:
            ann.expect("state")
        timing.move(86_401.0)
        with table.sit(1) as ben:
            ben.expect("state")
            until(lambda: ben.hear() and any('"away":true' in text for text in ben.traffic))
            until(lambda: not _moves(table))
            newest = table.info()["version"]
            with table.sit(0, since=newest) as ann:
                assert told(ann, 0)["away"]
            with table.sit(0) as ann:
                ann.expect("state")
                assert not told(ann, 0)["away"]


# --- used time stays --------------------------------------------------------------------------------------------------


def test_a_hello_with_since_starts_the_clock(database: str) -> None:
    timing = MovedTime()
    with served(database, timing) as running:
        table = new_table(running, LIVE)
        with table.sit(0, since=0) as ann:
            told(ann, 0, due=timing.now() + 90.0)
            timing.move(91.0)
            assert ann.expect("update")["by"]["seat"] == 0


def test_back_gives_no_time_for_a_decision_whose_time_is_up(database: str) -> None:
    timing = MovedTime()
    # The bot that stands in pauses so long that everything here happens before its choice.
    with served(database, timing, bot_pause=SOON * 2) as running:
        table = new_table(running, {**LIVE, "ends": "over"})
        with table.sit(0) as ann:
            ann.expect("state")
            told(ann, 0, due=timing.now() + 90.0)
            timing.move(91.0)
            told(ann, 0, away=True)
            for _ in range(3):
                ann.say(type="back")
                assert ann.ask(type="ping")["type"] == "pong"
            with table.sit(0) as again:
                clock = clock_of(again.expect("state"), 0)
                assert (clock["away"], clock["out"], clock["due"], clock["left"]) == (False, True, None, 0.0)
            refused = ann.choose(ann.choices[0])
            assert (refused["type"], refused["error"]) == ("refused", "not-now")
            assert "time is up" in refused["words"]
            assert table.info()["version"] == 0


def test_who_leaves_and_joins_again_has_the_time_that_was_left(database: str) -> None:
    timing = MovedTime()
    with served(database, timing) as running:
        client, table = running.client, new_table(running, {**LIVE, "ends": "nudge"})
        with table.sit(0) as ann, table.sit(1) as ben:
            ann.expect("state")
            ben.expect("state")
            due = timing.now() + 90.0
            told(ben, 0, due=due)
            timing.move(20.0)
            assert client.post(f"{table.path}/seats/0", {"who": "open"}, table.tokens[0]).status_code == 200
            # It is the open seat that must decide: its time goes on.
            timing.move(30.0)
            joined = client.post(f"{table.path}/join", {"seat": 0, "name": "Ann"})
            assert joined.status_code == 200, joined.text
            told(ben, 0, due=due)
            with client.sit(table.id, joined.json()["token"]) as back:
                clock = clock_of(back.expect("state"), 0)
                assert (clock["due"], clock["left"] + clock["reserve"]) == (due, 40.0)
                timing.move(41.0)
                told(back, 0, out=True)


def test_others_clocks_stand_while_a_seat_is_open_and_go_on_where_they_were(database: str) -> None:
    timing = MovedTime()
    with served(database, timing) as running:
        client, table = running.client, new_table(running, LIVE)
        with table.sit(0) as ann, table.sit(1) as ben:
            ann.expect("state")
            ben.expect("state")
            told(ann, 0, due=timing.now() + 90.0)
            timing.move(20.0)
            assert client.post(f"{table.path}/seats/1", {"who": "open"}, table.tokens[1]).status_code == 200
            told(ann, 0, due=None)
            timing.move(500.0)
            assert client.post(f"{table.path}/join", {"seat": 1, "name": "Ben"}).status_code == 200
            told(ann, 0, due=timing.now() + 70.0)


def test_a_turn_that_is_taken_back_by_agreement_has_the_time_that_was_left(database: str) -> None:
    timing = MovedTime()
    with served(database, timing) as running:
        table = new_table(running, DAYS)
        with table.sit(0) as ann, table.sit(1) as ben:
            ann.expect("state")
            ben.expect("state")
            timing.move(2 * HOUR)
            # A whole turn of Ann, one of Ben, and a part of Ann's next one.
            while not ben.choices:
                ben.catch_up(ann.choose(ann.choices[0])["version"])
            timing.move(HOUR)
            while not ann.choices:
                ann.catch_up(ben.choose(ben.choices[0])["version"])
            timing.move(5 * HOUR)
            version = ann.news["version"]
            until(lambda: _seen(database) >= timing.now() - 5.0)
    with (
        served(database, timing) as running,
        running.client.sit(table.id, table.tokens[0]) as ann,
        running.client.sit(table.id, table.tokens[1]) as ben,
    ):
        ann.expect("state")
        ben.expect("state")
        ann.say(type="ask-undo", version=version)
        ben.expect("chat")
        ben.say(type="answer-undo", version=version, agree=True)
        state = ann.expect("state")
        assert clock_of(state, 0)["left"] == pytest.approx(22 * HOUR, abs=6.0)
        # What Ben has used waits for him.
        assert clock_of(state, 1)["left"] == pytest.approx(23 * HOUR, abs=6.0)


def test_closing_a_table_and_opening_it_again_gives_no_time(database: str) -> None:
    timing = MovedTime(time.time())
    with served(database, timing) as running:
        table = new_table(running, DAYS)
        with table.sit(0) as ann:
            ann.expect("state")
        timing.move(HOUR)
        raw = open_database(database)
        with patch("theomachy.server.operating.time.time", timing.now):
            close(raw, table.id, True)
        timing.move(HOUR)
        close(raw, table.id, False)
        raw.close()

        def left() -> float:
            with table.sit(0) as ann:
                ann.expect("state")
                return float(told(ann, 0)["left"])

        until(lambda: not table.info()["closed"])
        assert left() == pytest.approx(23 * HOUR, abs=6.0)


def test_a_nudge_and_nothing_else(database: str) -> None:
    timing = MovedTime()
    with served(database, timing) as running:
        table = new_table(running, {**LIVE, "ends": "nudge"})
        with table.sit(0) as ann:
            ann.expect("state")
            told(ann, 0, due=timing.now() + 90.0)
            timing.move(1_000.0)
            assert "Time is up" in ann.expect("chat")["line"]["text"]
            assert told(ann, 0, out=True)["left"] == 0.0
            timing.move(1_000.0)
            assert ann.choose(ann.choices[0])["version"] == 1
        with table.sit(0) as ann:
            lines = [line["text"] for line in ann.expect("state")["chat"]]
            assert len([line for line in lines if "Time is up" in line]) == 1


def test_everybody_who_chooses_secretly_has_a_clock(database: str) -> None:
    timing = MovedTime()
    with served(database, timing) as running:
        body = {
            "save": at_battle().save(),
            "seats": [{"who": "person", "name": "Ann"}, {"who": "person", "name": "Ben"}],
            "pace": {**LIVE, "ends": "once"},
        }
        table = Seated(running.client, running.client.post("/api/tables/open", body).json())
        with table.sit(0) as ann, table.sit(1) as ben:
            version = ann.expect("state")["version"]
            ben.expect("state")
            until(lambda: ben.hear() and ben.traffic and '"due":null' not in ben.traffic[-1])
            timing.move(10.0)
            assert ann.choose(ann.choices[0])["type"] == "update"
            timing.move(81.0)
            # Only Ben's time is up; what the bot chose for him is all that was missing.
            ben.catch_up(version + 2)
            assert any("Time is up" in text for text in ben.traffic)
            assert sum("Time is up" in text for text in ben.traffic) == 1


# --- down, asleep, killed ---------------------------------------------------------------------------------------------


def test_clocks_stand_while_the_server_is_down(database: str) -> None:
    timing = MovedTime()
    with served(database, timing) as running:
        table = new_table(running, DAYS)
        timing.move(HOUR)
        until(lambda: _seen(database) >= timing.now() - 5.0)
    timing.sleep(30 * 86_400.0)
    with served(database, timing) as running, running.client.sit(table.id, table.tokens[1]) as ben:
        clock = clock_of(ben.expect("state"), 0)
        assert clock["left"] == pytest.approx(23 * HOUR, abs=6.0)
        assert clock["due"] == pytest.approx(timing.now() + 23 * HOUR, abs=6.0)
        timing.move(22 * HOUR)
        until(lambda: _seen(database) >= timing.now() - 5.0)
        assert running.client.get(table.path).json()["version"] == 0
        timing.move(2 * HOUR)
        until(lambda: running.client.get(table.path).json()["version"] > 0)


def _seen(database: str) -> float:
    raw = open_database(database)
    try:
        return float(raw.execute("SELECT seen FROM uptime").fetchone()[0])
    finally:
        raw.close()


def test_clocks_stand_while_the_machine_sleeps(database: str) -> None:
    timing = MovedTime()
    with served(database, timing) as running:
        table = new_table(running, DAYS)
        until(lambda: _seen(database) >= timing.now() - 5.0)
        timing.sleep(10 * 86_400.0)
        until(lambda: _seen(database) >= timing.now() - 5.0)
        with table.sit(1) as ben:
            assert clock_of(ben.expect("state"), 0)["left"] == pytest.approx(24 * HOUR, abs=6.0)


def test_a_bot_that_stands_in_goes_on_after_a_restart(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Also if nobody looks on."""
    database = str(tmp_path_factory.mktemp("clocks") / "tables.sqlite")
    timing = MovedTime()
    with served(database, timing) as running:
        table = new_table(running, DAYS)
    raw = open_database(database)
    with raw.transaction():
        # As it is when a server was killed right after it had noted that time is up.
        raw.execute("UPDATE clocks SET out = 1, away = 1, began = NULL, due = NULL WHERE seat = 0")
    raw.close()
    with served(database, timing) as running:
        until(lambda: running.client.get(table.path).json()["version"] > 0)


# --- several servers --------------------------------------------------------------------------------------------------


def test_of_several_servers_one_sees_to_it(postgres: Postgres) -> None:
    database, timing = postgres.database(), MovedTime()
    with served(database, timing) as one, served(database, timing) as other, served(database, timing) as third:
        tables = [new_table(one, {**LIVE, "ends": "nudge"}) for _ in range(8)]
        eyes = [serving.client.sit(table.id, table.tokens[0]) for table in tables for serving in (other,)]
        for each in eyes:
            each.expect("state")
            told(each, 0)
        timing.move(1_000.0)
        for each in eyes:
            told(each, 0, out=True)
            each.close()
        for table in tables:
            with third.client.sit(table.id, table.tokens[0]) as again:
                lines = [line["text"] for line in again.expect("state")["chat"]]
                assert len([line for line in lines if "Time is up" in line]) == 1


def test_clocks_at_two_servers(postgres: Postgres) -> None:
    """What happens at one is told at the other, and a killed bot's turn is taken up by whoever lives."""
    database, timing = postgres.database(), MovedTime()
    with served(database, timing) as one, served(database, timing) as other:
        table = new_table(one, LIVE)
        with table.sit(0) as ann, other.client.sit(table.id, table.tokens[1]) as ben:
            ann.expect("state")
            ben.expect("state")
            told(ann, 0, due=timing.now() + 90.0)
            timing.move(50.0)
            assert ann.choose(ann.choices[0])["type"] == "update"
            ben.catch_up(1)
            assert told(ben, 0, due=timing.now() + 70.0)["reserve"] == 40.0
            timing.move(71.0)
            assert ben.catch_up(2)["version"] == 2


# --- asking somebody who is here --------------------------------------------------------------------------------------


def test_somebody_who_is_here_is_asked(database: str) -> None:
    with served(database, MovedTime(), Limits(absence=600.0)) as running:
        client = running.client
        table = client.new_table("Ann", "Ben", seed=1)
        path, bot = f"{table.path}/seats/1", {"who": "bot", "bot": "random"}
        with table.sit(1) as ben:
            ben.expect("state")
            assert client.post(path, bot, table.host).json()["error"] == "not-now"
            assert ben.expect("table")["table"]["seats"][1]["asked"] == "random"
            # Saying no needs the seat's token, or the host's: who asked may ask no more.
            assert client.post(path, {"who": "stay"}, table.tokens[0]).status_code == 403
            assert client.post(path, {"who": "stay"}, table.tokens[1]).status_code == 200
            assert ben.expect("table")["table"]["seats"][1]["asked"] is None
            assert table.info()["seats"][1]["who"] == "person"
            assert client.post(path, {"who": "open"}, table.host).status_code == 409
            assert ben.expect("table")["table"]["seats"][1]["asked"] == ""
            # Still theirs.
            assert ben.ask(type="ping")["type"] == "pong"
            assert client.post(path, {"who": "open"}, table.tokens[1]).status_code == 200
        assert (table.info()["seats"][1]["who"], table.info()["seats"][1]["asked"]) == ("open", None)


def test_out_of_time_one_is_replaced_unasked_and_over_days_only_then(database: str) -> None:
    timing = MovedTime()
    with served(database, timing) as running:
        client = running.client
        table = new_table(running, {**DAYS, "ends": "nudge"})
        path, bot = f"{table.path}/seats/0", {"who": "bot", "bot": "random"}
        with table.sit(0) as ann:
            ann.expect("state")
            told(ann, 0)
        # Away, as everybody is most of the time.
        until(lambda: not table.info()["seats"][0]["online"])
        assert client.post(path, bot, table.host).status_code == 409
        with table.sit(0) as ann:
            ann.expect("state")
            timing.move(90_000.0)
            told(ann, 0, out=True)
            assert client.post(path, bot, table.host).status_code == 200
        assert table.info()["seats"][0]["who"] == "bot"
