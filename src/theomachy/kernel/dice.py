"""Counter-based random numbers: draw number `n` of stream `seed` is a pure function of both.

The match holds only the two numbers, so a copy, a save file or another process continues the very same sequence.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from theomachy.kernel.state import State

# Numbers of 64 bits are handled as two halves of 32: compiled, everything stays in machine words. Products may run over
# there (the engine is compiled with wrapping arithmetic), which harms none of the bits that are kept.
_HALF: Final = 0xFFFFFFFF


def _times(high: i64, low: i64, by_high: i64, by_low: i64) -> tuple[i64, i64]:
    """The lower 64 bits of a product."""
    product = low * by_low
    return (product >> 32) + high * by_low + low * by_high & _HALF, product & _HALF


def _mixed(seed: int, number: int) -> tuple[i64, i64]:
    """64 well-mixed bits for a stream and a draw number (the finalizer of SplitMix64), as two halves."""
    high, low = _times(seed >> 32 & _HALF, seed & _HALF, 0x9E3779B9, 0x7F4A7C15)
    more_high, more_low = _times(number + 1 >> 32 & _HALF, number + 1 & _HALF, 0xD1B54A32, 0xD192ED03)
    low += more_low
    high = high + more_high + (low >> 32) & _HALF
    low &= 0xFFFFFFFF
    high, low = high ^ high >> 30, low ^ (low >> 30 | high << 2) & _HALF
    high, low = _times(high, low, 0xBF58476D, 0x1CE4E5B9)
    high, low = high ^ high >> 27, low ^ (low >> 27 | high << 5) & _HALF
    high, low = _times(high, low, 0x94D049BB, 0x133111EB)
    return high ^ high >> 31, low ^ (low >> 31 | high << 1) & _HALF


def mix(seed: int, number: int) -> int:
    """64 well-mixed bits for a stream and a draw number."""
    high, low = _mixed(seed, number)
    return int(high) << 32 | int(low)


def roll(s: State, sides: int) -> int:
    """A number 0..sides-1 from the match's own dice. The bias of the remainder is below sides / 2**64."""
    s.draws += 1
    high, low = _mixed(s.dice, s.draws)
    return (high % sides << 32 | low) % sides


def shuffled(s: State, items: list[int]) -> list[int]:
    """A shuffled copy (Fisher-Yates with the match's own dice)."""
    result = items.copy()
    for last in range(len(result) - 1, 0, -1):
        pick = roll(s, last + 1)
        result[last], result[pick] = result[pick], result[last]
    return result
