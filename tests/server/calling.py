"""People whose turn it is, a server with time that is moved, and services that take the messages they are sent."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from tests.server.people import Person, person
from tests.server.receivers import Letters, Receiver
from tests.server.serving import FAST, MovedTime, Seated, Serving, until
from theomachy.server.app import Settings
from theomachy.server.database import open_database
from theomachy.server.notices import GRACE

ADDRESS = "https://play.example.org"


@contextmanager
def served(database: str, timing: MovedTime, **more: Any) -> Iterator[Serving]:
    settings = Settings(database=database, bot_pause=0.0, limits=FAST, trusting=True, **more)
    running = Serving(settings, timing)
    try:
        yield running
    finally:
        running.stop()


def hook(somebody: Person, receiver: Receiver, kind: str = "json", path: str = "/hook") -> str:
    answer = somebody.post("/api/me/notices/hook", {"url": f"{receiver.url}{path}", "format": kind})
    assert answer.status_code == 201, answer.text
    secret: str = answer.json()["secret"]
    return secret


def channels(somebody: Person) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = somebody.get("/api/me/notices").json()["channels"]
    return found


def table_for(ann: Person, ben: Person, **more: Any) -> tuple[Seated, str]:
    """A table at which Ben, who has just sat down, must begin; and his token."""
    table = ann.new_table("Ann", "open", setup={"first": 1}, **more)
    return table, ben.post(f"{table.path}/join", {"name": "Ben"}).json()["token"]


def quiet_now(serving: Serving, timing: MovedTime) -> None:
    """Everything that was due is done."""
    until(lambda: not _due(serving, timing))


def _due(serving: Serving, timing: MovedTime) -> bool:
    raw = open_database(serving.database)
    try:
        due = raw.execute(
            "SELECT (SELECT COUNT(*) FROM calls WHERE sent = 0 AND seen = 0 AND due <= ?),"
            " (SELECT COUNT(*) FROM deliveries WHERE due <= ?)",
            (timing.now(), timing.now()),
        ).fetchone()
        return bool(due[0] or due[1])
    finally:
        raw.close()


class Place:
    """A server, Ann and Ben, and time that is moved."""

    def __init__(self, serving: Serving, timing: MovedTime) -> None:
        self.serving = serving
        self.timing = timing
        self.ann, self.ben = person(serving, "Ann"), person(serving, "Ben")

    def table(self, **more: Any) -> tuple[Seated, str]:
        return table_for(self.ann, self.ben, **more)

    def grace_ends(self) -> None:
        self.timing.move(GRACE + 1)

    def settle(self) -> None:
        quiet_now(self.serving, self.timing)


class Scene(Place):
    """Ben is told by a webhook, and `receiver` has what he was told."""

    def __init__(self, serving: Serving, timing: MovedTime, receiver: Receiver) -> None:
        super().__init__(serving, timing)
        self.receiver = receiver
        self.secret = hook(self.ben, receiver)


class PostOffice(Place):
    """Letters can be sent, and `letters` has them."""

    def __init__(self, serving: Serving, timing: MovedTime, letters: Letters) -> None:
        super().__init__(serving, timing)
        self.letters = letters
