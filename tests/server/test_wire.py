"""How messages travel: packed or not, when it is asked whether anybody is there; and when memory is cleared up."""

from __future__ import annotations

import gc
import json
import weakref
import zlib
from collections.abc import Iterator

import pytest

from tests.server.raw import RawEyes
from tests.server.serving import Client, Serving
from theomachy.server import cleaning
from theomachy.server.connections import PLAIN, SocketConnection, _frame_head

#: first bytes of frames: a whole text as it is, the first part of a packed one, a ping
TEXT, PACKED, PING = 0x81, 0x41, 0x89
LAST = 0x80


def read_packed(eyes: RawEyes) -> bytes:
    """The next message, which is packed and may come in several frames."""
    first, data = eyes.frame()
    assert first & ~LAST == PACKED
    packed = data
    while not first & LAST:
        first, data = eyes.frame()
        assert first & 0x7F == 0
        packed += data
    return zlib.decompressobj(-12).decompress(packed + b"\0\0\xff\xff")


def test_large_messages_are_packed_each_by_itself_and_short_ones_are_not(client: Client) -> None:
    table = client.new_table("Ann", "Ben")
    eyes = RawEyes(client.port, table.id, "permessage-deflate")
    try:
        eyes.say(type="hello")
        state = read_packed(eyes)
        assert len(state) > PLAIN
        assert json.loads(state)["type"] == "state"
        eyes.say(type="ping", ref=1)
        assert eyes.frame() == (TEXT, b'{"type":"pong","ref":1}')
        eyes.say(type="lang", lang="en", ref=2)
        # A reader that has kept nothing of the first one understands it.
        assert json.loads(read_packed(eyes))["ref"] == 2
    finally:
        eyes.close()


@pytest.mark.parametrize("length", [0, 1, 125, 126, 255, 256, 4096, 65_535])
def test_the_head_of_a_frame_says_how_long_it_is(length: int) -> None:
    head = _frame_head(length)
    assert head[0] == TEXT
    told = head[1] if len(head) == 2 else int.from_bytes(head[2:])
    assert told == length
    assert (len(head) == 2) == (length < 126)


def test_whoever_has_just_said_something_is_not_asked_whether_they_are_there(serving: Serving, client: Client) -> None:
    table = client.new_table("Ann", "Ben")
    eyes = RawEyes(client.port, table.id)
    try:
        eyes.say(type="hello")
        first, _ = eyes.frame()
        while not first & LAST:
            first, _ = eyes.frame()
        (socket,) = [
            each
            for each in serving.server.server_state.connections
            if isinstance(each, SocketConnection) and table.id in each.scope["path"]
        ]

        def interval_ends() -> None:
            socket.loop.call_soon_threadsafe(socket.send_keepalive_ping)

        interval_ends()
        # What came next would be a ping, if one had been sent.
        eyes.say(type="ping", ref=1)
        assert eyes.frame()[0] == TEXT
        interval_ends()
        interval_ends()
        assert eyes.frame()[0] == PING
    finally:
        eyes.close()


class Thing:
    """Holds itself."""

    def __init__(self) -> None:
        self.other = self


@pytest.fixture
def collector() -> Iterator[None]:
    """As it was, afterwards."""
    before = gc.get_threshold()
    yield
    gc.unfreeze()
    gc.set_threshold(*before)


@pytest.mark.usefixtures("collector")
def test_what_is_new_is_cleared_up_and_what_is_old_when_there_is_much_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cleaning, "COUNTED", 1)
    cleaner = cleaning.Cleaner()
    young = weakref.ref(Thing())
    old = Thing()
    reference = weakref.ref(old)
    cleaner.clear_up()
    assert young() is None
    del old
    cleaner.clear_up()
    # It was set aside.
    assert reference() is not None
    monkeypatch.setattr(cleaning, "GROWN", 0.5)
    cleaner.clear_up()
    # There is more than half of what there was, and yet little.
    assert reference() is not None
    monkeypatch.setattr(cleaning, "LEAST", 1)
    cleaner.clear_up()
    assert reference() is None
