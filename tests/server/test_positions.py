"""Positions at a real server: taken from matches, judged, opened as tables; what a viewer may not know stays hidden."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
import yaml

import theomachy
from tests.server.matches import played
from tests.server.serving import Client, Seated
from theomachy.kernel.cases import open_position, read_cases, read_positions, run_case
from theomachy.kernel.match import Match

SMALL = "game: ankh\nseats: [isis, amun]\nposition: {pieces: [G1 B7, w1 A8, T B8, G2 J9]}\n"
PEOPLE = [{"who": "person", "name": "Ann"}, {"who": "person", "name": "Ben"}]


def finished(seed: int = 3) -> Match:
    """A match at random to its end."""
    match = theomachy.new("ankh", players=2, seed=seed)
    dice = random.Random(seed)
    while not match.over:
        seat = match.decision.seats[0]
        match.play(dice.choice(list(match.choices_of(seat))), seat)
    return match


def opened(client: Client, match: Match, names: tuple[str, ...] = ("Ann", "Ben")) -> Seated:
    seats = [{"who": "person", "name": name} for name in names]
    answer = client.post("/api/tables/open", {"save": match.save(), "seats": seats})
    assert answer.status_code == 201, answer.text
    return Seated(client, answer.json())


def play_on(client: Client, text: str, **more: Any) -> Any:
    wanted = {"game": read_positions(text, "text")[0]["game"], "position": text, "seats": PEOPLE, **more}
    return client.post("/api/tables", wanted)


def test_from_any_step_of_a_match_that_is_over_one_plays_on(client: Client) -> None:
    match = finished()
    table = opened(client, match)
    steps = len(match.history)
    for step in (0, 1, steps // 3, steps // 2, steps - 1):
        answer = client.get(f"{table.path}/position", step=step)
        assert answer.status_code == 200, answer.text
        assert answer.json()["whole"] is True
        text = answer.json()["text"]
        assert yaml.safe_load(text) == answer.json()["document"]
        there = Match(match.game, match.setup, match.seed)
        for seat, number in match.history[:step]:
            there.play(number, seat)
        made = play_on(client, text)
        assert made.status_code == 201, made.text
        new = Seated(client, made.json())
        info = new.info()
        assert info["origin"]["opened"] is False
        assert info["origin"]["special"] == ["position"]
        assert info["rated"] is False
        assert info["origin"]["seed"] == "drawn"
        with new.sit(there.decision.seats[0]) as eyes:
            state = eyes.expect("state")
            assert state["prompt"]["key"] == there.decision.prompt
            offered = sorted(offer["choice"] for offer in state["choices"])
            assert offered == sorted(map(str, there.choices_of(there.decision.seats[0])))


def test_a_running_match_gives_a_seat_what_it_could_believe(client: Client) -> None:
    """Ben has laid down a card: Ann's position and case say nothing of it, and spectators get nothing."""
    match = played(lambda match: match.decision.prompt == "battle-card" and len(match.decision.seats) == 2)
    texts: list[set[str]] = []
    for card in list(match.choices_of(1))[:2]:
        twin = theomachy.load(match.save())
        twin.play(str(card), 1)
        table = opened(client, twin)
        step = len(twin.history)
        found: set[str] = set()
        for what in ("position", "case"):
            answer = client.get(f"{table.path}/{what}", table.tokens[0], step=step)
            assert answer.status_code == 200, answer.text
            assert answer.json()["whole"] is False
            found.add(answer.json()["text"])
            refused = client.get(f"{table.path}/{what}", step=step)
            assert refused.status_code == 409
            assert refused.json()["error"] == "not-now"
            both = client.get(f"{table.path}/{what}", *table.tokens.values(), step=step)
            assert both.json()["whole"] is True
        texts.append(found)
    assert texts[0] == texts[1]


def test_a_step_that_does_not_exist_is_refused(client: Client) -> None:
    match = finished()
    table = opened(client, match)
    for what in ("position", "case", "replay"):
        for step in (-1, len(match.history) + 1, 1 << 62):
            answer = client.get(f"{table.path}/{what}", step=step)
            assert (answer.status_code, answer.json()["error"]) == (400, "bad-request"), (what, step)


@pytest.mark.parametrize("back", [0, 5, 20])
def test_a_rules_bug_is_a_case_that_holds(client: Client, tmp_path: Path, back: int) -> None:
    """What the engine did is what the case expects: whoever sends it changes that."""
    match = finished()
    table = opened(client, match)
    step = len(match.history) - back
    text = client.get(f"{table.path}/case", step=step).json()["text"]
    path = tmp_path / "bug.yaml"
    path.write_text(text, encoding="utf-8")
    (case,) = read_cases(path)
    assert case.fault == ""
    assert case.data["play"]
    assert run_case(case, theomachy.game) == []


def test_a_position_is_judged(client: Client) -> None:
    good = client.post("/api/positions?lang=de", {"text": SMALL})
    assert good.status_code == 200
    told = good.json()
    assert told["deciding"] == [0]
    assert told["sides"] == ["isis", "amun"]
    assert not told["over"]
    assert told["view"]["board"]["figures"]
    again = client.post("/api/positions", {"document": told["document"]})
    assert again.json()["text"] == told["text"]
    for text, place, words in (
        (SMALL.replace("G2 J9", "G2 B7"), "pieces", "a cell holds one"),
        (SMALL.replace("G2 J9", "w2 J9"), "pieces", "amun does not stand on the board"),
        (SMALL.replace("position: {", "position: {devotion: {isis: 99}, "), "devotion", "from 0 to 30"),
        (SMALL.replace("position: {", "position: {fields: {over: [1]}, "), "fields", "not read from others"),
        ("game: ankh", "", "'seats' is missing"),
        ("a: &a [1]\nb: [*a, *a]", "", "an alias"),
        ("x" * 61_000, "", "at most 60000"),
    ):
        bad = client.post("/api/positions", {"text": text})
        assert bad.status_code == 422
        assert bad.json()["error"] == "bad-position"
        assert bad.json()["place"] == place
        assert words in bad.json()["words"]
        made = client.post("/api/tables", {"game": "ankh", "position": text, "seats": PEOPLE})
        assert made.status_code == 422
        assert words in made.json()["words"]


def test_nobody_brings_fields_along(client: Client) -> None:
    position = {"pieces": ["G1 B7", "G2 J9"], "fields": {"over": [1]}}
    made = client.post(
        "/api/tables", {"game": "ankh", "setup": {"gods": ["isis", "amun"], "position": position}, "seats": PEOPLE}
    )
    assert made.status_code == 422
    assert "not read from others" in made.json()["words"]
    match = open_position(read_positions(SMALL, "text")[0], theomachy.game)
    save = json.loads(match.save())
    save["setup"]["position"]["fields"] = {"camels_left": [3]}
    answer = client.post("/api/tables/open", {"save": json.dumps(save), "seats": PEOPLE})
    assert answer.status_code == 422
    assert "not read from others" in answer.json()["words"]


def test_a_table_from_a_position_counts_for_nothing(client: Client) -> None:
    assert play_on(client, SMALL, rated=True).status_code == 422
    assert play_on(client, SMALL, setup={"players": 2}).status_code == 422
    assert play_on(client, SMALL, game="anunnaki").status_code == 422
    bots = [{"who": "person", "name": "Ann"}, {"who": "bot", "bot": "random"}]
    assert play_on(client, SMALL, seats=bots).status_code == 201
    assert play_on(client, SMALL, seats=bots, analysis=True).status_code == 422
    assert client.post("/api/tables", {"game": "ankh", "seats": PEOPLE, "analysis": True}).status_code == 422


def test_on_a_board_for_analysis_everything_is_taken_back(client: Client) -> None:
    made = play_on(client, SMALL, analysis=True)
    table = Seated(client, made.json())
    assert table.info()["analysis"] is True
    with table.sit(0) as isis, table.sit(1) as amun:
        state = isis.expect("state")
        amun.expect("state")
        assert state["undo"] is False
        assert len(state["chances"]) == 2
        assert abs(sum(state["chances"]) - 1) < 0.01
        for _ in range(2):
            answer = isis.choose(isis.news["choices"][0]["choice"])
            assert answer["type"] == "update", answer
        while amun.news.get("version") != 2:
            amun.hear()
        assert [who.news["undo"] for who in (isis, amun)] == [True, True]
        # Amun has chosen nothing, and is asked now: whoever moves here goes back, whatever it was.
        versions = []
        while amun.news["undo"]:
            amun.say(type="undo", version=amun.news["version"], ref=9)
            amun.expect("state")
            versions.append(amun.news["version"])
        assert len(versions) == 2
        assert [offer["choice"] for offer in amun.news["choices"]] == []
    refused = client.post(f"{table.path}/seats/1", {"who": "bot", "bot": "random"}, table.host)
    assert refused.status_code == 409
