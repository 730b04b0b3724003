"""The server is killed in the middle of matches: nothing that was acknowledged is lost, and the matches go on."""

from __future__ import annotations

import random
import threading
import time
from pathlib import Path

import theomachy
from tests.cli.command import refused
from tests.server.matches import play_out
from tests.server.serving import Client, Eyes, Process, Seated

#: said below the address where the page is not built
NOT_BUILT = "The page is not built yet; in the project's folder: make page"


class Player(threading.Thread):
    """Plays a table alone for all its seats, as fast as messages are allowed, until the connection breaks."""

    def __init__(self, table: Seated, seats: int, seed: int) -> None:
        super().__init__(daemon=True)
        self.table = table
        self.luck = random.Random(seed)
        self.eyes = [table.sit(seat) for seat in range(seats)]
        #: (version, seat, choice) of everything that was acknowledged
        self.acknowledged: list[tuple[int, int, str]] = []

    def run(self) -> None:
        try:
            for pair in self.eyes:
                pair.expect("state")
            while True:
                newest = max(pair.news["version"] for pair in self.eyes)
                for pair in self.eyes:
                    pair.catch_up(newest)
                chooser = self.luck.choice([pair for pair in self.eyes if pair.news["choices"]] or self.eyes)
                if self.eyes[0].news["outcome"]:
                    return
                time.sleep(0.035)
                choice = self.luck.choice(chooser.choices)
                answer = chooser.choose(choice)
                if answer["type"] == "update":
                    self.acknowledged.append((answer["version"], self.eyes.index(chooser), choice))
        except Exception:
            # The server is gone.
            return


def test_kill_in_the_middle_of_matches(database: str) -> None:
    running = Process(database, "--bot-pause", "0")
    players = [
        Player(running.client.new_table(*["Ann", "Ben", "Cid"][:seats], seed=seats), seats, number)
        for number, seats in enumerate([2, 3, 2])
    ]
    chatting = players[0].table.sit(0)
    chatting.expect("state")
    chatting.say(type="chat", text="still here")
    chatting.expect("chat")
    for player in players:
        player.start()
    while min(len(player.acknowledged) for player in players) < 25:
        assert all(player.is_alive() for player in players)
        time.sleep(0.02)
    running.kill()
    for player in players:
        player.join(10)
        assert len(player.acknowledged) >= 25

    again = Process(database, "--bot-pause", "0")
    try:
        for player in players:
            check_nothing_lost(again.client, player)
        with again.client.sit(players[0].table.id, players[0].table.tokens[0]) as ann:
            lines = [line["text"] for line in ann.expect("state")["chat"]]
            # The other one says that the match was saved, to compare it.
            assert (lines[0], len(lines)) == ("still here", 2)
    finally:
        code, out = again.interrupt()
    assert code == 0, out
    assert "Traceback" not in out


def check_nothing_lost(client: Client, player: Player) -> None:
    """Everything acknowledged is in the match; at most what was on its way when the server died came after it."""
    table, seats = player.table, len(player.table.tokens)
    eyes: list[Eyes] = [client.sit(table.id, table.tokens[seat]) for seat in range(seats)]
    version = max(pair.expect("state")["version"] for pair in eyes)
    last = player.acknowledged[-1][0]
    assert last <= version <= last + 1
    match = theomachy.load(client.get(f"/api/tables/{table.id}/save", *table.tokens.values()).text)
    history = [(seat, match.game.table.text(number)) for seat, number in match.history]
    # Versions begin with 1, and nobody took anything back.
    for number, seat, choice in player.acknowledged:
        assert history[number - 1] == (seat, choice)
    for seat, pair in enumerate(eyes):
        assert pair.news["view"] == match.view(seat)
    # A client that saw the last acknowledged version is told the rest, if there is any.
    with client.sit(table.id, table.tokens[0], since=last) as back:
        assert [back.hear()["version"] for _ in range(last, version)] == list(range(last + 1, version + 1))
    if not eyes[0].news["outcome"]:
        play_out(eyes, player.luck, at_most=5)
        assert eyes[0].news["version"] > version
    for pair in eyes:
        pair.close()


def test_one_database_has_one_server(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite"
    running = Process(database)
    try:
        second = refused("serve", "--no-open", "--port", 0, "--database", database)
        assert "another server is using this file" in second
        taken = refused("serve", "--no-open", "--port", running.port, "--database", tmp_path / "other.sqlite")
        assert f"can't listen at 127.0.0.1:{running.port}" in taken
        assert "--port" in taken
    finally:
        code, out = running.interrupt()
    assert code == 0
    assert out.replace(NOT_BUILT, "").strip() == ""


def test_not_a_database(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("This is no database, but somebody's notes. " * 100)
    assert "not a database" in refused("serve", "--no-open", "--port", 0, "--database", text)
    assert text.read_text().startswith("This is no database")
    missing = refused("serve", "--no-open", "--port", 0, "--database", tmp_path / "no" / "folder.sqlite")
    assert "can't be opened" in missing
    assert "no address" in refused("serve", "--no-open", "--host", "no such host", "--database", tmp_path / "a.sqlite")
