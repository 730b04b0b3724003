"""What is over is gone at once, by itself: a server that plays for weeks must not wait for the collector, which seldom
looks at what is old, and holds everybody up when it does."""

from __future__ import annotations

import gc
import random
import struct
import subprocess
import sys
import time
import tracemalloc
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path
from socket import SO_LINGER, SOL_SOCKET
from types import ModuleType
from typing import Any

import pytest

import theomachy
from tests.server.matches import play_out
from tests.server.raw import Raw, upgrade
from tests.server.serving import SOON, Client, Serving
from theomachy.server import envoy as envoy_module
from theomachy.server.connections import HttpConnection, SocketConnection
from theomachy.server.course import Course
from theomachy.server.envoy import Envoy
from theomachy.server.messages import encode


@pytest.fixture
def without_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def gone(references: list[Callable[[], Any]]) -> bool:
    """Whether nothing of these is left, before long."""
    end = time.monotonic() + SOON
    while any(reference() is not None for reference in references):
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


@pytest.mark.usefixtures("without_collector")
@pytest.mark.parametrize("game", ["ankh", "anunnaki"])
def test_a_table_that_is_put_away_is_gone(serving: Serving, client: Client, game: str) -> None:
    """After everything that people do at one."""
    table = client.new_table("Ann", "Ben", game=game, hints=True)
    with table.sit(0) as ann, table.sit(1) as ben, table.sit() as cid:
        for eyes in (ann, ben, cid):
            eyes.expect("state")
        play_out([ann, ben], random.Random(1), at_most=10)
        ann.ask(type="lang", lang="de")
        deciding = ann if ann.news["choices"] else ben
        deciding.ask(type="hint", bot="random")
        deciding.ask(type="preview", choice=deciding.choices[0])
        deciding.say(type="chat", text="x")
        deciding.expect("chat")
    client.get(f"{table.path}/story")
    client.get(f"{table.path}/replay", step=3)
    live = serving.hall.live[table.id]
    kept: list[Callable[[], Any]] = [weakref.ref(each) for each in (live, live.course, live.envoy, live.course.match)]
    del live
    put_away(serving, table.id, idle=0.0)
    assert gone(kept)


@pytest.mark.usefixtures("without_collector")
def test_a_socket_that_is_closed_is_gone(serving: Serving, client: Client) -> None:
    table = client.new_table("Ann", "Ben", setup={"first": 0}, hints=True)
    kept: list[Callable[[], Any]] = []
    with table.sit(0) as ann, table.sit(1) as ben, table.sit() as cid:
        for eyes in (ann, ben, cid):
            eyes.expect("state")
        ann.choose("action move")
        ann.ask(type="hint", bot="random")
        live = serving.hall.live[table.id]
        kept += [weakref.ref(watcher) for watcher in live.watchers]
        kept += parts_of_sockets(serving)
        assert len(kept) >= 12
        del live
    assert gone(kept)


@pytest.mark.usefixtures("without_collector")
@pytest.mark.parametrize("asked_before", [False, True])
def test_a_socket_whose_network_is_lost_is_gone(serving: Serving, client: Client, asked_before: bool) -> None:
    """Without a goodbye; also if something else was asked for on the same connection before."""
    table = client.new_table("Ann", "Ben")
    others = set(serving.server.server_state.connections)
    socket = Raw(client.port)
    if asked_before:
        socket.send(b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        head = socket.read_head().lower()
        length = int(head.split(b"content-length: ")[1].split(b"\r\n")[0])
        while length:
            length -= len(socket.socket.recv(length))
    kept = parts_of_requests(serving, others)
    socket.send(upgrade(client.port, table.id))
    assert b" 101 " in socket.read_head()
    kept += parts_of_sockets(serving)
    assert len(kept) >= 3
    # What is closed in this way is reset, as if the other side had vanished.
    socket.socket.setsockopt(SOL_SOCKET, SO_LINGER, struct.pack("ii", 1, 0))
    socket.close()
    assert gone(kept)


@pytest.mark.usefixtures("without_collector")
def test_a_connection_on_which_something_was_asked_is_gone(serving: Serving, client: Client) -> None:
    """Pages keep theirs for a while, for the next request."""
    others = set(serving.server.server_state.connections)
    page = Client(client.port)
    page.new_table("Ann", "Ben")
    assert page.get("/api/tables/none").status_code == 404
    kept = parts_of_requests(serving, others)
    assert len(kept) >= 4
    page.http.close()
    del others
    assert gone(kept)


@pytest.mark.usefixtures("without_collector")
def test_who_does_not_wait_for_a_hint_is_gone_and_so_is_the_table(serving: Serving, client: Client) -> None:
    table = client.new_table("Ann", "Ben", setup={"first": 0}, hints=True)
    with table.sit(0) as ann:
        ann.expect("state")
        ann.say(type="hint", bot="search:2s")
        # Answered when the hint is on its way to a worker.
        ann.ask(type="ping")
        live = serving.hall.live[table.id]
        kept: list[Callable[[], Any]] = [weakref.ref(each) for each in (live, live.course.match, *live.watchers)]
        del live
    put_away(serving, table.id, idle=0.0)
    assert gone(kept)


def put_away(serving: Serving, table: str, **patience: float) -> None:
    """Until a table is put away: who has left it may still be on the way out."""
    end = time.monotonic() + SOON
    while table in serving.hall.live:
        serving.hall.put_away(**patience)
        assert time.monotonic() < end
        time.sleep(0.02)


def parts_of_sockets(serving: Serving) -> list[Callable[[], Any]]:
    """The connections of sockets, what reads them, and what they are for asyncio."""
    return [
        weakref.ref(part)
        for each in list(serving.server.server_state.connections)
        if isinstance(each, SocketConnection)
        for part in (each, each.conn, each.transport)
    ]


def parts_of_requests(serving: Serving, others: set[Any]) -> list[Callable[[], Any]]:
    """The same of other connections, and of the last that was asked for on each."""
    return [
        weakref.ref(part)
        for each in serving.server.server_state.connections - others
        if isinstance(each, HttpConnection)
        for part in (each, each.conn, each.transport, each.cycle)
        if part is not None
    ]


def test_a_table_whose_match_is_over_is_put_away_sooner(serving: Serving, client: Client) -> None:
    """Nobody has to come back to play on."""
    ended, other = (client.new_table("Ann", "Ben", game="ankh", seed=3) for _ in range(2))
    with ended.sit(0) as ann, ended.sit(1) as ben, other.sit(0) as cid:
        for eyes in (ann, ben, cid):
            eyes.expect("state")
        play_out([ann, ben], random.Random(3))
        assert ann.news["outcome"] is not None
    put_away(serving, ended.id, idle=10 * SOON, idle_over=0.0)
    assert other.id in serving.hall.live
    # It is brought in again for who wants to see it.
    assert ended.info()["table"] == ended.id


@pytest.mark.parametrize("game", ["ankh", "anunnaki"])
def test_what_was_told_of_earlier_choices_is_not_kept(game: str) -> None:
    """What speaks of a match does not grow with it: everybody has heard what it said."""
    # The first time what is kept for all matches is made.
    growth_of_envoy(game)
    sizes = growth_of_envoy(game)
    # How much the last choices have told varies, by up to 1.5; what is kept of every choice would grow threefold.
    assert max(sizes[60:]) < 2 * max(sizes[:30])


def growth_of_envoy(game: str) -> list[int]:
    """The bytes that the envoy of a match holds after each choice, told to three pairs of eyes."""
    rng = random.Random(4)
    match = theomachy.new(game, players=2, seed=4)
    course = Course(match)
    envoy = Envoy(course)
    sizes: list[int] = []
    tracemalloc.start(1)
    try:
        while len(course.made) < 90:
            seat = match.decision.seats[0]
            course.play(str(rng.choice(list(match.choices_of(seat)))), seat)
            for eyes, lang in ((0, "en"), (1, "de"), (None, "ru")):
                encode(envoy.update(eyes, lang, None, course.version - 1))
            sizes.append(held_by(envoy_module))
    finally:
        tracemalloc.stop()
    return sizes


def held_by(module: ModuleType) -> int:
    """Bytes that are held of what was made in a module."""
    kept = tracemalloc.take_snapshot().filter_traces([tracemalloc.Filter(True, str(module.__file__))])
    return sum(trace.size for trace in kept.traces)


class Circle:
    """Holds itself."""

    def __init__(self) -> None:
        self.me = self
        #: so that much is more than before
        self.more = [[number] for number in range(100_000)]


#: makes a circle that is old when it is garbage, and tells whether it is gone after so many calls
OLD_GARBAGE = """
import sys, weakref
from tests.server.test_memory import Circle
from theomachy.server.cleaning import COUNTED, Cleaner

cleaner = Cleaner()
circle = Circle()
known = weakref.ref(circle)
cleaner.clear_up()
del circle
for _ in range(2 * COUNTED):
    cleaner.clear_up(alone=sys.argv[1] == "alone")
print(known() is None)
"""


@pytest.mark.parametrize(("who", "gone"), [("alone", True), ("others", False)])
def test_old_garbage_is_looked_for_while_nobody_waits(who: str, gone: bool) -> None:
    said = subprocess.run([sys.executable, "-c", OLD_GARBAGE, who], capture_output=True, text=True, check=True).stdout
    assert said.strip() == str(gone)


#: states of many sizes, of which a few stay: they lie between the gaps. It tells what it has before and after
GAPS = """
from theomachy.server.cleaning import give_back, _trim

def memory():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096

states = [b"x" * (20_000 + 10 * number) for number in range(3_000)]
whole = memory()
kept = states[::30]
del states
before = memory()
give_back()
print(_trim is not None, whole, before, memory())
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells so simply what a process has")
def test_what_is_free_is_given_back() -> None:
    said = subprocess.run([sys.executable, "-c", GAPS], capture_output=True, text=True, check=True).stdout
    known, whole, before, after = said.split()
    if known == "False":
        pytest.skip("this C library gives back by itself, or never")
    # Nine tenths are free, and most of that lay between the others.
    assert int(before) > int(whole) / 2
    assert int(after) < int(whole) / 2
