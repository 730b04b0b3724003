"""Bots at the table: they play in workers, whatever happens to those."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from pathlib import Path

import pytest

import theomachy
from tests.server.matches import at_battle
from tests.server.serving import SOON, Client, Eyes, Process, Serving
from theomachy.bots import LEVELS
from theomachy.kernel.match import planner_match
from theomachy.server.app import Settings
from theomachy.server.bot_worker import answer
from theomachy.server.bots import Answer, BotPool, NoAnswer, Question, question
from theomachy.server.levels import at_most, bot_name, is_level, levels, simpler


def play_against_bots(eyes: Eyes, luck: random.Random, until: int = 10_000) -> None:
    """One person plays at random until the match is over, or has reached a version."""
    while not eyes.news["outcome"] and eyes.news["version"] < until:
        if not eyes.news["choices"]:
            eyes.hear()
        else:
            # Refused as stale if something happened meanwhile; that has been heard of then.
            eyes.choose(luck.choice(eyes.choices))


def test_one_person_and_bots_finish_a_match(client: Client) -> None:
    table = client.new_table("Ann", "bot:random", "bot:random", seed=41)
    with table.sit(0) as ann:
        state = ann.expect("state")
        assert [place["bot"] for place in state["table"]["seats"]] == [None, "random", "random"]
        play_against_bots(ann, random.Random(41))
        assert ann.news["outcome"]
    assert table.info()["phase"] == "over"
    # What the bots chose is legal: the save is played again choice by choice.
    assert theomachy.load(client.get(f"{table.path}/save").text).over


def test_a_table_of_bots_plays_while_somebody_watches(client: Client) -> None:
    table = client.new_table("bot:random", "bot:random", seed=42)
    time.sleep(0.3)
    assert table.info()["version"] == 0
    with table.sit() as watcher:
        watcher.expect("state")
        while watcher.news["version"] < 10:
            watcher.hear()
    stopped = -1
    while stopped != table.info()["version"]:
        stopped = table.info()["version"]
        time.sleep(0.3)
    assert table.info()["phase"] == "playing"
    with table.sit() as watcher:
        watcher.expect("state")
        while not watcher.news["outcome"]:
            watcher.hear()


def test_bots_play_on_for_a_person_who_is_away(client: Client) -> None:
    table = client.new_table("Ann", "bot:random", seed=43, setup={"first": 1})
    end = time.monotonic() + SOON
    while table.info()["version"] < 2 and time.monotonic() < end:
        time.sleep(0.05)
    with table.sit(0) as ann:
        assert ann.expect("state")["version"] >= 2


def test_a_bot_joins_late_for_somebody_who_left(client: Client) -> None:
    """By the host or by who holds the seat; and a person can take the seat back."""
    table = client.new_table("Ann", "Ben", setup={"first": 1})
    with table.sit(0) as ann:
        ann.expect("state")
        wrong = client.post(f"{table.path}/seats/1", {"who": "bot", "bot": "random"})
        assert wrong.json()["error"] == "wrong-token"
        info = client.post(f"{table.path}/seats/1", {"who": "bot", "bot": "random"}, table.host).json()
        assert (info["seats"][1]["who"], info["seats"][1]["bot"]) == ("bot", "random")
        assert "Dice" in ann.expect("chat")["line"]["text"]
        assert ann.expect("update")["by"]["seat"] == 1
        play_against_bots(ann, random.Random(1), until=12)
        assert client.sit(table.id, table.tokens[1]).hear()["error"] == "wrong-token"
        # Opened, the table waits; whoever comes goes on where the bot was.
        client.post(f"{table.path}/seats/1", {"who": "open"}, table.host)
        assert table.info()["phase"] == "waiting"
        joined = client.post(f"{table.path}/join", {"name": "Cid"}).json()
        with client.sit(table.id, joined["token"]) as cid:
            assert cid.expect("state")["version"] >= 12
            assert cid.news["table"]["seats"][1]["name"] == "Cid"
    own = client.post(f"{table.path}/seats/0", {"who": "bot", "bot": "random"}, table.tokens[0])
    assert own.status_code == 200
    assert client.post(f"{table.path}/seats/7", {"who": "open"}, table.host).json()["error"] == "no-seat"


def test_a_seat_can_be_given_away_with_the_token_in_the_body(client: Client) -> None:
    table = client.new_table("Ann", "Ben")
    given = client.post(f"{table.path}/seats/1", {"who": "open", "token": table.tokens[1]})
    assert given.status_code == 200


def test_a_worker_is_killed_in_the_middle(tmp_path: Path) -> None:
    """The bot is asked again by another worker, and the match goes on."""
    running = Process(tmp_path / "tables.sqlite", "--bot-pause", "0", "--bot-workers", "1")
    try:
        table = running.client.new_table("bot:random", "bot:random", seed=44)
        killed: set[int] = set()
        with table.sit() as watcher:
            watcher.expect("state")
            while not watcher.news["outcome"] and watcher.news["version"] < 40:
                watcher.hear()
                if watcher.news["version"] in (5, 20):
                    for pid in running.children():
                        if pid not in killed:
                            os.kill(pid, signal.SIGKILL)
                            killed.add(pid)
        assert len(killed) >= 2
        assert running.client.get("/api/bots").status_code == 200
    finally:
        code, _ = running.interrupt()
    assert code == 0
    assert not any(Path(f"/proc/{pid}").exists() for pid in killed)


def test_a_bot_that_never_answers_is_replaced_by_a_simpler_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the table says so, in everybody's language."""
    asked: list[str] = []

    async def ask(self: BotPool, wanted: Question, *_: str) -> Answer:
        asked.append(wanted.bot)
        if wanted.bot != "random":
            raise NoAnswer("lost in thought")
        return answer(wanted)

    monkeypatch.setattr(BotPool, "ask", ask)
    running = Serving(Settings(database=str(tmp_path / "t.sqlite"), bot_pause=0.0))
    try:
        table = running.client.new_table("Ann", "bot:search:50ms", seed=45, setup={"first": 1})
        with table.sit(0, lang="de") as ann:
            ann.expect("state")
            if not ann.news["choices"]:
                ann.expect("update")
        end = time.monotonic() + SOON
        while "random" not in asked and time.monotonic() < end:
            time.sleep(0.02)
        with table.sit(0, lang="de") as ann:
            texts = [line["text"] for line in ann.expect("state")["chat"]]
            while not texts:
                texts.append(ann.expect("chat")["line"]["text"])
    finally:
        running.stop()
    assert asked[:5] == ["search:50ms", "search:50ms", "greedy", "greedy", "random"]
    assert "Denker 50\u00a0ms" in texts[0]
    assert "Würfel" in texts[0]


def test_an_answer_for_an_old_version_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The host opens a bot's seat while the bot still thinks: what it says then does not count."""
    thinking = asyncio.Event()

    async def ask(self: BotPool, wanted: Question, *_: str) -> Answer:
        thinking.set()
        await asyncio.sleep(0.3)
        return answer(wanted)

    monkeypatch.setattr(BotPool, "ask", ask)
    running = Serving(Settings(database=str(tmp_path / "t.sqlite"), bot_pause=0.0))
    try:
        table = running.client.new_table("Ann", "bot:random", seed=46, setup={"first": 1})
        with table.sit(0) as ann:
            ann.expect("state")
            while not thinking.is_set():
                time.sleep(0.01)
            version = ann.news["version"]
            running.client.post(f"{table.path}/seats/1", {"who": "open"}, table.host)
            time.sleep(0.6)
            assert table.info()["version"] == version
    finally:
        running.stop()


def test_bots_wait_a_little_while_people_look(tmp_path: Path) -> None:
    running = Serving(Settings(database=str(tmp_path / "t.sqlite"), bot_pause=0.4))
    try:
        table = running.client.new_table("bot:random", "bot:random", seed=47)
        with table.sit() as watcher:
            watcher.expect("state")
            watcher.catch_up(1)
            began = time.monotonic()
            watcher.catch_up(4)
            assert 1.0 < time.monotonic() - began < 10.0
    finally:
        running.stop()


def test_a_worker_too_slow_is_killed_and_replaced() -> None:
    """No time at all is too little to start a process; with time enough the next one answers."""
    match = theomachy.new("ankh", players=2, seed=1)
    seat = match.decision.seats[0]

    async def both() -> Answer:
        pool = BotPool(1, grace=0.0)
        asked = question("choose", match, seat, "random", 1, "en")
        with pytest.raises(NoAnswer, match="no answer within"):
            await pool.ask(asked)
        pool._grace = SOON
        said = await pool.ask(asked)
        broken = question("choose", match, seat, "no-such-bot", 1, "en")
        with pytest.raises(NoAnswer, match="no-such-bot"):
            await pool.ask(broken)
        # An error is an answer: the same worker goes on.
        assert (await pool.ask(asked)).choice == said.choice
        await pool.close()
        return said

    assert asyncio.run(both()).choice in match.choices


def test_a_worker_knows_no_more_than_its_seat() -> None:
    """What is sent to a worker is the same whatever the others have chosen secretly, and whatever the dice will say."""
    match = at_battle()
    first, second = match.decision.seats
    asked = []
    for pick in (0, -1):
        other = match.copy()
        other.play(list(other.choices_of(second))[pick], second)
        asked.append(question("choose", other, first, "random", 5, "en"))
    assert asked[0] == asked[1]
    assert str(match.seed) not in str(asked[0].state.get("dice", ""))
    planned = planner_match(match.game, asked[0].state)
    assert planned.view(first)["secret"] == {"chosen": [], "own": []}
    assert list(planned.choices_of(first)) == list(match.choices_of(first))


@pytest.mark.parametrize("lang", ["en", "de", "ru"])
def test_levels_have_names_and_sentences(client: Client, lang: str) -> None:
    offered = client.get("/api/bots", lang=lang).json()["bots"]
    assert [level["bot"] for level in offered] == [level["bot"] for level in levels(lang)]
    assert [level["bot"] for level in offered] == list(LEVELS)
    assert {level["role"] for level in offered if "role" in level} == {"newcomers", "stand-in"}
    assert all(level["name"] and level["text"].endswith(".") for level in offered)
    assert len({level["name"] for level in offered}) == len(offered)


def test_only_levels_may_sit(client: Client) -> None:
    """No file of Python, no endless thinking, nothing that does not exist."""
    for bot in (
        "tests/cli/command.py",
        "/etc/passwd",
        "search:1000s",
        "search:1ms",
        "search",
        "greedy:x",
        "",
        "RANDOM",
    ):
        assert not is_level(bot)
        body = {"game": "ankh", "seats": [{"who": "person", "name": "A"}, {"who": "bot", "bot": bot}]}
        answered = client.post("/api/tables", body)
        assert (answered.status_code, answered.json()["error"]) == (422, "bad-setup")
    table = client.new_table("Ann", "Ben")
    refused = client.post(f"{table.path}/seats/0", {"who": "bot", "bot": "x.py"}, table.host)
    assert (refused.status_code, refused.json()["error"]) == (400, "bad-request")
    assert client.post(f"{table.path}/seats/0", {"who": "bot"}, table.host).status_code == 400
    assert simpler("random") is None
    assert bot_name("search:2s", "ru") == "Мыслитель 2\u00a0с"


def test_every_level_can_play() -> None:
    """Each bot that is offered answers with a legal choice, openly and secretly."""
    for match in (theomachy.new("ankh", players=2, seed=3), at_battle()):
        seat = match.decision.seats[0]
        for level in levels("en"):
            bot = at_most(match.game, level["bot"], 50)
            said = answer(question("choose", match, seat, bot, 3, "en"))
            assert said.choice in match.choices_of(seat)


def test_bots_of_old_still_sit_and_play() -> None:
    """What tables were made with before there were levels."""
    match = theomachy.new("ankh", players=2, seed=3)
    seat = match.decision.seats[0]
    for bot in ("random", "casual:60", "casual:80", "greedy", "search:500ms", "search:2s", "learned:2s"):
        assert is_level(bot)
        said = answer(question("choose", match, seat, at_most(match.game, bot, 50), 3, "en"))
        assert said.choice in match.choices_of(seat)
        assert bot_name(bot, "de") != bot


def test_hints(client: Client) -> None:
    """A suggested choice with its reason in words; for who must decide, and nobody else."""
    table = client.new_table("Ann", "Ben", setup={"first": 0}, hints=True)
    with table.sit(0, lang="de") as ann, table.sit(1) as ben, table.sit() as watcher:
        for pair in (ann, ben, watcher):
            pair.expect("state")
        said = ann.ask(type="hint", bot="random")
        assert said["type"] == "hint"
        assert said["choice"] in ann.choices
        assert said["label"] in said["words"]
        assert said["chance"] is None
        for bot in ("greedy", "search:500ms"):
            said = ann.ask(type="hint", bot=bot)
            assert said["choice"] in ann.choices
            assert 0 <= said["chance"] <= 1
            assert said["words"].count(".") > 1
            assert all(other["choice"] in ann.choices and other["label"] for other in said["others"])
        assert ben.ask(type="hint")["error"] == "not-yours"
        assert watcher.ask(type="hint")["error"] == "not-yours"
        assert ann.ask(type="hint", bot="nobody.py")["error"] == "no-bot"
        # Asked for twice at once, the second one is too many; the first is answered all the same.
        ann.say(type="hint", bot="search:500ms", ref=1)
        ann.say(type="hint", bot="search:500ms", ref=2)
        assert ann.answer(2)["error"] == "too-many"
        assert ann.answer(1)["type"] == "hint"
        assert table.info()["version"] == 0


def test_nobody_waits_while_a_bot_thinks(client: Client) -> None:
    """Everything goes on at this table and at others while a worker is busy."""
    table, other = (
        client.new_table("Ann", "Ben", setup={"first": 0}, hints=True),
        client.new_table("Cid", "Dot", setup={"first": 0}),
    )
    with table.sit(0) as ann, other.sit(0) as cid:
        ann.expect("state")
        cid.expect("state")
        ann.say(type="hint", bot="search:2s", ref=1)
        assert cid.choose("action move")["version"] == 1
        for _ in range(5):
            assert ann.ask(type="ping")["type"] == "pong"
        # Had it come before one of the answers, it would have been passed over.
        assert ann.answer(1)["type"] == "hint"


def test_a_hint_that_comes_too_late(client: Client) -> None:
    table = client.new_table("Ann", "Ben", setup={"first": 0}, hints=True)
    with table.sit(0) as ann:
        ann.expect("state")
        ann.say(type="hint", bot="search:500ms", ref=1)
        assert ann.choose("action move", ref=2)["version"] == 1
        assert ann.answer(1)["error"] == "stale"


def test_a_secret_hint_does_not_know_what_others_chose() -> None:
    """Whatever the other one has secretly chosen, the bot is asked the same and says the same."""
    match = at_battle()
    first, second = match.decision.seats
    said = []
    for pick in (0, -1):
        other = match.copy()
        other.play(list(other.choices_of(second))[pick], second)
        said.append(answer(question("explain", other, first, "greedy", 5, "ru")))
    assert said[0] == said[1]
