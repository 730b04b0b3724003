"""What is over is gone at once, by itself: a server that plays for weeks must not wait for the collector, which seldom
looks at what is old, and holds everybody up when it does."""

from __future__ import annotations

import gc
import random
import time
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.server.matches import play_out
from tests.server.serving import SOON, Client, Serving
from theomachy.server.connections import SocketConnection


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
    table = client.new_table("Ann", "Ben", game=game)
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
    end = time.monotonic() + SOON
    while table.id in serving.hall.live:
        serving.hall.put_away(idle=0.0)
        assert time.monotonic() < end
        time.sleep(0.02)
    assert gone(kept)


@pytest.mark.usefixtures("without_collector")
def test_a_socket_that_is_closed_is_gone(serving: Serving, client: Client) -> None:
    table = client.new_table("Ann", "Ben", setup={"first": 0})
    kept: list[Callable[[], Any]] = []
    with table.sit(0) as ann, table.sit(1) as ben, table.sit() as cid:
        for eyes in (ann, ben, cid):
            eyes.expect("state")
        ann.choose("action move")
        ann.ask(type="hint", bot="random")
        live = serving.hall.live[table.id]
        kept += [weakref.ref(watcher) for watcher in live.watchers]
        kept += [
            weakref.ref(each) for each in serving.server.server_state.connections if isinstance(each, SocketConnection)
        ]
        assert len(kept) >= 6
        del live
    assert gone(kept)
