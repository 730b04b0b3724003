"""A server for the tests of a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.server.serving import Client, Serving
from theomachy.server.app import Settings
from theomachy.server.limits import Limits


@pytest.fixture(scope="module")
def serving(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """A server without pauses, for players who are faster than people."""
    database = str(tmp_path_factory.mktemp("server") / "tables.sqlite")
    running = Serving(Settings(database=database, bot_pause=0.0, limits=Limits(messages=10_000.0)))
    yield running
    running.stop()


@pytest.fixture
def client(serving: Serving) -> Client:
    return serving.client
