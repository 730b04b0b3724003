"""Frames, chunks, header lines and small reads are counted where they arrive, over real sockets."""

from __future__ import annotations

import contextlib
import logging
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.attack import FRAMES, OPENING, REQUESTS
from tests.server.raw import Raw, RawEyes, upgrade
from tests.server.serving import SOON, Eyes, Seated, Serving, until
from tests.server.test_hostile import fast
from theomachy.server.app import Settings
from theomachy.server.connections import SocketConnection
from theomachy.server.frame_limits import READ_SIZE, FrameMeter
from theomachy.server.limits import Allowance, Bucket, Limits, bottomless_purse

#: frames a socket may send at once in these tests, and all sockets of one address
ALLOWED, ALLOWED_TOGETHER = 300, 1_000
#: a flood that one read of the server does not end
FLOOD = 20_000
ATTACKER = "127.0.0.66"


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[Serving]:
    """A server with limits on frames that do not refill during a test."""
    limits = fast(
        frames=Allowance(0.001, ALLOWED), address_frames=Allowance(0.001, ALLOWED_TOGETHER), goodbye=0.3,
    )  # fmt: skip
    running = Serving(Settings(database=str(tmp_path / "tables.sqlite"), bot_pause=0.0, limits=limits))
    yield running
    running.stop()


def spectator(running: Serving, table: Seated) -> RawEyes:
    raw = RawEyes(running.port, table.id, source=ATTACKER)
    raw.say(type="hello")
    return raw


def send_until_refused(raw: RawEyes, frame: bytes, times: int) -> None:
    """Send a frame many times; the server may end the connection before all are sent."""
    raw.socket.settimeout(1.0)
    with contextlib.suppress(ConnectionError, TimeoutError):
        raw.send(OPENING + frame * times)
    raw.socket.settimeout(SOON)


@pytest.mark.parametrize("name", FRAMES)
def test_frame_floods_are_cut_off_and_others_play_on(
    limited: Serving, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The parser stops at the limit: neither the rest of the read nor anything after it is parsed."""
    most: list[int] = []
    charge = FrameMeter.charge

    def counted(self: FrameMeter, frames: int, messages: int) -> None:
        most.append(frames)
        charge(self, frames, messages)

    table = limited.client.new_table("Ann", "Ben", setup={"first": 0})
    with table.sit(0) as ann:
        ann.expect("state")
        raw = spectator(limited, table)
        monkeypatch.setattr(FrameMeter, "charge", counted)
        send_until_refused(raw, FRAMES[name], FLOOD)
        assert raw.close_code() == 1008
        raw.close()
        # The hello is the first of them.
        assert sum(most) <= ALLOWED
        assert ann.choose("action move")["version"] == 1


def send_large_messages(watcher: Eyes, refused: list[int]) -> None:
    for _ in range(ALLOWED):
        watcher.socket.send("x" * 60_000)
        refused[0] += watcher.expect("error")["error"] == "too-large"


def test_large_messages_count_by_what_they_unpack_to(limited: Serving) -> None:
    """A message of 60 kB counts as fifteen frames, though it is sent in a hundred bytes."""
    table = limited.client.new_table("Ann", "Ben")
    with table.sit() as watcher:
        watcher.expect("state")
        refused = [0]
        with pytest.raises(ConnectionClosed) as closed:
            send_large_messages(watcher, refused)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
        assert ALLOWED // 15 - 2 <= refused[0] <= ALLOWED // 15


def test_frames_are_counted_over_time(limited: Serving) -> None:
    """Slow floods are counted like fast ones."""
    table = limited.client.new_table("Ann", "Ben")
    raw = spectator(limited, table)
    ping = FRAMES["ping frames"]
    answered = 0
    while raw.frame()[0] != 0x81:
        pass
    for _ in range(ALLOWED):
        raw.send(ping)
        first, _ = raw.frame()
        if first != 0x8A:
            break
        answered += 1
    assert answered == ALLOWED - 1
    # It is told why before it is closed.
    assert first == 0x81
    assert raw.frame()[0] == 0x88
    raw.close()


def test_one_byte_segments_are_counted(limited: Serving) -> None:
    """A frame that arrives byte by byte wakes the server for each of them."""
    table = limited.client.new_table("Ann", "Ben")
    raw = spectator(limited, table)
    raw.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    raw.send(b"\x81\xfe\x20\x00\0\0\0\0")
    sent = 0
    try:
        for _ in range(8_000):
            raw.send(b"x")
            sent += 1
            time.sleep(0.0002)
    except ConnectionError:
        pass
    assert raw.close_code() == 1008
    assert sent < 8_000
    raw.close()


def test_an_address_has_an_allowance_over_all_its_sockets(limited: Serving) -> None:
    """Sockets that sent little are kept when others of the same address used everything up."""
    table = limited.client.new_table("Ann", "Ben")
    quiet = spectator(limited, table)
    floods = 0
    for _ in range(8):
        raw = spectator(limited, table)
        send_until_refused(raw, FRAMES["pong frames"], FLOOD)
        assert raw.close_code() == 1008
        raw.close()
        floods += 1
    assert floods * ALLOWED > ALLOWED_TOGETHER
    quiet.say(type="ping", ref=5)
    while b'"pong"' not in quiet.frame()[1]:
        pass
    quiet.close()


def test_a_flood_delays_the_next_sockets_of_its_address(tmp_path: Path) -> None:
    limits = fast(frames=Allowance(0.001, 100.0), hellos=Allowance(0.001, 50.0), cut_off_penalty=20, goodbye=0.3)
    running = Serving(Settings(database=str(tmp_path / "tables.sqlite"), limits=limits))
    try:
        table = running.client.new_table("Ann", "Ben")
        for _ in range(3):
            raw = spectator(running, table)
            send_until_refused(raw, FRAMES["pong frames"], FLOOD)
            assert raw.close_code() == 1008
            raw.close()
        raw = spectator(running, table)
        assert raw.close_code() == 1013
        raw.close()
        with table.sit(0) as ann:
            ann.expect("state")
    finally:
        running.stop()


def test_network_allowance_cuts_heavy_sockets_first() -> None:
    network = Bucket(Allowance(0.001, 1_000.0))
    heavy, light = FrameMeter(Allowance(0.001, 300.0)), FrameMeter(Allowance(0.001, 300.0))
    assert heavy.available() == 20
    for meter in (heavy, light):
        meter.admit(network, bottomless_purse(), bytes)
    assert heavy.available() == 300
    heavy.charge(200, 0)
    network.spend(900)
    assert heavy.available() <= 0
    assert light.available() == 150


def test_clients_within_the_limits_are_unaffected(tmp_path: Path) -> None:
    """With the usual limits: pings of a browser or proxy, messages as fast as a seat may send them, fragments."""
    running = Serving(Settings(database=str(tmp_path / "tables.sqlite"), bot_pause=0.0, limits=Limits()))
    try:
        table = running.client.new_table("Ann", "Ben", setup={"first": 0})
        with table.sit(0) as ann:
            ann.expect("state")
            for _ in range(20):
                assert ann.socket.ping().wait(SOON)
                assert ann.ask(type="ping")["type"] == "pong"
            # One message in eight fragments.
            text = '{"type":"ping","ref":9}'
            ann.socket.send(text[at : at + 3] for at in range(0, len(text), 3))
            assert ann.answer(9)["type"] == "pong"
            assert ann.choose("action move")["version"] == 1
    finally:
        running.stop()


def test_nothing_is_parsed_before_a_socket_is_admitted(limited: Serving) -> None:
    """Frames sent along with the handshake are bounded, too, and end with the connection."""
    table = limited.client.new_table("Ann", "Ben")
    raw = Raw(limited.port, ATTACKER)
    raw.send(upgrade(limited.port, table.id))
    try:
        for _ in range(50):
            raw.send(FRAMES["ping frames"] * 1_000)
    except ConnectionError:
        pass
    assert raw.ends_within(SOON)
    raw.close()
    assert limited.client.get("/api/bots").status_code == 200


def test_a_refused_socket_is_gone_soon(limited: Serving) -> None:
    table = limited.client.new_table("Ann", "Ben")
    raw = spectator(limited, table)
    send_until_refused(raw, FRAMES["ping frames"], FLOOD)
    until(lambda: not any(isinstance(each, SocketConnection) for each in limited.server.server_state.connections))
    assert limited.hall.live[table.id].watchers == set()
    raw.close()


def test_a_read_is_bounded(limited: Serving, monkeypatch: pytest.MonkeyPatch) -> None:
    """So is the work between two turns of other connections."""
    sizes: list[int] = []
    received = SocketConnection.data_received

    def noted(self: SocketConnection, data: bytes) -> None:
        sizes.append(len(data))
        received(self, data)

    monkeypatch.setattr(SocketConnection, "data_received", noted)
    table = limited.client.new_table("Ann", "Ben")
    raw = spectator(limited, table)
    send_until_refused(raw, FRAMES["ping frames"], FLOOD)
    raw.close_code()
    raw.close()
    assert max(sizes) == READ_SIZE


# --- HTTP -------------------------------------------------------------------------------------------------------------

POST = b"POST /api/tables HTTP/1.1\r\nHost: x\r\n"
BAD = {
    "header lines": b"GET /api/bots HTTP/1.1\r\nHost: x\r\n" + b"a:\r\n" * 2_000 + b"\r\n",
    "a long head": b"GET /api/bots HTTP/1.1\r\nHost: x\r\nX-Long: " + b"x" * 40_000 + b"\r\n\r\n",
    "one-byte chunks": POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\n \r\n" * 5_000 + b"0\r\n\r\n",
    "trailers": POST + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n" + b"a: b\r\n" * 2_000 + b"\r\n",
}


@pytest.mark.parametrize("name", BAD)
def test_http_floods_are_refused(limited: Serving, name: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        raw = Raw(limited.port, ATTACKER)
        with contextlib.suppress(ConnectionError):
            raw.send(BAD[name])
        began = time.monotonic()
        answer = raw.read_all()
        raw.close()
    assert answer.startswith(b"HTTP/1.1 4") or not answer
    assert answer.count(b"HTTP/1.1") <= 1
    assert time.monotonic() - began < SOON / 2
    assert not [record for record in caplog.records if record.levelno > logging.INFO]
    assert limited.client.get("/api/bots").status_code == 200


def test_a_pipelined_head_is_checked(limited: Serving) -> None:
    raw = Raw(limited.port, ATTACKER)
    raw.send(b"GET /api/bots HTTP/1.1\r\nHost: x\r\n\r\n" + BAD["header lines"])
    answer = raw.read_all()
    raw.close()
    assert answer.startswith(b"HTTP/1.1 200")
    assert b"HTTP/1.1 4" in answer


def test_a_request_in_one_byte_segments_is_refused(limited: Serving) -> None:
    raw = Raw(limited.port, ATTACKER)
    raw.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    raw.send(POST + b"Content-Length: 60000\r\n\r\n")
    sent = 0
    try:
        for _ in range(8_000):
            raw.send(b" ")
            sent += 1
            time.sleep(0.0002)
    except ConnectionError:
        pass
    raw.close()
    assert sent < 8_000


def test_requests_refused_twice_leave_no_log_line(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The parser refuses the body while the application refuses the address: only one of them answers."""
    limits = fast(requests=Allowance(0.001, 1))
    running = Serving(Settings(database=str(tmp_path / "tables.sqlite"), bot_pause=0.0, limits=limits))
    try:
        with caplog.at_level(logging.INFO):
            for _ in range(20):
                raw = Raw(running.port, ATTACKER)
                with contextlib.suppress(ConnectionError):
                    raw.send(REQUESTS["one-byte chunks"])
                    answer = raw.read_all()
                    assert answer[:12] in (b"HTTP/1.1 400", b"HTTP/1.1 429", b"")
                raw.close()
            assert running.client.get("/health").status_code == 200
    finally:
        running.stop()
    assert not [record for record in caplog.records if record.levelno > logging.INFO]


def test_chunked_requests_of_programs_are_answered(limited: Serving) -> None:
    """Chunks of a reasonable size, and requests that arrive in a few segments."""
    body = b'{"game": "ankh", "seats": [{"who": "open"}, {"who": "open"}]}'
    raw = Raw(limited.port)
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in (body[:20], body[20:]))
    text = POST + b"Connection: close\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks + b"0\r\n\r\n"
    for at in range(0, len(text), 40):
        raw.send(text[at : at + 40])
    assert raw.read_all().startswith(b"HTTP/1.1 201")
    raw.close()


def test_text_that_is_not_utf_8_is_refused_without_a_log_line(
    limited: Serving, caplog: pytest.LogCaptureFixture
) -> None:
    table = limited.client.new_table("Ann", "Ben")
    with caplog.at_level(logging.INFO):
        raw = spectator(limited, table)
        raw.send(b"\x81\x82\0\0\0\0\xff\xfe")
        assert raw.close_code() == 1007
        raw.close()
    assert not [record for record in caplog.records if record.levelno >= logging.INFO]
