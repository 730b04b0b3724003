"""Resigning, adjourning, rematches, and private talk between the partners of a merged god."""

from __future__ import annotations

import json
import random
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from tests.server.matches import play_out, played
from tests.server.people import Person, person
from tests.server.serving import Client, Eyes, Seated, Serving, until
from theomachy.kernel.match import Match
from theomachy.server.clock_model import Clock, stopped
from theomachy.server.pace import Pace
from theomachy.server.playing import after_resigning
from theomachy.server.storage import Finish


def heard(eyes: Eyes, word: str) -> bool:
    """Whether a line of the chat with this word has come."""
    assert eyes.ask(type="ping")["type"] == "pong"
    lines = [json.loads(text) for text in eyes.traffic]
    return any(message["type"] == "chat" and word in message["line"]["text"] for message in lines)


def rated_table(ann: Person, ben: Person) -> Seated:
    table = ann.new_table("Ann", "open", seed=None, rated=True)
    table.tokens[1] = ben.post(f"{table.path}/join", {"name": "Ben"}).json()["token"]
    return table


# --- resigning --------------------------------------------------------------------------------------------------------


def test_whoever_resigns_is_replaced_by_a_bot_and_everybody_is_told(client: Client) -> None:
    table = client.new_table("Ann", "Ben", "Cid", seed=3, setup={"first": 0})
    with table.sit(0) as ann, table.sit(1) as ben, table.sit() as watcher:
        for eyes in (ann, ben, watcher):
            eyes.expect("state")
        assert watcher.ask(type="resign")["error"] == "not-yours"
        ann.say(type="resign")
        assert ann.expect("state")["seat"] is None
        until(lambda: heard(ben, "resigned"))
        place = table.info()["seats"][0]
        assert (place["who"], place["resigned"]) == ("bot", "Ann")
        # The token is void: nobody plays on with it.
        assert ann.ask(type="resign")["error"] == "not-yours"
        # And the bot decides.
        ben.catch_up(1)


def test_in_a_rated_match_of_two_who_resigns_has_lost_at_once_and_once(serving: Serving) -> None:
    ann, ben = person(serving, "Ann"), person(serving, "Ben")
    table = rated_table(ann, ben)
    with table.sit(0) as one, table.sit(1) as other:
        one.expect("state")
        other.expect("state")
        # Both have taken part.
        while {seat for seat, _ in serving.hall.live[table.id].course.match.history} != {0, 1}:
            play_out([one, other], random.Random(1), 1)
        one.say(type="resign")
        until(lambda: heard(other, "wins"))
    for somebody, won in ((ann, 0), (ben, 1)):
        me = somebody.me()["player"]
        record = somebody.get(f"/api/players/{me}").json()["games"]
        assert [(game["matches"], game["wins"], game["rated"]) for game in record] == [(1, won, 1)]


def test_resigning_before_the_first_choice_is_no_result(serving: Serving) -> None:
    ann, ben = person(serving, "Ann"), person(serving, "Ben")
    table = rated_table(ann, ben)
    with table.sit(1) as one:
        one.expect("state")
        one.say(type="resign")
        assert one.expect("state")["seat"] is None
        until(lambda: heard(one, "resigned"))
        assert not heard(one, "wins")
    assert ann.get(f"/api/players/{ann.me()['player']}").json()["games"] == []


def test_the_host_cannot_undo_a_resignation(client: Client) -> None:
    table = client.new_table("Ann", "Ben", "Cid", seed=3, setup={"first": 0})
    with table.sit(0) as ann:
        ann.expect("state")
        ann.say(type="resign")
        assert ann.expect("state")["seat"] is None
    answer = client.post(f"{table.path}/seats/0", {"who": "open"}, table.host)
    assert (answer.status_code, answer.json()["error"]) == (409, "not-now")
    assert table.info()["seats"][0]["resigned"] == "Ann"


def test_deleting_a_player_covers_the_seats_they_resigned(serving: Serving, client: Client) -> None:
    table = client.new_table("Ann", "Ben", "open", seed=3, setup={"first": 0})
    dee = person(serving, "Dee")
    token = dee.post(f"{table.path}/join", {"name": "Deesecret"}).json()["token"]
    with client.sit(table.id, token) as eyes:
        eyes.expect("state")
        eyes.say(type="resign")
        assert eyes.expect("state")["seat"] is None
    assert table.info()["seats"][2]["resigned"] == "Deesecret"
    assert dee.post("/api/me/delete", {"sure": True}).status_code == 200
    until(lambda: table.info()["seats"][2]["resigned"] == "")


@pytest.mark.parametrize(
    ("places", "winners", "resigned", "expected"),
    [
        ([0, 1, 2], [0], {0}, ([2, 0, 1], [1])),
        ([0, 1, 2], [0], {2}, ([0, 1, 2], [0])),
        ([0, 1, 2], [0], {0, 1}, ([1, 1, 0], [2])),
        ([1, 0, 0], [1, 2], {1}, ([1, 2, 0], [2])),
        ([0, 1], [0], set(), ([0, 1], [0])),
    ],
)
def test_who_resigned_comes_last(
    places: list[int], winners: list[int], resigned: set[int], expected: tuple[list[int], list[int]]
) -> None:
    found = after_resigning(Finish(places, winners), resigned)
    assert (found.places, found.winners) == expected


# --- adjourning -------------------------------------------------------------------------------------------------------


def test_a_match_is_adjourned_when_all_people_agree_and_goes_on_when_they_do_again(client: Client) -> None:
    table = client.new_table("Ann", "Ben", "bot:random", seed=3, setup={"first": 0})
    with table.sit(0) as ann, table.sit(1) as ben:
        ann.expect("state")
        ben.expect("state")
        ann.say(type="adjourn")
        until(lambda: heard(ben, "adjourn the match"))
        assert not table.info()["adjourned"]
        assert ann.ask(type="adjourn")["error"] == "stale"
        ben.say(type="adjourn", agree=True)
        until(lambda: table.info()["adjourned"])
        assert table.info()["deciding"] == []
        refused = ann.choose(ann.choices[0])
        assert (refused["error"], "adjourned" in refused["words"]) == ("not-now", True)
        ben.say(type="adjourn")
        until(lambda: heard(ann, "resume the match"))
        ann.say(type="adjourn", agree=True)
        until(lambda: not table.info()["adjourned"])
        assert ann.choose(ann.choices[0])["type"] == "update"


def test_whoever_refuses_ends_the_request(client: Client) -> None:
    table = client.new_table("Ann", "Ben", seed=3, setup={"first": 0})
    with table.sit(0) as ann, table.sit(1) as ben:
        ann.expect("state")
        ben.expect("state")
        ann.say(type="adjourn")
        until(lambda: heard(ben, "adjourn the match"))
        ben.say(type="adjourn", agree=False)
        until(lambda: heard(ann, "rather not"))
        assert ben.ask(type="adjourn", agree=False)["error"] == "stale"
        assert not table.info()["adjourned"]


def test_an_adjourned_table_is_adjourned_after_a_restart(serving: Serving, client: Client) -> None:
    pace = {"kind": "live", "per": 60, "reserve": 100, "ends": "nudge"}
    table = client.new_table("Ann", "bot:random", seed=3, setup={"first": 0}, pace=pace)
    with table.sit(0) as ann:
        clocks = ann.expect("state")["clocks"]
        assert clocks["clocks"][0]["due"] is not None or ann.expect("clocks")["clocks"]["clocks"][0]["due"] is not None
        ann.say(type="adjourn")
        until(lambda: table.info()["adjourned"])
    serving.hall.put_away(idle=0.0, idle_over=0.0)
    until(lambda: table.id not in serving.hall.live)
    assert table.info()["adjourned"]
    with table.sit(0) as ann:
        assert ann.expect("state")["clocks"]["clocks"][0]["due"] is None
        ann.say(type="adjourn")
        until(lambda: not table.info()["adjourned"])
        assert ann.expect("clocks")["clocks"]["clocks"][0]["due"] is not None


def test_a_paused_clock_keeps_the_time_it_has_used() -> None:
    pace = Pace("live", per=30.0, reserve=100.0)
    found = stopped(pace, Clock(0, used=5.0, reserve=100.0, began=100.0, due=225.0, came=True), 110.0)
    assert (found.used, found.began, found.due) == (15.0, None, None)


# --- rematch ----------------------------------------------------------------------------------------------------------


def test_a_rematch_has_the_same_people_and_settings_in_one_click(client: Client) -> None:
    table = client.new_table("Ann", "Ben", seed=3, setup={"gods": ["ra", "isis"]}, title="Friday", hints=True)
    assert client.post(f"{table.path}/rematch", {}, table.tokens[0]).status_code == 409
    with table.sit(0) as ann, table.sit(1) as ben:
        ann.expect("state")
        ben.expect("state")
        play_out([ann, ben], random.Random(1))
        assert client.post(f"{table.path}/rematch", {}).status_code == 403
        made = client.post(f"{table.path}/rematch", {}, table.tokens[0]).json()["table"]
        until(lambda: heard(ben, "rematch"))
        # The other one gets the same table.
        assert client.post(f"{table.path}/rematch", {}, table.tokens[1]).json()["table"] == made
    assert table.info()["rematch"] == made
    info = client.get(f"/api/tables/{made}").json()
    assert [(place["name"], place["side"], place["who"]) for place in info["seats"]] == [
        ("Ann", "ra", "person"), ("Ben", "isis", "person"),
    ]  # fmt: skip
    assert (info["title"], info["hints"], info["phase"], info["version"]) == ("Friday", True, "playing", 0)
    for seat, token in table.tokens.items():
        with client.sit(made, token) as eyes:
            assert eyes.expect("state")["seat"] == seat


def test_people_who_ask_for_a_rematch_at_once_get_one_table(client: Client) -> None:
    table = client.new_table("Ann", "Ben", seed=3, setup={"gods": ["ra", "isis"]}, listed=True)
    with table.sit(0) as ann, table.sit(1) as ben:
        ann.expect("state")
        ben.expect("state")
        play_out([ann, ben], random.Random(1))
    with ThreadPoolExecutor(6) as pool:
        answers = list(
            pool.map(lambda number: client.post(f"{table.path}/rematch", {}, table.tokens[number % 2]), range(6))
        )
    assert [answer.status_code for answer in answers] == [200] * 6
    (made,) = {answer.json()["table"] for answer in answers}
    listed = {each["table"] for each in client.get("/api/tables").json()["tables"]}
    assert listed - {table.id} <= {made}


def test_a_rematch_with_clocks_needs_everybody(client: Client) -> None:
    pace = {"kind": "days", "per": 86_400.0, "ends": "over"}
    table = client.new_table("Ann", "Ben", seed=3, setup={"gods": ["ra", "isis"]}, pace=pace)
    with table.sit(0) as ann, table.sit(1) as ben:
        ann.expect("state")
        ben.expect("state")
        play_out([ann, ben], random.Random(1))
        for _ in range(2):
            answer = client.post(f"{table.path}/rematch", {}, table.tokens[0])
            assert (answer.status_code, answer.json()["error"]) == (409, "not-now")
        until(lambda: heard(ben, "would like a rematch"))
        assert "rematch" not in table.info() or not table.info()["rematch"]
        assert client.post(f"{table.path}/rematch", {}, table.tokens[1]).status_code == 200


# --- private talk -----------------------------------------------------------------------------------------------------


def merged() -> Match:
    """A match of three in which two seats share a god."""
    for seed in range(1, 60):
        try:
            return played(lambda match: any(fact["fact"] == "merged" for fact in match.facts), 3, seed)
        except AssertionError:
            continue
    raise AssertionError("no match with a merger")


def test_partners_talk_in_private(serving: Serving, client: Client) -> None:
    match = merged()
    partners = next(found for seat in range(3) if len(found := match.game.confidants(match.state, seat)) > 1)
    outside = next(seat for seat in range(3) if seat not in partners)
    table = client.open_save(match.save(), "Ann", "Ben", "Cid")
    with ExitStack() as stack:
        eyes = [stack.enter_context(table.sit(seat)) for seat in range(3)]
        watcher = stack.enter_context(table.sit())
        for each in (*eyes, watcher):
            each.expect("state")
        refused = eyes[outside].ask(type="chat", text="psst", to="partners")
        assert refused["error"] == "not-now"
        assert watcher.ask(type="chat", text="psst", to="partners")["error"] == "not-yours"
        eyes[partners[0]].say(type="chat", text="we attack the delta", to="partners")
        line = eyes[partners[1]].expect("chat")["line"]
        assert (line["text"], line["private"]) == ("we attack the delta", True)
        eyes[partners[1]].say(type="chat", text="good morning everybody")
        for each in (eyes[outside], watcher):
            assert "private" not in each.expect("chat")["line"]
        for each in (eyes[outside], watcher):
            assert not heard(each, "delta")
    # Nor does anybody else hear of it later: with a new state, or with what was missed; also after a restart.
    serving.hall.put_away(idle=0.0, idle_over=0.0)
    until(lambda: table.id not in serving.hall.live)
    for seat in (*range(3), None):
        for hello in ({}, {"since": len(match.history), "lines": 0}):
            with table.sit(seat, **hello) as again:
                again.expect("state", "table")
                again.ask(type="ping")
                assert any("delta" in text for text in again.traffic) == (seat in partners), (seat, hello)
    # Whoever takes a partner's seat later reads only what is said from then on.
    left = partners[1]
    assert client.post(f"{table.path}/seats/{left}", {"who": "open"}, table.tokens[left]).status_code == 200
    token = client.post(f"{table.path}/join", {"seat": left, "name": "Dan"}).json()["token"]
    with client.sit(table.id, token) as dan:
        assert dan.expect("state")["seat"] == left
        assert not any("delta" in text for text in dan.traffic)


def test_no_position_leaves_a_rated_match_before_its_end(serving: Serving) -> None:
    """A board for analysis would give the hints that a rated match forbids."""
    ann, ben = person(serving, "Ann"), person(serving, "Ben")
    table = rated_table(ann, ben)
    for path in ("position", "case"):
        answer = ann.get(f"{table.path}/{path}", table.tokens[0], step=0)
        assert (answer.status_code, answer.json()["error"]) == (409, "not-now"), path
