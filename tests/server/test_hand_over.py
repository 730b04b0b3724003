"""Sockets of a table meet in one of the servers of a machine, whichever was asked; and if that one is gone, or does not
answer, people are served all the same."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.kills import ROOMY
from tests.server.postgres import Postgres
from tests.server.raw import Raw, RawEyes, upgrade
from tests.server.serving import FAST, Eyes, Process, Seated, Serving, until
from theomachy.server import hand_over as module
from theomachy.server.app import Settings
from theomachy.server.connections import SocketConnection
from theomachy.server.hand_over import GIVE, HEAD, LARGEST, HandOver, Place, asked_table, places

# --- a process alone, and others that are played --------------------------------------------------------------------


class Connection:
    """One end of a connection that is offered; what became of it."""

    def __init__(self) -> None:
        self.ours, self.theirs = socket.socketpair()
        self.became: list[str] = []

    def descriptor(self) -> int | None:
        return None if self.ours.fileno() < 0 else self.ours.fileno()

    def stay(self) -> None:
        self.became.append("stay")

    def leave(self) -> None:
        self.became.append("leave")
        self.ours.close()

    def close(self) -> None:
        self.ours.close()
        self.theirs.close()


class Taken:
    """What a process was given."""

    def __init__(self) -> None:
        self.all: list[tuple[socket.socket, bytes]] = []

    def __call__(self, handed: socket.socket, data: bytes) -> None:
        self.all.append((handed, data))


def always() -> bool:
    return True


@pytest.fixture
def room() -> Iterator[list[Place]]:
    made = places(3)
    yield made
    for place in made:
        for each in (place.ear, *place.ears):
            each.close()


@pytest.fixture
def connection() -> Iterator[Connection]:
    made = Connection()
    yield made
    made.close()


def table_at(process: HandOver, number: int, second: int | None = None) -> str:
    """A table whose sockets meet there."""
    names = (f"table{each}" for each in range(1000))
    return next(
        name
        for name in names
        if process.home(name)[0] == number and (second is None or process.home(name)[1] == second)
    )


async def soon(holds: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not holds():
            await asyncio.sleep(0.005)


def test_a_connection_is_given_with_what_was_read_of_it(room: list[Place], connection: Connection) -> None:
    async def play() -> None:
        ann, ben = HandOver(room[0]), HandOver(room[1])
        taken = Taken()
        ann.open(Taken(), always)
        ben.open(taken, always)
        assert ann.offer(table_at(ann, 1), connection, b"GET")
        # Nothing is decided before it is asked.
        assert connection.became == []
        await soon(lambda: taken.all)
        assert connection.became == ["leave"]
        (handed, data), *more = taken.all
        assert (data, more) == (b"GET", [])
        with handed:
            handed.send(b"hello")
            assert connection.theirs.recv(9) == b"hello"
            assert not handed.get_inheritable()
        # Ours is closed, and so is theirs now: nothing is left open anywhere.
        assert connection.theirs.recv(9) == b""
        assert (ann.counts, ben.counts) == ({"given": 1}, {"taken": 1})

    asyncio.run(play())


def test_all_agree_where_a_table_is_and_nobody_else_can_tell(room: list[Place]) -> None:
    everybody = [HandOver(place) for place in room]
    names = [f"table{number}" for number in range(300)]
    homes = [everybody[0].home(name) for name in names]
    assert all([each.home(name) for name in names] == homes for each in everybody)
    shares = [sum(home[0] == number for home in homes) for number in range(3)]
    assert min(shares) > 50
    others = places(3)
    assert [HandOver(others[0]).home(name) for name in names] != homes
    for place in others:
        for each in (place.ear, *place.ears):
            each.close()


def test_what_is_at_home_or_too_long_is_not_offered(room: list[Place], connection: Connection) -> None:
    async def play() -> None:
        ann, ben = HandOver(room[0]), HandOver(room[1])
        # It does not serve yet.
        assert not ann.offer(table_at(ann, 1), connection, b"")
        ann.open(Taken(), always)
        ben.open(Taken(), always)
        assert not ann.offer(table_at(ann, 0), connection, b"")
        assert not ann.offer(table_at(ann, 1), connection, bytes(LARGEST + 1))
        assert connection.became == []

    asyncio.run(play())


def test_who_does_not_answer_is_passed_over(
    room: list[Place], connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The next one of the table's processes has it then; and the silent one is left in peace until it speaks."""
    monkeypatch.setattr(module, "REST", 3600.0)

    async def play() -> None:
        ann, cid = HandOver(room[0]), HandOver(room[2])
        taken = Taken()
        ann.open(Taken(), always)
        cid.open(taken, always)
        table = table_at(ann, 1, 2)
        assert ann.offer(table, connection, b"x")
        await soon(lambda: taken.all)
        assert connection.became == ["leave"]
        taken.all.pop()[0].close()
        # Process 1 is back, and answers what it was asked long ago. That gives nothing away twice.
        ben, late = HandOver(room[1]), Taken()
        ben.open(late, always)
        await soon(lambda: not ann._silent)
        assert late.all == []
        second = Connection()
        assert ann.offer(table, second, b"y")
        await soon(lambda: late.all)
        late.all.pop()[0].close()
        second.close()

    asyncio.run(play())


def test_with_nobody_else_it_stays(room: list[Place], connection: Connection) -> None:
    async def play() -> None:
        ann = HandOver(room[0])
        ann.open(Taken(), always)
        table = table_at(ann, 1, 0)
        assert ann.offer(table, connection, b"x")
        await soon(lambda: connection.became)
        assert connection.became == ["stay"]
        assert ann.counts == {"kept": 1}
        # Nobody waits a second time for who has not answered just now.
        assert not ann.offer(table, connection, b"x")

    asyncio.run(play())


def test_one_that_ends_says_no_and_keeps_what_it_has_offered(room: list[Place], connection: Connection) -> None:
    async def play() -> None:
        ann, ben = HandOver(room[0]), HandOver(room[1])
        ann.open(Taken(), always)
        ben.open(Taken(), always)
        ben.stop_taking()
        began = time.monotonic()
        assert ann.offer(table_at(ann, 1, 0), connection, b"x")
        await soon(lambda: connection.became)
        assert connection.became == ["stay"]
        assert time.monotonic() - began < module.PATIENCE
        ann.offer(table_at(ann, 2, 0), connection, b"x")
        ann.stop_taking()
        assert connection.became == ["stay", "stay"]

    asyncio.run(play())


def test_one_without_room_says_no(room: list[Place], connection: Connection) -> None:
    async def play() -> None:
        ann, ben = HandOver(room[0]), HandOver(room[1])
        ann.open(Taken(), always)
        ben.open(Taken(), lambda: False)
        assert ann.offer(table_at(ann, 1, 0), connection, b"x")
        await soon(lambda: connection.became)
        assert connection.became == ["stay"]
        assert not ann._silent

    asyncio.run(play())


def test_a_connection_that_ends_meanwhile(room: list[Place], connection: Connection) -> None:
    async def play() -> None:
        ann, ben = HandOver(room[0]), HandOver(room[1])
        taken = Taken()
        ann.open(Taken(), always)
        assert ann.offer(table_at(ann, 1, 0), connection, b"x")
        connection.ours.close()
        ben.open(taken, always)
        await soon(lambda: not ann._offers)
        assert (connection.became, taken.all) == ([], [])

    asyncio.run(play())


def test_what_was_given_to_one_that_died_is_served_by_who_takes_over(room: list[Place], connection: Connection) -> None:
    """Killed after it has said yes, before it has read what it was given."""

    async def play() -> None:
        ann, ben = HandOver(room[0]), HandOver(room[1])
        ann.open(Taken(), always)
        ben.open(Taken(), always)
        assert ann.offer(table_at(ann, 1), connection, b"x")
        ben._hear()
        ben.close()
        await soon(lambda: connection.became)
        assert connection.became == ["leave"]
        next_one, taken = HandOver(room[1]), Taken()
        next_one.open(taken, always)
        await soon(lambda: taken.all)
        handed, data = taken.all.pop()
        with handed:
            assert data == b"x"
            handed.send(b"hello")
            assert connection.theirs.recv(9) == b"hello"

    asyncio.run(play())


def test_an_ear_that_is_full(room: list[Place], connection: Connection) -> None:
    """Nobody waits until a process that has not read for long reads again."""

    async def play() -> None:
        ann = HandOver(room[0])
        ann.open(Taken(), always)
        with contextlib.suppress(BlockingIOError):
            while True:
                room[1].ears[1].send(bytes(1000))
        assert not ann.offer(table_at(ann, 1, 0), connection, b"x")

    asyncio.run(play())


def test_a_gift_without_a_descriptor_is_nothing(room: list[Place], connection: Connection) -> None:
    async def play() -> None:
        ann, ben = HandOver(room[0]), HandOver(room[1])
        taken = Taken()
        ann.open(Taken(), always)
        ben.open(taken, always)
        room[0].ears[1].send(HEAD.pack(GIVE, 0, 1) + b"x")
        assert ann.offer(table_at(ann, 1), connection, b"y")
        await soon(lambda: taken.all)
        assert [data for _, data in taken.all] == [b"y"]
        taken.all.pop()[0].close()

    asyncio.run(play())


@pytest.mark.parametrize(
    ("target", "table"),
    [
        (b"/api/tables/aB3-_x/live", "aB3-_x"),
        (b"/api/tables/aB3/live?since=4", "aB3"),
        (b"/api/tables/aB3", None),
        (b"/api/tables/aB3/live/", None),
        (b"/api/tables/a/b/live", None),
        (b"/api/tables//live", None),
        (b"/api/tables/%61/live", None),
        (b"/api/tables/" + b"a" * 65 + b"/live", None),
        (b"/api/tables/a\xff/live", None),
        (b"http://elsewhere/api/tables/a/live", None),
        (b"*", None),
    ],
)
def test_what_asks_for_a_table(target: bytes, table: str | None) -> None:
    assert asked_table(target) == table


# --- two servers, of which each has a port of its own here: so it is known who was asked ------------------------------

Two = tuple[Serving, Serving]


@pytest.fixture(scope="module")
def two(postgres: Postgres) -> Iterator[Two]:
    database = postgres.database()
    room = places(2)
    running = [Serving(Settings(database=database, bot_pause=0.0, limits=FAST), place=place) for place in room]
    yield running[0], running[1]
    for each in running:
        each.stop()
    for place in room:
        for ear in (place.ear, *place.ears):
            ear.close()


def new_table(asked: Serving, home: int) -> Seated:
    """A table whose sockets meet at one of the servers."""
    assert asked.hand_over is not None
    while True:
        table = asked.client.new_table("Ann", "Ben", setup={"first": 0})
        if asked.hand_over.home(table.id)[0] == home:
            return table


def sockets(serving: Serving) -> int:
    return sum(isinstance(each, SocketConnection) for each in list(serving.server.server_state.connections))


def counts(serving: Serving) -> dict[str, int]:
    assert serving.hand_over is not None
    return dict(serving.hand_over.counts)


def test_whoever_is_asked_one_serves_the_table(two: Two) -> None:
    until(lambda: sockets(two[0]) + sockets(two[1]) == 0)
    for home in (0, 1):
        table = new_table(two[0], home)
        with (
            two[0].client.sit(table.id, table.tokens[0]) as ann,
            two[1].client.sit(table.id, table.tokens[1]) as ben,
            two[1 - home].client.sit(table.id) as spectator,
        ):
            for each in (ann, ben, spectator):
                each.expect("state")
            assert (sockets(two[home]), sockets(two[1 - home])) == (3, 0)
            assert table.id not in two[1 - home].hall.live or not two[1 - home].hall.live[table.id].watchers
            assert ann.choose("action move")["version"] == 1
            assert ben.catch_up(1)["version"] == spectator.catch_up(1)["version"] == 1
        until(lambda: sockets(two[0]) + sockets(two[1]) == 0)


@pytest.mark.parametrize("way", ["in pieces", "after a request", "right behind a request", "with more behind it"])
def test_however_it_is_asked(two: Two, way: str) -> None:
    table = new_table(two[0], 1)
    port = two[0].port
    request = upgrade(port, table.id)
    health = f"GET /health HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
    before = counts(two[1]).get("taken", 0)
    if way == "in pieces":
        eyes = RawEyes(port, table.id, asked=[request[at : at + 40] for at in range(0, len(request), 40)])
    elif way == "with more behind it":
        eyes = RawEyes(port, table.id, asked=[request + b"\x89\x80\0\0\0\0"])
    else:
        raw = Raw(port)
        if way == "after a request":
            raw.send(health)
        else:
            raw.send(health + request)
        head = raw.read_head()
        assert head.startswith(b"HTTP/1.1 200")
        length = re.search(rb"content-length: (\d+)", head)
        assert length is not None
        raw.socket.recv(int(length[1]), socket.MSG_WAITALL)
        if way == "after a request":
            raw.send(request)
        assert raw.read_head().startswith(b"HTTP/1.1 101")
        eyes = RawEyes.__new__(RawEyes)
        eyes.socket = raw.socket
    eyes.say(type="hello", token=table.tokens[0])
    # A pong may come before it.
    until(lambda: b'"type":"state"' in eyes.frame()[1])
    # The end of another answer may still have been on its way, then it stays; as a rule it does not.
    taken = counts(two[1]).get("taken", 0) - before
    assert taken == 1 or way == "right behind a request"
    eyes.close()


HOSTILE: dict[str, Callable[[bytes], bytes]] = {
    "no key": lambda request: re.sub(rb"Sec-WebSocket-Key: [^\r]*\r\n", b"", request),
    "an old version": lambda request: request.replace(b"Version: 13", b"Version: 1"),
    "a body": lambda request: request.replace(b"X-Nothing: more", b"Content-Length: 9") + b"123456789",
    "chunks": lambda request: request.replace(b"X-Nothing: more", b"Transfer-Encoding: chunked") + b"zz\r\n",
    "posted": lambda request: request.replace(b"GET", b"POST", 1),
    "another page": lambda request: request.replace(b"X-Nothing: more", b"Origin: http://elsewhere.example"),
    "no table": lambda request: re.sub(rb"tables/[^/]*", b"tables/none", request),
    "no host": lambda request: re.sub(rb"Host: [^\r]*\r\n", b"", request),
    "strange bytes": lambda request: request.replace(b"X-Nothing: more", b"X-Nothing: \xff\xfe\x80"),
    "noise behind it": lambda request: request + bytes(range(256)) * 100,
    "much noise behind it": lambda request: request + bytes(range(256)) * 1000,
    "a long head": lambda request: request.replace(b"more", b"m" * 15_000),
    "a head too long": lambda request: request.replace(b"more", b"m" * 100_000),
}


@pytest.mark.parametrize("how", HOSTILE)
def test_hostile_bytes_are_answered_as_at_home(two: Two, how: str) -> None:
    """Word for word what the process itself would have answered; and both go on."""
    table = new_table(two[0], 1)
    said = []
    for asked in two:
        raw = Raw(asked.port)
        raw.socket.settimeout(20)
        try:
            raw.send(HOSTILE[how](upgrade(two[1].port, table.id)))
            raw.socket.shutdown(socket.SHUT_WR)
        except OSError:
            # It was cut off before it had said all.
            pass
        said.append(raw.read_all().split(b"\r\n")[0])
        raw.close()
    assert said[0] == said[1]
    assert b" 500 " not in said[0]
    for asked in two:
        assert asked.client.get("/health").status_code == 200
        with asked.client.sit(table.id, table.tokens[0]) as ann:
            ann.expect("state")


def test_requests_that_ask_for_no_socket_stay(two: Two) -> None:
    table = new_table(two[0], 1)
    before = [counts(each) for each in two]
    for asked in two:
        assert asked.client.get(table.path).json()["table"] == table.id
        assert asked.client.get(f"{table.path}/live").status_code == 404
        # The page, or the word that it is not built.
        assert asked.client.get("/").status_code in (200, 503)
        other = Raw(asked.port)
        other.send(upgrade(asked.port, table.id).replace(b"Upgrade: websocket", b"Upgrade: h2c"))
        assert other.read_head().startswith(b"HTTP/1.1 404")
        other.close()
    assert [counts(each) for each in two] == before


def test_who_serves_counts(postgres: Postgres) -> None:
    """An address that has too many sockets at one process has none at the other, through which it came."""
    few = FAST.__class__(**{**{name: getattr(FAST, name) for name in FAST.__struct_fields__}, "sockets_per_address": 2})
    room = places(2)
    database = postgres.database()
    first, second = (Serving(Settings(database=database, limits=few), place=place) for place in room)
    try:
        away, here = new_table(first, 1), new_table(first, 0)
        eyes = [away.sit(), away.sit()]
        for each in eyes:
            each.expect("state")
        with Eyes(first.port, away.id) as one_too_many:
            assert one_too_many.hear()["error"] == "full"
        with Eyes(second.port, away.id) as one_too_many:
            assert one_too_many.hear()["error"] == "full"
        with here.sit() as other:
            other.expect("state")
        for each in eyes:
            each.close()
        until(lambda: sockets(second) == 0)
        with away.sit() as again:
            again.expect("state")
            assert sockets(second) == 1
    finally:
        first.stop()
        second.stop()


def test_one_of_two_ends_in_order(postgres: Postgres) -> None:
    """Sockets are told, and the other one serves those who come back."""
    room = places(2)
    database = postgres.database()
    first, second = (Serving(Settings(database=database, limits=FAST), place=place) for place in room)
    try:
        table = new_table(first, 1)
        with table.sit(0) as ann:
            ann.expect("state")
            assert sockets(second) == 1
            second.stop()
            with pytest.raises(ConnectionClosed, match="1012"):
                ann.expect("nothing")
        for _ in range(3):
            with table.sit(0) as ann:
                assert ann.expect("state")["version"] == 0
                assert sockets(first) == 1
            until(lambda: sockets(first) == 0)
    finally:
        first.stop()


# --- processes ----------------------------------------------------------------------------------------------------


def holder(running: Process, eyes: Eyes) -> int:
    """The process that serves a socket: the only one that has it open."""
    ours = eyes.socket.socket.getsockname()[1]
    lines = [line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:]]
    inode = next(
        line[9] for line in lines if line[1].endswith(f":{running.port:04X}") and line[2].endswith(f":{ours:04X}")
    )

    def holders() -> list[int]:
        return [child for child in running.children() if f"socket:[{inode}]" in _open_files(child)]

    until(lambda: len(holders()) == 1)
    return holders()[0]


def _open_files(process: int) -> set[str]:
    found = set()
    for each in Path(f"/proc/{process}/fd").iterdir():
        try:
            found.add(os.readlink(each))
        except OSError:
            continue
    return found


def test_three_processes_of_which_one_stands_still_and_dies(postgres: Postgres) -> None:
    running = Process(postgres.database(), "--processes", "3", "--bot-workers", "1", *ROOMY)
    try:
        tables = [running.client.new_table("Ann", "Ben", setup={"first": 0}) for _ in range(16)]
        eyes = {table.id: [table.sit(0), table.sit(1), table.sit()] for table in tables}
        for each in eyes.values():
            for one in each:
                one.expect("state")
        where = {name: {holder(running, one) for one in each} for name, each in eyes.items()}
        assert all(len(each) == 1 for each in where.values())
        assert len(set.union(*where.values())) > 1
        table = tables[0]
        (home,) = where[table.id]
        assert eyes[table.id][0].choose("action move")["version"] == 1
        assert eyes[table.id][1].catch_up(1)["version"] == 1

        # Stopped: it neither accepts nor answers.
        os.kill(home, signal.SIGSTOP)
        later = [table.sit(0), table.sit()]
        for one in later:
            assert one.expect("state")["version"] == 1
        others = {holder(running, one) for one in later}
        assert len(others) == 1
        assert home not in others
        os.kill(home, signal.SIGKILL)
        assert later[0].choose(later[0].choices[0])["version"] == 2
        with table.sit(1) as back:
            assert back.expect("state")["version"] == 2
        for one in [*later, *(one for each in eyes.values() for one in each)]:
            one.close()
    finally:
        running.terminate()
        code, out = running.ended()
    assert code == 0, out
    assert "Traceback" not in out, out
