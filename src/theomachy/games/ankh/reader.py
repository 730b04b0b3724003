"""Reading the tables of a position (docs/notation.md); every error names the key."""

from __future__ import annotations

from typing import Any

from theomachy.kernel.errors import BadCase, allowed
from theomachy.kernel.ids import Side


class Reader:
    """Reads the tables of a position; every error names the key."""

    def __init__(self, position: dict[str, Any], names: list[str]) -> None:
        self.position = position
        self.names = names

    def texts(self, key: str) -> list[str]:
        value = self.position.get(key) or []
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise BadCase(f"position, {key}: must be a list")
        return value

    def god(self, name: object, key: str) -> Side:
        if name not in self.names:
            raise BadCase(f"position, {key}: '{name}' does not play; gods here: {allowed(self.names)}")
        return Side(self.names.index(str(name)))

    def by_god(self, key: str) -> list[tuple[Side, Any]]:
        value = self.position.get(key) or {}
        if not isinstance(value, dict):
            raise BadCase(f"position, {key}: must be a table by god, like {{isis: 3}}")
        return [(self.god(name, key), item) for name, item in value.items()]

    def numbers(self, key: str, top: int) -> list[tuple[Side, int]]:
        return [(god, self.number(item, key, top)) for god, item in self.by_god(key)]

    def number(self, value: object, key: str, top: int) -> int:
        if type(value) is not int or not 0 <= value <= top:
            raise BadCase(f"position, {key}: {value!r} is not a number from 0 to {top}")
        return value

    def named(self, values: object, names: tuple[str, ...] | list[str], key: str) -> list[int]:
        """A list of names as numbers."""
        if not isinstance(values, list):
            raise BadCase(f"position, {key}: must be a list")
        for value in values:
            if value not in names:
                raise BadCase(f"position, {key}: no '{value}'; allowed: {allowed(names)}")
        return [names.index(value) for value in values]

    def different(self, values: object, names: tuple[str, ...] | list[str], key: str) -> list[int]:
        """A list of names as numbers, none of them twice."""
        found = self.named(values, names, key)
        for place, number in enumerate(found):
            if number in found[:place]:
                raise BadCase(f"position, {key}: {names[number]} is named twice")
        return found

    def table(self, key: str) -> dict[str, Any]:
        value = self.position.get(key) or {}
        if not isinstance(value, dict):
            raise BadCase(f"position, {key}: must be a table")
        return value
