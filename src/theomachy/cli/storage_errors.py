"""Refusing what a database can't store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from theomachy.kernel.errors import TheomachyError


@contextmanager
def storage_refusals(name: str) -> Iterator[None]:
    """Refuse as wrong input what a database can't store, like on a full disk."""
    from theomachy.server.database import without_password
    from theomachy.server.storage import NotStored

    try:
        yield
    except NotStored as error:
        raise TheomachyError(f"--database: {without_password(name)}: {error}") from error
