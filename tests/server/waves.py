"""People who play on, whatever breaks, and what must hold then."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Sequence

import theomachy
from tests.server.serving import SOON, Client, Eyes, Seated


class Waves(threading.Thread):
    """Somebody who plays a table's seats, comes back whenever the socket breaks, and notes what was acknowledged."""

    def __init__(self, ports: list[int], table: Seated, seed: int, pause: float = 0.0) -> None:
        super().__init__(daemon=True)
        self._ports = ports
        self.table = table
        self._luck = random.Random(seed)
        #: seconds of thought before each choice
        self._pause = pause
        self.acknowledged: list[tuple[int, int, str]] = []
        #: when each of them was sent
        self.sent: list[float] = []
        #: the longest time from a broken socket until everybody sits again
        self.longest = 0.0
        self.end = threading.Event()
        self.failed: BaseException | None = None

    def run(self) -> None:
        lost: float | None = None
        while not self.end.is_set():
            try:
                client = Client(self._luck.choice(self._ports))
                eyes = [client.sit(self.table.id, token) for token in self.table.tokens.values()]
                try:
                    for pair in eyes:
                        pair.expect("state")
                    if lost is not None:
                        self.longest = max(self.longest, time.monotonic() - lost)
                        lost = None
                    self._play(eyes)
                    if eyes[0].news["outcome"]:
                        return
                finally:
                    for pair in eyes:
                        pair.close()
                    client.http.close()
            except AssertionError as error:
                self.failed = error
                return
            except Exception:
                # The server is gone, or the database.
                lost = lost or time.monotonic()
                time.sleep(0.05)

    def _play(self, eyes: list[Eyes]) -> None:
        while not self.end.is_set():
            newest = max(pair.news["version"] for pair in eyes)
            for pair in eyes:
                pair.catch_up(newest)
            if eyes[0].news["outcome"]:
                return
            deciding = [pair for pair in eyes if pair.news["choices"]]
            if not deciding:
                # A bot's turn.
                eyes[0].hear()
                continue
            chooser = self._luck.choice(deciding)
            choice = self._luck.choice(chooser.choices)
            if self._pause:
                time.sleep(self._pause)
            sent = time.monotonic()
            answer = chooser.choose(choice)
            if answer["type"] == "update":
                self.sent.append(sent)
                self.acknowledged.append((answer["version"], eyes.index(chooser), choice))
            else:
                assert answer["error"] in ("stale", "not-stored", "too-many"), answer
                time.sleep(0.1)


def check(waves: Waves, client: Client) -> None:
    """Everything acknowledged is in the match, once, where it was said to be."""
    assert waves.failed is None, waves.failed
    match = settled(client, waves.table)
    history = [(seat, match.game.table.text(number)) for seat, number in match.history]
    versions = [version for version, _, _ in waves.acknowledged]
    assert versions == sorted(set(versions))
    for version, seat, choice in waves.acknowledged:
        assert history[version - 1] == (seat, choice)


def settled(client: Client, table: Seated, seconds: float = SOON) -> theomachy.Match:
    """The match of a table when its save and what is told of it agree: until then a bot may still be playing."""
    end = time.monotonic() + seconds
    while True:
        told = client.get(table.path).json()["version"]
        match = saved(client, table)
        if told == len(match.history):
            return match
        assert time.monotonic() < end, (told, len(match.history))
        time.sleep(0.05)


def go_on(everybody: Sequence[Waves], choices: int = 5, seconds: float = SOON) -> None:
    """Until everybody has made some more choices."""
    before = [len(waves.acknowledged) for waves in everybody]
    end = time.monotonic() + seconds
    while any(
        waves.is_alive() and len(waves.acknowledged) < had + choices
        for waves, had in zip(everybody, before, strict=True)
    ):
        assert time.monotonic() < end, [len(waves.acknowledged) for waves in everybody]
        time.sleep(0.02)


def saved(client: Client, table: Seated) -> theomachy.Match:
    """The match of a table, as its save has it."""
    return theomachy.load(client.get(f"{table.path}/save", *table.tokens.values()).text)
