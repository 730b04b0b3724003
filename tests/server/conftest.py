"""A server for the tests of a module."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.calling import ADDRESS, PostOffice, Scene, served
from tests.server.postgres import Postgres
from tests.server.receivers import Letters, Receiver
from tests.server.serving import FAST, Client, MovedTime, Serving
from theomachy.server.app import Settings


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """PostgreSQL, for all tests that need it."""
    running = Postgres()
    yield running
    running.remove()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database: once a file, once in PostgreSQL."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.sqlite")
    running: Postgres = request.getfixturevalue("postgres")
    return running.database()


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    """A service that takes messages."""
    running = Receiver()
    yield running
    running.close()


@pytest.fixture
def letters() -> Iterator[Letters]:
    """A service that takes letters."""
    running = Letters()
    yield running
    running.close()


@pytest.fixture
def scene(database: str, receiver: Receiver) -> Iterator[Scene]:
    """Somebody who is told that it is their turn."""
    timing = MovedTime()
    with served(database, timing, address=ADDRESS) as serving:
        yield Scene(serving, timing, receiver)


@pytest.fixture
def post_office(database: str, letters: Letters) -> Iterator[PostOffice]:
    """Somebody who can be sent letters."""
    timing = MovedTime()
    with served(database, timing, address=ADDRESS, smtp=letters.url, mail_from="games@example.org") as serving:
        yield PostOffice(serving, timing, letters)


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server without pauses."""
    database = str(tmp_path_factory.mktemp("server") / "tables.sqlite")
    running = Serving(Settings(database=database, bot_pause=0.0, limits=FAST))
    yield running
    running.stop()


@pytest.fixture
def client(serving: Serving) -> Client:
    return serving.client
