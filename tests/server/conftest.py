"""A server for the tests of a module."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.postgres import Postgres
from tests.server.serving import Client, Serving
from theomachy.server.app import Settings
from theomachy.server.limits import WITHOUT_LIMIT, Allowance, Limits

#: for players who are faster than people
FAST = Limits(
    messages=Allowance(10_000.0, 10_000.0),
    spectator_messages=Allowance(10_000.0, 10_000.0),
    hellos=Allowance(10_000.0, 10_000.0),
    requests=Allowance(10_000.0, 10_000.0),
    reseats=Allowance(100.0, 100.0),
    players=Allowance(100.0, 100.0),
    sign_ins=Allowance(1000.0, 1000.0),
    work=WITHOUT_LIMIT,
    spectator_work=WITHOUT_LIMIT,
    address_work=WITHOUT_LIMIT,
    absence=0.0,
)


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
