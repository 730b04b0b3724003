"""What is said when something is not done."""

from __future__ import annotations


class Refused(Exception):
    """Something asked of a table was not done. `error` is the code of the protocol, `key` the sentence."""

    def __init__(self, error: str, key: str | None = None, **fields: object) -> None:
        super().__init__(error)
        self.error = error
        self.key = key or error
        self.fields = fields
