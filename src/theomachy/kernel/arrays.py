"""Flat arrays of small numbers: what states and tables are made of.

`Numbers` is mypyc's `vec[i64]`. Compiled, an element is one machine word and a copy is one block; interpreted, it
behaves like a list of fixed length. It has no methods: arrays are made and copied with the functions here.

Trap: compiled, `1 << n` is computed in 32 bits when `n` comes from an array. Masks are made with `bit`.
"""

from __future__ import annotations

from typing import TypeAlias

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

# In quotes: compiled, the name i64 is gone at run time.
Numbers: TypeAlias = "vec[i64]"
#: what observations and masks of actions are written into; whoever reads them takes them for a buffer (`memoryview`)
Shorts: TypeAlias = "vec[i16]"
Marks: TypeAlias = "vec[u8]"


def numbers(items: list[int]) -> Numbers:
    """An array with these elements."""
    return vec[i64](items)


def filled(length: int, value: int) -> Numbers:
    """An array of so many equal elements."""
    return vec[i64]([value] * length)


def shorts(length: int) -> Shorts:
    """Room for so many small numbers."""
    return vec[i16]([0] * length)


def marks(length: int) -> Marks:
    """Room for so many truth values, as bytes."""
    return vec[u8]([0] * length)


def count_of(array: Numbers, value: int) -> int:
    """How often a value occurs."""
    wanted: i64 = value
    count = 0
    for item in array:
        if item == wanted:
            count += 1
    return count


def index_of(array: Numbers, value: int) -> int:
    """Where a value occurs first; -1 if it doesn't."""
    wanted: i64 = value
    for index in range(len(array)):
        if array[index] == wanted:
            return index
    return -1


def ones(mask: int) -> int:
    """How many bits are set."""
    return int(mask).bit_count()


def bit(number: int) -> int:
    """The mask with just this bit."""
    return 1 << number
