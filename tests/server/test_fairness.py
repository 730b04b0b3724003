"""Nobody gets to know what others can't: saves of running matches, seeds, and matches that are over."""

from __future__ import annotations

import json
import random
import sqlite3
from pathlib import Path

import theomachy
from tests.server.matches import play_out, played
from tests.server.serving import Client, Seated, Serving
from theomachy.kernel.match import Match
from theomachy.server.app import Settings
from theomachy.server.fairness import Origin, Proof, commitment, is_kept
from theomachy.server.sqlite_database import MIGRATIONS


def refused_save(table: Seated, *tokens: str) -> str:
    """The error a save is refused with; nothing of the match is in the answer."""
    answer = table.client.get(f"{table.path}/save", *tokens)
    assert answer.status_code in (403, 409)
    assert "seed" not in answer.json()
    return str(answer.json()["error"])


def test_an_open_seat_gives_no_save_to_the_rest(client: Client) -> None:
    """The host can open a seat: those who stay still don't get what the one who left has hidden."""
    table = client.new_table("Ann", "Ben", seed=6)
    ann, ben = table.tokens[0], table.tokens[1]
    assert client.post(f"{table.path}/seats/1", {"who": "open"}, table.host).status_code == 200
    for tokens in ([ann], [table.host], [ann, table.host], [ann, ben]):
        assert refused_save(table, *tokens) == "not-now"
    # A bot in the seat is nobody's consent, and neither is the one who comes next.
    client.post(f"{table.path}/seats/1", {"who": "bot", "bot": "random"}, table.host)
    assert refused_save(table, ann, table.host) == "not-now"
    client.post(f"{table.path}/seats/1", {"who": "open"}, table.host)
    cid = client.post(f"{table.path}/join", {"name": "Cid"}).json()["token"]
    assert refused_save(table, ann, cid, table.host) == "not-now"
    # Ben's token opens nothing any more by itself; beside the others' it is his consent.
    assert refused_save(table, ben) == "wrong-token"
    assert client.get(f"{table.path}/save", ann, ben, cid).status_code == 200


def test_who_has_sat_is_remembered_by_the_database(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "tables.sqlite"))
    running = Serving(settings)
    table = running.client.new_table("Ann", "Ben", seed=6)
    running.client.post(f"{table.path}/seats/1", {"who": "bot", "bot": "random"}, table.host)
    running.stop()
    running = Serving(settings)
    try:
        table.client = running.client
        assert refused_save(table, table.tokens[0]) == "not-now"
        assert running.client.get(f"{table.path}/save", *table.tokens.values()).status_code == 200
    finally:
        running.stop()


def test_nobody_saves_before_everybody_has_come(client: Client) -> None:
    """Who could save alone would know the seed when the others sit down."""
    table = client.new_table("Ann", "open", seed=None)
    assert refused_save(table, table.tokens[0], table.host) == "not-now"
    empty = client.new_table("open", "open", seed=None)
    assert refused_save(empty, empty.host) == "not-now"


def test_a_save_of_a_running_match_is_told_to_everybody(client: Client) -> None:
    table = client.new_table("Ann", "bot:random", seed=None, setup={"first": 0})
    with table.sit() as watcher:
        assert watcher.expect("state")["table"]["origin"]["disclosed"] is False
        assert client.get(f"{table.path}/save", table.tokens[0]).status_code == 200
        assert watcher.expect("table")["table"]["origin"]["disclosed"] is True
        assert "downloaded" in watcher.expect("chat")["line"]["text"]
    assert table.info()["origin"]["disclosed"] is True


def test_a_database_of_the_first_version_gives_no_more(tmp_path: Path) -> None:
    """Who sat at its tables before seats changed hands was not written down: no save until the match is over."""
    database = str(tmp_path / "tables.sqlite")
    running = Serving(Settings(database=database))
    kept, changed = (running.client.new_table("Ann", "Ben", seed=6) for _ in range(2))
    running.client.post(f"{changed.path}/seats/1", {"who": "bot", "bot": "random"}, changed.host)
    running.stop()
    first = str(tmp_path / "first.sqlite")
    with sqlite3.connect(first) as connection:
        connection.executescript(MIGRATIONS[0])
        connection.execute("PRAGMA user_version = 1")
        connection.execute("ATTACH ? AS today", (database,))
        for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
            columns = ", ".join(row[1] for row in connection.execute(f"PRAGMA table_info({name})"))
            connection.execute(f"INSERT INTO {name} ({columns}) SELECT {columns} FROM today.{name}")
    connection.close()
    assert len(MIGRATIONS) > 1
    running = Serving(Settings(database=first))
    try:
        kept.client = changed.client = running.client
        assert kept.info()["origin"]["seed"] == "unknown"
        assert refused_save(changed, *changed.tokens.values()) == "not-now"
        assert running.client.get(f"{kept.path}/save", *kept.tokens.values()).status_code == 200
    finally:
        running.stop()


def test_a_drawn_seed_is_promised_at_the_start_and_told_at_the_end(client: Client) -> None:
    """And what was told makes the same match again, choice by choice."""
    table = client.new_table("Ann", "Ben", seed=None, listed=True)
    before = table.info()["origin"]
    assert (before["seed"], before["proof"], before["opened"], before["special"]) == ("drawn", None, False, [])
    listed = client.get("/api/tables").json()["tables"]
    assert next(entry for entry in listed if entry["table"] == table.id)["origin"] == before
    eyes = [table.sit(seat) for seat in range(2)]
    for pair in eyes:
        assert pair.expect("state")["table"]["origin"] == before
    play_out(eyes, random.Random(4))
    after = eyes[0].expect("table")["table"]["origin"]
    assert after["commitment"] == before["commitment"]
    proof = Proof(**after["proof"])
    assert is_kept(before["commitment"], proof)
    save = json.loads(client.get(f"{table.path}/save").text)
    assert save["seed"] == int(proof.seed)
    match = Match(theomachy.game("ankh"), save["setup"], int(proof.seed))
    for seat, choice in save["history"]:
        match.play(choice, seat)
    assert match.view() == client.sit(table.id).expect("state")["view"]
    # The secrets are out, so nobody goes back into the match.
    for pair in eyes:
        assert pair.news["undo"] is False
        assert pair.ask(type="undo", version=pair.news["version"])["error"] == "over"
        pair.close()


def test_a_commitment_is_kept_by_its_own_seed_and_salt_alone() -> None:
    salt = bytes(range(16))
    promised = commitment(42, salt)
    assert is_kept(promised, Proof("42", salt.hex()))
    for seed, other in (("43", salt.hex()), ("42", salt[::-1].hex()), ("x", salt.hex()), ("42", "zz"), ("", "")):
        assert not is_kept(promised, Proof(seed, other))


def origin_of(table: Seated) -> Origin:
    return Origin(**table.info()["origin"])


def test_what_the_maker_has_chosen_is_seen_by_everybody(client: Client) -> None:
    chosen = origin_of(client.new_table("Ann", "open", seed=5))
    assert (chosen.seed, chosen.commitment, chosen.special) == ("chosen", None, [])
    position = {"pieces": ["G1 B6", "G2 G8"], "turn": "isis"}
    laid = client.new_table("Ann", "open", seed=None, setup={"gods": ["isis", "amun"], "position": position})
    assert (origin_of(laid).seed, origin_of(laid).special) == ("drawn", ["position"])
    save = played(lambda match: len(match.history) == 5).save()
    opened = origin_of(client.open_save(save, "Ann", "open"))
    assert (opened.seed, opened.opened, opened.proof) == ("chosen", True, None)
    content = client.new_table("Ann", "open", seed=None, game="anunnaki", setup={"content": {}})
    assert origin_of(content).special == []


def test_nothing_is_taken_back_while_the_table_waits(client: Client) -> None:
    table = client.new_table("Ann", "Ben", setup={"first": 0})
    with table.sit(0) as ann:
        ann.expect("state")
        assert ann.choose("action move")["undo"] is True
        client.post(f"{table.path}/seats/1", {"who": "open"}, table.host)
        assert ann.ask(type="undo", version=1)["error"] == "waiting"
        assert table.info()["version"] == 1
        client.post(f"{table.path}/join", {"name": "Ben"})
        assert ann.ask(type="undo", version=1)["version"] == 2
