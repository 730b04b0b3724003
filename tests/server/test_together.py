"""Servers that share a database: whoever is asked, it is the same table."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import cast

import msgspec
import pytest

import theomachy
from tests.server.matches import at_battle, play_out
from tests.server.postgres import Postgres
from tests.server.serving import FAST, SOON, Client, Message, Seated, Serving, until
from tests.server.waves import Waves, check, go_on, saved
from theomachy.server.app import Settings
from theomachy.server.bots import BotPool
from theomachy.server.course import Course
from theomachy.server.hall import course_of
from theomachy.server.limits import Limits
from theomachy.server.shared_work import SharedWork
from theomachy.server.storage import BOTS, Event, Storage, StoredTable


@pytest.fixture(scope="module")
def two(postgres: Postgres) -> Iterator[tuple[Serving, Serving]]:
    """Two servers of the same tables."""
    database = postgres.database()
    one, other = (Serving(Settings(database=database, bot_pause=0.0, limits=FAST)) for _ in range(2))
    yield one, other
    one.stop()
    other.stop()


def test_a_match_at_two_servers(two: tuple[Serving, Serving]) -> None:
    """Everybody hears everything, in order and once, and it is what the engine alone would say."""
    one, other = two
    table = one.client.new_table("Ann", "Ben", seed=3, setup={"first": 0})
    with table.sit(0) as ann, other.client.sit(table.id, table.tokens[1]) as ben:
        ann.expect("state")
        ben.expect("state")
        made = play_out([ann, ben], random.Random(1), at_most=60)
        assert made == 60
        versions = [
            [int(text.split('"version":')[1].split(",")[0]) for text in eyes.traffic if '"type":"update"' in text]
            for eyes in (ann, ben)
        ]
        assert versions[0] == versions[1] == list(range(1, 61))
        save = other.client.get(f"{table.path}/save", *table.tokens.values()).text
        match = theomachy.load(save)
        for seat, eyes in enumerate((ann, ben)):
            with other.client.sit(table.id, table.tokens[seat]) as again:
                assert again.expect("state")["view"] == match.view(seat)
            assert eyes.news["version"] == 60


def test_where_nobody_looks_on_news_are_noted_once(two: tuple[Serving, Serving]) -> None:
    """A server that has a table at hand is not woken up for each choice that is made elsewhere; whoever looks there is
    told the newest all the same."""
    one, other = two
    table = one.client.new_table("Ann", "Ben", setup={"first": 0})
    kept = one.hall.live[table.id]
    with other.client.sit(table.id, table.tokens[0]) as ann:
        ann.expect("state")
        assert ann.choose("action move")["version"] == 1
        until(lambda: not kept.awaits_news)
        concerns = SharedWork(cast("Storage", None), cast("BotPool", None), 1, serving=True).concerns(one.hall)
        assert not concerns(table.id)
        assert ann.choose(ann.choices[0])["version"] == 2
        with table.sit(1) as ben:
            assert ben.expect("state")["version"] == 2
            assert concerns(table.id)
            assert ann.choose(ann.choices[0])["version"] == 3
            assert ben.catch_up(3)["version"] == 3
        until(lambda: not kept.watchers)
        assert concerns(table.id)
        assert not concerns("another")
        assert concerns(BOTS)


def test_the_same_version_offered_to_both_at_once(two: tuple[Serving, Serving]) -> None:
    """100 times: one wins each time, the other is told that it came too late; both know what was chosen."""
    luck = random.Random(2)
    races = 0
    while races < 100:
        # Who wins is chance, and with it when a match is over: then the next one goes on.
        races += _race(two, luck, 100 - races)


def _race(two: tuple[Serving, Serving], luck: random.Random, most: int) -> int:
    """Offer every version of a match to both servers at once; how many there were."""
    table = two[0].client.new_table("Ann", "Ben", seed=luck.randrange(1000))
    pairs = [[serving.client.sit(table.id, table.tokens[seat]) for serving in two] for seat in range(2)]
    everybody = [eyes for pair in pairs for eyes in pair]
    for eyes in everybody:
        eyes.expect("state")
    for races in range(most):
        newest = max(eyes.news["version"] for eyes in everybody)
        assert newest == races
        for eyes in everybody:
            eyes.catch_up(newest)
        if everybody[0].news["outcome"]:
            break
        pair = luck.choice([pair for pair in pairs if pair[0].news["choices"]])
        for eyes in pair:
            eyes.say(type="choose", choice=luck.choice(eyes.choices), version=newest, ref=newest + 10)
        answers = [eyes.answer(newest + 10) for eyes in pair]
        assert sorted(answer["type"] for answer in answers) == ["refused", "update"]
        assert [answer["error"] for answer in answers if answer["type"] == "refused"] == ["stale"]
        assert [answer["version"] for answer in answers if answer["type"] == "update"] == [newest + 1]
    for eyes in everybody:
        eyes.close()
    return max(int(eyes.news["version"]) for eyes in everybody)


def test_secret_choices_at_both_at_once(two: tuple[Serving, Serving]) -> None:
    """What others choose secretly makes nobody's click stale, wherever they are."""
    save = at_battle().save()
    table = two[0].client.open_save(save, "Ann", "Ben")
    with table.sit(0) as ann, two[1].client.sit(table.id, table.tokens[1]) as ben:
        version = ann.expect("state")["version"]
        ben.expect("state")
        for eyes in (ann, ben):
            eyes.say(type="choose", choice=eyes.choices[0], version=version, ref=5)
        assert [eyes.answer(5)["type"] for eyes in (ann, ben)] == ["update", "update"]
        ann.catch_up(version + 2)
        ben.catch_up(version + 2)


def test_seats_and_chat_at_two_servers(two: tuple[Serving, Serving]) -> None:
    one, other = two
    table = one.client.new_table("Ann", "open", listed=True)
    with table.sit(0) as ann:
        ann.expect("state")
        token = other.client.post(f"{table.path}/join", {"name": "Ben"}).json()["token"]
        assert [place["who"] for place in table.info()["seats"]] == ["person", "person"]
        assert ann.expect("chat")["line"]["text"].startswith("Ben")
        # Who has just sat down elsewhere is known here at once, and whose seat is given away nowhere any more.
        with one.client.sit(table.id, token) as here, other.client.sit(table.id, token) as there:
            here.expect("state")
            there.expect("state")
            there.say(type="chat", text="hello from afar")
            assert ann.expect("chat")["line"]["text"] == "hello from afar"
            ann.say(type="chat", text="well met")
            while there.expect("chat")["line"]["text"] != "well met":
                pass
            until(lambda: [place["online"] for place in other.client.get(table.path).json()["seats"]] == [True, True])
            assert one.client.post(f"{table.path}/seats/1", {"who": "open"}, token).status_code == 200
            # Who looked through the seat there looks on as a spectator.
            there.expect("state")
            assert there.ask(type="choose", choice="action move", version=0)["error"] == "not-yours"
    until(lambda: not any(place["online"] for place in other.client.get(table.path).json()["seats"]))
    numbers = [line["number"] for line in _state(other.client, table)["chat"]]
    assert numbers == list(range(len(numbers)))


def _state(client: Client, table: Seated) -> Message:
    with client.sit(table.id, table.tokens[0]) as eyes:
        return eyes.expect("state")


def test_somebody_who_is_at_another_server_is_present(postgres: Postgres) -> None:
    database = postgres.database()
    one, other = (Serving(Settings(database=database, limits=Limits(absence=60.0))) for _ in range(2))
    try:
        table = one.client.new_table("Ann", "Ben")
        with other.client.sit(table.id, table.tokens[1]) as ben:
            ben.expect("state")
            until(lambda: one.client.get(table.path).json()["seats"][1]["online"])
            answer = one.client.post(f"{table.path}/seats/1", {"who": "open"}, table.host)
            assert (answer.status_code, answer.json()["error"]) == (409, "not-now")
        until(lambda: not one.client.get(table.path).json()["seats"][1]["online"])
        # And was, a moment ago.
        assert one.client.post(f"{table.path}/seats/1", {"who": "open"}, table.host).status_code == 409
    finally:
        one.stop()
        other.stop()


def test_an_undo_elsewhere(two: tuple[Serving, Serving]) -> None:
    one, other = two
    table = one.client.new_table("Ann", "Ben", setup={"first": 0})
    with table.sit(0) as ann, other.client.sit(table.id, table.tokens[1]) as ben:
        before = ann.expect("state")["view"]
        ben.expect("state")
        ann.choose("action move")
        ben.catch_up(1)
        ann.ask(type="undo", version=1)
        assert ben.expect("state")["version"] == 2
        assert ann.news["view"] == before
        ann.choose("action move")
        assert ben.expect("update")["version"] == 3


def test_a_change_while_a_table_is_brought_in_is_known(
    two: tuple[Serving, Serving], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told when nobody here knows the table yet."""
    one, other = two
    table = one.client.new_table("Ann", "Ben", setup={"first": 0})
    with table.sit(0) as ann:
        ann.expect("state")

        def play_again(stored: StoredTable) -> Course:
            course = course_of(stored)
            assert ann.choose("action move")["version"] == 1
            return course

        with monkeypatch.context() as slow:
            slow.setattr("theomachy.server.hall.course_of", play_again)
            with other.client.sit(table.id, table.tokens[1]) as ben:
                assert ben.expect("state")["version"] == 1
                ann.choose(ann.choices[0])
                assert ben.catch_up(2)["version"] == 2


def test_what_is_told_of_tables_that_are_not_here_wakes_nobody(
    two: tuple[Serving, Serving], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = two
    near, far = (one.client.new_table("Ann", "Ben", setup={"first": 0}) for _ in range(2))
    told: list[str | None] = []
    heard = other.hall.heard

    def noted(table: str | None, event: Event | None) -> None:
        told.append(table)
        heard(table, event)

    monkeypatch.setattr(other.hall, "heard", noted)
    with near.sit(0) as ann, other.client.sit(near.id, near.tokens[1]) as ben, far.sit(0) as cid:
        for eyes in (ann, ben, cid):
            eyes.expect("state")
        cid.choose("action move")
        # This is told after it, in the same way.
        ann.choose("action move")
        ben.catch_up(1)
    assert near.id in told
    assert far.id not in told


def test_bots_are_played_by_one_of_them(two: tuple[Serving, Serving]) -> None:
    """Each of their choices once, whoever thinks; and a table goes on when nobody looks."""
    one, other = two
    table = one.client.new_table("Ann", "bot:greedy", seed=5, setup={"first": 0})
    luck = random.Random(3)
    with table.sit(0) as here, other.client.sit(table.id, table.tokens[0]) as there:
        here.expect("state")
        there.expect("state")
        for number in range(14):
            eyes = (here, there)[number % 2]
            while not eyes.news["choices"] and not eyes.news["outcome"]:
                eyes.hear()
            if eyes.news["outcome"]:
                break
            answer = eyes.choose(luck.choice(eyes.choices))
            # The bot may have been faster than what this server heard; then it is heard now.
            assert answer["type"] == "update" or answer["error"] == "stale", answer
        newest = max(here.news["version"], there.news["version"])
        here.catch_up(newest)
        there.catch_up(newest)
    checked = saved(one.client, table)
    assert len(checked.history) >= newest


def test_tables_per_address_are_counted_together(postgres: Postgres) -> None:
    database = postgres.database()
    few = msgspec.structs.replace(FAST, tables_per_address=3)
    one, other = (Serving(Settings(database=database, limits=few)) for _ in range(2))
    try:
        for serving in (one, other, one):
            serving.client.new_table("Ann", "Ben")
        body = {"game": "ankh", "setup": {}, "seats": [{"who": "open"}, {"who": "open"}]}
        assert [serving.client.post("/api/tables", body).status_code for serving in (other, one)] == [429, 429]
    finally:
        one.stop()
        other.stop()


def test_postgres_restarts_in_the_middle_of_play() -> None:
    own = Postgres()
    try:
        database = own.database()
        servers = [Serving(Settings(database=database, bot_pause=0.0, limits=FAST)) for _ in range(2)]
        try:
            ports = [serving.port for serving in servers]
            everybody = [Waves(ports, servers[0].client.new_table("Ann", "Ben", seed=seed), seed) for seed in range(3)]
            for waves in everybody:
                waves.start()
            for how in ("fast", "immediate"):
                go_on(everybody)
                own.stop(how)
                own.start()
            go_on(everybody)
            for waves in everybody:
                waves.end.set()
                waves.join(SOON)
                check(waves, servers[1].client)
        finally:
            for serving in servers:
                serving.stop()
    finally:
        own.remove()
