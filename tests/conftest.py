"""What `make test` leaves to `make long`: tests marked `long`, and of those that run on both databases one half; on the
compiled engine, too, whatever runs on copies of the sources, since it has run already."""

from __future__ import annotations

from typing import Final
from zlib import crc32

import pytest

from tests.examples import COMPILED, LONG

#: modules in which the database itself is tested, each test on both of them every time
ON_BOTH: Final = ("test_crash", "test_processes", "test_storage")


def is_left_out(item: pytest.Item) -> bool:
    if LONG:
        return False
    if item.get_closest_marker("long") or (COMPILED and item.get_closest_marker("sources")):
        return True
    database = getattr(item, "callspec", None) and item.callspec.params.get("database")  # type: ignore[attr-defined]
    if database is None or item.path.stem in ON_BOTH:
        return False
    # Each test on one of them, which one follows from its name alone.
    return bool(crc32(item.name.partition("[")[0].encode()) % 2 == (database == "sqlite"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Whoever names a test gets it."""
    if any("::" in named for named in config.args):
        return
    left = {item for item in items if is_left_out(item)}
    config.hook.pytest_deselected(items=list(left))
    items[:] = [item for item in items if item not in left]
