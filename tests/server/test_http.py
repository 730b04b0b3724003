"""Requests over HTTP: games, words, tables, saves, the page."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

import theomachy
from tests.server.matches import play_out, played
from tests.server.serving import Client, Serving
from theomachy.server.app import Settings
from theomachy.server.words import WORDS


@pytest.mark.parametrize("lang", ["en", "de", "ru"])
def test_what_a_table_can_be_made_of(client: Client, lang: str) -> None:
    games = {game["game"]: game for game in client.get("/api/games", lang=lang).json()["games"]}
    ankh = games["ankh"]
    catalogue = theomachy.game("ankh").catalogue
    assert ankh["players"] == [2, 3, 4, 5]
    assert {side["side"]: side["name"] for side in ankh["sides"]} == {
        god: catalogue.name(f"god.{god}", lang) for god in ("amun", "anubis", "isis", "osiris", "ra")
    }
    assert all(side["text"] for side in ankh["sides"])
    assert ankh["scenarios"][0] == {
        "scenario": "middle-kingdom",
        "name": catalogue.name("scenario.middle-kingdom", lang),
        "players": [2, 3, 4, 5],
    }
    assert len(ankh["pharaohs"]) == 5
    assert [len(games[name]["levels"]) for name in ("ankh", "anunnaki")] == [8, 9]
    assert [games[name]["seats_setting"] for name in ("ankh", "anunnaki")] == ["gods", "houses"]
    assert games["anunnaki"]["players"] == [2, 3, 4]
    # Everything that is offered can be played.
    for scenario in ankh["scenarios"]:
        setup = {"scenario": scenario["scenario"]}
        client.new_table(*["Ann"] * scenario["players"][0], setup=setup)
    for pharaoh in ankh["pharaohs"]:
        client.new_table("Ann", "Ben", setup={"pharaoh": pharaoh["pharaoh"]})


@pytest.mark.parametrize("lang", ["en", "de", "ru"])
def test_words(client: Client, lang: str) -> None:
    words = client.get("/api/games/ankh/words", lang=lang).json()
    catalogue = theomachy.game("ankh").catalogue
    assert words["names"]["card.flood"] == catalogue.name("card.flood", lang)
    rule = words["rules"]["ankh/card/plague"]
    assert rule["title"] == catalogue.rule("ankh/card/plague", lang).title
    assert set(words["rules"]) == set(catalogue.rules("en"))
    assert words["quick"] == catalogue.quick(lang)


def test_the_board(client: Client) -> None:
    board = client.get("/api/games/ankh/board").json()
    assert board == theomachy.game("ankh").board_info()


def test_the_browsers_language_is_spoken(client: Client) -> None:
    answer = client.http.get("/api/tables/nowhere", headers={"accept-language": "fr, de;q=0.8, en;q=0.5"})
    assert answer.json()["words"] == WORDS["no-table"][1]


def test_gods_that_are_not_named_are_drawn_from_those_left(client: Client) -> None:
    drawn = set()
    for seed in range(12):
        table = client.new_table("Ann", "Ben", "Cid", seed=seed, setup={"gods": [None, "ra", None]})
        info = table.info()
        sides = [place["side"] for place in info["seats"]]
        assert sides[1] == "ra"
        assert len(set(sides)) == 3
        assert info["setup"]["gods"] == sides
        drawn |= set(sides)
    assert drawn == {"amun", "anubis", "isis", "osiris", "ra"}


def test_matches_without_a_seed_differ(client: Client) -> None:
    views = set()
    for _ in range(4):
        table = client.new_table("Ann", "Ben", "Cid", seed=None)
        with table.sit() as watcher:
            views.add(json.dumps(watcher.expect("state")["view"]))
    assert len(views) > 1


def test_tables_are_listed_if_they_want_to_be(client: Client) -> None:
    hidden = client.new_table("Ann", "open", title="hidden")
    first = client.new_table("Ann", "open", title="  Friday \n night ", listed=True)
    second = client.new_table("Ben", "bot:random", listed=True)
    listed = client.get("/api/tables").json()["tables"]
    ids = [table["table"] for table in listed]
    assert hidden.id not in ids
    assert ids.index(second.id) < ids.index(first.id)
    assert listed[ids.index(first.id)] == first.info()
    assert first.info()["title"] == "Friday night"
    assert first.info()["phase"] == "waiting"
    assert [place["who"] for place in first.info()["seats"]] == ["person", "open"]


def test_a_save_is_opened_as_it_was(client: Client) -> None:
    table = client.new_table("Ann", "Ben", seed=51)
    eyes = [table.sit(seat) for seat in range(2)]
    for pair in eyes:
        pair.expect("state")
    play_out(eyes, random.Random(51), at_most=40)
    answer = client.get(f"{table.path}/save", table.tokens[0], table.tokens[1])
    assert answer.headers["content-disposition"] == f'attachment; filename="ankh-{table.id}.json"'
    assert theomachy.load(answer.text).view(0) == eyes[0].news["view"]
    again = client.open_save(answer.text, "Cid", "bot:random")
    with again.sit(0) as cid:
        state = cid.expect("state")
        assert state["version"] >= 40
        if state["version"] == 40:
            assert state["view"] == eyes[0].news["view"]
        assert [entry["version"] for entry in state["log"]] == sorted(entry["version"] for entry in state["log"])
    for pair in eyes:
        pair.close()


def test_a_save_with_a_position(client: Client) -> None:
    """What lies on the table by a position is nobody's business but the match's: the setup is not told."""
    match = theomachy.new(
        "ankh", gods=["isis", "amun"], position={"pieces": ["G1 B6", "G2 G8"], "turn": "isis"}, seed=5
    )
    table = client.open_save(match.save(), "Ann", "Ben")
    info = table.info()
    assert "position" not in info["setup"]
    with table.sit(0) as ann:
        assert ann.expect("state")["view"] == match.view(0)


def test_the_replay_is_the_match(client: Client) -> None:
    """At every step the view is that of the same choices played without a server."""
    match = played(lambda match: match.over, players=3, seed=7)
    table = client.open_save(match.save(), "Ann", "Ben", "Cid")
    twin = theomachy.new("ankh", players=3, seed=7)
    told = 0
    token = table.tokens[1]
    for step in range(len(match.history) + 1):
        if step:
            seat, number = match.history[step - 1]
            told = twin.told
            twin.play(number, seat)
        if step % 9 == 0 or step == len(match.history):
            shown = client.get(f"{table.path}/replay", token, step=step, lang="de").json()
            assert (shown["step"], shown["steps"], shown["version"]) == (step, len(match.history), step)
            assert shown["view"] == twin.view(1)
            if step:
                assert [entry["fact"] for entry in shown["entries"]] == twin.facts_since(told, 1)
                assert shown["by"]["seat"] == seat
                assert shown["by"]["choice"] == match.game.table.text(number)
                assert shown["by"]["label"]
            else:
                assert shown["by"] is None
            watched = client.get(f"{table.path}/replay", step=step).json()
            assert watched["view"] == twin.view()
    story = client.get(f"{table.path}/story", lang="ru").json()
    assert [step["step"] for step in story["steps"]] == list(range(len(match.history) + 1))
    assert story["outcome"] == match.view()["outcome"]
    assert story["steps"][-1]["numbers"] == match.game.standing(match.state)
    assert sum(len(step["words"]) for step in story["steps"]) == len(match.facts)
    events = [event for step in story["steps"] for event in step["events"]]
    tracks = match.view()["tracks"]
    assert events == tracks["events"][: tracks["events_done"]]


def test_headers_keep_other_sites_out(client: Client) -> None:
    for path in ("/", "/api/bots", "/api/tables/nowhere", "/api/nothing"):
        headers = client.http.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "script-src" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in headers
    assert client.http.get("/api/bots").headers["cache-control"] == "no-store"


def test_the_page_and_its_files(tmp_path: Path) -> None:
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    running = Serving(Settings(database=str(tmp_path / "tables.sqlite"), page=str(folder)))
    try:
        check_page(running.client, folder)
    finally:
        running.stop()


def check_page(client: Client, folder: Path) -> None:
    missing = client.http.get("/t/abc", headers={"accept-language": "ru"})
    assert missing.status_code == 503
    assert "make page" in missing.text
    (folder / "index.html").write_text("<title>The page</title>")
    (folder / "assets" / "app-1a2b.js").write_text("go()")
    (folder / "icon.svg").write_text("<svg/>")
    for path in ("/", "/t/abc", "/t/abc/replay/12"):
        answer = client.http.get(path)
        assert answer.text == "<title>The page</title>"
        assert answer.headers["cache-control"] == "no-cache"
    asset = client.http.get("/assets/app-1a2b.js")
    assert asset.text == "go()"
    assert "immutable" in asset.headers["cache-control"]
    assert "javascript" in asset.headers["content-type"]
    assert client.http.get("/icon.svg").headers["content-type"].startswith("image/svg+xml")
    for path in ("/assets/none.js", "/assets", "/..%2Ftables.sqlite", "/%2e%2e/tables.sqlite"):
        assert client.http.get(path).status_code == 404
