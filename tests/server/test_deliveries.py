"""Messages that do not arrive: tried again after growing pauses, given up, and never lost with a process."""

from __future__ import annotations

import json

from tests.server.calling import Scene, channels, hook, served
from tests.server.people import person
from tests.server.receivers import Receiver
from tests.server.serving import MovedTime, until
from theomachy.server.database import open_database
from theomachy.server.notices import (
    PAUSES,
    pause_after,
)


def test_pauses_grow_and_end() -> None:
    assert [pause_after(tries, None) for tries in range(1, 7)] == [*PAUSES, None]
    assert pause_after(1, 900.0) == 900.0
    assert pause_after(1, 1e9) == PAUSES[-1]
    assert pause_after(2, 1.0) == PAUSES[1]


def test_what_is_refused_is_tried_again_and_given_up(scene: Scene) -> None:
    scene.receiver.answers = [(500, {})]
    scene.table()
    scene.grace_ends()
    for tries, pause in enumerate(PAUSES, 1):
        until(lambda tries=tries: len(scene.receiver.got) == tries)  # type: ignore[misc]
        scene.settle()
        scene.timing.move(pause - 1)
        scene.settle()
        assert len(scene.receiver.got) == tries
        scene.timing.move(2)
    until(lambda: len(scene.receiver.got) == len(PAUSES) + 1)
    until(lambda: channels(scene.ben)[0]["trouble"] == "refused 500")
    scene.timing.move(30 * 86_400)
    scene.settle()
    assert len(scene.receiver.got) == len(PAUSES) + 1
    # It is said to its owner, and the next turn is tried all the same.
    assert not channels(scene.ben)[0]["rests"]
    scene.receiver.answers = [(204, {})]
    scene.table()
    scene.grace_ends()
    until(lambda: channels(scene.ben)[0]["trouble"] == "")


def test_a_service_says_when(scene: Scene) -> None:
    scene.receiver.answers = [(429, {"Retry-After": "600"}), (200, {})]
    scene.table()
    scene.grace_ends()
    until(lambda: scene.receiver.got)
    scene.settle()
    scene.timing.move(599)
    scene.settle()
    assert len(scene.receiver.got) == 1
    scene.timing.move(2)
    until(lambda: len(scene.receiver.got) == 2)


def test_what_is_no_more_true_is_not_tried_again(scene: Scene) -> None:
    scene.receiver.answers = [(500, {})]
    table, token = scene.table()
    scene.grace_ends()
    until(lambda: scene.receiver.got)
    scene.settle()
    with scene.ben.look(table.id, token) as eyes:
        eyes.expect("state")
        eyes.ask(type="ping")
    scene.timing.move(PAUSES[0] + 1)
    scene.settle()
    assert len(scene.receiver.got) == 1


def test_nobody_there(database: str, receiver: Receiver) -> None:
    timing = MovedTime()
    receiver.close()
    with served(database, timing) as serving:
        ben = person(serving, "Ben")
        hook(ben, receiver)
        assert ben.post("/api/me/notices/try", {"channel": channels(ben)[0]["channel"]}).status_code == 200
        until(lambda: channels(ben)[0]["trouble"] == "unreached")


def test_a_message_is_not_lost_with_the_process_that_had_it(scene: Scene) -> None:
    table = scene.table()[0].id
    raw = open_database(scene.serving.database)
    with raw.transaction():
        # As it is when a process was killed in the middle: the call is a message, which somebody has taken.
        raw.execute("UPDATE calls SET sent = 1")
        (channel,) = raw.execute("SELECT id FROM channels").fetchone()
        (since,) = raw.execute("SELECT since FROM calls").fetchone()
        said = {"waiting": [{"table": table, "title": "", "game": "ankh", "why": "turn", "since": since}]}
        raw.execute(
            "INSERT INTO deliveries (id, channel, message, due, tries, until) VALUES ('one', ?, ?, 0, 1, ?)",
            (channel, json.dumps(said), scene.timing.now() + 30),
        )
    raw.close()
    scene.timing.move(29)
    scene.timing.move(2)
    until(lambda: scene.receiver.got)
    assert scene.receiver.got[0].json["tables"][0]["table"] == table
